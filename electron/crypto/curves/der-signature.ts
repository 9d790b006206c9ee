import { join } from '../native.ts';
import { Refusal } from '../refusal.ts';

const INTEGER = 0x02;
const SEQUENCE = 0x30;
const SCALAR_BYTES = 32;
const SIGN_BIT = 0x80;
/** The bytes before the content: tag and length. */
const HEAD_BYTES = 2;

/**
 * `strict`: only the bytes that `encodeDer` writes. `padded`: r and s may also have needless leading zeros (X.690, 8.3.2).
 * Choice (padded-wallet-stamps): stamps of Ethereum wallets may have them, because the official wallet stamper pads to 32 bytes.
 */
export type DerForm = 'strict' | 'padded';

/**
 * Returns an ECDSA signature in strict DER (RFC 3279 2.2.3, BIP-66), the one valid encoding of the numbers. Takes r and
 * s in big-endian order.
 *
 * @example
 * encodeDer(Uint8Array.of(0x00, 0x01), Uint8Array.of(0x80));
 * // Uint8Array.of(0x30, 0x07, 0x02, 0x01, 0x01, 0x02, 0x02, 0x00, 0x80)
 */
export function encodeDer(r: Uint8Array, s: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = join(encodeInteger(r), encodeInteger(s));
  return join(Uint8Array.of(SEQUENCE, body.length), body);
}

/**
 * Reads the numbers of an ECDSA signature in DER.
 * @returns r and s, each as 32 bytes, one after the other. Their range is not checked.
 * Throws a `Refusal` for any other bytes.
 *
 * @example
 * readDer(hexDecode('30070202000102010f'));
 * // throws Refusal
 */
export function readDer(signature: Uint8Array, form: DerForm = 'strict'): Uint8Array<ArrayBuffer> {
  const body = contentOf(signature, SEQUENCE);
  const r = contentOf(body, INTEGER);
  const s = contentOf(body.subarray(HEAD_BYTES + r.length), INTEGER);
  const isWhole = signature.length === HEAD_BYTES + body.length && body.length === 2 * HEAD_BYTES + r.length + s.length;
  if (!isWhole) throw notDer();
  return join(scalarOf(r, form), scalarOf(s, form));
}

/** The content of the item at the beginning. Its length is one byte, because no signature is longer than 72. */
function contentOf(bytes: Uint8Array, tag: number): Uint8Array {
  const length = bytes[1] ?? 0;
  if (bytes[0] !== tag || length === 0 || length > bytes.length - HEAD_BYTES) throw notDer();
  return bytes.subarray(HEAD_BYTES, HEAD_BYTES + length);
}

/** 32 bytes of a number that is not negative. */
function scalarOf(digits: Uint8Array, form: DerForm): Uint8Array {
  const [first = 0, second = 0] = digits;
  const isPadded = first === 0 && digits.length > 1 && second < SIGN_BIT;
  const isTooLong = digits.length > SCALAR_BYTES + 1 || (digits.length === SCALAR_BYTES + 1 && first !== 0);
  if (first >= SIGN_BIT || isTooLong || (isPadded && form === 'strict')) throw notDer();
  const scalar = new Uint8Array(SCALAR_BYTES);
  const plain = digits.subarray(Math.max(digits.length - SCALAR_BYTES, 0));
  scalar.set(plain, SCALAR_BYTES - plain.length);
  return scalar;
}

function notDer(): Refusal {
  return new Refusal('answer', 'is not in strict DER', 'the signature');
}

function encodeInteger(scalar: Uint8Array): Uint8Array {
  const first = scalar.findIndex((byte) => byte !== 0);
  const digits = scalar.subarray(first === -1 ? scalar.length - 1 : first);
  const sign = (digits[0] ?? 0) >= SIGN_BIT ? [0] : [];
  return join(Uint8Array.of(INTEGER, digits.length + sign.length, ...sign), digits);
}
