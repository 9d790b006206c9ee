import { copyFileSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../shared/ipc/index.ts';
import { edit, editJson } from '../audit/audit-edit.ts';
import { type Bench, createBench, createReadyBench, operatorSays } from '../harness.ts';

const ELSEWHERE = 'https://evil.example';
const STRANGER = `04${'ab'.repeat(64)}`;
const OTHER = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const FILES = ['profiles.json', 'credentials.json'];

type Row = Record<string, unknown>;
type Content = { current: string; profiles: Row[] };

let bench: Bench & { address: string };
const asked: Question[] = [];
let refusing = false;
const pathOf = (name: string) => join(bench.root, name);

/** Changes the profile file as another program of the user would. */
const attack = (change: (content: Content) => void) =>
  editJson(pathOf('profiles.json'), (content) => change(content as unknown as Content));
const attackDesk = (members: Row) =>
  attack(({ profiles }) => Object.assign(profiles.find(({ name }) => name === 'desk') ?? {}, members));
const editKeys = (change: (keys: Row[]) => void) =>
  editJson(pathOf('credentials.json'), (content) => change((content as unknown as { keys: Row[] }).keys));

/** A copy of the profile and its keys, to be put back. */
const keep = (folder: string) => {
  mkdirSync(pathOf(folder), { recursive: true });
  for (const file of FILES) copyFileSync(pathOf(file), join(pathOf(folder), file));
};
const putBack = (folder: string) => {
  for (const file of FILES) copyFileSync(join(pathOf(folder), file), pathOf(file));
};

const start = () =>
  createReadyBench({
    async consent(question) {
      asked.push(question);
      return refusing ? { confirmed: false } : operatorSays(question);
    },
  });

beforeAll(async () => {
  bench = await start();
  const { profiles, credentials, service } = bench.engine;
  const { baseUrl, authUrl } = await service.startLocal();
  const { organizationId, signerKey, notarizerKey } = profiles.get('local');
  const where = { name: 'desk', kind: 'remote', baseUrl, authUrl, organizationId } as const;
  await profiles.add({ ...where, signerKey, notarizerKey, authProxyConfigId: 'config-1' });
  for (const name of ['One', 'Two']) await credentials.create({ profile: 'desk', name, store: 'file' });
  keep('good');
});
afterAll(() => bench.end());
beforeEach(() => {
  putBack('good');
  asked.length = 0;
  refusing = false;
});

const desk = () => bench.engine.profiles.get('desk');
const stamp = (profile = desk()) => bench.engine.requests.stamp(Buffer.from('{}'), { profile });
const wallet = async (profile = desk()) => {
  const { requestId } = await bench.engine.requests.prepare(
    'create_wallet',
    { walletName: 'x', accounts: [] },
    { profile },
  );
  return requestId;
};

/** Requires that every use of the profile is refused by name, before any question, stamp or request. */
async function expectRefused(...says: string[]): Promise<void> {
  const { queries, requests, audit } = bench.engine;
  const before = [audit.status().entries, bench.transport.sent.length, asked.length];
  for (const use of [
    () => queries.run('whoami', {}, { profile: desk() }),
    () => queries.run('webhook_keys', {}, { profile: desk() }),
    () => stamp(),
    async () => requests.submit(await wallet()),
    async () => requests.dryRun(await wallet()),
  ]) {
    const error = await use().then(
      () => expect.unreachable(),
      (problem: unknown) => problem as { code: string; message: string },
    );
    expect(error.code).toBe('PROFILE_CHANGED');
    for (const words of ['“desk”', ...says]) expect(error.message).toContain(words);
  }
  expect([audit.status().entries, bench.transport.sent.length, asked.length]).toEqual(before);
}

const expectUsable = async () => expect(await stamp()).toMatchObject({ name: 'X-Stamp' });

describe('a profile that another program changed', () => {
  const members: readonly (readonly [member: string, value: unknown])[] = [
    ['kind', 'local'],
    ['baseUrl', ELSEWHERE],
    ['authUrl', ELSEWHERE],
    ['organizationId', OTHER],
    ['signerKey', STRANGER],
    ['notarizerKey', STRANGER],
    ['fetcherKey', STRANGER],
    ['hue', 7],
    ['authProxyConfigId', null],
    ['keepServing', true],
    ['blindSigning', true],
  ];
  it.for(members)('is refused by the name of what was changed: %s', async ([member, value]) => {
    await expectUsable();
    attackDesk({ [member]: value });
    await expectRefused(
      `${member} is ${value === true ? 'on' : (value ?? 'none')} and was `,
      'castellan profile confirm desk',
    );
    expect(desk().changed).toEqual([member]);
    expect(await bench.engine.profiles.examine()).toEqual([expect.stringContaining('“desk” was changed')]);
  });

  it('is refused for what no text shows', async () => {
    attackDesk({ baseUrl: `${desk().baseUrl}\u200b` });
    await expectRefused('baseUrl is');
  });

  it('is every member that decides: a new one is among them', () => {
    const drawn = ['name', 'organizationName', 'current'];
    const deciding = Object.keys({ ...desk(), keepServing: false, blindSigning: false }).filter(
      (member) => !drawn.includes(member),
    );
    expect(deciding.toSorted()).toEqual(members.map(([member]) => member).toSorted());
  });

  it('is not refused for what its organization is called, nor for which is the current one', async () => {
    attackDesk({ organizationName: 'Other' });
    attack((content) => {
      content.current = 'desk';
    });
    await expectUsable();
    expect(await bench.engine.profiles.examine()).toEqual([]);
  });

  it('is refused when another key of its own stamps for it, or one more is listed', async () => {
    editKeys((keys) => keys.reverse());
    await expectRefused('keys is');
    putBack('good');
    editKeys((keys) => {
      for (const key of keys) if (key.profile === 'local' && key.purpose === 'stamp') key.profile = 'desk';
    });
    await expectRefused('keys is');
  });

  it('is refused under another name, and an added or removed one is reported', async () => {
    attack(({ profiles }) => {
      for (const profile of profiles) profile.name = profile.name === 'desk' ? 'local' : 'desk';
    });
    await expectRefused('kind is local and was remote');
    putBack('good');
    attack(({ profiles }) => profiles.push({ ...profiles.at(-1), name: 'added' }));
    await expect(stamp(bench.engine.profiles.get('added'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      bench.engine.queries.run('webhook_keys', {}, { profile: bench.engine.profiles.get('added') }),
    ).rejects.toMatchObject({ code: 'PROFILE_CHANGED', message: expect.stringContaining('was not confirmed here') });
    attack((content) => {
      content.profiles = content.profiles.filter(({ name }) => name === 'local');
    });
    expect(await bench.engine.profiles.examine()).toEqual([expect.stringContaining('“desk” was removed')]);
  });

  it('opens no export: neither its signer nor its organization is believed', async () => {
    const { requests, exports, profiles } = bench.engine;
    profiles.use('local');
    const { requestId } = await requests.prepare('export_wallet_account', { address: bench.address });
    const { activity } = await requests.submit(requestId);
    // The target key of the export is among the keys now.
    keep('exported');
    asked.length = 0;
    const before = bench.processes.calls.length;
    for (const member of [{ signerKey: STRANGER }, { organizationId: OTHER }]) {
      attack(({ profiles: rows }) => Object.assign(rows.find(({ name }) => name === 'local') ?? {}, member));
      for (const open of [exports.openActivity, (id: string) => exports.showActivity(id, async () => null)])
        await expect(open(activity.id)).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
      putBack('exported');
    }
    expect([asked, bench.processes.calls.slice(before)]).toEqual([
      [],
      expect.not.arrayContaining(['vault.openBundle']),
    ]);
    await expect(exports.openActivity(activity.id)).resolves.toMatchObject({
      proof: { derivedAddress: bench.address },
    });
  });

  it('does not have the local service go on while the vault is locked, nor start', async () => {
    const { vault, service, profiles } = bench.engine;
    await profiles.requireConfirmed(profiles.get('local'));
    attack(({ profiles: rows }) =>
      Object.assign(rows.find(({ name }) => name === 'local') ?? {}, { keepServing: true }),
    );
    vault.lock();
    expect(service.state().state).toBe('stopped');
    const before = bench.processes.calls.length;
    await vault.unlock();
    expect(service.state()).toMatchObject({
      state: 'failed',
      problem: { message: expect.stringContaining('keepServing') },
    });
    // A process may wait beside the vault. It gets neither a folder nor a key.
    const ofService = bench.processes.calls.slice(before).filter((name) => name.startsWith('custody.'));
    expect(ofService.toSorted()).toEqual(['custody.harden', 'custody.offerKey']);
    putBack('good');
    await service.startLocal();
  });
});

describe('an older file that is put back', () => {
  const moved = 'https://moved.example';

  it('is noticed also with a log from before the change, because the counter learned it at once', async () => {
    const before = bench.engine.audit.status().entries;
    await bench.engine.profiles.set('desk', { authProxyConfigId: 'config-2' });
    const copy = mkdtempSync(join(tmpdir(), 'castellan-older-'));
    cpSync(bench.root, copy, { recursive: true });
    await bench.engine.profiles.set('desk', { authProxyConfigId: 'config-1' });
    keep('good');
    edit(copy, (database) => database.exec(`DELETE FROM audit WHERE sequence > ${before}`));
    const older = await createBench({}, copy);
    try {
      await expect(older.engine.profiles.examine()).rejects.toMatchObject({
        code: 'AUDIT_UNAVAILABLE',
        message: expect.stringContaining(`entry ${before + 1} was signed and counted`),
      });
    } finally {
      await older.end();
    }
  });

  it('is noticed: the profile file alone, with its log, or with what is recorded taken out of the log', async () => {
    keep('before');
    const { profiles } = bench.engine;
    await profiles.set('desk', { baseUrl: moved });
    keep('after');
    putBack('before');
    await expectRefused(`baseUrl is http://127.0.0.1`, `was ${moved}`);

    // A later entry of another profile names it too.
    putBack('after');
    await stamp(profiles.get('local'));
    putBack('before');
    edit(bench.root, (database) => {
      const newest = "(SELECT max(sequence) FROM audit WHERE operation = 'profile change')";
      database.exec(`UPDATE audit SET operation = 'whoami' WHERE sequence = ${newest}`);
    });
    await expect(stamp()).rejects.toMatchObject({
      code: 'AUDIT_UNAVAILABLE',
      message: expect.stringContaining('recorded the profiles last is missing or was changed'),
    });
    edit(bench.root, (database) => {
      const newest = '(SELECT max(sequence) - 1 FROM audit)';
      database.exec(`UPDATE audit SET operation = 'profile change' WHERE sequence = ${newest}`);
      database.exec(`DELETE FROM audit WHERE sequence >= ${newest}`);
    });
    await expect(stamp()).rejects.toMatchObject({
      code: 'AUDIT_UNAVAILABLE',
      message: expect.stringContaining('was signed and counted'),
    });
  });
});

describe('a profile that is confirmed anew', () => {
  beforeAll(async () => {
    await bench.end();
    bench = await start();
    const keys = { signerKey: null, notarizerKey: null, authProxyConfigId: null };
    const where = { name: 'desk', kind: 'remote', baseUrl: 'https://service.example', authUrl: null } as const;
    await bench.engine.profiles.add({ ...where, organizationId: OTHER, ...keys });
    await bench.engine.credentials.create({ profile: 'desk', name: 'One', store: 'file' });
    keep('good');
  });

  it('is shown as it is and as it was, and used as it was shown', async () => {
    attackDesk({ baseUrl: ELSEWHERE });
    refusing = true;
    await expect(bench.engine.setup.confirm('desk')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    await expectRefused('baseUrl is https://evil.example and was https://service.example');
    refusing = false;
    await bench.engine.setup.confirm('desk');
    expect(asked.at(-1)).toMatchObject({
      kind: 'confirmProfile',
      profile: { name: 'desk', baseUrl: ELSEWHERE, organizationId: OTHER },
      members: expect.arrayContaining([
        { member: 'baseUrl', is: ELSEWHERE, was: 'https://service.example', changed: true },
        { member: 'organizationId', is: OTHER, was: OTHER, changed: false },
      ]),
    });
    await expectUsable();
    putBack('good');
    await expectRefused('baseUrl is https://service.example and was https://evil.example');
    await bench.engine.setup.confirm('desk');
  });

  it('is put back by a change of it: what is not named is what was confirmed, not what the file says', async () => {
    const before = desk();
    attackDesk({ baseUrl: ELSEWHERE, signerKey: STRANGER });
    expect(await bench.engine.profiles.set('desk', { baseUrl: 'https://service.example' })).toEqual(before);
    await expectUsable();
  });

  it('is each, after an audit log was begun anew: it no longer says what was confirmed', async () => {
    edit(bench.root, (database) => database.exec("UPDATE audit SET body = x'7b7d' WHERE sequence = 1"));
    await bench.engine.audit.begin();
    await expectRefused('was not confirmed here');
    await expect(bench.engine.profiles.set('desk', { baseUrl: ELSEWHERE })).rejects.toMatchObject({
      code: 'PROFILE_CHANGED',
    });
    await bench.engine.setup.confirm('desk');
    await expectUsable();
    expect(bench.engine.profiles.get('local').changed).not.toBeUndefined();
  });
});
