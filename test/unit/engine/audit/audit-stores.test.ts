import { chmodSync, copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeFileLock } from '../../../../electron/storage/files/index.ts';
import { type Bench, createBench } from '../harness.ts';
import { edit, editJson } from './audit-edit.ts';

/** A keychain as the three calls see it. A real one is in the tests of the command line. */
const keychain = vi.hoisted(() => ({
  items: new Map<string, string>(),
  isLocked: false,
  beforeWrite: (_name: string): void => undefined,
}));
vi.mock('keytar', () => {
  const open = () => {
    if (keychain.isLocked) throw new Error('The name org.freedesktop.secrets was not provided');
    return keychain.items;
  };
  return {
    default: undefined,
    getPassword: async (service: string, name: string) => open().get(`${service} ${name}`) ?? null,
    setPassword: async (service: string, name: string, value: string) => {
      keychain.beforeWrite(name);
      open().set(`${service} ${name}`, value);
    },
    deletePassword: async (service: string, name: string) => open().delete(`${service} ${name}`),
  };
});

const temporary = mkdtempSync(join(tmpdir(), 'castellan-audit-stores-'));
const DESK = {
  name: 'desk',
  baseUrl: 'https://service.example',
  organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
  signerKey: null,
} as const;
const folder = () => mkdtempSync(join(temporary, 'state-'));
const copyOf = (root: string): string => {
  const copy = folder();
  cpSync(root, copy, { recursive: true });
  return copy;
};
const stamp = ({ engine }: Bench, profile: string) =>
  engine.requests.stamp(Buffer.from('{}'), { profile: engine.profiles.get(profile) });
const codeOf = ({ code, message }: Error & { code?: string }) => `${code}: ${message}`;
const keysIn = (root: string): { id: string; purpose: string; store: string }[] =>
  JSON.parse(readFileSync(join(root, 'credentials.json'), 'utf8')).keys;
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe('a change of a profile whose counter cannot be written', () => {
  let bench: Bench;
  const keystore = () => join(bench.root, 'keystore.json');
  /** The passphrase file is not taken while others may read it. */
  const refuse = () => chmodSync(keystore(), 0o644);
  const allow = () => chmodSync(keystore(), 0o600);
  beforeAll(async () => {
    bench = await createBench({}, folder());
    await bench.engine.setup.connect({ ...DESK, store: 'file' });
    await stamp(bench, 'desk');
  });
  afterAll(() => bench.engine.close());

  const failed = expect.stringMatching(
    /^AUDIT_UNAVAILABLE: The change of the profile “desk” is in the audit log, but its counter in the key store could not be updated.*It was not made, and nothing is stamped/,
  );

  it('is not made, is reported, and is made at the next request', async () => {
    const { profiles } = bench.engine;
    refuse();
    expect(await profiles.set('desk', { baseUrl: 'https://moved.example' }).catch(codeOf)).toEqual(failed);
    expect(profiles.get('desk').baseUrl).toBe(DESK.baseUrl);
    expect(await stamp(bench, 'desk').catch(codeOf)).toMatch(/^AUDIT_UNAVAILABLE: The newest change of a profile/);
    allow();
    expect(await stamp(bench, 'desk').catch(codeOf)).toContain('PROFILE_CHANGED');
    await profiles.set('desk', { baseUrl: 'https://moved.example' });
    await stamp(bench, 'desk');
  });

  it('is not in force either when the profile is already so, as when it is confirmed', async () => {
    const { profiles, setup } = bench.engine;
    editJson(join(bench.root, 'profiles.json'), (content: { profiles?: { baseUrl: string }[] }) => {
      for (const profile of content.profiles ?? []) profile.baseUrl = 'https://edited.example';
    });
    const before = copyOf(bench.root);
    refuse();
    expect(await setup.confirm('desk').catch(codeOf)).toEqual(failed);
    expect(await profiles.requireConfirmed(profiles.get('desk')).catch(codeOf)).toContain('AUDIT_UNAVAILABLE');
    allow();
    await profiles.requireConfirmed(profiles.get('desk'));
    // Its counter has moved on, so the earlier log is refused.
    copyFileSync(keystore(), join(before, 'keystore.json'));
    const older = await createBench({}, before);
    expect(await older.engine.profiles.examine().catch(codeOf)).toContain('signed and counted');
    await older.engine.close();
  });
});

describe('the counters of several stores', () => {
  let root: string;
  /** The newest entry that the key of the file signed, after the keychain came into use. */
  let introduced: number;
  let kept: typeof keychain.items;
  const open = (at: string) => createBench({ forceStore: null }, at);
  beforeAll(async () => {
    root = folder();
    const bench = await open(root);
    await bench.engine.setup.connect({ ...DESK, store: 'file' });
    await bench.engine.setup.connect({ ...DESK, name: 'chest', store: 'keychain' });
    await stamp(bench, 'desk');
    introduced = bench.engine.audit.status().entries;
    for (let index = 0; index < 3; index += 1) await stamp(bench, 'chest');
    await bench.engine.close();
    kept = new Map(keychain.items);
  });
  beforeEach(() => {
    keychain.items = new Map(kept);
  });

  const verified = async (at: string) => {
    const bench = await open(at);
    try {
      return await bench.engine.audit.verify().then(({ entries }) => `${entries} entries`, codeOf);
    } finally {
      await bench.engine.close();
    }
  };
  const cutAfter = (at: string, sequence: number) =>
    edit(at, (database) => database.exec(`DELETE FROM audit WHERE sequence > ${sequence}`));
  const unlist = (at: string) =>
    editJson(join(at, 'credentials.json'), (content: { keys?: { store: string }[] }) => {
      content.keys = content.keys?.filter(({ store }) => store === 'file') ?? [];
    });

  it('are changed by one process at a time, so that none replaces a newer one', async () => {
    const bench = await open(copyOf(root));
    const seen: string[] = [];
    keychain.beforeWrite = (name) => {
      if (!name.includes('audit-counter/')) return;
      try {
        takeFileLock(join(bench.root, 'counter.lock'), 0)();
        seen.push('free');
      } catch (error) {
        seen.push((error as { code: string }).code);
      }
    };
    await bench.engine.profiles.set('chest', { baseUrl: 'https://moved.example' });
    keychain.beforeWrite = () => undefined;
    await bench.engine.close();
    expect([...new Set(seen)]).toEqual(['DATABASE_IN_USE']);
  });

  it('name a cut end, whichever of them knows of it', async () => {
    expect(await verified(copyOf(root))).toBe(`${introduced + 3} entries`);
    const cut = copyOf(root);
    cutAfter(cut, introduced);
    expect(await verified(cut)).toContain(`entry ${introduced + 3} was signed and counted`);
  });

  it('name a store that was taken out of the index, so that nobody asks its counter what is missing', async () => {
    const unlisted = copyOf(root);
    unlist(unlisted);
    cutAfter(unlisted, introduced);
    expect(await verified(unlisted)).toContain('is signed by a key that is not listed here');
  });

  it('learn that another store has a key, so that none accepts a log from before it', async () => {
    const at = folder();
    const bench = await open(at);
    await bench.engine.setup.connect({ ...DESK, store: 'file' });
    const before = bench.engine.audit.status().entries;
    await bench.engine.exports.createTarget({ store: 'keychain' });
    await bench.engine.close();
    unlist(at);
    cutAfter(at, before);
    expect(await verified(at)).toContain(`entry ${before + 1} was signed and counted`);
  });

  it('all learn of a change of a profile, so that none takes it back', async () => {
    const at = copyOf(root);
    const bench = await open(at);
    await stamp(bench, 'desk');
    const before = bench.engine.audit.status().entries;
    await bench.engine.profiles.set('chest', { baseUrl: 'https://moved.example' });
    await bench.engine.close();
    unlist(at);
    cutAfter(at, before);
    expect(await verified(at)).toContain(`entry ${before + 1} was signed and counted`);
  });

  it('name one that is absent where there was one, and are no reason to stop while its store does not answer', async () => {
    const at = copyOf(root);
    const before = await open(at);
    await stamp(before, 'desk');
    await before.engine.close();
    const bench = await open(at);
    keychain.isLocked = true;
    await bench.engine.profiles.set('desk', { authProxyConfigId: 'config-1' });
    keychain.isLocked = false;
    const audit = keysIn(at).find(({ purpose, store }) => purpose === 'audit' && store === 'keychain');
    const [name = ''] = [...keychain.items.keys()].filter((item) => item.endsWith(`audit-counter/${audit?.id}`));
    keychain.items.delete(name);
    await bench.engine.close();
    expect(await verified(at)).toContain('Its counter in the Secret Service is missing');
  });
});
