import type { Text } from '../errors/index.ts';
import type {
  ComparedTargets,
  ExportProof,
  Meaning,
  NamedId,
  Naming,
  ProfileRow,
  SealedReveal,
  StampScheme,
  TokenFacts,
} from '../model/index.ts';
import type { AskedCarried, AskedReport, AskedWriting } from './asked-carried.ts';
import type {
  AskedChain,
  AskedLine,
  AskedReplaced,
  AskedVote,
  AskedVoteLine,
  AskedVotes,
  DerivedAddress,
  EarlierSignature,
} from './asked-signature.ts';

/** The profile whose keys a question is about. */
export type AskedProfile = Pick<ProfileRow, 'name' | 'kind' | 'baseUrl' | 'organizationId' | 'hue'> & {
  /** The service's own name for it, as pinned at first sight. Null before the service was asked. */
  readonly organizationName: string | null;
  /** The service's name for it now. Absent while it is the pinned one. */
  readonly claimedName?: string;
  /** True when the profile may sign payloads that cannot be judged. */
  readonly blindSigning: boolean;
};

/**
 * The secret that is typed with a yes.
 * - `none`, `known`: nothing, or the current PIN or passphrase of a store.
 * - `new`: a store's first one, typed twice. `offered`: a first one that may be left out.
 * - `pin`, `code`, `token`: the PIN of a token, a one-time code or an OIDC token.
 * - `import`: the words, key or secret to import, or the passphrase of a keystore file.
 */
export type PassphraseWanted = OpensStore | 'pin' | 'code' | 'token' | 'import';
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

/** An export to open: the type of the exported object, its address or id, and its name. */
interface AskedExport {
  readonly profile: AskedProfile;
  readonly what: 'account' | 'wallet' | 'private key' | 'secret';
  readonly of: string;
  /** Null where no name of the id is known. */
  readonly named: NamedId | null;
  /** The position among the exports of one request, from 1. Null for a single one. */
  readonly place: { readonly at: number; readonly of: number } | null;
}

/** A wallet or a private key to move, and the number of its addresses. */
export interface MovedKey {
  readonly kind: 'wallet' | 'private key';
  readonly name: string;
  readonly addresses: number;
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
      /** The addresses that the vault derived from what is imported. Empty for every other request. */
      readonly derived: readonly DerivedAddress[];
      readonly before: EarlierSignature;
      /** The payment that this one takes the place of. Null for every other request. */
      readonly replaces: AskedReplaced | null;
      /** Null for a request that is not a vote. */
      readonly vote: AskedVote | null;
      readonly votes: AskedVotes;
      /** The changes on the chain since the last answer, in whole sentences. Nothing was stamped by that answer. */
      readonly changed: readonly string[];
      /** Why the last answer was not accepted. */
      readonly problem: Text | null;
    } & AskedPassphrase)
  /** Many signing requests are to be stamped, each exactly as it is shown. */
  | ({
      readonly kind: 'batch';
      readonly profile: AskedProfile;
      readonly key: { readonly name: string; readonly publicKey: string };
      /** The operator's name for the batch. */
      readonly name: string;
      /** All lines in the order of their signatures. */
      readonly lines: readonly AskedLine[];
      /** The votes of each line. `unknown` where lines differ. */
      readonly votes: AskedVotes;
      /** The lines of the batch that went to the service after earlier answers. */
      readonly sent: number;
    } & AskedChain)
  /** Several votes of one kind are to be stamped, each on the activity that is shown. */
  | ({
      readonly kind: 'votes';
      readonly profile: AskedProfile;
      readonly key: { readonly name: string; readonly publicKey: string };
      readonly approves: boolean;
      readonly lines: readonly AskedVoteLine[];
    } & AskedChain)
  | ({
      readonly kind: 'unlock';
      readonly profile: AskedProfile | null;
      /** Why the last answer was not accepted. */
      readonly problem: Text | null;
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
      readonly problem: Text | null;
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
  /** Asks for what is imported, which only the vault reads: words, a private key, a secret, or a keystore's passphrase. */
  | {
      readonly kind: 'importSecret';
      readonly profile: AskedProfile;
      readonly what: 'wallet' | 'key' | 'secret' | 'keystore';
      /** The name that the import gets at the service. */
      readonly name: string;
      readonly passphrase: 'import';
      /** Why the last answer was not accepted. */
      readonly problem: Text | null;
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
      readonly problem: Text | null;
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
      readonly problem: Text | null;
    } & AskedPassphrase)
  /** A backup is to be written with a new passphrase, or checked with the one that it has. */
  | ({
      readonly kind: 'backup';
      readonly act: 'create' | 'check';
      readonly file: string;
      /** Why the last answer was not accepted. */
      readonly problem: Text | null;
    } & AskedPassphrase)
  /** A profile that was changed outside this program is to be accepted. */
  | { readonly kind: 'confirmProfile'; readonly profile: AskedProfile; readonly members: readonly ComparedMember[] }
  /** A profile is to use its service at other addresses. */
  | { readonly kind: 'moveProfile'; readonly profile: AskedProfile; readonly members: readonly ComparedMember[] }
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
  /** Pins the new name that the service gives the organization. */
  | { readonly kind: 'acceptName'; readonly profile: AskedProfile; readonly members: readonly ComparedMember[] }
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
      readonly problem: Text | null;
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
  /** Wallets and private keys are to be given to the service of another profile, sealed. */
  | {
      readonly kind: 'moveKeys';
      readonly profile: AskedProfile;
      readonly to: AskedProfile;
      readonly moved: readonly MovedKey[];
    }
  /** Exports are to be encrypted to the target keys of a list. */
  | ({ readonly kind: 'gatherExports'; readonly profile: AskedProfile } & ComparedTargets)
  | ({ readonly kind: 'writeExports'; readonly profile: AskedProfile } & AskedWriting & AskedPassphrase)
  | ({ readonly kind: 'stampReport'; readonly profile: AskedProfile } & AskedReport & AskedPassphrase)
  | ({ readonly kind: 'sendCarried'; readonly profile: AskedProfile } & AskedCarried)
  /** Webhook deliveries are to be received at a port of this machine. 0 is any free one. */
  | { readonly kind: 'listen'; readonly profile: AskedProfile; readonly port: number }
  | ({
      readonly kind: 'reveal';
      readonly proof: ExportProof;
      /** The time until which the operator keeps the key that opens the export. Null when no time was chosen. */
      readonly keptUntil: number | null;
      /** Why the last answer was not accepted. */
      readonly problem: Text | null;
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
