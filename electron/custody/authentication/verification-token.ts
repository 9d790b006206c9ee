import { isJsonObject, type JsonObject, type OtpType, parseJsonObject } from '../../../shared/model/index.ts';
import { hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { type P256Signer, p256Convert, p256Verify } from '../../crypto/index.ts';
import type { ServiceContext } from '../context.ts';
import { requestInvalid } from '../public-error.ts';
import type { OtpRow } from '../store/index.ts';
import { readToken, writeToken } from './signed-token.ts';

/** A standard JWT (RFC 7519) under ES256. The verifiers of the official package require both members. */
const HEADER = { typ: 'JWT', alg: 'ES256' };

/**
 * The claims of a verification token (docs/protocol.md#verification-tokens), all of them text. The order is that of the
 * public service's tokens.
 */
export interface VerificationClaims {
  /** Milliseconds since the epoch. */
  readonly exp: string;
  readonly id: string;
  readonly organization_id: string;
  readonly verification_type: OtpType;
  readonly contact: string;
  /** The P-256 key, compressed, whose holder may use the token. */
  readonly public_key: string;
}

/** Makes the token, signed by the service's `fetcher` key. */
export function verificationToken(claims: VerificationClaims, signer: P256Signer): string {
  return writeToken(HEADER, claims, signer);
}

/** A valid token: its claims and the row of the verified contact. */
export interface Verification {
  readonly claims: VerificationClaims;
  readonly row: OtpRow;
}

/**
 * Returns the claims of a token that this service made, even of one that was used or has expired. Throws
 * REQUEST_INVALID.
 */
export function readVerificationClaims(token: string, { store }: ServiceContext): VerificationClaims {
  const claims = readToken(token, HEADER, store.keys.serviceKey('fetcher')?.publicKey);
  if (claims === null) throw refused('this service did not sign it. Give the token as the service returned it');
  // `verificationToken` wrote each payload that verifies under that key.
  return claims as VerificationClaims;
}

/**
 * Reads an unused, unexpired token of this service. Removing its row uses it up, in the transaction that stores the
 * change that used it. Throws REQUEST_INVALID.
 */
export function readVerificationToken(token: string, context: ServiceContext): Verification {
  const claims = readVerificationClaims(token, context);
  if (context.now() >= Number(claims.exp)) throw refused('it has expired. Ask for a new code');
  const row = context.store.otps.find(claims.id);
  if (row?.state !== 'verified') throw refused('it was used already. Ask for a new code');
  return { claims, row };
}

/**
 * The signature of a token's holder (docs/protocol.md#verification-tokens). The message has a `usage` and one member
 * with its details.
 */
export interface ClientSigned {
  readonly publicKey: string;
  readonly message: string;
  readonly signature: string;
}

/**
 * Checks that the key which a token names signed this use of it. Returns the one of `members` that the message has.
 * Throws REQUEST_INVALID.
 */
export function checkClientSignature(
  { claims }: Verification,
  { publicKey, message, signature }: ClientSigned,
  usage: { readonly type: string; readonly members: readonly string[] },
): JsonObject {
  const refuse = (why: string) => requestInvalid(`invalid client signature: ${why}`);
  if (compressed(publicKey) !== claims.public_key)
    throw refuse('its key is not the one that the verification token is bound to');
  if (!p256Verify(claims.public_key, utf8Encode(message), hexDecode(signature), 'ieee-p1363'))
    throw refuse('the key did not sign this message');
  const signed = parseJsonObject(message, (why) => refuse(`its message is unreadable: ${why}`));
  if (signed.type !== usage.type) throw refuse(`the type in its message is not ${usage.type}`);
  if (signed.tokenId !== claims.id) throw refuse('the tokenId in its message is that of another verification token');
  const [member, ...more] = usage.members.filter((name) => Object.hasOwn(signed, name));
  const subject = member === undefined || more.length > 0 ? undefined : signed[member];
  if (!isJsonObject(subject)) throw refuse(`its message must have one object: ${usage.members.join(' or ')}`);
  return subject;
}

/** Returns a P-256 key as tokens spell it, or undefined for an invalid key. */
export function compressed(publicKey: string): string | undefined {
  try {
    return p256Convert(publicKey, 'compressed');
  } catch {
    return undefined;
  }
}

function refused(why: string) {
  return requestInvalid(`invalid verification token: ${why}`);
}
