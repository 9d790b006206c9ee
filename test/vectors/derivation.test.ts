import { createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { addressOf, deriveKey, mnemonicSeed, sameAddress, sha256 } from '../../electron/crypto/index.ts';
import type { AddressFormat, Curve } from '../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import addresses from './addresses.json' with { type: 'json' };
import bip32 from './bip-32.json' with { type: 'json' };
import bip49 from './bip-49.json' with { type: 'json' };
import bip84 from './bip-84.json' with { type: 'json' };
import bip86 from './bip-86.json' with { type: 'json' };
import eip55 from './eip-55.json' with { type: 'json' };
import slip10 from './slip-10.json' with { type: 'json' };

const base58check = createBase58check(sha256);
/** The key inside a serialised extended key: 33 bytes, 00 before a private one. */
const keyOf = (extended: string) => hexEncode(base58check.decode(extended).subarray(45));
const wifKey = (wif: string) => hexEncode(base58check.decode(wif).subarray(1, 33));

describe('BIP-32', () => {
  test.each(bip32.keys)('$path of $seed', ({ seed, path, extendedPrivate, extendedPublic }) => {
    const key = deriveKey(hexDecode(seed), 'CURVE_SECP256K1', path);
    expect(`00${hexEncode(key.privateKey)}`).toBe(keyOf(extendedPrivate));
    expect(key.publicKey).toBe(keyOf(extendedPublic));
  });
});

describe('SLIP-0010', () => {
  test.each(slip10.keys)('$test, $curve $path of $seed', ({ seed, curve, path, privateKey, publicKey }) => {
    const key = deriveKey(hexDecode(seed), curve as Curve, path);
    expect(hexEncode(key.privateKey)).toBe(privateKey);
    expect(key.publicKey).toBe(publicKey);
  });
});

/** A row's private key is an extended key (with the version of SLIP-132) or in wallet import format. */
interface AccountKey {
  readonly path: string;
  readonly extendedPrivate?: string;
  readonly wif?: string;
  readonly extendedPublic?: string;
  readonly publicKey?: string;
  /** The x-coordinate. */
  readonly internalKey?: string;
}

describe.each<{ mnemonic: string; keys: readonly AccountKey[] }>([bip49, bip84, bip86])(
  'accounts of the BIPs',
  ({ mnemonic, keys }) => {
    const seed = mnemonicSeed(utf8Encode(mnemonic));

    test.each(keys)('$path', ({ path, extendedPrivate = '', wif, extendedPublic, publicKey, internalKey }) => {
      const key = deriveKey(seed, 'CURVE_SECP256K1', path);
      expect(hexEncode(key.privateKey)).toBe(wif === undefined ? keyOf(extendedPrivate).slice(2) : wifKey(wif));
      if (extendedPublic !== undefined) expect(key.publicKey).toBe(keyOf(extendedPublic));
      if (publicKey !== undefined) expect(key.publicKey).toBe(publicKey);
      if (internalKey !== undefined) expect(key.publicKey.slice(2)).toBe(internalKey);
    });
  },
);

describe('accounts of the development mnemonic', () => {
  const seed = mnemonicSeed(utf8Encode(addresses.mnemonic));

  test.each(addresses.accounts)('$format at $path', ({ format, curve, path, publicKey, address }) => {
    const key = deriveKey(seed, curve as Curve, path);
    expect(key.publicKey).toBe(publicKey);
    expect(addressOf(format as AddressFormat, publicKey, curve as Curve)).toBe(address);
  });
});

test.each(eip55.addresses)('%s is one address in checked, lower and upper case', (address) => {
  const digits = address.slice(2);
  expect(sameAddress('ADDRESS_FORMAT_ETHEREUM', address, `0x${digits.toLowerCase()}`)).toBe(true);
  expect(sameAddress('ADDRESS_FORMAT_ETHEREUM', address, `0x${digits.toUpperCase()}`)).toBe(true);
  const swapped = digits.replace(/[a-fA-F]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  expect(sameAddress('ADDRESS_FORMAT_ETHEREUM', address, `0x${swapped}`)).toBe(false);
});
