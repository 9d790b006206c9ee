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

/** Whose keys a question is about. */
export type AskedProfile = Pick<ProfileRow, 'name' | 'kind' | 'baseUrl' | 'organizationId' | 'hue'> & {
  /** As the service calls it, which nobody confirmed; null until it was asked. */
  readonly organizationName: string | null;
  /** Whether what cannot be judged may be signed with it. */
  readonly blindSigning: boolean;
};

/**
 * Whether something is typed with a yes: what opens a store of keys; a first one of these, which is typed twice; one that may be done
 * without; the PIN of a token; a one-time code; or an OIDC token.
 */
export type PassphraseWanted = OpensStore | 'pin' | 'code' | 'token';
type OpensStore = 'none' | 'known' | 'new' | 'offered';

/** What an operator types to open a store of keys. */
export type OpenedBy = 'PIN' | 'passphrase';

interface AskedPassphrase {
  readonly passphrase: OpensStore;
  readonly called: OpenedBy;
  /** Whether a security key may be touched in the place of what is typed, or nothing else does. */
  readonly securityKey: 'none' | 'beside' | 'only';
}

/** How a store that is there is opened, as a question asks for it. */
export type OpenersAsked = AskedPassphrase & { readonly passphrase: 'none' | 'known' };

/** What a token's key agrees on secrets for: to open one export, or the vault on this machine. */
export type TokenOpens = 'export' | 'service';
/** What the PIN of a token is for: what is asked of it until the next lock, one signature of a key that asks each time, one opening. */
export type PinFor = 'session' | 'signature' | TokenOpens;

/** A member of a profile as it is and as it was confirmed, in text; null where nothing was. */
export interface ComparedMember {
  readonly member: string;
  readonly is: string;
  readonly was: string | null;
  readonly changed: boolean;
}

/** What the operator wrote down and is used where something is signed. */
export type DocumentName = 'addresses' | 'endpoints' | 'idle' | 'interfaces';

/** An export that is opened: what was exported, by its address or id. */
interface AskedExport {
  readonly profile: AskedProfile;
  readonly what: 'account' | 'wallet' | 'private key';
  readonly of: string;
}

/** A key on a token: where, and which; null for one that is made there. */
export interface AskedTokenKey {
  readonly label: string;
  readonly serial: string | null;
  readonly module: string;
  readonly keyId: string | null;
  /** How it is to stamp. */
  readonly scheme: StampScheme;
}

/** What is voted on: what the vault says of the bytes that the fingerprint in the vote is the hash of, or why there are none to show. */
export type AskedVote = { readonly approves: boolean } & (
  | { readonly meaning: Meaning; readonly body: string; readonly naming: Naming }
  | { readonly meaning: null; readonly problem: string }
);

/** What main asks the operator in its own window, or on the terminal. Each moves power; nothing of it happens without the answer. */
export type Question =
  | ({
      readonly kind: 'stamp';
      readonly profile: AskedProfile;
      readonly key: { readonly name: string; readonly publicKey: string };
      /** Made by the vault from the very bytes; null for bytes that are no request. */
      readonly meaning: Meaning | null;
      /** What main knows of the addresses that the meaning names; null without a meaning. */
      readonly naming: Naming | null;
      /** The exact body as text. */
      readonly body: string;
      /** When the same contents were signed with the same account before; what became of it, null when the service answered. */
      readonly before: { readonly at: number; readonly outcome: Outcome | null } | null;
      /** Null for what is no vote. */
      readonly vote: AskedVote | null;
      /** Why the last answer did not do. */
      readonly problem: string | null;
    } & AskedPassphrase)
  | ({
      readonly kind: 'unlock';
      readonly profile: AskedProfile | null;
      /** Why the last answer did not do. */
      readonly problem: string | null;
    } & AskedPassphrase)
  | ({
      readonly kind: 'createLocal';
      /** What the organization that is made will be called. */
      readonly organizationName: string;
      /** Where the key is that stamps, and the one that opens the service; null for neither on a token. */
      readonly onToken: AskedTokenKey | null;
      /** What keeps the keys, or beside a token what signs the audit log. */
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
      /** What keeps the key, and what signs the audit log. */
      readonly keptIn: string;
    } & AskedPassphrase)
  /** A token asks for its PIN, which goes to the process of its module alone. */
  | {
      readonly kind: 'tokenPin';
      readonly token: Pick<TokenFacts, 'label' | 'serial' | 'manufacturer' | 'pin'>;
      /** Name of its module's file. */
      readonly module: string;
      readonly for: PinFor;
      /** It may be kept in the keychain. */
      readonly keepable: boolean;
      readonly passphrase: 'pin';
      /** Why the last answer did not do. */
      readonly problem: string | null;
      /** That names the tries that are left. */
      readonly namesTries: boolean;
    }
  /** An OIDC token is to be given, which its nonce binds to the key of a session. */
  | {
      readonly kind: 'oidcToken';
      readonly profile: AskedProfile;
      readonly nonce: string;
      readonly passphrase: 'token';
    }
  /** A one-time code is to be typed, which was sent to somebody's email address or phone. */
  | {
      readonly kind: 'oneTimeCode';
      readonly profile: AskedProfile;
      readonly contact: string;
      readonly passphrase: 'code';
    }
  /** A token's module is to be loaded: a program of somebody else. */
  | {
      readonly kind: 'loadModule';
      readonly path: string;
      /** What it is known as; null for one that is not where its maker's package puts it. */
      readonly name: string | null;
    }
  /** A key of a token is to stamp for a profile. */
  | ({ readonly kind: 'tokenKey'; readonly profile: AskedProfile } & AskedTokenKey)
  /** The PIN or passphrase of a store is set, changed or removed: the old one is typed first, and then the new one. */
  | ({
      readonly kind: 'protect';
      readonly keptIn: string;
      readonly removes: boolean;
      /** Nothing else opens it then. */
      readonly isLast: boolean;
      /** Why the last answer did not do. */
      readonly problem: string | null;
    } & AskedPassphrase)
  /** A security key is to open a store too, or no more. */
  | ({
      readonly kind: 'securityKey';
      readonly act: 'add' | 'remove';
      readonly keptIn: string;
      readonly label: string;
      /** Nothing was needed to open it before. */
      readonly isFirst: boolean;
      /** Nothing is needed to open it then. */
      readonly isLast: boolean;
      /** Why the last answer did not do. */
      readonly problem: string | null;
    } & AskedPassphrase)
  /** A profile that was changed outside this program is to be taken as it is. */
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
      /** It is a passkey, which is asked for a touch each time. */
      readonly asksEachTime: boolean;
    }
  | { readonly kind: 'removeProfile'; readonly profile: AskedProfile }
  /** A key that stamps is to be called otherwise, to stamp no more, or to be removed from this machine. */
  | {
      readonly kind: 'changeKey';
      /** Null where it is gone. */
      readonly profile: AskedProfile | null;
      readonly key: { readonly name: string; readonly publicKey: string; readonly keptIn: string };
      readonly act: 'rename' | 'retire' | 'destroy';
      /** The new name. */
      readonly to: string | null;
    }
  /** A document is to be changed, or was changed outside this program and is to be taken as it is. */
  | {
      readonly kind: 'changeDocument';
      readonly document: DocumentName;
      /** In words, as after "the". */
      readonly called: string;
      readonly isOutside: boolean;
      readonly headline: string;
      /** What becomes of each entry; one that is removed is "none". */
      readonly entries: readonly ComparedMember[];
    }
  /** Whether what opens a profile's keys is typed or touched with each signature is to be changed; it is asked for that. */
  | ({
      readonly kind: 'askToSign';
      readonly profile: AskedProfile;
      readonly asks: boolean;
      /** Why the last answer did not do. */
      readonly problem: string | null;
    } & AskedPassphrase)
  /** Whether what cannot be judged may be signed with a profile is to be changed. */
  | { readonly kind: 'blindSigning'; readonly profile: AskedProfile; readonly allowed: boolean }
  /** A request that was sent and of which nobody knows what became of it is to be closed. */
  | {
      readonly kind: 'giveUp';
      readonly profile: AskedProfile;
      readonly title: string;
      readonly fingerprint: string;
      /** What the operator wrote; goes into the audit log. */
      readonly reason: string;
    }
  | ({ readonly kind: 'openExport' } & AskedExport)
  | ({
      readonly kind: 'reveal';
      readonly proof: ExportProof;
      /** Until when the operator chose to keep the key that opens it; null when nobody did. */
      readonly keptUntil: number | null;
      /** Why the last answer did not do. */
      readonly problem: string | null;
    } & AskedPassphrase &
      AskedExport)
  /** Shown until the operator closes it; there is no yes to it. */
  | ({
      readonly kind: 'secret';
      readonly holds: ExportProof['holds'];
      /** To the key that was given with the yes to reveal it. */
      readonly sealed: SealedReveal;
    } & AskedExport);

export type QuestionOf<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** What the trusted window shows: a question, or that one was taken back while a passphrase was being typed. */
export type ShownQuestion = Question | { readonly kind: 'withdrawn' };

/**
 * Whether a yes to it can count: bytes that mean nothing, or not what they say, are neither signed nor approved by an answer, and what
 * nobody can tell the effect of only with a profile that allows it. What is not known can be rejected, which only ever stops something.
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

/** What is to be typed before a yes to it counts; null where what is signed or approved can be judged. */
export function markOf(question: ShownQuestion): string | null {
  if (question.kind !== 'stamp') return null;
  const { meaning, vote } = question;
  return meaning?.mark ?? (vote?.approves === true ? (vote.meaning?.mark ?? null) : null);
}

/** Whether a yes counts: to something that can be answered, with its mark where that is typed, in either case. */
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

/** How it is sent. When only its place has changed the question, which may hold what was revealed, is not sent again. */
export type Sent = Omit<Shown, 'question'> & { readonly question: ShownQuestion | null };

const QuestionId = Type.Integer({ minimum: 1 });

/** The messages of the trusted window, checked in main. */
export const TRUSTED_MESSAGES = {
  confirm: Closed({
    id: QuestionId,
    /** Or what else is typed with a yes. */
    passphrase: Type.Union([Secret(LIMITS.oidcToken), Type.Null()]),
    /** A security key is touched next, in the place of what would be typed. */
    bySecurityKey: Type.Optional(Type.Literal(true)),
    /** How an export is to be written out. */
    format: Type.Union([Type.Enum(['hex', 'mnemonic', 'solana', 'text']), Type.Null()]),
    /**
     * How long the key that opens an export is kept after this, `chosen` as was chosen before; null destroys it. Or, for the PIN of a
     * token, that it is kept in the keychain; null keeps it nowhere.
     */
    keep: Type.Union([Type.Enum(['chosen', 'day', 'week', 'month', 'keychain']), Type.Null()]),
    /** The mark of what is signed without knowing what it does. */
    typed: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
    /** The window's public key for what is to be revealed: an uncompressed point of P-256. */
    sealTo: Type.Union([Bytes(65, 65), Type.Null()]),
  }),
  refuse: Closed({ id: QuestionId }),
  /** What was revealed, or the nonce of a session, goes to the clipboard, as UTF-8. */
  copy: Closed({ id: QuestionId, text: Secret(LIMITS.bundle) }),
} as const;

/** What the operator answered. */
export type Answer =
  | { readonly confirmed: false }
  | ({
      readonly confirmed: true;
      /** Whoever typed the command wants it, whatever it does. No window can say so. */
      readonly byCommand?: true;
    } & Omit<Static<typeof TRUSTED_MESSAGES.confirm>, 'id'>);
