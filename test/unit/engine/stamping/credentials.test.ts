import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeStamp, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

describe('the keys that stamp', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await createReadyBench();
    const { organizationId } = bench.engine.profiles.get('local');
    await bench.engine.profiles.add({
      name: 'desk',
      kind: 'remote',
      baseUrl: 'https://service.example',
      authUrl: null,
      organizationId,
      signerKey: null,
      notarizerKey: null,
      authProxyConfigId: null,
    });
  });
  afterAll(() => bench.end());

  /** The public key that stamps for a profile. */
  const stampingKey = async (profile: string, credentialId?: string) => {
    const options = { profile: bench.engine.profiles.get(profile), credentialId };
    return decodeStamp((await bench.engine.requests.stamp(utf8Encode('{}'), options)).value).publicKey;
  };
  const create = (profile: string, name: string) => bench.engine.credentials.create({ profile, name, store: 'file' });

  it('do not change because another was made: the oldest stamps, until it is removed or another is named', async () => {
    const older = await create('desk', 'Older');
    const newer = await create('desk', 'Newer');
    await expect(stampingKey('desk')).resolves.toBe(older.publicKey);
    await expect(stampingKey('desk', newer.credentialId)).resolves.toBe(newer.publicKey);
    await bench.engine.credentials.remove(older.credentialId);
    expect(bench.engine.credentials.list('desk').map(({ publicKey }) => publicKey)).toEqual([newer.publicKey]);
    await expect(stampingKey('desk')).resolves.toBe(newer.publicKey);
    await bench.engine.credentials.remove(newer.credentialId);
    await expect(stampingKey('desk')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('castellan key create --profile desk'),
    });
  });

  it('take bytes that were brought along, and wipe them, also when they are no key', async () => {
    const bring = (privateKey: Uint8Array<ArrayBuffer>) =>
      bench.engine.credentials.import({ profile: 'desk', name: 'Brought', store: 'file', privateKey });
    const one = new Uint8Array(32);
    one[31] = 1;
    const none = new Uint8Array(32).fill(0xff);
    // The generator of P-256, compressed (SEC 2, section 2.4.2).
    const generator = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
    const { publicKey, credentialId } = await bring(one);
    expect(publicKey).toBe(generator);
    await expect(bring(none)).rejects.toMatchObject({ name: 'AppError' });
    expect([hexEncode(one), hexEncode(none)]).toEqual(['00'.repeat(32), '00'.repeat(32)]);
    expect(bench.engine.credentials.list('desk')).toHaveLength(1);
    await bench.engine.credentials.remove(credentialId);
  });

  it('are not kept when they are not the private half of their public key', async () => {
    const one = new Uint8Array(32);
    one[31] = 1;
    await expect(
      bench.engine.credentials.import({
        profile: 'desk',
        name: 'Brought',
        store: 'file',
        privateKey: one,
        publicKey: `02${'ab'.repeat(32)}`,
      }),
    ).rejects.toMatchObject({ code: 'KEY_INVALID' });
    expect(bench.engine.credentials.list('desk')).toEqual([]);
  });

  it('may be of other schemes, and an edited one is noticed', async () => {
    const { engine } = bench;
    const made = await engine.credentials.create({
      profile: 'desk',
      name: 'Wallet',
      store: 'file',
      scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
    });
    expect(made).toMatchObject({ curve: 'secp256k1', scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' });
    const stamped = async () =>
      decodeStamp((await engine.requests.stamp(utf8Encode('{}'), { profile: engine.profiles.get('desk') })).value)
        .scheme;
    await expect(stamped()).resolves.toBe('SIGNATURE_SCHEME_TK_API_SECP256K1');
    await engine.profiles.requireConfirmed(engine.profiles.get('desk'));
    const path = engine.paths.credentials;
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replace('TK_API_SECP256K1"', 'TK_API_SECP256K1_EIP191"'));
    await expect(engine.profiles.requireConfirmed(engine.profiles.get('desk'))).rejects.toMatchObject({
      code: 'PROFILE_CHANGED',
    });
    writeFileSync(path, whole);
    await engine.credentials.remove(made.credentialId);
  });

  it('include one that is not removed: the only way to the wallets on this machine', async () => {
    const [own] = bench.engine.credentials.list('local');
    await expect(bench.engine.credentials.remove(own?.credentialId ?? '')).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
    });
    await create('local', 'Another');
    await expect(stampingKey('local')).resolves.toBe(own?.publicKey);
    expect(() => bench.engine.credentials.get('nobody')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});
