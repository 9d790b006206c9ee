import { isUuid, type JsonObject, parseJsonObject } from '../../../shared/model/index.ts';
import { decodeStamp, STAMP_HEADER, type STAMP_SCHEMES, type Stamp, utf8Decode } from '../../../shared/wire/index.ts';
import { verifyStamp } from '../../crypto/index.ts';
import type { ServiceContext } from '../context.ts';
import { NESTING } from '../http/limits.ts';
import { type PublicError, publicError, requestInvalid } from '../public-error.ts';
import type { ApiKeyRow, OrganizationRow, UserRow } from '../store/index.ts';
import { isExpired } from './api-key.ts';

/** Who acts, and where. */
export interface Actor {
  readonly organization: OrganizationRow;
  readonly user: UserRow;
}

/** Who stamped a request, and with what. */
export interface Caller extends Actor {
  readonly apiKey: ApiKeyRow;
  readonly stamp: Stamp;
}

export interface AuthenticatedRequest {
  readonly caller: Caller;
  /** The exact bytes that were stamped. */
  readonly bytes: Uint8Array;
  /** The same bytes, decoded. */
  readonly text: string;
  readonly body: JsonObject;
}

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The credential type a key must be registered as to stamp with a scheme (PROTOCOL 1.2). */
const CREDENTIAL_OF_SCHEME = {
  SIGNATURE_SCHEME_TK_API_P256: 'CREDENTIAL_TYPE_API_KEY_P256',
  SIGNATURE_SCHEME_TK_API_SECP256K1: 'CREDENTIAL_TYPE_API_KEY_SECP256K1',
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: 'CREDENTIAL_TYPE_API_KEY_SECP256K1',
  SIGNATURE_SCHEME_TK_API_ED25519: 'CREDENTIAL_TYPE_API_KEY_ED25519',
} as const satisfies Record<keyof typeof STAMP_SCHEMES, ApiKeyRow['credentialType']>;

/** The credential type that the stamp's key has to be registered as. */
export function credentialOf({ scheme }: Stamp): ApiKeyRow['credentialType'] {
  return CREDENTIAL_OF_SCHEME[scheme];
}

/** A stamp that claims a key which is registered; whether it holds is not known before the body was read. */
export interface Claim {
  readonly stamp: Stamp;
  /** The key as each organization has it that it is registered with. */
  readonly apiKeys: readonly ApiKeyRow[];
}

/**
 * Looks up the key that a request claims, before any of its body is read.
 * Throws a PublicError (401) with the public service's words when there is no stamp or nobody has that key.
 */
export function identify(headers: Headers, { store: { organizations } }: ServiceContext): Claim {
  const stamp = readStamp(headers);
  const apiKeys = organizations
    .apiKeysByPublicKey(stamp.publicKey)
    .filter(({ credentialType }) => credentialType === credentialOf(stamp));
  if (apiKeys.length === 0) throw unknownKey(organizations.root()?.organizationId ?? '', stamp);
  return { stamp, apiKeys };
}

/**
 * Finds out who sent these bytes. The stamp is verified over the raw bytes before anything in them is parsed (PROTOCOL 1.1).
 * Throws a PublicError with the public service's words: 401 for the stamp, the key or its age, 400 or 404 for the organization.
 */
export function authenticate(
  { stamp, apiKeys }: Claim,
  bytes: Uint8Array,
  context: ServiceContext,
): AuthenticatedRequest {
  if (!verifyStamp(stamp, bytes)) throw publicError('SIGNATURE_INVALID', 'could not verify api key signature');
  const text = decodeText(bytes);
  if (isNestedDeeper(bytes, NESTING)) {
    throw requestInvalid(`bad request body: it is nested more than ${NESTING} deep`);
  }
  const body = parseJsonObject(text, (why) => requestInvalid(`bad request body: ${why}`));
  const { organizationId } = body;
  if (typeof organizationId !== 'string' || !isUuid(organizationId)) {
    throw publicError('INVALID_ORGANIZATION_ID', 'malformed organization ID provided');
  }
  const { organizations } = context.store;
  const organization = organizations.find(organizationId);
  if (organization === undefined)
    throw publicError('ORGANIZATION_NOT_FOUND', 'no organization found with the given ID');
  const apiKey = apiKeys.find((one) => one.organizationId === organization.organizationId);
  const user = apiKey === undefined ? undefined : organizations.findUser(apiKey.userId);
  if (apiKey === undefined || user === undefined) throw unknownKey(organization.organizationId, stamp);
  if (isExpired(apiKey, context.now())) throw expired(apiKey);
  return { caller: { organization, user, apiKey, stamp }, bytes, text, body };
}

function unknownKey(organizationId: string, { publicKey }: Stamp): PublicError {
  return publicError(
    'PUBLIC_KEY_NOT_FOUND',
    `could not find public key in organization or its parent organization organizationId=${organizationId} publicKey=${publicKey}`,
  );
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether lists and objects in JSON text are within each other more than `limit` deep, told without parsing it. */
function isNestedDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** Where the quote is that ends the string: the first one behind an even number of backslashes. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let quote = bytes.indexOf(QUOTE, start); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let before = quote;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
  }
  return bytes.length;
}

function readStamp(headers: Headers): Stamp {
  const value = headers[STAMP_HEADER.toLowerCase()];
  if (typeof value !== 'string' || value === '') {
    if (headers['x-stamp-webauthn'] !== undefined) {
      throw publicError(
        'UNAUTHENTICATED',
        'could not extract api key stamp: this service takes X-Stamp, not X-Stamp-WebAuthn',
      );
    }
    throw publicError(
      'SIGNATURE_MISSING',
      'no valid authentication signature found for request: cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)',
    );
  }
  try {
    return decodeStamp(value);
  } catch {
    throw publicError('SIGNATURE_INVALID', 'malformed activity stamp');
  }
}

/** @turnkey/core looks for `Unauthenticated desc = expired api key publicKey` to ask for a new login (PROTOCOL 2.2). */
function expired({ publicKey }: ApiKeyRow): PublicError {
  return publicError(
    'API_KEY_EXPIRED',
    `expired api key: rpc error: code = Unauthenticated desc = expired api key publicKey=${publicKey}`,
  );
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8Decode(bytes);
  } catch {
    throw requestInvalid('bad request body: it is not UTF-8 text');
  }
}
