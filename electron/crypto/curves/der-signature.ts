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

/**
 * Drops needless leading zeros of r and s (X.690, 8.3.2) and returns the strict spelling. Returns any other bytes unchanged.
 * Choice (padded-wallet-stamps): stamps of Ethereum wallets may have them, because the official wallet stamper pads to 32 bytes.
 */
export function withoutPadding(signature: Uint8Array): Uint8Array {
  const [sequence, length, first, rLength = 0] = signature;
  const second = 4 + rLength;
  const [r, s] = [signature.subarray(4, second), signature.subarray(second + 2)];
  const isSignature =
    sequence === SEQUENCE &&
    length === signature.length - 2 &&
    first === INTEGER &&
    signature[second] === INTEGER &&
    signature[second + 1] === s.length &&
    [r, s].every((number) => number.length > 0 && number.length <= SCALAR_BYTES + 1 && (number[0] ?? 0) < 0x80);
  return isSignature ? encodeDer(r, s) : signature;
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
