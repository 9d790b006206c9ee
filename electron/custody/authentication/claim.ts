import type { AuthenticationType, CredentialType } from '../../../shared/model/index.ts';
import { PublicError } from '../public-error.ts';

/** The credential of a stamp, as policies see it. */
export interface Credential {
  /** The id of the API key or of the authenticator. */
  readonly id: string;
  readonly type: CredentialType;
  readonly publicKey: string;
  /** The id of a passkey. Empty for other credentials. */
  readonly credentialId: string;
  /** The authentication method that it proves to MFA policies, and the id by which they name it. */
  readonly method: { readonly type: AuthenticationType; readonly id: string };
  /** The profile that limits its session. Null for none. */
  readonly sessionProfileId: string | null;
}

/** A stamp as a vote keeps it (docs/protocol.md#activities). */
export interface VoteStamp {
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
}

/** The user of a valid stamp in one organization. */
export interface Proven {
  readonly userId: string;
  readonly credential: Credential;
  readonly stamp: VoteStamp;
  /**
   * Uses up a single-use credential, inside the transaction that stores the activity. Throws a PublicError when it was
   * used meanwhile.
   */
  readonly use?: () => void;
}

/** A stamp that claims a registered credential. It is checked only once the body was read. */
export interface Claim {
  /** The sender whose share of the service the request uses until the stamp is checked. */
  readonly sender: string;
  /** Verifies the stamp over the raw bytes beside other requests, mostly on another thread, so that `prove` need not. */
  readonly verify?: (bytes: Uint8Array) => Promise<void>;
  /** Queries other services about a valid stamp, before `prove`. Throws a PublicError (401). */
  readonly confirm?: (bytes: Uint8Array) => Promise<void>;
  /**
   * Checks the stamp over the raw bytes (docs/protocol.md#stamps). The returned function finds its user in an
   * organization, or returns undefined. Both throw a PublicError (401) with the public service's words.
   */
  readonly prove: (bytes: Uint8Array) => (organizationId: string) => Proven | undefined;
  /** True for a credential that only allows queries. */
  readonly readsOnly?: true;
  /** The organizations in which the credential is registered. */
  readonly organizationIds: readonly string[];
  /** The refusal when it is nobody there. */
  readonly unknownIn: (organizationId: string) => PublicError;
}

/**
 * The refusal of a credential that nobody has. Like the public service's, it repeats the organization that the request
 * names, and never one that the caller did not name.
 */
export class UnknownCredential extends PublicError {
  readonly unknownIn: (organizationId: string | null) => PublicError;

  constructor(unknownIn: (organizationId: string | null) => PublicError) {
    const { status, body } = unknownIn(null);
    super(status, body);
    this.unknownIn = unknownIn;
  }
}

/** The organization and the credential of a refusal, in the public service's spelling. */
export function placeText(organizationId: string | null, credential: string): string {
  return organizationId === null ? credential : `organizationId=${organizationId} ${credential}`;
}
