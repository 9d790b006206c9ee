import Type, { type Static } from 'typebox';
import { Bytes, Closed } from '../model/bytes.ts';
import { hexEncode, utf8Encode } from '../wire/text.ts';

/**
 * The uses of an approval. A `read` never fits a body that has an activity type, whoever minted it.
 * An `open` and a `login` fit no body that is stamped.
 */
const APPROVAL_KINDS = ['read', 'write', 'open', 'login'] as const;

/** A one-time permission to stamp exactly one body with exactly one key. */
export const Approval = Closed({
  kind: Type.Enum(APPROVAL_KINDS),
  credentialId: Type.String({ minLength: 1, maxLength: 64 }),
  bodySha256: Bytes(32, 32),
  /**
   * Rises by one with every approval. The vault takes each value once and none below the last. Beyond 2^53 - 1 numbers
   * are not exact.
   */
  counter: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** HMAC-SHA256 under the approval key, which main sent to the vault at its start. */
  mac: Bytes(32, 32),
});
export type Approval = Static<typeof Approval>;

/**
 * The contents of an `open` approval: the ECDH of one key with an encapsulated key, sealed to a third key.
 * `publicKey` is compressed hex and the others have 65 bytes. Every part has a fixed length, so no length is written.
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
 * The contents of a `login` approval, which are also the signed message (docs/protocol.md#verification-tokens).
 * The key (compressed, hex) will stamp for the session that begins with the verification token of this id.
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
 * The bytes under the MAC: label, kind (1 byte), counter as 8 bytes big endian, digest (32 bytes), credential id.
 * The credential id is UTF-8 and last, so no length is needed.
 * Throws RangeError for a counter that is not exact: 8 bytes would hold only its remainder.
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
