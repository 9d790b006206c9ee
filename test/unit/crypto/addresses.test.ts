import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import {
  ADDRESS_TABLE,
  addressOf,
  findFormats,
  generateEd25519,
  p256PublicKey,
  p256Uncompress,
  requirePublicKey,
  sameAddress,
  secp256k1PublicKey,
} from '../../../electron/crypto/index.ts';
import { ADDRESS_FORMATS, type AddressFormat, type Curve } from '../../../shared/model/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';

const privateKey = hexDecode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const secp256k1 = {
  compressed: secp256k1PublicKey(privateKey, 'compressed'),
  uncompressed: secp256k1PublicKey(privateKey, 'uncompressed'),
};
const p256 = {
  compressed: p256PublicKey(privateKey, 'compressed'),
  uncompressed: p256PublicKey(privateKey, 'uncompressed'),
};
const ed25519 = generateEd25519().publicKey;
const keyInvalid = expect.objectContaining({ code: 'KEY_INVALID' });
const invalidInput = expect.objectContaining({ code: 'INVALID_INPUT' });

function isPoint(curve: Curve, publicKey: string): boolean {
  try {
    requirePublicKey(curve, publicKey);
    return true;
  } catch {
    return false;
  }
}

describe('the table', () => {
  test('offers formats of the interface, each derivable at its usual path', () => {
    expect(findFormats()).toEqual(ADDRESS_FORMATS.filter((format) => ADDRESS_TABLE[format] !== undefined));
    for (const format of findFormats()) {
      const rule = ADDRESS_TABLE[format]!;
      expect(rule.defaultPath).toMatch(/^m(\/\d+'?)+$/);
      if (rule.curves[0] === 'CURVE_ED25519') expect(rule.defaultPath).toMatch(/^m(\/\d+')+$/);
    }
  });

  test('refuses the other formats by name', () => {
    const unknown = 'ADDRESS_FORMAT_TRON' satisfies AddressFormat;
    expect(() => addressOf(unknown, secp256k1.compressed)).toThrowError(
      expect.objectContaining({ code: 'NOT_SUPPORTED' }),
    );
    expect(() => sameAddress(unknown, 'a', 'a')).toThrowError(expect.objectContaining({ code: 'NOT_SUPPORTED' }));
  });
});

describe('the form of the key does not matter', () => {
  test.each(['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED'] as const)(
    '%s',
    (format) => {
      const address = addressOf(format, secp256k1.uncompressed);
      expect(addressOf(format, secp256k1.compressed, 'CURVE_SECP256K1')).toBe(address);
      expect(addressOf(format, secp256k1.compressed.toUpperCase(), 'CURVE_SECP256K1')).toBe(address);
    },
  );
});

describe('keys of two curves', () => {
  test('an uncompressed key tells its curve', () => {
    expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', p256.uncompressed)).toBe(p256.uncompressed);
    expect(addressOf('ADDRESS_FORMAT_COMPRESSED', p256.uncompressed)).toBe(p256.compressed);
    expect(addressOf('ADDRESS_FORMAT_COMPRESSED', ed25519)).toBe(ed25519);
  });

  test('a compressed key that is a point of both needs the curve named', () => {
    const both = Array.from({ length: 100 }, (_, x) => `02${x.toString(16).padStart(64, '0')}`).find(
      (key) => isPoint('CURVE_SECP256K1', key) && isPoint('CURVE_P256', key),
    )!;
    expect(() => addressOf('ADDRESS_FORMAT_UNCOMPRESSED', both)).toThrowError(invalidInput);
    expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', both, 'CURVE_P256')).toBe(p256Uncompress(both));
    expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', both, 'CURVE_SECP256K1')).not.toBe(p256Uncompress(both));
    expect(addressOf('ADDRESS_FORMAT_COMPRESSED', both)).toBe(both);
  });

  test('a curve that the format is not made of is refused', () => {
    expect(() => addressOf('ADDRESS_FORMAT_ETHEREUM', p256.uncompressed, 'CURVE_P256')).toThrowError(invalidInput);
    expect(() => addressOf('ADDRESS_FORMAT_SOLANA', secp256k1.compressed, 'CURVE_SECP256K1')).toThrowError(
      invalidInput,
    );
    expect(() => addressOf('ADDRESS_FORMAT_UNCOMPRESSED', ed25519)).toThrowError(keyInvalid);
  });
});

test.each([
  ['nothing', ''],
  ['not hex', 'zz'],
  ['no point', `02${'ff'.repeat(32)}`],
  ['a P-256 point', p256.uncompressed],
  ['an Ed25519 key', ed25519],
])('an Ethereum address of %s is refused', (_name, key) => {
  expect(() => addressOf('ADDRESS_FORMAT_ETHEREUM', key)).toThrowError(keyInvalid);
});

describe('the same address', () => {
  const solana = addressOf('ADDRESS_FORMAT_SOLANA', ed25519);

  test('Solana: base58 of exactly 32 bytes, letter case matters', () => {
    expect(base58.decode(solana)).toHaveLength(32);
    expect(sameAddress('ADDRESS_FORMAT_SOLANA', solana, solana)).toBe(true);
    expect(sameAddress('ADDRESS_FORMAT_SOLANA', solana, solana.toLowerCase())).toBe(false);
    expect(sameAddress('ADDRESS_FORMAT_SOLANA', '0OIl', '0OIl')).toBe(false);
    expect(
      sameAddress('ADDRESS_FORMAT_SOLANA', base58.encode(new Uint8Array(31)), base58.encode(new Uint8Array(31))),
    ).toBe(false);
  });

  test('keys: hex of any letter case', () => {
    expect(sameAddress('ADDRESS_FORMAT_COMPRESSED', secp256k1.compressed, secp256k1.compressed.toUpperCase())).toBe(
      true,
    );
    expect(
      sameAddress('ADDRESS_FORMAT_UNCOMPRESSED', secp256k1.uncompressed, secp256k1.uncompressed.toUpperCase()),
    ).toBe(true);
    expect(sameAddress('ADDRESS_FORMAT_UNCOMPRESSED', secp256k1.compressed, secp256k1.compressed)).toBe(false);
  });

  test('what is no address equals nothing, itself included', () => {
    for (const format of findFormats()) {
      for (const text of ['', 'x', '0x', 'f'.repeat(1_000_000)]) expect(sameAddress(format, text, text)).toBe(false);
    }
  });
});
