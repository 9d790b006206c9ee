import Type, { type Static } from 'typebox';
import { Bytes, Closed } from '../model/bytes.ts';
import { utf8Encode } from '../wire/text.ts';

/** A one-time permission to stamp exactly one body with exactly one key. */
export const Approval = Closed({
  credentialId: Type.String({ minLength: 1, maxLength: 64 }),
  bodySha256: Bytes(32, 32),
  /** Rises by one with every approval; the vault takes each value once and none below the last. */
  counter: Type.Integer({ minimum: 1 }),
  /** HMAC-SHA256 under the key that main gave the vault at its start. */
  mac: Bytes(32, 32),
});
export type Approval = Static<typeof Approval>;

const LABEL = utf8Encode('castellan approval v1\0');

/** The bytes under the MAC: label, counter as 8 bytes big endian, digest (32 bytes), credential id (UTF-8, last, so no length is needed). */
export function approvalBytes(approval: Omit<Approval, 'mac'>): Uint8Array<ArrayBuffer> {
  const credential = utf8Encode(approval.credentialId);
  const bytes = new Uint8Array(LABEL.length + 8 + 32 + credential.length);
  bytes.set(LABEL, 0);
  new DataView(bytes.buffer).setBigUint64(LABEL.length, BigInt(approval.counter));
  bytes.set(approval.bodySha256, LABEL.length + 8);
  bytes.set(credential, LABEL.length + 40);
  return bytes;
}
