import { join } from '../native.ts';

const INTEGER = 0x02;
const SEQUENCE = 0x30;

/** An ECDSA signature in strict DER (RFC 3279 2.2.3, BIP-66): the one good spelling of the numbers r and s, big endian. */
export function encodeDer(r: Uint8Array, s: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = join(encodeInteger(r), encodeInteger(s));
  return join(Uint8Array.of(SEQUENCE, body.length), body);
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
