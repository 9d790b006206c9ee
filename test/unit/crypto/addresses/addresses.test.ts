import { describe, expect, test } from 'vitest';
import { secp256k1PublicKey } from '../../../../electron/crypto/curves/secp256k1.ts';
import {
  ADDRESS_TABLE,
  addressOf,
  generateEd25519,
  p256PublicKey,
  p256Uncompress,
  requirePublicKey,
} from '../../../../electron/crypto/index.ts';
import { ADDRESS_FORMATS, type Curve } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';

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
  test('has every format of the interface, each derivable at its usual path', () => {
    expect(Object.keys(ADDRESS_TABLE)).toEqual(ADDRESS_FORMATS);
    for (const rule of Object.values(ADDRESS_TABLE)) {
      expect(rule.defaultPath).toMatch(/^m(\/\d+'?)+$/);
      if (rule.curves[0] === 'CURVE_ED25519') expect(rule.defaultPath).toMatch(/^m(\/\d+')+$/);
    }
  });

  test('spells namespaces as CAIP-2 does', () => {
    const named = Object.values(ADDRESS_TABLE).flatMap(({ caip2Prefix }) => caip2Prefix ?? []);
    expect([...new Set(named)].toSorted()).toEqual(
      ['aptos', 'bip122', 'cosmos', 'eip155', 'solana', 'stellar', 'sui', 'tron', 'tvm', 'xrpl'].toSorted(),
    );
    for (const prefix of named) expect(prefix).toMatch(/^[-a-z0-9]{3,8}$/);
  });

  test('signs after BIP-340 for Spark, and for Taproot with the tweaked key', () => {
    const schemes = ADDRESS_FORMATS.map((format) => [format, ADDRESS_TABLE[format].schnorr] as const);
    expect(schemes.filter(([, scheme]) => scheme !== undefined)).toEqual([
      ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'BIP341'],
      ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR', 'BIP341'],
      ['ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR', 'BIP341'],
      ['ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR', 'BIP341'],
      ['ADDRESS_FORMAT_SPARK_MAINNET', 'BIP340'],
      ['ADDRESS_FORMAT_SPARK_REGTEST', 'BIP340'],
    ]);
  });
});

describe('both forms of a key give the same address', () => {
  const ofSecp256k1 = ADDRESS_FORMATS.filter((format) => ADDRESS_TABLE[format].curves[0] === 'CURVE_SECP256K1');

  test.each(ofSecp256k1)('%s', (format) => {
    const address = addressOf(format, secp256k1.uncompressed);
    expect(addressOf(format, secp256k1.compressed, 'CURVE_SECP256K1')).toBe(address);
    expect(addressOf(format, secp256k1.compressed.toUpperCase(), 'CURVE_SECP256K1')).toBe(address);
  });
});

describe('keys of two curves', () => {
  test('an uncompressed key shows its curve', () => {
    expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', p256.uncompressed)).toBe(p256.uncompressed);
    expect(addressOf('ADDRESS_FORMAT_COMPRESSED', p256.uncompressed)).toBe(p256.compressed);
    expect(addressOf('ADDRESS_FORMAT_COMPRESSED', ed25519)).toBe(ed25519);
  });

  test('a compressed key that is valid on both curves needs the curve', () => {
    const both = Array.from({ length: 100 }, (_, x) => `02${x.toString(16).padStart(64, '0')}`).find(
      (key) => isPoint('CURVE_SECP256K1', key) && isPoint('CURVE_P256', key),
    )!;
    expect(() => addressOf('ADDRESS_FORMAT_UNCOMPRESSED', both)).toThrowError(invalidInput);
    expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', both, 'CURVE_P256')).toBe(p256Uncompress(both));
    expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', both, 'CURVE_SECP256K1')).not.toBe(p256Uncompress(both));
    expect(addressOf('ADDRESS_FORMAT_COMPRESSED', both)).toBe(both);
  });

  test('a curve that the format does not use is refused', () => {
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
