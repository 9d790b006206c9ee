import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateP256 } from '../../../../electron/crypto/index.ts';
import type { TokenAt } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bench, createBench, createProcesses, type Processes } from '../harness.ts';
import { createSoftwareToken } from '../tokens/software-token.ts';

const PIN = '314159';
const apiKeys = [{ apiKeyName: 'Key', publicKey: generateP256().publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
const init = { organizationName: 'Treasury', rootUsers: [{ userName: 'Operator', apiKeys }] };

let bench: Bench;
let processes: Processes;
let token: ReturnType<typeof createSoftwareToken>;
let at: TokenAt;
beforeEach(async () => {
  token = createSoftwareToken(utf8Encode(PIN));
  processes = createProcesses(() => 1_790_000_000_000, token.handlers);
  bench = await createBench({
    startProcess: processes.start,
    askPin: async () => Uint8Array.from(utf8Encode(PIN)),
  });
  at = { module: join(bench.root, 'module.so'), label: 'desk', serial: null, slot: null };
  writeFileSync(at.module, '');
});
afterEach(() => bench.end());

const serve = (onToken: TokenAt | null) =>
  bench.engine.service.serve({
    directory: join(bench.root, 'serve'),
    port: 0,
    authPort: 0,
    dialect: 'spec',
    init,
    endpoints: [],
    onToken,
    logsRequests: false,
    hasMetrics: false,
  });

describe('a local service that opens with a token', () => {
  it('starts with it, again and again, and ends the token’s process once it has', async () => {
    const { keys } = await serve(at);
    expect(processes.calls.at(-1)).toBe('token.kill');
    await bench.engine.service.stop();
    expect((await serve(at)).keys).toEqual(keys);
    await bench.engine.service.stop();
    expect([...token.keys.values()].map(({ facts }) => facts.label)).toEqual(['Castellan local service']);
  });

  it('starts with nothing else, and loads no module that was not named', async () => {
    await serve(at);
    await bench.engine.service.stop();
    const before = processes.calls.length;
    for (const other of [null, { ...at, label: 'other' }, { ...at, module: join(bench.root, 'other.so') }])
      await expect(serve(other)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const calls = processes.calls.slice(before);
    expect(calls.filter((name) => name.startsWith('token.') || name.startsWith('custody.start'))).toEqual([]);
    token.keys.clear();
    await expect(serve(at)).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });
});

describe('the vault on this machine, made on a token', () => {
  const createLocal = () => bench.engine.setup.createLocal({ store: 'file', token: { ...at, keyId: null } }, {});
  const startAgain = async () => {
    await bench.engine.service.stop();
    return bench.engine.service.startLocal();
  };

  it('has its first key and the one that opens it there, and opens with that token again', async () => {
    await createLocal();
    expect(token.keys.size).toBe(2);
    const made = processes.calls.filter((name) => name === 'token.agree').length;
    await startAgain();
    expect(processes.calls.filter((name) => name === 'token.agree')).toHaveLength(made + 1);
  });

  it('loads no module that the list of keys was made to name, and opens without no token', async () => {
    await createLocal();
    const path = join(bench.root, 'credentials.json');
    const { masters, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as {
      masters: [{ sealedTo?: { token: object } }];
    };
    const [{ sealedTo, ...master }] = masters;
    const other = { ...sealedTo?.token, module: join(bench.root, 'other.so') };
    for (const edited of [{ ...master, sealedTo: { ...sealedTo, token: other } }, master]) {
      writeFileSync(path, JSON.stringify({ ...rest, masters: [edited] }));
      const before = processes.calls.length;
      await expect(startAgain()).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
      expect(processes.calls.slice(before).filter((name) => /^(token|custody)\.start/.test(name))).toEqual([]);
    }
  });
});
