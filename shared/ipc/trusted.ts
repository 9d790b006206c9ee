import Type, { type Static } from 'typebox';
import type { Outcome } from '../errors/index.ts';
import {
  Bytes,
  Closed,
  type ExportProof,
  LIMITS,
  type Meaning,
  type Naming,
  type ProfileRow,
  type SealedReveal,
  Secret,
  type StampScheme,
  type TokenFacts,
} from '../model/index.ts';
import type { Given } from './trusted-bridge.ts';

/** The profile whose keys a question is about. */
export type AskedProfile = Pick<ProfileRow, 'name' | 'kind' | 'baseUrl' | 'organizationId' | 'hue'> & {
  /** The service's own name for it, unconfirmed. Null before the service was asked. */
  readonly organizationName: string | null;
  /** True when the profile may sign payloads that cannot be judged. */
  readonly blindSigning: boolean;
};

/**
 * The secret that is typed with a yes.
 * - `none`, `known`: nothing, or the current PIN or passphrase of a store.
 * - `new`: a store's first one, typed twice. `offered`: a first one that may be left out.
 * - `pin`, `code`, `token`: the PIN of a token, a one-time code or an OIDC token.
 */
export type PassphraseWanted = OpensStore | 'pin' | 'code' | 'token';
type OpensStore = 'none' | 'known' | 'new' | 'offered';

/** The secret that an operator types to open a store of keys. */
export type OpenedBy = 'PIN' | 'passphrase';

interface AskedPassphrase {
  readonly passphrase: OpensStore;
  readonly called: OpenedBy;
  /** `beside`: a touch of a security key also opens the store. `only`: nothing else does. */
  readonly securityKey: 'none' | 'beside' | 'only';
}

/** The ways to open an existing store, as a question asks for them. */
export type OpenersAsked = AskedPassphrase & { readonly passphrase: 'none' | 'known' };

/** The purpose of a secret that a token's key agrees on: to open one export, or the vault on this machine. */
export type TokenOpens = 'export' | 'service';
/** The use of a token's PIN: until the next lock, for one signature of a key that asks each time, or for one opening. */
export type PinFor = 'session' | 'signature' | TokenOpens;

/** A member of a profile as it is and as it was confirmed, in text. `was` is null when nothing was confirmed. */
export interface ComparedMember {
  readonly member: string;
  readonly is: string;
  readonly was: string | null;
  readonly changed: boolean;
}

/** The documents that the operator writes and that signing relies on. */
export type DocumentName = 'addresses' | 'endpoints' | 'idle' | 'interfaces';

/** An export to open: the type of the exported object, and its address or id. */
interface AskedExport {
  readonly profile: AskedProfile;
  readonly what: 'account' | 'wallet' | 'private key';
  readonly of: string;
}

/** A key on a token: the token and the key. `keyId` is null for a key that is yet to be made. */
export interface AskedTokenKey {
  readonly label: string;
  readonly serial: string | null;
  readonly module: string;
  readonly keyId: string | null;
  /** The scheme of its stamps. */
  readonly scheme: StampScheme;
}

/**
 * The activity that is voted on. `meaning` is decoded from the bytes under the fingerprint in the vote.
 * `problem` explains why no bytes can be shown.
 */
export type AskedVote = { readonly approves: boolean } & (
  | { readonly meaning: Meaning; readonly body: string; readonly naming: Naming }
  | { readonly meaning: null; readonly problem: string }
);

/**
 * A question of main to the operator, in its own window or on the terminal.
 * Each moves power. Nothing of it happens without the answer.
 */
export type Question =
  | ({
      readonly kind: 'stamp';
      readonly profile: AskedProfile;
      readonly key: { readonly name: string; readonly publicKey: string };
      /** Decoded by the vault from the exact bytes. Null for bytes that are not a request. */
      readonly meaning: Meaning | null;
      /** Main's knowledge of the addresses in the meaning. Null without a meaning. */
      readonly naming: Naming | null;
      /** The exact body as text. */
      readonly body: string;
      /** An earlier signature of these contents with this account. `outcome` is null when the service answered. */
      readonly before: { readonly at: number; readonly outcome: Outcome | null } | null;
      /** Null for a request that is not a vote. */
      readonly vote: AskedVote | null;
      /** Why the last answer was not accepted. */
      readonly problem: string | null;
    } & AskedPassphrase)
  | ({
      readonly kind: 'unlock';
      readonly profile: AskedProfile | null;
      /** Why the last answer was not accepted. */
      readonly problem: string | null;
    } & AskedPassphrase)
  | ({
      readonly kind: 'createLocal';
      /** The name of the new organization. */
      readonly organizationName: string;
      /** The token for the stamping key and for the key that opens the service. Null when neither is on a token. */
      readonly onToken: AskedTokenKey | null;
      /** The store of the keys. With a token, the store of the key that signs the audit log. */
      readonly keptIn: string;
    } & AskedPassphrase)
  | ({
      readonly kind: 'connect';
      readonly name: string;
      readonly baseUrl: string;
      readonly organizationId: string;
      /** Null for the public service's. */
      readonly signerKey: string | null;
      /** Null for a key that is on no token. */
      readonly onToken: AskedTokenKey | null;
      /** The store of the key, and of the key that signs the audit log. */
      readonly keptIn: string;
    } & AskedPassphrase)
  /** A token asks for its PIN, which only the process of its module receives. */
  | {
      readonly kind: 'tokenPin';
      readonly token: Pick<TokenFacts, 'label' | 'serial' | 'manufacturer' | 'pin'>;
      /** Name of its module's file. */
      readonly module: string;
      readonly for: PinFor;
      /** True when the PIN may be kept in the keychain. */
      readonly keepable: boolean;
      readonly passphrase: 'pin';
      /** Why the last answer was not accepted. */
      readonly problem: string | null;
      /** True when `problem` names the remaining tries. */
      readonly namesTries: boolean;
    }
  /** Asks for an OIDC token whose nonce binds it to the key of a session. */
  | {
      readonly kind: 'oidcToken';
      readonly profile: AskedProfile;
      readonly nonce: string;
      readonly passphrase: 'token';
    }
  /** Asks for a one-time code that was sent to an email address or phone. */
  | {
      readonly kind: 'oneTimeCode';
      readonly profile: AskedProfile;
      readonly contact: string;
      readonly passphrase: 'code';
    }
  /** A token's module is to be loaded: a program from another vendor. */
  | {
      readonly kind: 'loadModule';
      readonly path: string;
      /** The module's well-known name. Null for a module outside its maker's usual path. */
      readonly name: string | null;
    }
  /** A key of a token is to stamp for a profile. */
  | ({ readonly kind: 'tokenKey'; readonly profile: AskedProfile } & AskedTokenKey)
  /** The PIN or passphrase of a store is to be set, changed or removed. The old one is typed before the new one. */
  | ({
      readonly kind: 'protect';
      readonly keptIn: string;
      readonly removes: boolean;
      /** True when no way to open the store remains afterwards. */
      readonly isLast: boolean;
      /** Why the last answer was not accepted. */
      readonly problem: string | null;
    } & AskedPassphrase)
  /** A security key is to be added to the ways to open a store, or removed. */
  | ({
      readonly kind: 'securityKey';
      readonly act: 'add' | 'remove';
      readonly keptIn: string;
      readonly label: string;
      /** True when the store needed nothing to open before. */
      readonly isFirst: boolean;
      /** True when the store needs nothing to open afterwards. */
      readonly isLast: boolean;
      /** Why the last answer was not accepted. */
      readonly problem: string | null;
    } & AskedPassphrase)
  /** A backup is to be written with a new passphrase, or checked with the one that it has. */
  | ({
      readonly kind: 'backup';
      readonly act: 'create' | 'check';
      readonly file: string;
      /** Why the last answer was not accepted. */
      readonly problem: string | null;
    } & AskedPassphrase)
  /** A profile that was changed outside this program is to be accepted. */
  | { readonly kind: 'confirmProfile'; readonly profile: AskedProfile; readonly members: readonly ComparedMember[] }
  /** Another key is to stamp for a profile. */
  | {
      readonly kind: 'stampWith';
      readonly profile: AskedProfile;
      readonly key: {
        readonly name: string;
        readonly publicKey: string;
        readonly backend: string;
        readonly copying: string;
      };
      /** True for a passkey, which asks for a touch each time. */
      readonly asksEachTime: boolean;
    }
  | { readonly kind: 'removeProfile'; readonly profile: AskedProfile }
  /** A key that stamps is to be renamed, retired, or removed from this machine. */
  | {
      readonly kind: 'changeKey';
      /** Null when the profile no longer exists. */
      readonly profile: AskedProfile | null;
      readonly key: { readonly name: string; readonly publicKey: string; readonly keptIn: string };
      readonly act: 'rename' | 'retire' | 'destroy';
      /** The new name. */
      readonly to: string | null;
    }
  /** A document is to be changed, or a change from outside this program is to be accepted. */
  | {
      readonly kind: 'changeDocument';
      readonly document: DocumentName;
      /** In words, as after "the". */
      readonly called: string;
      readonly isOutside: boolean;
      readonly headline: string;
      /** The change of each entry. A removed entry is "none". */
      readonly entries: readonly ComparedMember[];
    }
  /** The prompt with each signature of a profile is to be changed. The change needs the secret of the store. */
  | ({
      readonly kind: 'askToSign';
      readonly profile: AskedProfile;
      readonly asks: boolean;
      /** Why the last answer was not accepted. */
      readonly problem: string | null;
    } & AskedPassphrase)
  /** Blind signing with a profile is to be allowed or forbidden. */
  | { readonly kind: 'blindSigning'; readonly profile: AskedProfile; readonly allowed: boolean }
  /** A sent request with an unknown outcome is to be closed. */
  | {
      readonly kind: 'giveUp';
      readonly profile: AskedProfile;
      readonly title: string;
      readonly fingerprint: string;
      /** The operator's reason. It goes into the audit log. */
      readonly reason: string;
    }
  | ({ readonly kind: 'openExport' } & AskedExport)
  | ({
      readonly kind: 'reveal';
      readonly proof: ExportProof;
      /** The time until which the operator keeps the key that opens the export. Null when no time was chosen. */
      readonly keptUntil: number | null;
      /** Why the last answer was not accepted. */
      readonly problem: string | null;
    } & AskedPassphrase &
      AskedExport)
  /** Shown until the operator closes it. It offers no confirmation. */
  | ({
      readonly kind: 'secret';
      readonly holds: ExportProof['holds'];
      /** Sealed to the key in the operator's answer that revealed the export. */
      readonly sealed: SealedReveal;
    } & AskedExport);

export type QuestionOf<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/**
 * A question, or a notice: one was withdrawn while a passphrase was being typed, or the operator refused several in a
 * row. A paused window shows no further question until the operator goes on, and a no to it locks the vault.
 */
export type ShownQuestion = Question | { readonly kind: 'withdrawn' } | { readonly kind: 'paused' };

/**
 * Reports whether a yes can count. No answer signs or approves bytes without a meaning, or unreadable bytes.
 * Bytes with an unknown effect need a profile that allows blind signing.
 * An unknown activity can be rejected, which only ever stops something.
 */
export function isAnswerable(question: ShownQuestion): boolean {
  if (question.kind !== 'stamp') return question.kind !== 'withdrawn' && question.kind !== 'secret';
  const { meaning, vote, profile } = question;
  return (
    isReadable(meaning) &&
    (vote?.approves !== true || (isReadable(vote.meaning) && vote.meaning.operation !== null)) &&
    (markOf(question) === null || profile.blindSigning)
  );
}

const isReadable = (meaning: Meaning | null): meaning is Meaning => meaning !== null && meaning.judged !== 'unreadable';

/** Returns the text to type before a yes counts. Null when the request can be judged. */
export function markOf(question: ShownQuestion): string | null {
  if (question.kind !== 'stamp') return null;
  const { meaning, vote } = question;
  return meaning?.mark ?? (vote?.approves === true ? (vote.meaning?.mark ?? null) : null);
}

/** Reports whether a yes counts: the question is answerable and its mark, if any, was typed (case does not matter). */
export function isCounted(question: ShownQuestion, { typed }: Pick<Given, 'typed'>): boolean {
  return isAnswerable(question) && markOf(question)?.toLowerCase() === typed?.trim().toLowerCase();
}

/** A question as the trusted window shows it, with its place in the queue. */
export interface Shown {
  readonly id: number;
  readonly position: number;
  readonly total: number;
  readonly question: ShownQuestion;
}

/** A shown question as it is sent. `question` is null when only its place changed: a secret is sent once. */
export type Sent = Omit<Shown, 'question'> & { readonly question: ShownQuestion | null };

const QuestionId = Type.Integer({ minimum: 1 });

/** The messages of the trusted window, checked in main. */
export const TRUSTED_MESSAGES = {
  confirm: Closed({
    id: QuestionId,
    /** Or another secret that is typed with a yes. */
    passphrase: Type.Union([Secret(LIMITS.oidcToken), Type.Null()]),
    /** A touch of a security key follows, in place of a typed secret. */
    bySecurityKey: Type.Optional(Type.Literal(true)),
    /** The format of a revealed export. */
    format: Type.Union([Type.Enum(['hex', 'mnemonic', 'solana', 'text']), Type.Null()]),
    /** The time to keep the key of an export (`chosen`: as before), or a token's PIN. Null keeps neither. */
    keep: Type.Union([Type.Enum(['chosen', 'day', 'week', 'month', 'keychain']), Type.Null()]),
    /** The typed mark of a request that is signed blind. */
    typed: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
    /** The window's public key for the revealed secret: an uncompressed point of P-256. */
    sealTo: Type.Union([Bytes(65, 65), Type.Null()]),
  }),
  refuse: Closed({ id: QuestionId }),
  /** The revealed secret, or the nonce of a session, to copy to the clipboard as UTF-8. */
  copy: Closed({ id: QuestionId, text: Secret(LIMITS.bundle) }),
  /** The height of the question in CSS pixels, which the window takes on within its limits. */
  resize: Closed({ id: QuestionId, height: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
} as const;

/** The operator's answer. */
export type Answer =
  | { readonly confirmed: false }
  | ({
      readonly confirmed: true;
      /** The person who typed the command wants it, whatever it does. No window can say so. */
      readonly byCommand?: true;
    } & Omit<Static<typeof TRUSTED_MESSAGES.confirm>, 'id'>);
