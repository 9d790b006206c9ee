import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCustodyService } from '../../../electron/custody/service.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { CUSTODY_MESSAGES, type InitFile, ReadyLine } from '../../../shared/processes/index.ts';
import { OBSERVED, type StartInput, sealMaster, startCustody } from '../../tools/start-custody.ts';
import { PROTECTED } from '../protection.ts';
import { connect } from '../shared/processes/connect.ts';

const KEY = '02f739f8c77b32f4d5f13265861febd76e7a9c61a1140d296b8c16302508870316';
const init = (changes: Partial<InitFile> = {}): InitFile => ({
  organizationName: 'Treasury',
  rootUsers: [
    { userName: 'One', apiKeys: [{ apiKeyName: 'k', publicKey: KEY, curveType: 'API_KEY_CURVE_P256' }] },
    { userName: 'Two', apiKeys: [{ apiKeyName: 'k', publicKey: '07'.repeat(32), curveType: 'API_KEY_CURVE_ED25519' }] },
  ],
  ...changes,
});

let directory: string;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'castellan-service-')), 'service');
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  rmSync(join(directory, '..'), { recursive: true });
});

const create = () => {
  const handlers = createCustodyService({ now: () => 1_763_640_000_000, report: () => undefined });
  const harden = () => PROTECTED;
  const { ask } = connect(CUSTODY_MESSAGES, { ...handlers, harden });
  const service = {
    start: (given: StartInput) =>
      startCustody({ offerKey: () => ask('offerKey', {}), start: (sealed) => ask('start', sealed) }, given),
    stop: () => ask('stop', {}),
    ask,
  };
  stops.push(service.stop);
  return service;
};
const input = (changes: Partial<StartInput> = {}): StartInput => ({
  directory,
  port: 0,
  authPort: 0,
  dialect: 'spec',
  master: new Uint8Array(32).fill(1),
  init: init(),
  ...changes,
});

describe('the first start', () => {
  it('makes the organization, users and keys, and returns their public parts', async () => {
    const ready = await create().start(input());
    expect(checkValue(ReadyLine, ready)).toEqual([]);
    expect(ready.userIds).toHaveLength(2);
    const { signer, notarizer, fetcher } = ready.keys;
    for (const key of [signer, notarizer, fetcher]) expect(key).toMatch(/^04[0-9a-f]{128}$/);
    expect(new Set([signer, notarizer, fetcher]).size).toBe(3);
    expect(ready.keys.webhook.kid).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(ready.baseUrl).not.toBe(ready.authUrl);
  });

  it('needs an init file', async () => {
    await expect(create().start(input({ init: null }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('--init FILE'),
    });
    expect(existsSync(directory)).toBe(false);
  });

  const users = (
    publicKey: string,
    curveType: 'API_KEY_CURVE_P256' | 'API_KEY_CURVE_SECP256K1' | 'API_KEY_CURVE_ED25519',
  ) => ({
    rootUsers: [{ userName: 'One', apiKeys: [{ apiKeyName: 'k', publicKey, curveType }] }],
  });
  it.each([
    [
      'a key that is no point of P-256',
      users(`02${'ff'.repeat(32)}`, 'API_KEY_CURVE_P256'),
      'INVALID_INPUT',
      'publicKey in item 1 of apiKeys in item 1 of rootUsers is not a public key of API_KEY_CURVE_P256',
    ],
    [
      'a key of another curve',
      users(KEY, 'API_KEY_CURVE_ED25519'),
      'INVALID_INPUT',
      'is not a public key of API_KEY_CURVE_ED25519',
    ],
    [
      'the same key twice, in another letter case',
      { rootUsers: [...init().rootUsers, ...users(KEY.toUpperCase(), 'API_KEY_CURVE_P256').rootUsers] },
      'INVALID_INPUT',
      'publicKey in item 1 of apiKeys in item 3 of rootUsers is given twice',
    ],
    [
      'a quorum larger than its users',
      { rootQuorumThreshold: 3 },
      'INVALID_INPUT',
      'rootQuorumThreshold is larger than',
    ],
    ['a user without keys', { rootUsers: [{ userName: 'One', apiKeys: [] }] }, 'INVALID_INPUT', '/init'],
  ] as const)('refuses %s and makes nothing', async (_what, changes, code, message) => {
    const starting = create().start(input({ init: init(changes as Partial<InitFile>) }));
    await expect(starting).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    expect(existsSync(directory)).toBe(false);
  });

  it('makes nothing when a port is taken, and returns the user ids at the next try', async () => {
    const other = createServer();
    await new Promise<void>((done) => void other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as { port: number };
    await expect(create().start(input({ authPort: port }))).rejects.toMatchObject({ code: 'PORT_IN_USE' });
    expect(existsSync(directory)).toBe(false);
    await new Promise((done) => void other.close(done));
    expect((await create().start(input({ authPort: port }))).userIds).toHaveLength(2);
  });
});

describe('a later start', () => {
  it('finds what was made, and reads no init file', async () => {
    const first = create();
    const { userIds, baseUrl, authUrl, ...made } = await first.start(input());
    await first.stop();
    expect(readdirSync(directory).toSorted()).toEqual(['custody.db', 'custody.db.head']);

    const {
      baseUrl: _baseUrl,
      authUrl: _authUrl,
      ...found
    } = await create().start(input({ init: init({ organizationName: 'Another' }) }));
    expect(found).toEqual(made);
  });

  it.each([['the wrong key', new Uint8Array(32).fill(2), 'KEY_INVALID']] as const)(
    'is refused with %s, and holds nothing afterwards',
    async (_what, master, code) => {
      const first = create();
      await first.start(input());
      await first.stop();
      await expect(create().start(input({ init: null, master }))).rejects.toMatchObject({ code });
      await expect(create().start(input({ init: null }))).resolves.toMatchObject({ ready: true });
    },
  );

  it('is refused while another service has the folder', async () => {
    await create().start(input());
    await expect(create().start(input({ init: null }))).rejects.toMatchObject({ code: 'DATABASE_IN_USE' });
  });
});

describe('starting and stopping', () => {
  it('stops in order after its folder was removed', async () => {
    const service = create();
    const { baseUrl } = await service.start(input());
    rmSync(directory, { recursive: true });
    expect(await service.stop()).toEqual({});
    await expect(fetch(baseUrl)).rejects.toThrow();
  });

  it('starts once', async () => {
    const service = create();
    const { baseUrl } = await service.start(input());
    await expect(service.start(input())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect((await fetch(`${baseUrl}/public/v1/discovery/webhooks/jwks`)).status).toBe(200);
  });

  it('stops before it was started, twice, and during a start', async () => {
    const service = create();
    expect(await service.stop()).toEqual({});
    const { sealTo } = await service.ask('offerKey', {});
    const { master, ...given } = input();
    const starting = service.ask('start', { ...given, observed: OBSERVED, master: sealMaster(master, sealTo) });
    expect(await service.stop()).toEqual({});
    const { baseUrl } = await starting;
    await expect(fetch(baseUrl)).rejects.toThrow();
    expect(await service.stop()).toEqual({});
    await expect(create().start(input({ init: null }))).resolves.toMatchObject({ ready: true });
  });

  it('refuses a message it does not understand, without repeating it', async () => {
    const starting = create().start({ ...input(), dialect: 'klingon' as 'spec', port: -1 });
    await expect(starting).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('/dialect'),
    });
    await expect(create().ask('start', null as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
