import { join } from '../native.ts';

const INTEGER = 0x02;
const SEQUENCE = 0x30;
const SCALAR_BYTES = 32;

/** An ECDSA signature in strict DER (RFC 3279 2.2.3, BIP-66): the one good spelling of the numbers r and s, big endian. */
export function encodeDer(r: Uint8Array, s: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = join(encodeInteger(r), encodeInteger(s));
  return join(Uint8Array.of(SEQUENCE, body.length), body);
}

/** The numbers of a signature that `encodeDer` spelled, each as 32 bytes, one after the other. */
export function decodeDer(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const numbers = new Uint8Array(2 * SCALAR_BYTES);
  // Behind the head of the sequence, then behind the first number.
  let at = 2;
  for (const end of [SCALAR_BYTES, 2 * SCALAR_BYTES]) {
    const digits = signature.subarray(at + 2, at + 2 + (signature[at + 1] ?? 0));
    const scalar = digits.length > SCALAR_BYTES ? digits.subarray(1) : digits;
    numbers.set(scalar, end - scalar.length);
    at += 2 + digits.length;
  }
  return numbers;
}

function encodeInteger(scalar: Uint8Array): Uint8Array {
  const start = Math.max(
    scalar.findIndex((byte) => byte !== 0),
    0,
  );
  const digits = scalar.subarray(start);
  const sign = (digits[0] ?? 0) >= 0x80 ? [0] : [];
  return join(Uint8Array.of(INTEGER, digits.length + sign.length, ...sign), digits);
}
