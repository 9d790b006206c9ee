import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyStamp } from '../../../../electron/crypto/index.ts';
import type { CredentialRow } from '../../../../shared/model/index.ts';
import { decodeStamp, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createBench, createProcesses, type Processes } from '../harness.ts';
import { createSoftwareToken } from './software-token.ts';

const PIN = '314159';
const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');

let bench: Bench;
let processes: Processes;
let module: string;
let key: CredentialRow;
let given: Uint8Array<ArrayBuffer>[];
let typed = PIN;

async function begin(alwaysAuthenticate = false): Promise<void> {
  given = [];
  typed = PIN;
  const token = createSoftwareToken(utf8Encode(PIN), { alwaysAuthenticate });
  processes = createProcesses(() => 0, token.handlers);
  bench = await createBench({
    startProcess: processes.start,
    async askPin() {
      const pin = Uint8Array.from(utf8Encode(typed));
      given.push(pin);
      return pin;
    },
  });
  module = join(bench.root, 'module.so');
  writeFileSync(module, '');
  const service = { baseUrl: 'https://service.example', organizationId: 'organization' };
  const pins = { signerKey: null, notarizerKey: null, authUrl: null, authProxyConfigId: null };
  await bench.engine.profiles.add({ name: 'desk', kind: 'remote', ...service, ...pins });
  const at = { module, label: 'desk', serial: null, slot: null };
  key = await bench.engine.credentials.createOnToken({ profile: 'desk', name: 'Key 1', at });
}

beforeEach(() => begin());
afterEach(() => bench.end());

const stamp = () => bench.engine.requests.stamp(body, { profile: bench.engine.profiles.get('desk') });

it('a module that hangs holds up no other, and one PIN is asked for at a time', async () => {
  const handlers = createSoftwareToken(utf8Encode(PIN)).handlers;
  const { start } = createProcesses(() => 0, handlers);
  let hanging = true;
  let asking = 0;
  const startProcess: typeof start = (entry, table, errands) => {
    const process = start(entry, table, errands);
    const hangs = hanging;
    hanging &&= entry !== 'token';
    const call: typeof process.call = (name, input) =>
      hangs && name === 'login' ? new Promise(() => undefined) : process.call(name, input);
    return { ...process, call };
  };
  const other = await createBench({
    startProcess,
    async askPin() {
      asking += 1;
      expect(asking).toBe(1);
      await new Promise((asked) => setImmediate(asked));
      asking -= 1;
      return Uint8Array.from(utf8Encode(PIN));
    },
  });
  const keysOf = (name: string) => {
    writeFileSync(join(other.root, name), '');
    return other.engine.tokens.keys({ module: join(other.root, name), label: 'desk', serial: null, slot: null });
  };
  const hung = keysOf('hangs.so').catch(() => undefined);
  await new Promise((begun) => setImmediate(begun));
  expect(hanging).toBe(false);
  const answers = await Promise.all([keysOf('one.so'), keysOf('two.so')]);
  expect(answers).toMatchObject([{ token: { label: 'desk' } }, { token: { label: 'desk' } }]);
  other.engine.vault.lock();
  await Promise.race([hung, other.end()]);
});

describe('a key on a token', () => {
  it('is listed with where it is, and stamps', async () => {
    expect(bench.engine.credentials.list('desk')).toEqual([key]);
    expect(key).toMatchObject({ store: 'pkcs11', token: { module, label: 'desk', serial: '0001' } });
    const { value } = await stamp();
    expect(decodeStamp(value).publicKey).toBe(key.publicKey);
    expect(verifyStamp(decodeStamp(value), body)).toBe(true);
    await expect(bench.engine.audit.verify()).resolves.toBeDefined();
  });

  it('has its PIN asked once for each process, and wiped', async () => {
    await stamp();
    await stamp();
    expect(given).toEqual([new Uint8Array(PIN.length)]);
    bench.engine.vault.lock();
    await stamp();
    expect(given).toHaveLength(2);
  });

  it('has its PIN asked for each stamp where it says so, and wiped', async () => {
    await bench.end();
    await begin(true);
    await stamp();
    await stamp();
    expect(given).toEqual(Array.from({ length: 3 }, () => new Uint8Array(PIN.length)));
  });

  it('has a wrong PIN tried once', async () => {
    bench.engine.vault.lock();
    typed = '000000';
    await expect(stamp()).rejects.toMatchObject({ code: 'PIN_WRONG' });
    expect(given).toHaveLength(2);
    expect(processes.calls).not.toContain('token.stamp');
  });

  it('is at hand no more when the vault is locked', async () => {
    await stamp();
    expect(processes.calls).not.toContain('token.kill');
    bench.engine.vault.lock();
    expect(processes.calls).toContain('token.kill');
  });

  it('costs nothing else when its process ends', async () => {
    await stamp();
    await processes.crash('token');
    expect(bench.engine.state().vault).toMatchObject({ state: 'unlocked', problem: null });
    await stamp();
    expect([processes.started('vault'), processes.started('token')]).toEqual([1, 2]);
  });

  it('is not left logged in when the vault’s process ends by itself', async () => {
    await stamp();
    await processes.crash('vault');
    expect(processes.calls).toContain('token.kill');
    await stamp();
    expect(given).toHaveLength(2);
    expect([processes.started('vault'), processes.started('token')]).toEqual([2, 2]);
  });

  it('is not used through another module than the one that was confirmed', async () => {
    const path = join(bench.root, 'credentials.json');
    const other = join(bench.root, 'other.so');
    writeFileSync(other, '');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(module, other));
    bench.engine.vault.lock();
    const before = processes.started('token');
    await expect(stamp()).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
    expect(processes.started('token')).toBe(before);
  });

  it.skipIf(process.platform === 'win32')('is not used through a module that others may change', async () => {
    chmodSync(module, 0o666);
    bench.engine.vault.lock();
    await expect(stamp()).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    expect(processes.calls.filter((name) => name === 'token.start')).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')(
    'is not made through a module in a folder that others may change',
    async () => {
      const folder = join(bench.root, 'shared');
      mkdirSync(join(folder, 'modules'), { recursive: true });
      const exchanged = join(folder, 'modules', 'module.so');
      const link = join(bench.root, 'link.so');
      writeFileSync(exchanged, '');
      symlinkSync(exchanged, link);
      const make = (path: string) =>
        bench.engine.credentials.createOnToken({
          profile: 'desk',
          name: 'Key 2',
          at: { module: path, label: 'desk', serial: null, slot: null },
        });
      await make(link);
      bench.engine.vault.lock();
      chmodSync(folder, 0o777);
      const before = processes.started('token');
      for (const path of [exchanged, link])
        await expect(make(path)).rejects.toMatchObject({
          code: 'FILE_REFUSED',
          message: expect.stringContaining(`who can change ${folder}.`),
        });
      expect(processes.started('token')).toBe(before);
    },
  );

  it('stays on its token when it is removed here', async () => {
    await bench.engine.credentials.remove(key.credentialId);
    expect(bench.engine.credentials.list('desk')).toEqual([]);
    const at = { module, label: 'desk', serial: null, slot: null };
    const again = await bench.engine.credentials.createOnToken({
      profile: 'desk',
      name: 'Key 1',
      at,
      taken: { keyId: null },
    });
    expect(again.publicKey).toBe(key.publicKey);
    const twice = bench.engine.credentials.createOnToken({
      profile: 'desk',
      name: 'Key 2',
      at,
      taken: { keyId: null },
    });
    await expect(twice).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
