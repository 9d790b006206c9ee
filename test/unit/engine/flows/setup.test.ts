import { afterEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../shared/ipc/index.ts';
import { edit } from '../audit/audit-edit.ts';
import { type Bench, createBench, operatorSays, PASSPHRASE } from '../harness.ts';

let bench: Bench;
afterEach(() => bench.end());

describe('the first start with the vault on this machine', () => {
  const start = (counting: Parameters<Bench['engine']['setup']['createLocal']>[1] = {}) =>
    bench.engine.setup.createLocal({ store: 'file' }, counting);

  it('makes one key and one service, even when two are asked for at once', async () => {
    bench = await createBench();
    const [first, second] = await Promise.allSettled([start(), start()]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'PROFILE_EXISTS' } });
    expect(bench.engine.credentials.list()).toHaveLength(1);
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });

  it('makes one key, even when another Castellan of the same folder is asked for it meanwhile', async () => {
    bench = await createBench();
    const other = await createBench({}, bench.root);
    const meanwhile: Promise<unknown>[] = [];
    const startOther = () => {
      const started = other.engine.setup.createLocal({ store: 'file' }, {});
      meanwhile.push(expect(started).rejects.toMatchObject({ code: 'DATABASE_IN_USE' }));
    };
    await start({ progress: ({ done }) => done === 0 && startOther() });
    await Promise.all(meanwhile);
    expect(meanwhile).toHaveLength(1);
    expect(bench.engine.credentials.list()).toHaveLength(1);
    await expect(other.engine.setup.createLocal({ store: 'file' }, {})).rejects.toMatchObject({
      code: 'PROFILE_EXISTS',
    });
    await other.engine.close();
  });

  it('refuses when a service elsewhere has the name of its profile, and makes nothing', async () => {
    bench = await createBench();
    const keys = { signerKey: null, notarizerKey: null, authProxyConfigId: null };
    const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
    const service = { baseUrl: 'https://service.example', authUrl: null, organizationId };
    await bench.engine.profiles.add({ name: 'local', kind: 'remote', ...service, ...keys });
    await expect(start()).rejects.toMatchObject({
      code: 'PROFILE_EXISTS',
      message: expect.stringContaining('A profile for https://service.example is named “local”'),
    });
    expect(bench.engine.credentials.list()).toEqual([]);
  });

  it('resumes after a cancellation and a crash with the same key', async () => {
    bench = await createBench();
    const controller = new AbortController();
    const cancelled = start({ signal: controller.signal, progress: () => controller.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    expect([bench.engine.profiles.list(), bench.processes.started('custody')]).toEqual([[], 0]);
    const made = bench.engine.credentials.list();
    expect(made).toHaveLength(1);

    bench = await bench.reopen();
    await start();
    expect(bench.engine.credentials.list()).toEqual(made);
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });
});

it('makes, connects and removes nothing that the operator refuses', async () => {
  const asked: Question[] = [];
  bench = await createBench({
    consent: async (question) => {
      asked.push(question);
      return { confirmed: false };
    },
  });
  const { setup, profiles, credentials } = bench.engine;
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  const service = { name: 'desk', baseUrl: 'https://service.example', organizationId, signerKey: null };
  await expect(setup.createLocal({ store: 'file' }, {})).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
  await expect(setup.connect({ ...service, store: 'file' })).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
  expect([profiles.list(), credentials.list(), bench.processes.started('vault')]).toEqual([[], [], 0]);
  await profiles.add({ ...service, kind: 'remote', authUrl: null, notarizerKey: null, authProxyConfigId: null });
  await expect(setup.allowBlindSigning('desk', true)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
  expect(profiles.get('desk').blindSigning).toBeUndefined();
  const elsewhere = { baseUrl: 'https://elsewhere.example', authUrl: null };
  await expect(setup.move('desk', elsewhere)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
  expect(profiles.get('desk').baseUrl).toBe('https://service.example');
  await expect(setup.disconnect('desk')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
  expect(profiles.list().map(({ name }) => name)).toEqual(['desk']);
  expect(asked).toMatchObject([
    { kind: 'createLocal', organizationName: 'Local vault', passphrase: 'new' },
    { kind: 'connect', ...service, passphrase: 'new' },
    { kind: 'blindSigning', profile: { name: 'desk' }, allowed: true },
    {
      kind: 'moveProfile',
      profile: { name: 'desk' },
      members: [
        { member: 'baseUrl', is: 'https://elsewhere.example', was: 'https://service.example', changed: true },
        { member: 'authUrl', is: 'none', was: 'none', changed: false },
      ],
    },
    { kind: 'removeProfile', profile: { name: 'desk' } },
  ]);
});

it('moves a profile to the addresses that the operator confirmed, and to no others', async () => {
  bench = await createBench();
  const { setup, profiles } = bench.engine;
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  await setup.connect({ name: 'desk', baseUrl: 'https://one.example', organizationId, signerKey: null, store: 'file' });
  await setup.move('desk', { baseUrl: 'https://two.example/', authUrl: 'https://gateway.example' });
  expect(profiles.get('desk')).toMatchObject({ baseUrl: 'https://two.example', authUrl: 'https://gateway.example' });
  await setup.move('desk', { baseUrl: 'https://two.example', authUrl: null });
  expect(profiles.get('desk')).toMatchObject({ baseUrl: 'https://two.example', authUrl: null });
  await profiles.requireConfirmed(profiles.get('desk'));
  await expect(setup.move('desk', { baseUrl: 'http://two.example', authUrl: null })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

it('keeps the first name of an organization until the operator accepts another one', async () => {
  const asked: Question[] = [];
  let accepts = false;
  bench = await createBench({
    consent: async (question) => {
      asked.push(question);
      return accepts ? operatorSays(question) : { confirmed: false };
    },
  });
  const { setup, profiles } = bench.engine;
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  const rest = { authUrl: null, signerKey: null, notarizerKey: null, authProxyConfigId: null };
  await profiles.add({ name: 'desk', kind: 'remote', baseUrl: 'https://service.example', organizationId, ...rest });
  await expect(setup.acceptName('desk')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  profiles.learnName('desk', 'Treasury Ltd');
  expect(profiles.get('desk')).not.toHaveProperty('claimedName');
  profiles.learnName('desk', 'Treasury GmbH');
  const changed = { organizationName: 'Treasury Ltd', claimedName: 'Treasury GmbH' };
  expect(profiles.get('desk')).toMatchObject(changed);
  await profiles.requireConfirmed(profiles.get('desk'));
  await expect(setup.acceptName('desk')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
  expect(profiles.get('desk')).toMatchObject(changed);
  expect(asked).toMatchObject([
    {
      kind: 'acceptName',
      profile: { name: 'desk', ...changed },
      members: [{ member: 'organizationName', is: 'Treasury GmbH', was: 'Treasury Ltd', changed: true }],
    },
  ]);
  accepts = true;
  await setup.acceptName('desk');
  expect(profiles.get('desk')).toMatchObject({ organizationName: 'Treasury GmbH' });
  expect(profiles.get('desk')).not.toHaveProperty('claimedName');
  await profiles.requireConfirmed(profiles.get('desk'));
  expect(profiles.get('desk')).not.toHaveProperty('changed');
  let body: unknown;
  edit(bench.root, (database) => {
    const newest = "SELECT body FROM audit WHERE operation = 'profile change' ORDER BY sequence DESC LIMIT 1";
    ({ body } = database.prepare(newest).get() as { body: Uint8Array });
  });
  expect(Buffer.from(body as Uint8Array).toString()).toContain('"acceptedName":"Treasury GmbH"');
  await expect(profiles.acceptName('desk', 'Treasury Inc')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

describe('the first start with a service elsewhere', () => {
  const connect = (given: { baseUrl?: string; store?: 'file' | 'keychain' }) =>
    bench.engine.setup.connect({
      name: 'desk',
      baseUrl: 'https://service.example',
      organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
      signerKey: null,
      store: 'file',
      ...given,
    });

  it('refuses an address that is not one for a service, and a store that is not there, and leaves nothing', async () => {
    const asked: Question[] = [];
    const passphrase = PASSPHRASE();
    bench = await createBench({
      consent: async (question) => {
        asked.push(question);
        return { confirmed: true, passphrase, format: null, keep: null, typed: null, sealTo: null };
      },
    });
    await expect(connect({ baseUrl: 'http://example.com' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(asked).toEqual([]);
    await expect(connect({ store: 'keychain' })).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
    expect(passphrase.every((byte) => byte === 0)).toBe(true);
    expect([bench.engine.profiles.list(), bench.engine.credentials.list()]).toEqual([[], []]);
  });

  it('asks about the address that it makes the profile for, whatever it was written as', async () => {
    const asked: Question[] = [];
    bench = await createBench({
      consent: async (question) => {
        asked.push(question);
        return operatorSays(question);
      },
    });
    await connect({ baseUrl: 'https://serv\u0456\u00adce.example\\desk/' });
    const made = { baseUrl: 'https://xn--servce-svf.example/desk' };
    expect(asked[0]).toMatchObject({ kind: 'connect', ...made });
    expect(bench.engine.profiles.current()).toMatchObject(made);
  });

  it('gives the public key to register there', async () => {
    bench = await createBench();
    const { profile, publicKey } = await connect({});
    expect(bench.engine.profiles.current()).toMatchObject({ name: profile, baseUrl: 'https://service.example' });
    expect(bench.engine.credentials.list(profile)).toMatchObject([{ publicKey, store: 'file' }]);
  });
});
