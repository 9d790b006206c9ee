import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EnginePorts, type RestoredBackup, restoreBackup } from '../../../../electron/engine/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { type Bench, createBench, createProcesses, createReadyBench } from '../harness.ts';
import { restorePorts } from './restore-ports.ts';

/** A keychain as the three calls see it. */
const keychain = vi.hoisted(() => new Map<string, string>());
vi.mock('keytar', () => ({
  default: undefined,
  getPassword: async (service: string, name: string) => keychain.get(`${service} ${name}`) ?? null,
  setPassword: async (service: string, name: string, value: string) => void keychain.set(`${service} ${name}`, value),
  deletePassword: async (service: string, name: string) => keychain.delete(`${service} ${name}`),
}));

const NOW = 1_790_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'castellan-restores-'));
const file = join(folder, 'castellan.backup');
const secret = (text = 'a passphrase of the backup') => Uint8Array.from(Buffer.from(text));
const payload = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;

let bench: Awaited<ReturnType<typeof createReadyBench>>;
const opened: Bench[] = [];

beforeAll(async () => {
  bench = await createReadyBench();
  await sign(bench);
  await bench.engine.backups.create({ out: file, passphrase: secret() });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(async () => {
  for (const { end } of opened) await end();
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
});

/** An RFC 6979 signature with the account of the wallet: the same key gives the same signature. */
async function sign({ engine }: Bench) {
  const { requestId } = await engine.requests.prepare('sign_raw_payload', {
    ...payload,
    signWith: bench.address,
    payload: '11'.repeat(32),
  });
  const { activity } = await engine.requests.submit(requestId);
  return activity.result;
}

const portsAt = (root: string, forceStore: EnginePorts['forceStore'] = 'file') =>
  restorePorts(root, NOW, { forceStore });

const restore = (
  ports: EnginePorts,
  more: Partial<Parameters<typeof restoreBackup>[1]> = {},
): Promise<RestoredBackup> => restoreBackup(ports, { file, passphrase: secret(), store: null, ...more });

/** Opens a restored folder as the next Castellan does. */
const open = async (root: string, forceStore: EnginePorts['forceStore'] = 'file') => {
  const next = await createBench({ forceStore }, root, NOW);
  opened.push(next);
  return next;
};

const MOUNT_POINT = /is a mount point.*Nothing was restored\. Name a folder inside it in CASTELLAN_HOME\.$/;
const hasNoStaging = () => expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);

describe('a backup that is restored', () => {
  it('signs with the same keys on another path, and its audit log verifies', async () => {
    const root = join(folder, 'new', 'home');
    const restored = await restore(portsAt(root));
    expect(restored).toMatchObject({ folder: root, keys: 2, services: 1, notIncluded: [] });
    expect(statSync(root).mode & 0o777).toBe(0o700);
    const next = await open(root);
    expect(await next.engine.audit.verify()).toEqual({ entries: restored.auditEntries });
    expect([...next.engine.audit.export()].join('\n')).toContain('"operation":"backup restore"');
    expect(await next.engine.profiles.examine()).toEqual([]);
    expect(await sign(next)).toEqual(await sign(bench));
    const { masters } = JSON.parse(readFileSync(join(root, 'credentials.json'), 'utf8'));
    expect(masters).toMatchObject([{ directory: join(root, 'service') }]);
  });

  it('goes into a folder that has only a log and empty folders, and keeps the log', async () => {
    const root = join(folder, 'begun');
    mkdirSync(join(root, 'service'), { recursive: true });
    writeFileSync(join(root, 'castellan.log'), 'a line\n');
    await restore(portsAt(root));
    expect(readFileSync(join(root, 'castellan.log'), 'utf8')).toBe('a line\n');
    expect(existsSync(join(root, 'service', 'custody.db'))).toBe(true);
    hasNoStaging();
  });

  it('goes into a keychain under names of its own', async () => {
    const root = join(folder, 'desktop');
    await restore(portsAt(root, null), { store: 'keychain' });
    const { keychainId } = JSON.parse(readFileSync(join(root, 'credentials.json'), 'utf8'));
    expect([...keychain.keys()].filter((name) => !name.endsWith(`/${keychainId}`))).toEqual([]);
    expect(existsSync(join(root, 'keystore.json'))).toBe(false);
    const before = keychain.size;
    const next = await open(root, null);
    expect(await sign(next)).toEqual(await sign(bench));
    await next.engine.audit.verify();
    // A second folder beside it touches nothing of the first.
    await restore(portsAt(join(folder, 'beside'), null), { store: 'keychain' });
    expect(keychain.size).toBe(2 * before);
    await next.engine.audit.verify();
  });
});

describe('nothing is restored', () => {
  const refused = async (name: string, code: string, more: Parameters<typeof restore>[1] = {}, ports = {}) => {
    const root = join(folder, name);
    const items = new Map(keychain);
    await expect(restore({ ...portsAt(root), ...ports }, more)).rejects.toMatchObject({ code });
    expect([existsSync(root), keychain]).toEqual([false, items]);
    hasNoStaging();
  };
  const changed = (name: string, change: (path: string) => void) => {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(file));
    change(path);
    return path;
  };
  const flip = (at: number) => (path: string) => {
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  it('with another passphrase', () => refused('wrong', 'PASSPHRASE_WRONG', { passphrase: secret('another one') }));

  it('of a backup with a flipped bit', async () => {
    const path = changed('flipped.backup', flip(statSync(file).size - 40));
    await refused('flipped', 'BACKUP_DAMAGED', { file: path });
    await refused('flipped', 'BACKUP_DAMAGED', { file: path, store: 'keychain' }, { forceStore: null });
  });

  it('when a check fails after the keys were kept, which are removed again', async () => {
    const { start } = createProcesses(() => NOW);
    const startProcess: EnginePorts['startProcess'] = (entry, table, errands) => {
      if (entry === 'custody') throw new AppError('SERVICE_STOPPED', 'The process ended.');
      return start(entry, table, errands);
    };
    await refused('unchecked', 'SERVICE_STOPPED', {}, { startProcess });
    await refused('unchecked', 'SERVICE_STOPPED', { store: 'keychain' }, { startProcess, forceStore: null });
  });

  it('of a backup that is cut off', () =>
    refused('cut', 'BACKUP_TRUNCATED', {
      file: changed('cut.backup', (path) => truncateSync(path, statSync(path).size - 5)),
    }));

  it('when it is cancelled', () => refused('cancelled', 'CANCELLED', { signal: AbortSignal.abort() }));

  it('over a folder that holds anything, which stays as it is', async () => {
    const root = join(folder, 'used');
    mkdirSync(root);
    writeFileSync(join(root, 'profiles.json'), '{}');
    await expect(restore(portsAt(root))).rejects.toThrow(
      'is not empty. Nothing was restored, and nothing in it was changed',
    );
    expect(readdirSync(root)).toEqual(['profiles.json']);
    hasNoStaging();
  });

  it('over a mount point, which is named', async () => {
    const root = join(folder, 'volume');
    mkdirSync(root);
    const { lstatSync } = fs;
    vi.spyOn(fs, 'lstatSync').mockImplementation(((path: string, options?: fs.StatSyncOptions) => {
      const found = lstatSync(path, options);
      return path === root && found !== undefined ? Object.assign(found, { dev: Number(found.dev) + 1 }) : found;
    }) as typeof fs.lstatSync);
    syncBuiltinESMExports();
    await expect(restore(portsAt(root))).rejects.toThrow(MOUNT_POINT);
    expect(readdirSync(root)).toEqual([]);
    hasNoStaging();
  });

  it('over a folder that is mounted from the same file system, whose log stays', async () => {
    const root = join(folder, 'bound');
    mkdirSync(root);
    writeFileSync(join(root, 'castellan.log'), 'a line\n');
    const { rename } = fs.promises;
    vi.spyOn(fs.promises, 'rename').mockImplementation(async (from, to) => {
      if (to === root) throw Object.assign(new Error('EBUSY: rename'), { code: 'EBUSY' });
      await rename(from, to);
    });
    syncBuiltinESMExports();
    await expect(restore(portsAt(root))).rejects.toThrow(MOUNT_POINT);
    expect(readFileSync(join(root, 'castellan.log'), 'utf8')).toBe('a line\n');
    hasNoStaging();
  });

  it('while another restore into the folder runs', async () => {
    const root = join(folder, 'twice');
    const first = restore(portsAt(root));
    await expect(restore(portsAt(root))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await first;
  });
});
