import type { AuthenticationType, CredentialType } from '../../../shared/model/index.ts';
import type { PublicError } from '../public-error.ts';

/** What somebody stamped with, as policies see it. */
export interface Credential {
  /** The id of the API key or of the authenticator. */
  readonly id: string;
  readonly type: CredentialType;
  readonly publicKey: string;
  /** Of a passkey; empty for the others. */
  readonly credentialId: string;
  /** What it proves to MFA policies, and by which id they name it. */
  readonly method: { readonly type: AuthenticationType; readonly id: string };
  /** What limits the session that it is of; null for none. */
  readonly sessionProfileId: string | null;
}

/** A stamp as a vote keeps it (PROTOCOL 2.3). */
export interface VoteStamp {
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
}

/** Who a stamp that holds is of, in one organization. */
export interface Proven {
  readonly userId: string;
  readonly credential: Credential;
  readonly stamp: VoteStamp;
  /** Uses up what is good for one activity, inside the transaction that stores it. Throws a PublicError when it was used meanwhile. */
  readonly use?: () => void;
}

/** A stamp that claims a credential which is registered; whether it holds is not known before the body was read. */
export interface Claim {
  /** Whose share of the service the request uses until the stamp is checked. */
  readonly sender: string;
  /** Asks others about what cannot be known here, for a stamp that holds over the bytes; before `prove`. Throws a PublicError (401). */
  readonly confirm?: (bytes: Uint8Array) => Promise<void>;
  /**
   * Checks the stamp over the raw bytes (PROTOCOL 1.1). What it gives says who it is in an organization, undefined for
   * nobody there. Both throw a PublicError (401) with the public service's words.
   */
  readonly prove: (bytes: Uint8Array) => (organizationId: string) => Proven | undefined;
  /** True for what may only query. */
  readonly readsOnly?: true;
  /** Where the credential is registered. */
  readonly organizationIds: readonly string[];
  /** The refusal when it is nobody there. */
  readonly unknownIn: (organizationId: string) => PublicError;
}
