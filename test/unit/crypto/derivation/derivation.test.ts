import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import Slip10 from 'micro-key-producer/slip10.js';
import { describe, expect, test } from 'vitest';
import { deriveKey, openDerivations, parsePath, publicKeyOf } from '../../../../electron/crypto/index.ts';
import { CURVES } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import '../../../fuzz/seed.ts';

const seeds = fc.uint8Array({ minLength: 16, maxLength: 64 });
const index = fc.nat(0x7fffffff);
const paths = fc
  .array(fc.tuple(index, fc.boolean()), { maxLength: 4 })
  .map((segments) => ['m', ...segments.map(([number, hardened]) => `${number}${hardened ? "'" : ''}`)].join('/'));
const hardenedPaths = fc
  .array(index, { maxLength: 4 })
  .map((segments) => ['m', ...segments.map((number) => `${number}'`)].join('/'));

test('secp256k1 keys are those of @scure/bip32', () => {
  fc.assert(
    fc.property(seeds, paths, (seed, path) => {
      const node = HDKey.fromMasterSeed(seed).derive(path);
      expect(deriveKey(seed, 'CURVE_SECP256K1', path)).toEqual({
        privateKey: node.privateKey,
        publicKey: hexEncode(node.publicKey!),
      });
    }),
    { numRuns: 20 },
  );
});

test('a seed’s keys do not depend on earlier derivations, and later ones do not change them', () => {
  const curve = fc.constantFrom(...CURVES);
  // Few numbers, so that the paths have much in common.
  const near = fc
    .array(fc.constantFrom("0'", "1'", "2'"), { maxLength: 5 })
    .map((segments) => ['m', ...segments].join('/'));
  fc.assert(
    fc.property(seeds, fc.array(fc.tuple(curve, near), { maxLength: 8 }), (seed, wanted) => {
      const derivations = openDerivations(seed);
      const derived = wanted.map(([curve, path]) => derivations.derive(curve, path));
      derivations.close();
      expect(derived).toEqual(wanted.map(([curve, path]) => deriveKey(seed, curve, path)));
    }),
    { numRuns: 50 },
  );
});

test('a refused path leaves earlier keys usable', () => {
  const seed = new Uint8Array(64).fill(9);
  const derivations = openDerivations(seed);
  const first = derivations.derive('CURVE_SECP256K1', 'm/0/1');
  expect(() => derivations.derive('CURVE_ED25519', 'm/0/1')).toThrow('hardened segments');
  expect(() => derivations.derive('CURVE_SECP256K1', 'm/0/x')).toThrow('invalid path');
  expect(derivations.derive('CURVE_SECP256K1', 'm/0/1')).toEqual(first);
  derivations.close();
});

test('Ed25519 keys are those of micro-key-producer', () => {
  fc.assert(
    fc.property(seeds, hardenedPaths, (seed, path) => {
      const node = Slip10.fromMasterSeed(seed).derive(path);
      expect(hexEncode(deriveKey(seed, 'CURVE_ED25519', path).privateKey)).toBe(hexEncode(node.privateKey));
    }),
    { numRuns: 20 },
  );
});

test('P-256 keys are valid and match their public keys', () => {
  fc.assert(
    fc.property(seeds, paths, (seed, path) => {
      const { privateKey, publicKey } = deriveKey(seed, 'CURVE_P256', path);
      expect(publicKeyOf('CURVE_P256', privateKey)).toBe(publicKey);
    }),
    { numRuns: 50 },
  );
});

test.each(CURVES)('the seed is not changed (%s)', (curve) => {
  const seed = new Uint8Array(64).fill(9);
  const first = deriveKey(seed, curve, "m/44'/0'");
  expect(seed).toEqual(new Uint8Array(64).fill(9));
  expect(deriveKey(seed, curve, "m/44'/0'")).toEqual(first);
});

describe('paths', () => {
  const invalidPath = expect.objectContaining({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/^invalid path/),
  });

  test('become child numbers', () => {
    expect(parsePath('m')).toEqual([]);
    expect(parsePath("m/44'/60'/0'/0/2147483647")).toEqual([0x8000002c, 0x8000003c, 0x80000000, 0, 0x7fffffff]);
  });

  test.each([
    '',
    'M',
    'm/',
    '/0',
    '44/60',
    'm//0',
    'm/-1',
    'm/1.5',
    'm/0x1',
    'm/00',
    "m/0''",
    'm/0h',
    'm/2147483648',
    'm/99999999999',
    'm/0 ',
    'm/٣',
    'm/0\n',
  ])('%j is refused', (path) => {
    expect(() => parsePath(path)).toThrowError(invalidPath);
  });

  test.each([
    ['44/60', "it must begin with m/, as in m/44'/60'/0'/0/0"],
    ['', 'it is empty'],
    ['m\\0', 'it has a backslash: separate segments with /'],
    ['m//0', 'segment 1 is empty: write a number there, or take a slash away'],
    ['m/-1', 'segment 1 is negative, and segments begin at 0'],
    ['m/0x1', 'segment 1 is not a decimal number'],
    ["m/44''", "segment 1 marks a hardened key twice: write one ' after the number"],
    ['m/0/44p', "segment 2 has other text than ' after its number"],
    ['m/44h/0', "segment 1 marks a hardened key with another sign: write ' after the number"],
    ['m/0/44\u2019', "segment 2 marks a hardened key with another sign: write ' after the number"],
    ['m/00', 'segment 1 begins with a zero: write 0'],
    ["m/0/007'", 'segment 2 begins with a zero: write 7'],
    ['m/x', 'segment 1 is a placeholder: write a number for it'],
    ['m/2147483648', 'segment 1 is not below 2147483648'],
    ['m/99999999999', 'segment 1 is not below 2147483648'],
  ])('%j is refused with the reason', (path, why) => {
    expect(() => parsePath(path)).toThrow(`invalid path: ${why}. No key was derived.`);
  });

  test('more than 255 segments are refused, and so is a very long text', () => {
    expect(parsePath(`m${'/0'.repeat(255)}`)).toHaveLength(255);
    expect(() => parsePath(`m${'/0'.repeat(256)}`)).toThrowError(invalidPath);
    expect(() => parsePath(`m${'/0'.repeat(5_000_000)}`)).toThrowError(invalidPath);
  });

  test('an unhardened Ed25519 path is refused with the reason', () => {
    expect(() => deriveKey(new Uint8Array(32), 'CURVE_ED25519', "m/44'/501'/0'/0")).toThrowError(/hardened segments/);
  });
});

test.each([0, 15, 65])('a seed of %d bytes is refused', (length) => {
  expect(() => deriveKey(new Uint8Array(length), 'CURVE_P256', 'm')).toThrowError(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  );
});
