import { decodePasskeyStamp, PASSKEY_SCHEME, type PasskeyStamp, utf8Encode } from '../../../shared/wire/index.ts';
import { challengeOf, readAuthenticatorData, readClientData, verifyAssertion } from '../../crypto/index.ts';
import type { ServiceContext } from '../context.ts';
import { publicError } from '../public-error.ts';
import { type AuthenticatorRow, originsIn, type Store, type VoteRow } from '../store/index.ts';
import { type Claim, type Credential, placeText, UnknownCredential } from './claim.ts';

/** Looks up the passkey that a header claims. Throws a PublicError (401) when the header cannot be read or nobody has it. */
export function claimPasskey(value: string, { store }: ServiceContext): Claim {
  const stamp = readStamp(value);
  const unknownIn = (organizationId: string | null) =>
    publicError(
      'CREDENTIAL_NOT_FOUND',
      `credential ID could not be found in organization or its parent organization ${placeText(organizationId, `credentialId=${stamp.credentialId}`)}`,
    );
  const passkeys = store.authenticators.withCredential(stamp.credentialId);
  const [first] = passkeys;
  if (first === undefined) throw new UnknownCredential(unknownIn);
  return {
    sender: stamp.credentialId,
    organizationIds: passkeys.map(({ organizationId }) => organizationId),
    unknownIn,
    prove(bytes) {
      const proven = passkeys.filter((passkey) => reasonAgainst(stamp, bytes, passkey) === null);
      if (proven.length === 0) throw notVerified(reasonAgainst(stamp, bytes, first));
      return (organizationId) => {
        const passkey = proven.find((one) => one.organizationId === organizationId);
        if (passkey === undefined) return undefined;
        requireOrigin(organizationId, stamp, store);
        countUse(passkey, stamp, bytes, store);
        return {
          userId: passkey.userId,
          credential: passkeyCredential(passkey),
          stamp: { publicKey: passkey.publicKey, signature: value, scheme: PASSKEY_SCHEME },
        };
      };
    },
  };
}

/** Returns the user's passkey that stamped a vote. Returns undefined when the stamp does not hold over the message. */
export function passkeyOfVote(
  { publicKey, signature, message }: VoteRow,
  passkeys: readonly AuthenticatorRow[],
): Credential | undefined {
  const passkey = passkeys.find((one) => one.publicKey === publicKey);
  if (passkey === undefined) return undefined;
  let stamp: PasskeyStamp;
  try {
    stamp = decodePasskeyStamp(signature);
  } catch {
    return undefined;
  }
  return reasonAgainst(stamp, utf8Encode(message), passkey) === null ? passkeyCredential(passkey) : undefined;
}

/** Returns a passkey as policies see it. */
export function passkeyCredential({ authenticatorId, publicKey, credentialId }: AuthenticatorRow): Credential {
  const method = { type: 'AUTHENTICATION_TYPE_PASSKEY', id: authenticatorId } as const;
  const type = 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR';
  return { id: authenticatorId, type, publicKey, credentialId, method, sessionProfileId: null };
}

/** Returns the reason that an assertion is not valid for this passkey and these bytes, or null for a valid one. */
function reasonAgainst(stamp: PasskeyStamp, bytes: Uint8Array, passkey: AuthenticatorRow): string | null {
  try {
    verifyAssertion(stamp, challengeOf(bytes), passkey);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/**
 * Refuses an assertion whose counter did not grow, because another copy of the authenticator may have made it (WebAuthn
 * section 6.1.1). Choice (passkey-counter): the last request may come again with its count, so that a client may ask
 * for a lost answer. Authenticators that always report 0 are exempt.
 */
function countUse(passkey: AuthenticatorRow, stamp: PasskeyStamp, bytes: Uint8Array, store: Store): void {
  const { signCount } = readAuthenticatorData(stamp.authenticatorData);
  const challenge = challengeOf(bytes);
  const last = passkey.signCount ?? 0;
  if (signCount === 0 && last === 0) return;
  if (signCount === last && passkey.lastChallenge === challenge) return;
  if (signCount <= last) throw notVerified('its counter did not grow, as if the authenticator had been copied');
  store.transaction(() => store.authenticators.setUse(passkey.authenticatorId, signCount, challenge));
}

/**
 * Refuses a page of another origin than those that FEATURE_NAME_WEBAUTHN_ORIGINS lists. Without the feature any origin
 * may (docs/protocol.md#features). A parent's list applies to all organizations below it.
 */
function requireOrigin(
  organizationId: string,
  { clientDataJson }: PasskeyStamp,
  { organizations, features }: Store,
): void {
  const parent = organizations.find(organizationId)?.parentOrganizationId ?? null;
  const listOf = (id: string) => features.of(id).get('FEATURE_NAME_WEBAUTHN_ORIGINS');
  const list = (parent === null ? undefined : listOf(parent)) ?? listOf(organizationId);
  const { origin } = readClientData(clientDataJson);
  if (list !== undefined && !originsIn(list).includes(String(origin)))
    throw notVerified('it was made on a page whose origin this organization does not list');
}

function readStamp(value: string): PasskeyStamp {
  try {
    return decodePasskeyStamp(value);
  } catch (error) {
    throw publicError('SIGNATURE_INVALID', `could not extract webauthn stamp: ${(error as Error).message}`);
  }
}

function notVerified(why: string | null) {
  return publicError('SIGNATURE_INVALID', `could not verify WebAuthN signature: ${why}`);
}
