import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateP256 } from '../../../../electron/crypto/index.ts';
import { ROTATION_STEPS, type RotationStep } from '../../../../electron/engine/flows/key-life.ts';
import { decodeStamp, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const DAY = 24 * 60 * 60;
let bench: Bench;
beforeEach(async () => {
  bench = await createReadyBench();
});
afterEach(() => bench.end());

const keys = () => bench.engine.credentials.list('local');
const first = () => keys()[0]?.credentialId ?? '';
/** Returns the name of the stamping key's user, as the service reports it. Throws when the service accepts no key. */
const whoStamps = async () => (await bench.engine.queries.ask('whoami', {})).username;
const registered = async () => {
  const { userId } = await bench.engine.queries.ask('whoami', {});
  const { apiKeys } = await bench.engine.queries.ask('get_api_keys', { userId });
  return apiKeys.map(({ credential }) => credential.publicKey);
};
const stampingKey = async (credentialId?: string) => {
  const profile = bench.engine.profiles.get('local');
  return decodeStamp((await bench.engine.requests.stamp(utf8Encode('{}'), { profile, credentialId })).value).publicKey;
};

/** The one key that is left is registered as the only one, and stamps. */
async function expectRotated(old: string) {
  const [key, ...others] = keys();
  expect(others).toEqual([]);
  expect(key).toMatchObject({ retired: false, replaces: null });
  expect(key?.publicKey).not.toBe(old);
  expect(await registered()).toEqual([key?.publicKey]);
  expect(await stampingKey()).toBe(key?.publicKey);
  expect(bench.engine.requests.unsettled()).toEqual([]);
}

describe('a rotation', () => {
  it('goes through its steps, and the new key alone is left', async () => {
    const old = keys()[0]?.publicKey ?? '';
    const steps: RotationStep[] = [];
    const change = await bench.engine.keyLife.rotate(first(), {
      progress: (step) => void steps.push(step),
    });
    expect(steps).toEqual(ROTATION_STEPS);
    expect(change).toMatchObject({ waiting: null, credential: { name: 'Workstation.2' } });
    await expectRotated(old);
  });

  it.each(ROTATION_STEPS)(
    'that is ended by a crash at “%s” leaves a key that stamps, and is gone on with',
    async (at) => {
      const old = keys()[0]?.publicKey ?? '';
      const crash = new Error('killed');
      const id = first();
      const rotating = bench.engine.keyLife.rotate(id, {
        progress(step) {
          if (step === at) throw crash;
        },
      });
      await expect(rotating).rejects.toBe(crash);
      bench = await bench.reopen();
      expect(await whoStamps()).toBe('Operator');
      await bench.engine.keyLife.rotate(id);
      await expectRotated(old);
    },
  );

  it.each([
    ['/public/v1/submit/create_api_keys', 'before it arrives'],
    ['/public/v1/submit/create_api_keys', 'before the answer'],
    ['/public/v1/submit/delete_api_keys', 'before it arrives'],
    ['/public/v1/submit/delete_api_keys', 'before the answer'],
  ] as const)('that loses its connection at %s, %s, is gone on with by the same bytes', async (path, when) => {
    const old = keys()[0]?.publicKey ?? '';
    const id = first();
    bench.transport.fail(path, when);
    await expect(bench.engine.keyLife.rotate(id)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    bench = await bench.reopen();
    expect(await whoStamps()).toBe('Operator');
    await bench.engine.keyLife.rotate(id);
    await expectRotated(old);
    const { activities } = await bench.engine.queries.ask('list_activities', {});
    const made = activities.filter(({ type }) => type.includes('_API_KEYS'));
    expect(made.map(({ type }) => type).sort()).toEqual([
      'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
      'ACTIVITY_TYPE_DELETE_API_KEYS',
    ]);
  });

  it('keeps the old key where the service takes the new one for nobody, or for somebody else', async () => {
    const old = keys()[0]?.publicKey ?? '';
    const id = first();
    const rotate = () =>
      bench.engine.keyLife.rotate(id, {
        progress(step) {
          if (step !== 'proving') return;
          bench.transport.answer('/public/v1/query/whoami', ({ status, body }) => ({
            status,
            body: { ...(body as object), userId: '11111111-1111-4111-8111-111111111111' },
          }));
        },
      });
    await expect(rotate()).rejects.toMatchObject({ code: 'KEY_INVALID' });
    expect(await stampingKey()).toBe(old);
    expect(keys().map(({ retired }) => retired)).toEqual([false, false]);
    await bench.engine.keyLife.rotate(id);
    await expectRotated(old);
  });

  it('is asked about like every other activity: a no leaves the old key', async () => {
    const old = keys()[0]?.publicKey ?? '';
    const id = first();
    const before = bench;
    bench = await before.reopen({ consent: async () => ({ confirmed: false }) });
    await expect(bench.engine.keyLife.rotate(id)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(await stampingKeyOf(old)).toBe(true);
    expect(keys().map(({ retired }) => retired)).toEqual([false, false]);
  });
});

describe('a rotation of which the files were edited', () => {
  const attacker = generateP256().publicKey;
  /** Edits one of the files behind the program’s back. */
  const edit = <File extends object>(path: string, change: (file: File) => void) => {
    const file = JSON.parse(readFileSync(path, 'utf8')) as File;
    change(file);
    writeFileSync(path, JSON.stringify(file));
  };
  type Listed = { id: string; replaces?: string; awaits?: string } & Record<string, unknown>;
  const list = (change: (keys: Listed[]) => void) =>
    edit<{ keys: Listed[] }>(bench.engine.paths.credentials, (file) => change(file.keys));
  const plant = (changed: Record<string, unknown>) =>
    list((keys) => {
      const old = keys.find(({ id }) => id === first());
      keys.push({ ...old, id: 'deadbeefdeadbeef', publicKey: attacker, replaces: first(), ...changed });
    });
  const submitted = () => bench.transport.sent.filter(({ path }) => path.includes('_api_keys'));

  it.each(['elsewhere', 'desk'])(
    'registers no key that was written into the list for the profile “%s”',
    async (profile) => {
      if (profile === 'desk')
        await bench.engine.profiles.add({
          ...bench.engine.profiles.get('local'),
          name: 'desk',
          kind: 'remote',
          baseUrl: 'https://service.example',
        });
      const old = keys()[0]?.publicKey ?? '';
      plant({ profile });
      await bench.engine.keyLife.rotate(first());
      await expectRotated(old);
      expect(JSON.stringify(submitted())).not.toContain(attacker);
    },
  );

  it('asks for nothing and registers nothing where the key was written in for its own profile', async () => {
    const before = bench.transport.sent.length;
    plant({});
    await expect(bench.engine.keyLife.rotate(first())).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
    expect(bench.transport.sent).toHaveLength(before);
    expect(bench.engine.requests.unsettled()).toEqual([]);
  });

  it('registers no retired key that is called the successor', async () => {
    const old = keys()[0]?.publicKey ?? '';
    const { credentialId, publicKey } = await bench.engine.credentials.create({
      profile: 'local',
      name: 'Other',
      store: 'file',
    });
    await bench.engine.credentials.retire(credentialId);
    list((listed) => {
      for (const key of listed) if (key.id === credentialId) key.replaces = first();
    });
    await bench.engine.keyLife.rotate(first());
    expect(keys().map(({ name }) => name)).toEqual(['Workstation.2', 'Other']);
    expect(await registered()).toEqual([keys()[0]?.publicKey]);
    expect(JSON.stringify(submitted())).not.toContain(publicKey);
    expect(await stampingKey()).not.toBe(old);
  });

  it('registers no key whose private half is not here, and changes nothing', async () => {
    const id = first();
    const crash = new Error('killed');
    const progress = (step: RotationStep) => {
      if (step === 'registering') throw crash;
    };
    await expect(bench.engine.keyLife.rotate(id, { progress })).rejects.toBe(crash);
    bench = await bench.reopen();
    const [, next] = keys();
    edit<{ items: Record<string, unknown> }>(bench.engine.paths.keystore, ({ items }) => {
      expect(delete items[`stamp/${next?.credentialId}`]).toBe(true);
    });
    const before = keys();
    await expect(bench.engine.keyLife.rotate(id)).rejects.toMatchObject({ code: 'KEY_MISSING' });
    expect(bench.transport.sent).toEqual([]);
    expect(keys()).toEqual(before);
  });
});

/** Reports whether reads are still stamped with the key. */
const stampingKeyOf = async (publicKey: string) =>
  bench.engine.credentials.stamping(bench.engine.profiles.get('local')).publicKey === publicKey;

describe('a key', () => {
  it('is registered by the key that stamps, tested, and then retired: it never stamps again, whatever a file says', async () => {
    const { credentials, keyLife, engine } = { ...bench.engine, engine: bench.engine };
    const made = await credentials.create({
      profile: 'local',
      name: 'Other',
      store: 'file',
      scheme: 'SIGNATURE_SCHEME_TK_API_ED25519',
    });
    await expect(keyLife.test(made.credentialId)).rejects.toMatchObject({ outcome: 'refused' });
    await keyLife.test(made.credentialId, { offline: true });
    const { credential } = await keyLife.register(made.credentialId, { expirationSeconds: 7 * DAY });
    expect(credential.expiresAt).toBeGreaterThan(1_790_000_000_000);
    expect(await keyLife.test(made.credentialId)).toMatchObject({
      service: { username: 'Operator', expiresAt: credential.expiresAt },
    });
    expect(await registered()).toContain(made.publicKey);

    expect(await credentials.rename(made.credentialId, ' Cold \n key ')).toMatchObject({ name: 'Cold key' });
    expect(await credentials.retire(made.credentialId)).toMatchObject({ retired: true });
    const refused = { code: 'NOT_SUPPORTED' };
    expect(() => credentials.stamping(engine.profiles.get('local'), made.credentialId)).toThrow(
      expect.objectContaining(refused),
    );
    await expect(keyLife.test(made.credentialId)).rejects.toMatchObject(refused);
    const sent = bench.transport.sent.length;
    await expect(keyLife.register(made.credentialId)).rejects.toMatchObject(refused);
    expect(bench.transport.sent).toHaveLength(sent);
    const path = engine.paths.credentials;
    writeFileSync(path, readFileSync(path, 'utf8').replace(/,?\s*"retired": ?true/, ''));
    expect(credentials.get(made.credentialId).retired).toBe(false);
    await expect(engine.profiles.requireConfirmed(engine.profiles.get('local'))).rejects.toMatchObject({
      code: 'PROFILE_CHANGED',
    });
    await expect(engine.queries.ask('whoami', {}, { credentialId: made.credentialId })).rejects.toMatchObject({
      code: 'PROFILE_CHANGED',
    });
  });

  it('stamps for no other profile than its own, so no second line of the list brings a retired one back', async () => {
    const { credentials, profiles, requests, paths } = bench.engine;
    const { credentialId } = await credentials.create({ profile: 'local', name: 'Other', store: 'file' });
    await credentials.retire(credentialId);
    const file = JSON.parse(readFileSync(paths.credentials, 'utf8')) as { keys: ({ id: string } & object)[] };
    const listed = file.keys.find(({ id }) => id === credentialId);
    file.keys.unshift({ ...listed, id: credentialId, profile: 'elsewhere', retired: undefined } as never);
    writeFileSync(paths.credentials, JSON.stringify(file));
    const profile = profiles.get('local');
    await profiles.requireConfirmed(profile);
    await expect(requests.stamp(utf8Encode('{}'), { profile, credentialId })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('that was retired does not stamp what was prepared before', async () => {
    const { credentials, requests } = bench.engine;
    const id = first();
    const { requestId } = await requests.prepare('create_wallet', { walletName: 'Late', accounts: [] });
    await credentials.create({ profile: 'local', name: 'Other', store: 'file' });
    await credentials.retire(id);
    await expect(requests.submit(requestId)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
  });

  it('that is the last one to stamp is not retired, and the local one not removed while it is in use', async () => {
    await expect(bench.engine.credentials.retire(first())).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    await expect(bench.engine.credentials.remove(first())).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
  });

  it('says when it stamped last', async () => {
    const made = await bench.engine.credentials.create({ profile: 'local', name: 'Other', store: 'file' });
    expect(made.lastUsedAt).toBeNull();
    bench.advance(5000);
    await bench.engine.keyLife.test(made.credentialId, { offline: true });
    expect(bench.engine.credentials.get(made.credentialId).lastUsedAt).toBeGreaterThanOrEqual(1_790_000_005_000);
  });

  it('is renamed, retired or removed by the operator’s answer alone', async () => {
    const made = await bench.engine.credentials.create({ profile: 'local', name: 'Other', store: 'file' });
    bench = await bench.reopen({ consent: async () => ({ confirmed: false }) });
    const { credentials } = bench.engine;
    const refused = { code: 'NOT_CONFIRMED' };
    await expect(credentials.rename(made.credentialId, 'x')).rejects.toMatchObject(refused);
    await expect(credentials.retire(made.credentialId)).rejects.toMatchObject(refused);
    await credentials.retire(made.credentialId).catch(() => undefined);
    expect(credentials.get(made.credentialId)).toMatchObject({ name: 'Other', retired: false });
  });
});
