import Type, { type Static } from 'typebox';
import { Bytes, Closed } from '../model/bytes.ts';
import { hexEncode, utf8Encode } from '../wire/text.ts';

/**
 * What an approval is for: a `read` never fits a body that has an activity type, whoever minted it; an `open` and a `login` fit no body
 * that is stamped.
 */
const APPROVAL_KINDS = ['read', 'write', 'open', 'login'] as const;

/** A one-time permission to stamp exactly one body with exactly one key. */
export const Approval = Closed({
  kind: Type.Enum(APPROVAL_KINDS),
  credentialId: Type.String({ minLength: 1, maxLength: 64 }),
  bodySha256: Bytes(32, 32),
  /** Rises by one with every approval; the vault takes each value once and none below the last. Beyond 2^53 - 1 numbers are not exact. */
  counter: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** HMAC-SHA256 under the key that main gave the vault at its start. */
  mac: Bytes(32, 32),
});
export type Approval = Static<typeof Approval>;

/**
 * What an approval of kind `open` is for: the ECDH of one key (compressed, hex) with one encapsulated key, sealed to one other key (65 bytes
 * each). Every part is of one length, so none is needed.
 */
export function agreementBytes({
  publicKey,
  encappedPublic,
  sealTo,
}: {
  readonly publicKey: string;
  readonly encappedPublic: Uint8Array;
  readonly sealTo: Uint8Array;
}): Uint8Array<ArrayBuffer> {
  return utf8Encode(['castellan agreement v1', publicKey, hexEncode(encappedPublic), hexEncode(sealTo)].join(' '));
}

/**
 * What an approval of kind `login` is for, and what is signed with it (PROTOCOL 7.3): that the key (compressed, hex) is to stamp for the
 * session that the verification token with this id begins.
 */
export const loginMessage = ({
  publicKey,
  tokenId,
}: {
  readonly publicKey: string;
  readonly tokenId: string;
}): string => JSON.stringify({ login: { publicKey }, tokenId, type: 'USAGE_TYPE_LOGIN' });

const LABEL = utf8Encode('castellan approval v2\0');

/**
 * The bytes under the MAC: label, kind (1 byte), counter as 8 bytes big endian, digest (32 bytes), credential id (UTF-8, last,
 * so no length is needed). Throws RangeError for a counter that is not exact: 8 bytes would hold only its remainder.
 */
export function approvalBytes({
  kind,
  counter,
  bodySha256,
  credentialId,
}: Omit<Approval, 'mac'>): Uint8Array<ArrayBuffer> {
  if (!Number.isSafeInteger(counter)) throw new RangeError('the counter of an approval is not exact');
  const credential = utf8Encode(credentialId);
  const bytes = new Uint8Array(LABEL.length + 41 + credential.length);
  bytes.set(LABEL, 0);
  bytes[LABEL.length] = APPROVAL_KINDS.indexOf(kind);
  new DataView(bytes.buffer).setBigUint64(LABEL.length + 1, BigInt(counter));
  bytes.set(bodySha256, LABEL.length + 9);
  bytes.set(credential, LABEL.length + 41);
  return bytes;
}
