import type { ApiKeyCurve, CredentialType, Curve } from '../../../shared/model/index.ts';
import { decodeStamp, STAMP_SCHEMES, type Stamp, utf8Encode } from '../../../shared/wire/index.ts';
import { requirePublicKey, verifyStamp, verifyStampAside } from '../../crypto/index.ts';
import type { ServiceContext } from '../context.ts';
import { type PublicError, publicError } from '../public-error.ts';
import type { ApiKeyRow, VoteRow } from '../store/index.ts';
import { type Claim, type Credential, placeText, UnknownCredential } from './claim.ts';
import { createStampChecks } from './stamp-checks.ts';

/** The curve of each kind of API key, and the credential type that it is registered as. */
const API_KEY_CURVES = {
  API_KEY_CURVE_P256: { curve: 'CURVE_P256', credentialType: 'CREDENTIAL_TYPE_API_KEY_P256' },
  API_KEY_CURVE_SECP256K1: { curve: 'CURVE_SECP256K1', credentialType: 'CREDENTIAL_TYPE_API_KEY_SECP256K1' },
  API_KEY_CURVE_ED25519: { curve: 'CURVE_ED25519', credentialType: 'CREDENTIAL_TYPE_API_KEY_ED25519' },
} as const satisfies Record<ApiKeyCurve, object>;

/** The credential of a recovery. It adds a passkey and does nothing else. */
export const RECOVERY_TYPE = 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256';

/**
 * The types of keys that logins give.
 * Choice (login-keys): to MFA policies they prove a session, and no API key.
 */
const SESSION_TYPES: ReadonlySet<CredentialType> = new Set([
  'CREDENTIAL_TYPE_LOGIN',
  'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
  'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256',
  'CREDENTIAL_TYPE_OAUTH_KEY_P256',
  RECOVERY_TYPE,
  'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
]);

/** A public key as somebody gives it: hex of any form of its curve. */
export interface ApiKeyForm {
  readonly publicKey: string;
  readonly curveType: ApiKeyCurve;
}

/** The key as stamps spell it, lowercase, compressed and a point of its curve, with its credential type. Throws KEY_INVALID. */
export function readApiKey({ publicKey, curveType }: ApiKeyForm) {
  const { curve, credentialType } = API_KEY_CURVES[curveType];
  return { publicKey: requirePublicKey(curve, publicKey), credentialType };
}

/** Returns the spellings that a stamp may use for a public key, one for each curve on which it is a point. */
export function stampSpellings(publicKey: string): readonly string[] {
  const curves = Object.keys(API_KEY_CURVES) as ApiKeyCurve[];
  return curves.flatMap((curveType) => {
    try {
      return [readApiKey({ publicKey, curveType }).publicKey];
    } catch {
      return [];
    }
  });
}

/**
 * The curve that a registered key is of: all but the API keys of the other curves are P-256
 * (docs/protocol.md#sessions).
 */
export function curveOf({ credentialType }: Pick<ApiKeyRow, 'credentialType'>): Curve {
  const known = Object.values(API_KEY_CURVES).find((one) => one.credentialType === credentialType);
  return known?.curve ?? 'CURVE_P256';
}

/** Returns true when a key has expired. */
export function isExpired({ expirationSeconds, createdAt }: ApiKeyRow, now: number): boolean {
  return expirationSeconds !== null && now >= createdAt + expirationSeconds * 1000;
}

/** The checks of all requests of this process. */
const check = createStampChecks();

/** Looks up the key that a header claims. Throws a PublicError (401) when the header cannot be read or nobody has that key. */
export function claimApiKey(value: string, { store: { organizations }, now }: ServiceContext): Claim {
  const stamp = readStamp(value);
  const unknownIn = (organizationId: string | null) => unknownKey(organizationId, stamp);
  const readKeys = () => organizations.apiKeysByPublicKey(stamp.publicKey).filter((key) => isFor(key, stamp));
  const apiKeys = readKeys();
  let holds: boolean | undefined;
  if (apiKeys.length === 0) throw new UnknownCredential(unknownIn);
  return {
    sender: stamp.publicKey,
    organizationIds: apiKeys.map(({ organizationId }) => organizationId),
    unknownIn,
    async verify(bytes) {
      holds = await check({ here: () => verifyStamp(stamp, bytes), aside: () => verifyStampAside(stamp, bytes) });
    },
    prove(bytes) {
      holds ??= verifyStamp(stamp, bytes);
      if (!holds) throw publicError('SIGNATURE_INVALID', 'could not verify api key signature');
      // A key may have been removed while its body was read and its stamp verified.
      const present = readKeys();
      return (organizationId) => {
        const apiKey = present.find((one) => one.organizationId === organizationId);
        if (apiKey === undefined) return undefined;
        if (isExpired(apiKey, now())) throw expired(apiKey);
        return { userId: apiKey.userId, credential: apiKeyCredential(apiKey), stamp };
      };
    },
  };
}

/**
 * Returns the user's key that stamped a vote. Returns undefined when the key has expired or the stamp does not hold
 * over the message.
 */
export function apiKeyOfVote(
  { publicKey, signature, scheme, message }: VoteRow,
  apiKeys: readonly ApiKeyRow[],
  now: number,
): Credential | undefined {
  const stamp = { publicKey, signature, scheme } as Stamp;
  const apiKey = apiKeys.find((key) => key.publicKey === publicKey && isFor(key, stamp));
  if (apiKey === undefined || isExpired(apiKey, now) || !verifyStamp(stamp, utf8Encode(message))) return undefined;
  return apiKeyCredential(apiKey);
}

/** The same hex can be a key of two curves. */
function isFor(apiKey: ApiKeyRow, { scheme }: Stamp): boolean {
  return curveOf(apiKey) === STAMP_SCHEMES[scheme].curve;
}

/** Returns an API key as policies see it. */
export function apiKeyCredential({ apiKeyId, credentialType, publicKey, sessionProfileId }: ApiKeyRow): Credential {
  const method = SESSION_TYPES.has(credentialType)
    ? ({ type: 'AUTHENTICATION_TYPE_SESSION', id: sessionProfileId ?? '' } as const)
    : ({ type: 'AUTHENTICATION_TYPE_API_KEY', id: apiKeyId } as const);
  return { id: apiKeyId, type: credentialType, publicKey, credentialId: '', method, sessionProfileId };
}

function readStamp(value: string): Stamp {
  try {
    return decodeStamp(value);
  } catch (error) {
    throw publicError('SIGNATURE_INVALID', (error as Error).message);
  }
}

function unknownKey(organizationId: string | null, { publicKey }: Stamp): PublicError {
  return publicError(
    'PUBLIC_KEY_NOT_FOUND',
    `could not find public key in organization or its parent organization ${placeText(organizationId, `publicKey=${publicKey}`)}`,
  );
}

/**
 * @turnkey/core looks for `Unauthenticated desc = expired api key publicKey` to ask for a new login
 * (docs/protocol.md#errors).
 */
function expired({ publicKey }: ApiKeyRow): PublicError {
  return publicError(
    'API_KEY_EXPIRED',
    `expired api key: rpc error: code = Unauthenticated desc = expired api key publicKey=${publicKey}`,
  );
}
