import { schnorr } from '@noble/curves/secp256k1.js';
import { address as bitcoinAddress } from 'bitcoinjs-lib';
import { recoverAddress as ethersRecoverAddress, verifyAuthorization } from 'ethers';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { type Hex, hashMessage, keccak256, recoverAddress, recoverMessageAddress, sha256 } from 'viem';
import { recoverAuthorizationAddress } from 'viem/utils';
import { expect, test } from 'vitest';
import {
  addressOf,
  publicKeyOf,
  recoverRawPayloadSigner,
  signRawPayload,
  verifyRawPayload,
} from '../../electron/crypto/index.ts';
import type { RawPayload } from '../../electron/crypto/payloads/raw-payload.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import '../fuzz/seed.ts';

const SECP256K1 = { curve: 'CURVE_SECP256K1', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' } as const;
const privateKeys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => (key[0] ?? 0) > 0 && (key[0] ?? 0) < 255);
const messages = fc.uint8Array({ maxLength: 300 });
const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;

/** Signs and verifies. Returns the signature as Ethereum's libraries take it, and the address of the key. */
function signed(request: RawPayload, privateKey: Uint8Array) {
  const { r, s, v } = signRawPayload({ ...request, privateKey });
  const publicKey = publicKeyOf(request.curve, privateKey);
  verifyRawPayload({ ...request, publicKey, r, s, v });
  expect(recoverRawPayloadSigner({ ...request, r, s, v })).toBe(publicKey);
  const signature: Hex = `0x${r}${s}${v === '00' ? '1b' : '1c'}`;
  return { r, s, v, signature, address: addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey) };
}

test('viem recovers the signer of a personal message from its EIP-191 digest', async () => {
  await fc.assert(
    fc.asyncProperty(privateKeys, fc.string({ unit: 'grapheme' }), async (privateKey, message) => {
      const request = { ...SECP256K1, payload: hashMessage(message), hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
      const { signature, address } = signed(request, privateKey);
      expect(await recoverMessageAddress({ message, signature })).toBe(address);
    }),
    { numRuns: 100 },
  );
});

test('viem and ethers recover the signer of hashed payloads', async () => {
  await fc.assert(
    fc.asyncProperty(privateKeys, messages, async (privateKey, message) => {
      const payload = hexOf(message);
      const keccak = signed({ ...SECP256K1, payload, hashFunction: 'HASH_FUNCTION_KECCAK256' }, privateKey);
      expect(await recoverAddress({ hash: keccak256(payload), signature: keccak.signature })).toBe(keccak.address);
      const sha = signed({ ...SECP256K1, payload, hashFunction: 'HASH_FUNCTION_SHA256' }, privateKey);
      expect(ethersRecoverAddress(sha256(payload), sha.signature)).toBe(sha.address);
    }),
    { numRuns: 100 },
  );
});

test('viem and ethers recover the authority of an EIP-7702 authorization', async () => {
  const number = fc.oneof(fc.nat(300), fc.maxSafeNat());
  const target = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hexOf);
  await fc.assert(
    fc.asyncProperty(privateKeys, target, number, number, async (privateKey, address, chainId, nonce) => {
      const authorization = { address, chainId, nonce };
      const request = {
        curve: 'CURVE_SECP256K1',
        encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
        payload: JSON.stringify(authorization),
        hashFunction: 'HASH_FUNCTION_NO_OP',
      } as const;
      const { r, s, v, signature, address: authority } = signed(request, privateKey);
      const parts = { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) } as const;
      expect(await recoverAuthorizationAddress({ authorization: { ...authorization, ...parts } })).toBe(authority);
      expect(verifyAuthorization({ address, chainId, nonce }, signature)).toBe(authority);
    }),
    { numRuns: 150 },
  );
});

test('TweetNaCl verifies Ed25519 signatures', () => {
  fc.assert(
    fc.property(privateKeys, messages, (privateKey, message) => {
      const { r, s, v } = signRawPayload({
        curve: 'CURVE_ED25519',
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        payload: hexOf(message),
        hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
        privateKey,
      });
      const publicKey = hexDecode(publicKeyOf('CURVE_ED25519', privateKey));
      expect(nacl.sign.detached.verify(message, hexDecode(`${r}${s}`), publicKey)).toBe(true);
      expect(v).toBe('00');
    }),
    { numRuns: 100 },
  );
});

test.each(['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'ADDRESS_FORMAT_SPARK_MAINNET'] as const)(
  'the key in an address %s verifies its BIP-340 signatures',
  (addressFormat) => {
    fc.assert(
      fc.property(privateKeys, messages, (privateKey, message) => {
        const request = {
          ...SECP256K1,
          payload: hexOf(message),
          hashFunction: 'HASH_FUNCTION_SHA256',
          addressFormat,
        } as const;
        const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
        const { r, s, v } = signRawPayload({ ...request, privateKey });
        expect(v).toBe('00');
        const x = addressFormat.endsWith('P2TR')
          ? bitcoinAddress.fromBech32(addressOf(addressFormat, publicKey)).data
          : hexDecode(publicKey).subarray(1);
        const digest = hexDecode(sha256(request.payload).slice(2));
        expect(schnorr.verify(hexDecode(`${r}${s}`), digest, x)).toBe(true);
        verifyRawPayload({ ...request, publicKey, r, s, v });
        expect(recoverRawPayloadSigner({ ...request, r, s, v })).toBeNull();
      }),
      { numRuns: 60 },
    );
  },
);
