import { p256 } from '@noble/curves/nist.js';
import { PublicKey } from '@solana/web3.js';
import { bech32 } from 'bech32';
import { computeAddress, getAddress as ethersAddress, ripemd160, SigningKey, sha256 } from 'ethers';
import { utils } from 'tronweb';
import { getAddress } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { ADDRESS_TABLE, addressOf } from '../../electron/crypto/index.ts';
import { expectSameAddresses, hashOf, keysOf } from './address-keys.ts';
import { loadDeriveAddress } from './ripple.ts';

const SECP256K1 = 'CURVE_SECP256K1';

describe('Ethereum', () => {
  test('as viem makes them', () => {
    expectSameAddresses('ADDRESS_FORMAT_ETHEREUM', SECP256K1, (_key, hex) =>
      publicKeyToAddress(SigningKey.computePublicKey(`0x${hex}`, false) as `0x${string}`),
    );
  });

  test('as ethers makes them', () => {
    expectSameAddresses('ADDRESS_FORMAT_ETHEREUM', SECP256K1, (_key, hex) => computeAddress(`0x${hex}`));
  });

  test('any 20 bytes get the same letter case as in viem and ethers', () => {
    for (let index = 0; index < 200; index += 1) {
      const lower: `0x${string}` = `0x${hashOf(index).slice(0, 40)}`;
      const normalized = ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(lower);
      expect([normalized, normalized]).toEqual([getAddress(lower), ethersAddress(lower)]);
    }
  });
});

describe('Tron, as tronweb makes them', () => {
  test('from keys', () => {
    expectSameAddresses('ADDRESS_FORMAT_TRON', SECP256K1, (_key, hex) => {
      const point = Buffer.from(SigningKey.computePublicKey(`0x${hex}`, false).slice(2), 'hex');
      return utils.crypto.getBase58CheckAddress(utils.crypto.computeAddress(point));
    });
  });

  test('from its own hex', () => {
    for (let index = 0; index < 200; index += 1) {
      const hex = `41${hashOf(index).slice(0, 40)}`;
      const address = utils.address.fromHex(hex);
      const { normalize } = ADDRESS_TABLE.ADDRESS_FORMAT_TRON;
      expect([normalize(hex), normalize(hex.toUpperCase()), normalize(address)]).toEqual([address, address, address]);
    }
  });
});

test('Solana, as @solana/web3.js makes them', () => {
  expectSameAddresses('ADDRESS_FORMAT_SOLANA', 'CURVE_ED25519', (key) => new PublicKey(key).toBase58());
});

test.each([
  ['ADDRESS_FORMAT_COSMOS', 'cosmos'],
  ['ADDRESS_FORMAT_SEI', 'sei'],
] as const)('%s, as the bech32 package and the hashes of ethers make them', (format, prefix) => {
  expectSameAddresses(format, SECP256K1, (_key, hex) => {
    const hash = Buffer.from(ripemd160(sha256(`0x${hex}`)).slice(2), 'hex');
    return bech32.encode(prefix, bech32.toWords(hash));
  });
});

test('XRP, as ripple-keypairs makes them', async () => {
  const deriveAddress = await loadDeriveAddress();
  expectSameAddresses('ADDRESS_FORMAT_XRP', SECP256K1, (_key, hex) => deriveAddress(hex.toUpperCase()));
});

describe('keys as addresses', () => {
  test('of secp256k1, as ethers converts them', () => {
    const compressed = 'ADDRESS_FORMAT_COMPRESSED';
    expectSameAddresses(compressed, SECP256K1, (_key, hex) => SigningKey.computePublicKey(`0x${hex}`, true).slice(2));
    const uncompressed = 'ADDRESS_FORMAT_UNCOMPRESSED';
    expectSameAddresses(uncompressed, SECP256K1, (_key, hex) =>
      SigningKey.computePublicKey(`0x${hex}`, false).slice(2),
    );
  });

  test('of P-256, as @noble/curves converts them', () => {
    expectSameAddresses('ADDRESS_FORMAT_COMPRESSED', 'CURVE_P256', (key) => p256.Point.fromBytes(key).toHex(true));
    expectSameAddresses('ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_P256', (key) => p256.Point.fromBytes(key).toHex(false));
  });

  test('of Ed25519 they are the 32 bytes', () => {
    expect(keysOf('CURVE_ED25519').map((key) => addressOf('ADDRESS_FORMAT_COMPRESSED', key))).toEqual(
      keysOf('CURVE_ED25519'),
    );
  });
});
