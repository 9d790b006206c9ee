import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base58 } from '@scure/base';
import { encryptPrivateKeyToBundle } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { createImporter, NOBODY } from './import-support.ts';

const other = newKey();

let service: StartedService;
let importer: ReturnType<typeof createImporter>;
let otherUserId: string;
beforeAll(async () => {
  const key = newKey();
  const curveType = 'API_KEY_CURVE_P256' as const;
  service = await startService({
    key,
    init: {
      rootUsers: [
        { userName: 'One', apiKeys: [{ apiKeyName: 'k', publicKey: key.publicKey, curveType }] },
        { userName: 'Two', apiKeys: [{ apiKeyName: 'k', publicKey: other.publicKey, curveType }] },
      ],
    },
  });
  importer = createImporter(service);
  otherUserId = service.ready.userIds![1]!;
});
afterAll(() => service.stop());

describe('a private key', () => {
  const HARDHAT = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

  it('that the official package encrypted is imported, signs and is marked', async () => {
    const imported = await importer.importKey(await importer.sealKey(`0x${HARDHAT}`, await importer.initKey()), {
      privateKeyName: 'Hardhat',
    });
    expect(imported.addresses).toEqual([
      { format: 'ADDRESS_FORMAT_ETHEREUM', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    ]);
    const { activity } = await service.client.signRawPayload(
      service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: imported.privateKeyId,
        payload: 'hello',
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
        hashFunction: 'HASH_FUNCTION_SHA256' as const,
      }),
    );
    expect(activity.result.signRawPayloadResult).toEqual({
      r: 'eb5ac08b07a64ad61a604657e019ab24426a5caa91ce1f965b5d0f5dbb071268',
      s: '207b8be8393a7978e2aa87d1ef4ff66cc07d6ffd2353bdc779c862f5bfb5b62e',
      v: '00',
    });
    const { organizationId } = service;
    const { privateKey } = await service.client.getPrivateKey({ organizationId, privateKeyId: imported.privateKeyId });
    expect(privateKey).toMatchObject({ imported: true, exported: false, privateKeyName: 'Hardhat' });
  });

  it('of Solana, in its own key format, and of P-256 is imported', async () => {
    const seed = new Uint8Array(32).fill(7);
    const publicKey = ed25519.getPublicKey(seed);
    const secret = base58.encode(Uint8Array.of(...seed, ...publicKey));
    const [edwards, nist] = [await importer.initKey(), await importer.initKey()];
    const first = await importer.importKey(await importer.sealKey(secret, edwards, 'SOLANA'), {
      privateKeyName: 'Seed',
      curve: 'CURVE_ED25519',
      addressFormats: ['ADDRESS_FORMAT_SOLANA'],
    });
    expect(first.addresses).toEqual([{ format: 'ADDRESS_FORMAT_SOLANA', address: base58.encode(publicKey) }]);
    const second = await importer.importKey(await importer.sealKey('01'.repeat(32), nist), {
      privateKeyName: 'Nist',
      curve: 'CURVE_P256',
      addressFormats: ['ADDRESS_FORMAT_COMPRESSED'],
    });
    expect(second.addresses[0]?.address).toMatch(/^0[23]/);
  });

  it.each([
    ['zero', '00'.repeat(32), {}, 'invalid private key: '],
    ['the order of the curve', secp256k1.Point.Fn.ORDER.toString(16), {}, 'invalid private key: '],
    ['31 bytes', '01'.repeat(31), {}, 'invalid private key: '],
    ['64 bytes', '01'.repeat(64), { curve: 'CURVE_ED25519', addressFormats: [] }, 'invalid private key: '],
    [
      'a key for a format of another curve',
      '01'.repeat(32),
      { addressFormats: ['ADDRESS_FORMAT_SUI'] },
      'invalid curve: ',
    ],
  ] as const)('that is %s is refused, and the import stays open', async (_what, hex, changes, message) => {
    const target = await importer.initKey();
    const before = await importer.counts();
    const attempt = importer.importKey(await importer.sealKey(hex, target), {
      privateKeyName: 'Bad',
      ...changes,
    } as never);
    await expect(attempt).rejects.toThrow(`Turnkey error 3: ${message}`);
    expect(await importer.counts()).toEqual(before);
    const name = `After ${_what}`;
    const { privateKey } = newKey();
    await expect(
      importer.importKey(await importer.sealKey(privateKey, target), {
        privateKeyName: name,
        curve: 'CURVE_P256',
        addressFormats: [],
      }),
    ).resolves.toBeDefined();
  });
});

describe('an import', () => {
  it('works once, and the same bytes get the same answer', async () => {
    const bundle = await importer.sealKey('03'.repeat(32), await importer.initKey());
    const body = service.envelope('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
      userId: service.userId,
      encryptedBundle: bundle,
      curve: 'CURVE_SECP256K1' as const,
      addressFormats: [],
      privateKeyName: 'Once',
    });
    const first = await service.client.importPrivateKey(body);
    const again = await service.client.importPrivateKey(body);
    expect(again.activity.id).toBe(first.activity.id);
    await expect(importer.importKey(bundle, { privateKeyName: 'Again' })).rejects.toThrow(
      'Turnkey error 3: invalid encrypted bundle: it opens with no import',
    );
  });

  it('is finished by only one of two simultaneous requests', async () => {
    const target = await importer.initKey();
    const seal = () => importer.sealKey('07'.repeat(32), target);
    const outcomes = await Promise.allSettled([
      importer.importKey(await seal(), { privateKeyName: 'First at once' }),
      importer.importKey(await seal(), { privateKeyName: 'Second at once' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps several targets and drops the oldest ones', async () => {
    const targets: string[] = [];
    for (let index = 0; index < 9; index += 1) targets.push(await importer.initKey());
    await expect(
      importer.importKey(await importer.sealKey('04'.repeat(32), targets[0]!), { privateKeyName: 'Oldest' }),
    ).rejects.toThrow('it opens with no import');
    const second = await importer.importKey(await importer.sealKey('04'.repeat(32), targets[1]!), {
      privateKeyName: 'Second',
    });
    expect(second.privateKeyId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('cannot be opened with a target of another purpose or user', async () => {
    const wallet = await importer.sealKey('05'.repeat(32), await importer.initWallet());
    await expect(importer.importKey(wallet, { privateKeyName: 'Purpose' })).rejects.toThrow('it opens with no import');
    const mine = await importer.sealKey('05'.repeat(32), await importer.initKey());
    const theirs = clientOf(service.ready.baseUrl, other).importPrivateKey(
      service.envelope('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
        userId: otherUserId,
        encryptedBundle: mine,
        curve: 'CURVE_SECP256K1' as const,
        addressFormats: [],
        privateKeyName: 'Theirs',
      }),
    );
    await expect(theirs).rejects.toThrow('it opens with no import');
  });

  it('of a key that was imported before is refused', async () => {
    const imported = await importer.importKey(await importer.sealKey('2a'.repeat(32), await importer.initKey()), {
      privateKeyName: 'Imported once',
    });
    const again = async () =>
      importer.importKey(await importer.sealKey('2a'.repeat(32), await importer.initKey()), {
        privateKeyName: 'Imported again',
      });
    await expect(again()).rejects.toThrow(
      `Turnkey error 6: private key with ID ${imported.privateKeyId} has already been imported in this organization (Details: [])`,
    );
  });

  it('cannot be started or finished for another user', async () => {
    const words = 'Turnkey error 3: invalid user ID';
    await expect(importer.initKey(otherUserId)).rejects.toThrow(words);
    await expect(importer.initKey(NOBODY)).rejects.toThrow(
      `Turnkey error 5: unable to find user ${NOBODY} in organization ${service.organizationId}`,
    );
    const bundle = await importer.sealKey('06'.repeat(32), await importer.initKey());
    await expect(importer.importKey(bundle, { privateKeyName: 'x', userId: otherUserId })).rejects.toThrow(words);
  });

  it('has a bundle signed by the service, which the official package refuses for another user', async () => {
    const importBundle = await importer.initKey();
    const attempt = encryptPrivateKeyToBundle({
      ...importer.own,
      userId: NOBODY,
      privateKey: '01'.repeat(32),
      keyFormat: 'HEXADECIMAL',
      importBundle,
    });
    await expect(attempt).rejects.toThrow('user id does not match');
  });

  it.each([
    ['no JSON', 'x', 'it is not JSON'],
    ['no object', '[]', 'it is not a JSON object'],
    ['no key', '{"ciphertext":"00"}', 'its encappedPublic is not 65 bytes'],
    ['no ciphertext', JSON.stringify({ encappedPublic: `04${'11'.repeat(64)}` }), 'its ciphertext is not hexadecimal'],
    [
      'a key that is no point',
      JSON.stringify({ encappedPublic: `04${'11'.repeat(64)}`, ciphertext: '00'.repeat(48) }),
      'it opens with no import',
    ],
  ])('refuses a bundle with %s', async (_what, bundle, message) => {
    await importer.initKey();
    await expect(importer.importKey(bundle, { privateKeyName: 'x' })).rejects.toThrow(
      `Turnkey error 3: invalid encrypted bundle: ${message}`,
    );
  });
});

it('reports no internal error for any of these requests', () => {
  expect(service.reports).toEqual([]);
});
