import { expect } from 'vitest';
import { ADDRESS_TABLE, addressOf, publicKeyOf, sha256 } from '../../electron/crypto/index.ts';
import type { AddressFormat, Curve } from '../../shared/model/index.ts';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';

/** Keys compared for each format. */
const KEYS = 200;

const made = new Map<Curve, readonly string[]>();

/** 32 bytes that look random and are the same in every run. */
export function seedOf(label: string, index: number): Uint8Array {
  return sha256(utf8Encode(`${label} ${index}`));
}

/** The same public keys of a curve in every run: compressed, or 32 bytes of Ed25519. */
export function keysOf(curve: Curve): readonly string[] {
  const known = made.get(curve);
  if (known !== undefined) return known;
  const keys = Array.from({ length: KEYS }, (_, index) => publicKeyOf(curve, seedOf(curve, index)));
  made.set(curve, keys);
  return keys;
}

/** Every key has the address that the other library makes of it, and that address reads back as itself. */
export function expectSameAddresses(
  format: AddressFormat,
  curve: Curve,
  theirs: (publicKey: Uint8Array, hex: string) => string,
): void {
  const keys = keysOf(curve);
  const expected = keys.map((key) => theirs(Buffer.from(key, 'hex'), key));
  expect(keys.map((key) => addressOf(format, key, curve))).toEqual(expected);
  expect(new Set(expected).size).toBe(KEYS);
  expect(expected.map((address) => ADDRESS_TABLE[format].normalize(address))).toEqual(expected);
}

/** 32 bytes as hex, another in every place. */
export function hashOf(index: number): string {
  return hexEncode(seedOf('hash', index));
}
