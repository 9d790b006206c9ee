import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

type Wanted = Parameters<StartedService['client']['createPrivateKeys']>[0]['parameters']['privateKeys'][number];

async function create(...privateKeys: Wanted[]) {
  const { activity } = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys }),
  );
  return activity.result.createPrivateKeysResultV2!.privateKeys;
}

const wanted = (changes: Partial<Wanted> & Pick<Wanted, 'privateKeyName'>): Wanted => ({
  curve: 'CURVE_SECP256K1',
  privateKeyTags: [],
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  ...changes,
});
const listed = async () =>
  (await service.client.getPrivateKeys({ organizationId: service.organizationId })).privateKeys;
const get = async (privateKeyId: string) =>
  (await service.client.getPrivateKey({ organizationId: service.organizationId, privateKeyId })).privateKey;

async function sign(
  signWith: string,
  payload: string,
  hashFunction: 'HASH_FUNCTION_SHA256' | 'HASH_FUNCTION_NOT_APPLICABLE',
) {
  const { activity } = await service.client.signRawPayload(
    service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith,
      payload,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction,
    }),
  );
  const { r, s } = activity.result.signRawPayloadResult!;
  return hexToBytes(r + s);
}

describe('create_private_keys', () => {
  it('gives an address for each format, in the order of the request, and lists the keys', async () => {
    const before = await listed();
    const made = await create(
      wanted({ privateKeyName: 'A', addressFormats: ['ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_ETHEREUM'] }),
      wanted({ privateKeyName: 'B', curve: 'CURVE_ED25519', addressFormats: ['ADDRESS_FORMAT_SOLANA'] }),
      wanted({ privateKeyName: 'C', curve: 'CURVE_P256', addressFormats: [] }),
    );
    expect(made.map(({ addresses }) => addresses?.map(({ format }) => format))).toEqual([
      ['ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_ETHEREUM'],
      ['ADDRESS_FORMAT_SOLANA'],
      [],
    ]);
    const rows = (await listed()).slice(before.length);
    expect(rows.map(({ privateKeyName, curve }) => [privateKeyName, curve])).toEqual([
      ['A', 'CURVE_SECP256K1'],
      ['B', 'CURVE_ED25519'],
      ['C', 'CURVE_P256'],
    ]);
    expect(rows.map(({ addresses }) => addresses)).toEqual(made.map(({ addresses }) => addresses));
    for (const row of rows) {
      expect(row).toMatchObject({ exported: false, imported: false, privateKeyTags: [] });
      expect(await get(row.privateKeyId)).toEqual(row);
    }
  });

  it('makes many in one activity', async () => {
    const names = Array.from({ length: 30 }, (_none, index) => `Many ${index}`);
    const made = await create(...names.map((privateKeyName) => wanted({ privateKeyName })));
    expect(new Set(made.map(({ addresses }) => addresses?.[0]?.address)).size).toBe(30);
  });

  it.each([
    [
      'a name that is taken',
      [wanted({ privateKeyName: 'Twice' }), wanted({ privateKeyName: 'Twice' })],
      'private key label must be unique',
    ],
    [
      'a format that is not made of the curve',
      [wanted({ privateKeyName: 'x' }), wanted({ privateKeyName: 'y', curve: 'CURVE_ED25519' })],
      'Turnkey error 3: invalid curve: ADDRESS_FORMAT_ETHEREUM is not made of CURVE_ED25519 keys',
    ],
    [
      'an unknown format',
      [wanted({ privateKeyName: 'x', addressFormats: ['ADDRESS_FORMAT_MOON' as 'ADDRESS_FORMAT_TRON'] })],
      'Turnkey error 3: invalid address format: /parameters/privateKeys/0/addressFormats/0',
    ],
    [
      'a format twice',
      [wanted({ privateKeyName: 'x', addressFormats: ['ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_TRON'] })],
      'Turnkey error 3: invalid address format: a format is named twice',
    ],
    [
      'an unknown curve',
      [wanted({ privateKeyName: 'x', curve: 'CURVE_MOON' as 'CURVE_P256' })],
      'Turnkey error 3: invalid curve: /parameters/privateKeys/0/curve',
    ],
    [
      'an unknown tag',
      [wanted({ privateKeyName: 'x', privateKeyTags: ['7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60'] })],
      'Turnkey error 3: invalid private key tag: could not find tag 7a1e9d52',
    ],
    ['no key', [], '/parameters/privateKeys'],
    [
      'too many keys',
      Array.from({ length: 101 }, (_none, index) => wanted({ privateKeyName: `n${index}` })),
      '/parameters/privateKeys',
    ],
  ] as const)('refuses %s and makes none', async (_what, keys, message) => {
    const before = await listed();
    await expect(create(...keys)).rejects.toThrow(message);
    expect(await listed()).toEqual(before);
  });

  it('refuses an unknown key', async () => {
    await expect(get('7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60')).rejects.toThrow(
      'Turnkey error 5: no private key found with the given ID',
    );
  });
});

describe('a private key signs', () => {
  it('by its id and by any of its addresses, in any spelling', async () => {
    const [key] = await create(
      wanted({ privateKeyName: 'Signer', addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON'] }),
    );
    const { publicKey } = await get(key!.privateKeyId!);
    const [ethereum, tron] = key!.addresses!.map(({ address }) => address!) as [string, string];
    const names = [key!.privateKeyId!, key!.privateKeyId!.toUpperCase(), ethereum, ethereum.toLowerCase(), tron];
    for (const signWith of names) {
      const signature = await sign(signWith, 'hello', 'HASH_FUNCTION_SHA256');
      expect(secp256k1.verify(signature, sha256(utf8ToBytes('hello')), hexToBytes(publicKey), { prehash: false })).toBe(
        true,
      );
    }
  });

  it('with Ed25519 and with P-256', async () => {
    const [edwards, nist] = await create(
      wanted({ privateKeyName: 'Edwards', curve: 'CURVE_ED25519', addressFormats: [] }),
      wanted({ privateKeyName: 'Nist', curve: 'CURVE_P256', addressFormats: [] }),
    );
    const edwardsKey = hexToBytes((await get(edwards!.privateKeyId!)).publicKey);
    const nistKey = hexToBytes((await get(nist!.privateKeyId!)).publicKey);
    const message = utf8ToBytes('hello');
    const first = await sign(edwards!.privateKeyId!, 'hello', 'HASH_FUNCTION_NOT_APPLICABLE');
    expect(ed25519.verify(first, message, edwardsKey, { zip215: false })).toBe(true);
    const second = await sign(nist!.privateKeyId!, 'hello', 'HASH_FUNCTION_SHA256');
    expect(p256.verify(second, sha256(message), nistKey, { prehash: false, lowS: false })).toBe(true);
  });

  it('with Schnorr when named by a Taproot or Spark address, and with ECDSA when named by its id', async () => {
    const [key] = await create(
      wanted({
        privateKeyName: 'Taproot',
        addressFormats: ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'ADDRESS_FORMAT_SPARK_MAINNET'],
      }),
    );
    const { publicKey } = await get(key!.privateKeyId!);
    const [taproot, spark] = key!.addresses!.map(({ address }) => address!) as [string, string];
    const digest = sha256(utf8ToBytes('hello'));
    const internal = hexToBytes(publicKey).slice(1);
    const tweak = BigInt(`0x${bytesToHex(schnorr.utils.taggedHash('TapTweak', internal))}`);
    const output = schnorr.utils
      .lift_x(BigInt(`0x${bytesToHex(internal)}`))
      .add(secp256k1.Point.BASE.multiply(tweak))
      .toBytes(true)
      .slice(1);
    expect(schnorr.verify(await sign(taproot, 'hello', 'HASH_FUNCTION_SHA256'), digest, output)).toBe(true);
    expect(schnorr.verify(await sign(spark, 'hello', 'HASH_FUNCTION_SHA256'), digest, internal)).toBe(true);
    const plain = await sign(key!.privateKeyId!, 'hello', 'HASH_FUNCTION_SHA256');
    expect(secp256k1.verify(plain, digest, hexToBytes(publicKey), { prehash: false })).toBe(true);
  });
});

describe('export_private_key', () => {
  const target = generateP256KeyPair();
  const exportKey = async (privateKeyId: string, targetPublicKey = target.publicKeyUncompressed) => {
    const { activity } = await service.client.exportPrivateKey(
      service.envelope('ACTIVITY_TYPE_EXPORT_PRIVATE_KEY', { privateKeyId, targetPublicKey }),
    );
    return activity.result.exportPrivateKeyResult!;
  };

  const open = (exportBundle: string, keyFormat: 'HEXADECIMAL' | 'SOLANA') =>
    decryptExportBundle({
      exportBundle,
      embeddedKey: target.privateKey,
      organizationId: service.organizationId,
      returnMnemonic: false,
      keyFormat,
      dangerouslyOverrideSignerPublicKey: service.ready.keys.signer,
    });

  it('exports a key that the official package opens, and marks it as exported', async () => {
    const [key] = await create(wanted({ privateKeyName: 'Leaving' }));
    const { privateKeyId, exportBundle } = await exportKey(key!.privateKeyId!);
    expect(privateKeyId).toBe(key!.privateKeyId);
    const hex = await open(exportBundle, 'HEXADECIMAL');
    const row = await get(privateKeyId);
    expect(bytesToHex(secp256k1.getPublicKey(hexToBytes(hex)))).toBe(row.publicKey);
    expect(row.exported).toBe(true);
  });

  it('gives keys of the other curves, and an Ed25519 key in the form of Solana’s wallets', async () => {
    const [edwards, nist] = await create(
      wanted({ privateKeyName: 'Leaving Edwards', curve: 'CURVE_ED25519', addressFormats: ['ADDRESS_FORMAT_SOLANA'] }),
      wanted({ privateKeyName: 'Leaving Nist', curve: 'CURVE_P256', addressFormats: [] }),
    );
    const exported = await exportKey(edwards!.privateKeyId!);
    const pair = base58.decode(await open(exported.exportBundle, 'SOLANA'));
    expect(base58.encode(pair.subarray(32))).toBe(edwards!.addresses![0]!.address);
    expect(ed25519.getPublicKey(pair.subarray(0, 32))).toEqual(pair.slice(32));
    const scalar = hexToBytes(await open((await exportKey(nist!.privateKeyId!)).exportBundle, 'HEXADECIMAL'));
    expect(bytesToHex(p256.getPublicKey(scalar))).toBe((await get(nist!.privateKeyId!)).publicKey);
  });

  it('refuses an unknown key and an invalid target, and marks nothing as exported', async () => {
    const [key] = await create(wanted({ privateKeyName: 'Staying' }));
    await expect(exportKey('7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60')).rejects.toThrow(
      'Turnkey error 5: no private key found with the given ID',
    );
    await expect(exportKey(key!.privateKeyId!, `02${'ff'.repeat(32)}`)).rejects.toThrow(
      'Turnkey error 3: invalid target public key',
    );
    expect((await get(key!.privateKeyId!)).exported).toBe(false);
  });
});
