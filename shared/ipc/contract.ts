import Type, { type TSchema } from 'typebox';
import {
  AccountRow,
  ActivityDetail,
  ActivityResult,
  ActivityRow,
  AddressEntry,
  AddressRow,
  BOOK_FORMATS,
  ChainReading,
  ChainState,
  Closed,
  CredentialRow,
  EarnRow,
  ENDPOINT_CHAINS,
  EndpointRow,
  HISTORY_FORMATS,
  HistoryDetail,
  HistoryLine,
  InterfaceRow,
  KEY_STORES,
  KnownModule,
  LIMITS,
  MAXIMUM_BOOK_TEXT,
  MAXIMUM_ENDPOINT_ADDRESS,
  Meaning,
  Naming,
  NearAddress,
  ProfileRow,
  TakenLine,
  TokenAt,
  TokenFacts,
  TokenKeyChoice,
  TokenKeyFacts,
  UnsettledRequest,
  UUID_PATTERN,
  WaitingRow,
  WalletRow,
} from '../model/index.ts';
import { call, event, job } from './define.ts';
import { KEY_CALLS } from './key-calls.ts';
import { AppState, DoctorReport, Preferences } from './state.ts';

const Nothing = Closed({});
const Id = Type.String({ minLength: 1, maxLength: 64 });
const ProfileName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$',
  says: 'a name of 1 to 40 letters, digits, spaces or _ . -, which begins with a letter or digit',
});
const PageOfRows = {
  search: Type.String({ maxLength: 200 }),
  offset: Type.Integer({ minimum: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 500 }),
};
/** Where nothing is found: the known address that the one that was searched for is nearest to. */
const Near = Type.Union([NearAddress, Type.Null()]);
const EntryKey = Type.Pick(AddressEntry, ['address', 'chain']);
/** When the rows were last read from the service, or null for never. */
const RefreshedAt = Type.Union([Type.Number(), Type.Null()]);
/** A key that is of use once its public half is registered. */
const Made = Closed({ profile: ProfileName, ...Type.Pick(CredentialRow, ['publicKey', 'curve']).properties });
const ListOf = <Row extends TSchema>(row: Row) =>
  Closed({ rows: Type.Array(row), total: Type.Integer(), refreshedAt: RefreshedAt });
/** A file that the operator chose; null where none was chosen. */
const Written = <Told extends Record<string, TSchema>>(told: Told) =>
  Closed({ written: Type.Union([Closed({ path: Type.String(), ...told }), Type.Null()]) });
const Percent = Closed({ done: Type.Integer(), total: Type.Union([Type.Integer(), Type.Null()]), text: Type.String() });

/**
 * Everything the page may ask of main: the whole attack surface of the renderer, in one place.
 * Inputs and outputs are checked in main; a member that is not written here does not cross. No secret does, either way: what
 * moves power is asked, and typed, in the trusted window.
 */
export const CONTRACT = {
  app: {
    state: call(Nothing, AppState),
    changed: event(Nothing),
    setPreferences: call(Preferences, Nothing),
    doctor: call(Nothing, DoctorReport),
    /** Writes text to the clipboard and clears it after a minute if it is still there. */
    copy: call(Closed({ text: Type.String({ maxLength: 64 * 1024 }) }), Nothing),
    /** Empties the clipboard unseen: what was pasted from it is a secret. */
    clearClipboard: call(Nothing, Nothing),
  },
  setup: {
    /** Makes the vault's first key, the local service with its organization, and the profile `local`. */
    createLocal: job(
      Closed({ store: Type.Enum(KEY_STORES), token: Type.Optional(TokenKeyChoice) }),
      Percent,
      Closed({ profile: ProfileName }),
    ),
    /** Makes a key and a profile for a service elsewhere; the public key is then registered there by its administrator. */
    connect: call(
      Closed({
        name: ProfileName,
        baseUrl: Type.String({ minLength: 8, maxLength: 2048 }),
        organizationId: Type.String({ pattern: UUID_PATTERN }),
        /** Uncompressed P-256 key in hex that signs this service's export bundles; null keeps the public service's. */
        signerKey: Type.Union([Type.String({ pattern: '^[0-9a-fA-F]{130}$' }), Type.Null()]),
        store: Type.Enum(KEY_STORES),
        /** A key on a token instead of one that is kept. */
        token: Type.Optional(TokenKeyChoice),
      }),
      Made,
    ),
  },
  /** Keys on PKCS#11 tokens. A module is loaded, a PIN given and a key taken into use by the trusted window alone. */
  tokens: {
    /** The well-known modules that are here; loads none. */
    modules: call(Nothing, Closed({ modules: Type.Array(KnownModule) })),
    /** Has the operator choose a file in the system’s own dialog; gives its path, null for none, and loads nothing. */
    chooseFile: call(Nothing, Closed({ path: Type.Union([KnownModule.properties.path, Type.Null()]) })),
    list: call(Type.Pick(TokenAt, ['module']), Closed({ tokens: Type.Array(TokenFacts) })),
    keys: call(TokenAt, Closed({ keys: Type.Array(TokenKeyFacts) })),
    /** Makes a key, or takes one that is there, for the current profile. */
    add: call(TokenKeyChoice, Made),
  },
  ...KEY_CALLS,
  profiles: {
    list: call(Nothing, Closed({ profiles: Type.Array(ProfileRow), credentials: Type.Array(CredentialRow) })),
    use: call(Closed({ name: ProfileName }), Nothing),
    remove: call(Closed({ name: ProfileName }), Nothing),
    /** Asks the operator to take a profile that was changed outside this program as it is. */
    confirm: call(Closed({ name: ProfileName }), Nothing),
    /** Asks the operator whether what cannot be judged may be signed with a profile. */
    allowBlindSigning: call(Closed({ name: ProfileName, allowed: Type.Boolean() }), Nothing),
    /** Whether what opens its keys is typed with each signature. */
    askToSign: call(Closed({ name: ProfileName, asks: Type.Boolean() }), Nothing),
    /** Asks the service who the current key is. */
    check: call(
      Nothing,
      Closed({
        organizationId: Type.String(),
        organizationName: Type.String(),
        userId: Type.String(),
        username: Type.String(),
      }),
    ),
  },
  accounts: {
    list: call(
      Closed(PageOfRows),
      Closed({ rows: Type.Array(AccountRow), total: Type.Integer(), refreshedAt: RefreshedAt, near: Near }),
    ),
    wallets: call(Nothing, Closed({ rows: Type.Array(WalletRow), refreshedAt: RefreshedAt })),
    refresh: job(Nothing, Percent, Closed({ accounts: Type.Integer() })),
    changed: event(Nothing),
  },
  activities: {
    list: call(Closed(PageOfRows), ListOf(ActivityRow)),
    get: call(Closed({ activityId: Id }), ActivityDetail),
    /** What it asks for, made by the vault. Throws VAULT_LOCKED. */
    tell: call(
      Closed({ activityId: Id }),
      Closed({
        meaning: Meaning,
        naming: Naming,
        /** The bytes that its fingerprint is the hash of, as text; null when the service shows none. */
        body: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    /** What came of a completed activity, and what of that is proven here. Throws NOT_FOUND for one that is not completed. */
    result: call(Closed({ activityId: Id }), ActivityResult),
    /** What the service knows of the transaction of a result on its chain. Throws NOT_FOUND for a result without one. */
    chainState: call(Closed({ activityId: Id }), ChainState),
    /** Those that wait for this operator's vote, newest first. */
    waiting: call(Nothing, Closed({ rows: Type.Array(WaitingRow), refreshedAt: RefreshedAt })),
    refresh: job(Nothing, Percent, Closed({ activities: Type.Integer() })),
    changed: event(Nothing),
  },
  /** The transactions of the accounts, from their copy on this machine. */
  history: {
    /** Newest first, with a line before each day; `found` counts the transactions alone, and is null while they are counted. */
    list: call(
      Closed(PageOfRows),
      Closed({
        rows: Type.Array(HistoryLine),
        total: Type.Integer(),
        found: Type.Union([Type.Integer(), Type.Null()]),
        refreshedAt: RefreshedAt,
      }),
    ),
    get: call(Closed({ id: Type.Integer() }), HistoryDetail),
    refresh: job(Nothing, Percent, Closed({ transactions: Type.Integer(), chains: Type.Integer() })),
    /** Writes what a search finds into a file that the operator chooses in a dialog of main's; null where none was chosen. */
    write: job(
      Closed({ as: Type.Enum(HISTORY_FORMATS), search: PageOfRows.search }),
      Percent,
      Written({ transactions: Type.Integer() }),
    ),
    /** How far the vault on this machine has read each chain that it has a node of; nothing of any other service. */
    readings: call(Nothing, Closed({ rows: Type.Array(ChainReading) })),
    /** Waits with what was before the accounts were followed, or goes on with it. */
    pause: call(Closed({ chain: Type.Enum(ENDPOINT_CHAINS), paused: Type.Boolean() }), Nothing),
    changed: event(Nothing),
    readingsChanged: event(Nothing),
  },
  /** What the accounts have in vaults that earn, from its copy on this machine. */
  earn: {
    list: call(Closed(PageOfRows), ListOf(EarnRow)),
    refresh: job(Nothing, Percent, Closed({ positions: Type.Integer() })),
    changed: event(Nothing),
  },
  requests: {
    /**
     * Makes the exact body of an activity; nothing is stamped yet. An export gets its target key here.
     * Text of 64 hexadecimal digits is SECRET_SUSPECTED until the operator said that it is no key.
     */
    prepare: call(
      Closed({
        operation: Type.String({ maxLength: 64 }),
        parameters: Type.Record(Type.String(), Type.Unknown()),
        hexIsNoKey: Type.Optional(Type.Boolean()),
        /** The key on whose token an export gets its target key; in the vault without. */
        targetBeside: Type.Optional(Id),
      }),
      Closed({ requestId: Id }),
    ),
    /** What an activity would ask for, made by the vault; nothing is kept or stamped. Throws VAULT_LOCKED and SECRET_REFUSED. */
    tell: call(
      Closed({ operation: Type.String({ maxLength: 64 }), parameters: Type.Record(Type.String(), Type.Unknown()) }),
      Closed({ meaning: Meaning, naming: Naming }),
    ),
    /** Asks the operator in the trusted window; then journals, stamps, sends and follows to the end. */
    submit: job(
      Closed({ requestId: Id }),
      Closed({ stage: Type.Enum(['confirming', 'recording', 'stamping', 'sending', 'following', 'checking']) }),
      Closed({ activity: ActivityDetail }),
    ),
    /**
     * Makes the exact body that broadcasts the proven transaction of a completed activity; nothing is stamped yet. Throws NOT_FOUND
     * for an activity without one.
     */
    broadcast: call(Closed({ activityId: Id }), Closed({ requestId: Id })),
    /** The operator turned away: a request of which nothing was sent is dropped. */
    discard: call(Closed({ requestId: Id }), Nothing),
    unsettled: call(Nothing, Closed({ rows: Type.Array(UnsettledRequest) })),
    /** Sends the same bytes, first or once more, which the service answers with the same activity. */
    settle: job(
      Closed({ requestId: Id }),
      Closed({ stage: Type.Enum(['sending', 'following', 'checking']) }),
      Closed({ activity: ActivityDetail }),
    ),
    /** Closes one of which nobody knows what became of it, after the operator's answer; the reason is recorded. */
    giveUp: call(Closed({ requestId: Id, reason: Type.String({ minLength: 1, maxLength: 500 }) }), Nothing),
    changed: event(Nothing),
  },
  /** The address book. Every change of it is asked in the trusted window. */
  addresses: {
    list: call(Closed(PageOfRows), Closed({ rows: Type.Array(AddressRow), total: Type.Integer(), near: Near })),
    /** What is known of an entry: others that read like it, and what the current profile signed for it. */
    about: call(
      EntryKey,
      Closed({
        alike: Type.Array(AddressEntry),
        signed: Type.Union([
          Closed({ firstAt: Type.Number(), lastAt: Type.Number(), times: Type.Integer() }),
          Type.Null(),
        ]),
      }),
    ),
    save: call(Closed({ entry: AddressEntry, former: Type.Union([EntryKey, Type.Null()]) }), Nothing),
    remove: call(EntryKey, Nothing),
    /** Reads entries from CSV, JSON or labels after BIP-329 and says what becomes of each line; takes them when `take` is true. */
    take: job(
      Closed({ text: Type.String({ maxLength: MAXIMUM_BOOK_TEXT }), take: Type.Boolean() }),
      Percent,
      Closed({ lines: Type.Array(TakenLine), taken: Type.Integer() }),
    ),
    /** Writes the book into a file that the operator chooses in a dialog of main's; null where none was chosen. */
    write: call(Closed({ as: Type.Enum(BOOK_FORMATS) }), Written({})),
    /** Asks the operator to take a book that was changed outside this program as it is. */
    confirm: call(Nothing, Nothing),
  },
  /** What the operator says of contracts. Every change of it is asked in the trusted window. */
  interfaces: {
    list: call(Nothing, Closed({ rows: Type.Array(InterfaceRow) })),
    /** `text` is a JSON ABI or a descriptor after ERC-7730 of the contract, `chain` its chain by CAIP-2. */
    add: call(
      Closed({
        name: Type.String({ maxLength: 200 }),
        chain: Type.String({ maxLength: 64 }),
        address: Type.String({ maxLength: 512 }),
        text: Type.String({ maxLength: LIMITS.body }),
      }),
      Nothing,
    ),
    remove: call(Type.Pick(InterfaceRow, ['name', 'chain', 'address']), Nothing),
    /** Asks the operator to take a list that was changed outside this program as it is. */
    confirm: call(Nothing, Nothing),
  },
  /** The nodes that chains are asked over. Every change is asked in the trusted window; the address of one never comes back. */
  endpoints: {
    list: call(Nothing, Closed({ rows: Type.Array(EndpointRow) })),
    add: call(
      Closed({ chain: Type.Enum(ENDPOINT_CHAINS), url: Type.String({ maxLength: MAXIMUM_ENDPOINT_ADDRESS }) }),
      Nothing,
    ),
    remove: call(Type.Pick(EndpointRow, ['id']), Nothing),
    /** Asks the operator to take a list that was changed outside this program as it is. */
    confirm: call(Nothing, Nothing),
    /** Others are listed, or one answers or fails now. */
    changed: event(Nothing),
  },
  documents: {
    /** The address book, the time until the vault is locked, the list of nodes or that of described contracts was changed. */
    changed: event(Nothing),
  },
  operations: {
    /**
     * Asks the service one of the declared reads; `request` is its body. The answer is as it came, but for what declarations call
     * secret. Throws SECRET_SUSPECTED like `requests.prepare`.
     */
    ask: call(
      Closed({
        operation: Type.String({ maxLength: 64 }),
        request: Type.Record(Type.String(), Type.Unknown()),
        hexIsNoKey: Type.Optional(Type.Boolean()),
      }),
      Closed({ answer: Type.Record(Type.String(), Type.Unknown()) }),
    ),
  },
  exports: {
    /** Opens the bundle of a completed export in the vault and shows it in the trusted window; ends when that is closed. */
    show: job(Closed({ activityId: Id }), Nothing, Nothing),
  },
  audit: {
    status: call(Nothing, Closed({ entries: Type.Integer(), lastAt: Type.Union([Type.Number(), Type.Null()]) })),
    verify: job(Nothing, Percent, Closed({ entries: Type.Integer() })),
  },
} as const;
export type AppContract = typeof CONTRACT;
