import { describe, expect, test } from 'vitest';
import { addressOf, deriveKey, mnemonicSeed, sameAddress } from '../../electron/crypto/index.ts';
import type { AddressFormat, Curve } from '../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import addresses from './addresses.json' with { type: 'json' };
import derivation from './derivation.json' with { type: 'json' };

test.each(derivation.keys)('$curve $path of $seed', ({ seed, curve, path, privateKey, publicKey }) => {
  const key = deriveKey(hexDecode(seed), curve as Curve, path);
  expect(hexEncode(key.privateKey)).toBe(privateKey);
  if (publicKey !== undefined) expect(key.publicKey).toBe(publicKey);
});

describe('accounts of the development mnemonic', () => {
  const seed = mnemonicSeed(utf8Encode(addresses.mnemonic));

  test.each(addresses.accounts)('$format at $path', ({ format, curve, path, publicKey, address }) => {
    const key = deriveKey(seed, curve as Curve, path);
    expect(key.publicKey).toBe(publicKey);
    expect(addressOf(format as AddressFormat, publicKey, curve as Curve)).toBe(address);
  });
});

test.each(addresses.eip55)('%s is one address in checked, lower and upper case', (address) => {
  const digits = address.slice(2);
  expect(sameAddress('ADDRESS_FORMAT_ETHEREUM', address, `0x${digits.toLowerCase()}`)).toBe(true);
  expect(sameAddress('ADDRESS_FORMAT_ETHEREUM', address, `0x${digits.toUpperCase()}`)).toBe(true);
  const swapped = digits.replace(/[a-fA-F]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  expect(sameAddress('ADDRESS_FORMAT_ETHEREUM', address, `0x${swapped}`)).toBe(false);
});
