import type { P256Signer } from '../../crypto/index.ts';
import type { ServiceContext } from '../context.ts';
import { publicError } from '../public-error.ts';
import type { Store, UserRow } from '../store/index.ts';
import { apiKeyCredential, isExpired } from './api-key.ts';
import type { Claim, Credential } from './claim.ts';
import { passkeyCredential } from './passkey.ts';
import { readToken, writeToken } from './signed-token.ts';

/** No other token of this service has this header, so a read-only session cannot be confused with one. */
const HEADER = { alg: 'ES256', typ: 'READ_ONLY_SESSION' };

/** The claims in the token of a read-only session. */
export interface ReadOnlyClaims {
  /** Seconds since the epoch. */
  readonly exp: number;
  readonly user_id: string;
  readonly organization_id: string;
  /** The public key of the API key or passkey that opened the session. */
  readonly public_key: string;
}

/** Returns the bearer token of a read-only session, which allows queries. */
export function readOnlyToken(claims: ReadOnlyClaims, signer: P256Signer): string {
  return writeToken(HEADER, claims, signer);
}

/** Returns the API key or passkey of a user that has this public key and has not expired, or undefined. */
export function credentialWith(
  { userId }: Pick<UserRow, 'userId'>,
  publicKey: string,
  { organizations, authenticators }: Store,
  now: number,
): Credential | undefined {
  const apiKey = organizations.apiKeysOf(userId).find((one) => one.publicKey === publicKey && !isExpired(one, now));
  const passkey = authenticators.ofUser(userId).find((one) => one.publicKey === publicKey);
  return (apiKey && apiKeyCredential(apiKey)) ?? (passkey && passkeyCredential(passkey));
}

/**
 * Reads the token of a read-only session. The session ends with its time, and with the credential that opened it.
 * Throws SIGNATURE_INVALID (401) for a token that this service did not make or that has expired.
 */
export function claimReadOnlySession(value: string, { store, now }: ServiceContext): Claim {
  const claims = readClaims(value, store);
  if (now() >= claims.exp * 1000) throw refused('it has expired');
  const { user_id: userId, organization_id: ownId, public_key: publicKey } = claims;
  const credential = credentialWith({ userId }, publicKey, store, now());
  if (credential === undefined) throw refused('the key that opened it was removed or has expired');
  return {
    sender: userId,
    organizationIds: [ownId],
    readsOnly: true,
    unknownIn: () => refused('it is of another organization'),
    prove: () => (organizationId) =>
      organizationId === ownId
        ? { userId, credential, stamp: { publicKey, signature: '', scheme: 'READ_ONLY_SESSION' } }
        : undefined,
  };
}

function readClaims(value: string, { keys }: Store): ReadOnlyClaims {
  const claims = readToken(value, HEADER, keys.serviceKey('notarizer')?.publicKey);
  if (claims === null) throw refused('it is not one of this service');
  // `readOnlyToken` wrote each payload that verifies under that key.
  return claims as ReadOnlyClaims;
}

function refused(why: string) {
  return publicError('SIGNATURE_INVALID', `could not verify read-only session: ${why}`);
}
