import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { KEY_CURVES } from './enums.ts';
import { GroupHeading } from './groups.ts';
import { PasskeyPlace } from './passkeys.ts';
import { TokenPlace } from './pkcs11.ts';
import { ExportOpening, Person } from './results.ts';
import { DAY_MS } from './timestamps.ts';

/** Times in rows are milliseconds since the epoch. */
const Milliseconds = Type.Number();

/**
 * The kinds of values. The code that makes a value states its kind, so that no screen guesses it from the text.
 * - `address`: an address or account of a chain. Only these can be counterparties.
 * - `hash`: a hash, salt, transaction id or other fixed-size value that is nobody's address.
 * - `key`: a public key that is no address of a chain.
 * - `bytes`: hex, an id or another text for machines.
 * - `amount`: a number with its unit.
 * - `enum`: a value of a declared list.
 * - `time`: a moment as its standard writes it.
 * - `duration`: a whole number of seconds.
 * - `asset`: a coin or token by its CAIP-19 name.
 * - `token`: a text that signs its holder in. Of a sent one only the length is shown.
 */
export const VALUE_KINDS = [
  'address',
  'hash',
  'key',
  'bytes',
  'amount',
  'asset',
  'duration',
  'enum',
  'text',
  'time',
  'token',
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** Kinds that a person compares digit by digit: they are drawn in groups. */
const COMPARED: ReadonlySet<ValueKind | undefined> = new Set(['address', 'hash', 'key'] as const);

/** Returns true for a kind of value that people compare digit by digit. Such values are drawn in groups. */
export const isCompared = (kind: ValueKind | undefined): boolean => COMPARED.has(kind);

/** One value of a request or a result. `path` as in `parameters.accounts[0].curve`, `label` in the declaration's words. */
export const ValueRow = Closed({
  path: Type.String(),
  label: Type.String(),
  value: Type.String(),
  kind: Type.Enum(VALUE_KINDS),
});
export type ValueRow = Static<typeof ValueRow>;

/** One account as the list shows it. */
export const AccountRow = Closed({
  walletAccountId: Type.String(),
  walletId: Type.String(),
  walletName: Type.String(),
  name: Nullable(Type.String()),
  address: Type.String(),
  addressFormat: Type.String(),
  curve: Type.String(),
  path: Type.String(),
  publicKey: Nullable(Type.String()),
  caip2Prefix: Nullable(Type.String()),
  /** The wallet's flags. A key that has left the service, or came from outside, is a risk that operators must see. */
  exported: Type.Boolean(),
  imported: Type.Boolean(),
  /**
   * For an account of an exported wallet. True when cached activities show the export of this key or of the wallet.
   * False when they only show exports of other accounts. Absent when they explain nothing.
   */
  keyExported: Type.Optional(Type.Boolean()),
  createdAt: Milliseconds,
});
export type AccountRow = Static<typeof AccountRow>;

export const WalletRow = Closed({
  walletId: Type.String(),
  walletName: Type.String(),
  accounts: Type.Integer(),
  exported: Type.Boolean(),
  imported: Type.Boolean(),
  createdAt: Milliseconds,
});
export type WalletRow = Static<typeof WalletRow>;

/** An activity in words, by the vault and the address book. */
export const ActivityWords = Closed({
  /** The activity in one sentence: `Send 2.5 ETH to “Coinbase Prime”`. */
  what: Type.String(),
  /** The only recipient, and its name in the address book. Null for none and for several. */
  party: Nullable(Closed({ address: Type.String(), label: Nullable(Type.String()) })),
  /** Addresses, hashes and keys that `what` may name. */
  addresses: Type.Array(Type.String()),
});
export type ActivityWords = Static<typeof ActivityWords>;

/** The votes that a waiting activity still needs, as the service inside this program knows them. */
export const MissingVotes = Closed({
  /** The number of approvals that let it run, those that were cast included. */
  needed: Type.Integer({ minimum: 1 }),
  /** The users whose approval can count among the missing ones. */
  from: Type.Array(Person),
});
export type MissingVotes = Static<typeof MissingVotes>;

/** The decision about a request once its stamp counts as an approval, by the service inside this program. */
export const FurtherVotes = Closed({
  /** `decided`: no other vote is needed. `waits`: other votes are needed. `refused`: votes cannot allow it now. */
  outcome: Type.Enum(['decided', 'waits', 'refused']),
  /** The number of votes that are still needed. Zero unless it waits, and null where it cannot be counted. */
  more: Nullable(Type.Integer({ minimum: 0 })),
  /** The users whose vote can be one of them. */
  from: Type.Array(Person),
});
export type FurtherVotes = Static<typeof FurtherVotes>;

export const ActivityRow = Closed({
  activityId: Type.String(),
  type: Type.String(),
  title: Type.String(),
  status: Type.String(),
  /** The effect in one line, from the intent: the account that signs, the new wallet. */
  summary: Type.String(),
  summaryKind: Type.Enum(VALUE_KINDS),
  /** Null until the unlocked vault described it. */
  words: Nullable(ActivityWords),
  /** The user who stamped the first vote, with the service's name for it. Null when the service shows no vote. */
  askedBy: Nullable(Person),
  approvals: Type.Integer(),
  /** True when it waits for votes and the service accepts one from this operator. */
  canVote: Type.Boolean(),
  /** False for one that has this operator's approval, which may still be withdrawn by a rejection. Absent when not known. */
  wantsVote: Type.Optional(Type.Boolean()),
  /** Absent when they are not known. */
  missing: Type.Optional(MissingVotes),
  fingerprint: Type.String(),
  createdAt: Nullable(Milliseconds),
  updatedAt: Nullable(Milliseconds),
  /** When the votes of an activity that waits for more expire. Absent for every other one, and without a vote. */
  expiresAt: Type.Optional(Milliseconds),
});
export type ActivityRow = Static<typeof ActivityRow>;

/** An activity, or the heading of its group. */
export const ActivityLine = Type.Union([GroupHeading, ActivityRow]);
export type ActivityLine = Static<typeof ActivityLine>;

/**
 * The activities of the service that are missing here.
 * - `none`: all were read, or none yet.
 * - `older`: those before `before` were not read.
 * - `some`: the last reading was interrupted.
 */
export const MissingActivities = Closed({
  missing: Type.Enum(['none', 'older', 'some']),
  before: Nullable(Milliseconds),
});
export type MissingActivities = Static<typeof MissingActivities>;

export const ActivityDetail = Closed({
  row: ActivityRow,
  intent: Type.Array(ValueRow),
  result: Type.Array(ValueRow),
  votes: Type.Array(
    Closed({
      ...Person.properties,
      selection: Type.String(),
      publicKey: Type.String(),
      createdAt: Nullable(Milliseconds),
    }),
  ),
  failure: Nullable(Type.String()),
  /** States who can open the bundle of a completed export. Null for every other activity. */
  opening: Nullable(ExportOpening),
  /** True when it waits for votes and the service accepts one from this operator. */
  canVote: Type.Boolean(),
});
export type ActivityDetail = Static<typeof ActivityDetail>;

/**
 * The lifetime of approvals, from the first one, in milliseconds (docs/protocol.md#activities).
 * An activity that is still undecided after a day needs new approvals.
 */
export const APPROVALS_LAST = DAY_MS;

/**
 * Returns when approvals given at these times expire, in milliseconds. A vote after the end of a day begins a new one.
 * Null without a vote.
 */
export function approvalsExpireAt(times: readonly number[]): number | null {
  const [first, ...later] = times.toSorted((one, other) => one - other);
  if (first === undefined) return null;
  return later.reduce((begin, at) => (at - begin >= APPROVALS_LAST ? at : begin), first) + APPROVALS_LAST;
}

/** An activity that waits for this operator's vote. */
export const WaitingRow = Closed({
  activityId: Type.String(),
  fingerprint: Type.String(),
  /** The request in a sentence, or the activity's title when it cannot be described. */
  headline: Type.String(),
  /** Addresses, hashes and keys that the headline may name. */
  addresses: Type.Array(Type.String()),
  /** The most serious warning about it. Null without one, and when it cannot be described. */
  warning: Nullable(Closed({ level: Type.Enum(['danger', 'care']), text: Type.String() })),
  /** The user who stamped the first vote, with the service's name for it. Null when the service shows no vote. */
  askedBy: Nullable(Person),
  /** The number of approvals. A rejection ends the activity. */
  approvals: Type.Integer(),
  /** Absent when they are not known. */
  missing: Type.Optional(MissingVotes),
  createdAt: Nullable(Milliseconds),
  /** When its approvals expire. Null while it has none. */
  expiresAt: Nullable(Milliseconds),
});
export type WaitingRow = Static<typeof WaitingRow>;

/** The states of a submitted request. */
export const REQUEST_STATES = ['prepared', 'sent', 'answered', 'discarded'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const UnsettledRequest = Closed({
  requestId: Type.String(),
  profile: Type.String(),
  operation: Type.String(),
  title: Type.String(),
  state: Type.Enum(REQUEST_STATES),
  fingerprint: Type.String(),
  createdAt: Milliseconds,
  /** True for a request that was closed as refused, discarded or given up although the service lists its activity. */
  wasClosed: Type.Boolean(),
});
export type UnsettledRequest = Static<typeof UnsettledRequest>;

/** The stores of keys that the vault opens. */
export const KEY_STORES = ['keychain', 'file'] as const;
export type KeyStore = (typeof KEY_STORES)[number];

/** The places for a new stamping key: a store, or a PKCS#11 token that it never leaves. */
export const KEY_PLACES = [...KEY_STORES, 'pkcs11'] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

export const CredentialRow = Closed({
  credentialId: Type.String(),
  profile: Type.String(),
  name: Type.String(),
  publicKey: Type.String(),
  /** Or a passkey, which its authenticator holds. */
  store: Type.Enum([...KEY_PLACES, 'passkey']),
  /** The back end recorded when the key was kept, in words: "Secret Service", "Keychain", "passphrase file", "token “desk”". */
  backend: Type.String(),
  /** Describes in words whether it could be copied. */
  copying: Type.String(),
  /** Null for a key that is neither on a token nor a passkey. */
  token: Nullable(TokenPlace),
  passkey: Nullable(PasskeyPlace),
  /** True when the PIN of its token is stored in the keychain. */
  pinKept: Type.Boolean(),
  curve: Type.Enum(KEY_CURVES),
  /** The scheme of its stamps (X-Stamp). */
  scheme: Type.String(),
  createdAt: Milliseconds,
  /** Its last stamp, by the audit log. Null for never. */
  lastUsedAt: Nullable(Milliseconds),
  /** Its expiry at the service, as far as known here. Null for never or not known. */
  expiresAt: Nullable(Milliseconds),
  /** True for a stored key that no longer stamps. */
  retired: Type.Boolean(),
  /** The credentialId of the key that it will replace, or null. */
  replaces: Nullable(Type.String()),
});
export type CredentialRow = Static<typeof CredentialRow>;

/** The time before a key's expiry at which the operator is warned. Milliseconds. */
export const EXPIRY_WARNED_BEFORE = 7 * DAY_MS;

/** The most characters of a key's name. */
export const MAXIMUM_KEY_NAME = 64;

export const ProfileRow = Closed({
  name: Type.String(),
  /** `local` is the service inside this program: its address is found when it runs. */
  kind: Type.Enum(['local', 'remote']),
  baseUrl: Nullable(Type.String()),
  authUrl: Nullable(Type.String()),
  organizationId: Type.String(),
  /** The service's name for it when it was first read, or the one the operator accepted since. */
  organizationName: Type.Optional(Type.String()),
  /** The service's name for it now. Absent while it is the pinned one. */
  claimedName: Type.Optional(Type.String()),
  signerKey: Type.String(),
  notarizerKey: Type.String(),
  /**
   * The key that signs the encryption key for one-time codes, and the proof that a contact belongs to a user.
   * Absent is the public service's.
   */
  fetcherKey: Type.Optional(Type.String()),
  authProxyConfigId: Nullable(Type.String()),
  /**
   * For the local profile: its service runs on, and holds its master key, while the window is locked. Absent is false.
   */
  keepServing: Type.Optional(Type.Boolean()),
  /** It may sign payloads that cannot be judged, after their mark is typed. Absent is false. */
  blindSigning: Type.Optional(Type.Boolean()),
  /** Each signature needs the PIN, passphrase or security key of its store. Absent means false. */
  asksToSign: Type.Optional(Type.Boolean()),
  /** Hue of the profile's own colour, 0 to 359. */
  hue: Type.Integer({ minimum: 0, maximum: 359 }),
  current: Type.Boolean(),
  /**
   * Members that differ from the operator's confirmation, as far as a check without a key can show. Absent for none.
   */
  changed: Type.Optional(Type.Array(Type.String())),
});
export type ProfileRow = Static<typeof ProfileRow>;
