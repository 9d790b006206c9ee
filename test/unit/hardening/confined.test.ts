import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confineByKernel, confineToFolder } from '../../../electron/hardening/index.ts';
import { PROBES } from '../../../electron/hardening/kernel/probes.ts';
import type { Native } from '../../../electron/hardening/native.ts';
import { liftingPlugin } from '../../lifted/lift.ts';

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const canRun = process.platform === 'linux' && process.arch === 'x64';

interface Report {
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
  readonly confinement: { readonly calls: boolean; readonly files: boolean; readonly refused: readonly string[] };
  readonly works: boolean;
  readonly again: boolean;
}

describe.skipIf(!canRun)('a process that the kernel confines', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  const start = async (kind: 'vault' | 'custody') => {
    const own = join(folder, kind);
    mkdirSync(own);
    const child = spawn(process.execPath, [join(folder, 'child.mjs'), kind, own], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    children.push(child);
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the child ended with ${code}`)));
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
    const tasks = readdirSync(`/proc/${child.pid}/task`).map((task) =>
      readFileSync(`/proc/${child.pid}/task/${task}/status`, 'utf8'),
    );
    return { report: JSON.parse(line) as Report, tasks };
  };

  beforeAll(async () => {
    mkdirSync(from('../../output'), { recursive: true });
    folder = mkdtempSync(join(from('../../output'), 'confined-'));
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [liftingPlugin()],
      ssr: { noExternal: true, external: ['koffi'] },
      build: {
        ssr: from('confined-child.ts'),
        outDir: folder,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'child.mjs', codeSplitting: false } },
      },
    });
  }, 60_000);
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('as the vault cannot open files, connect or start processes in any thread, and still signs', async () => {
    const { report, tasks } = await start('vault');
    // Nobody listens where it connects to.
    const refused = Object.keys(report.before).filter((name) => report.before[name] !== 'done');
    expect(refused).toEqual(['connects', 'connects as it sends', 'connects as it sends a message']);
    expect(new Set(refused.map((name) => report.before[name]))).toEqual(new Set(['ECONNREFUSED']));
    expect(new Set(Object.values(report.after))).toEqual(new Set(['EPERM']));
    expect(report.works).toBe(true);
    expect(report.confinement).toEqual({
      calls: true,
      ring: Number(process.versions.uv.split('.')[1]) >= 49,
      files: true,
      refused: PROBES.filter(({ of }) => of.includes('vault')).map(({ what }) => what),
    });
    expect(report.again).toBe(false);
    expect(tasks.length).toBeGreaterThan(4);
    for (const status of tasks) {
      expect(status).toMatch(/^Seccomp:\t2$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    }
  });

  it('as the local service has only its folder and its listeners', async () => {
    const { report, tasks } = await start('custody');
    expect(report.after).toMatchObject({
      'writes in its folder': 'done',
      'reads in its folder': 'done',
      'writes elsewhere': 'EACCES',
      'reads elsewhere': 'EACCES',
      'lists elsewhere': 'EACCES',
      connects: 'EPERM',
      'sends a datagram': 'EPERM',
      'opens a socket to a file': 'EPERM',
      'connects as it sends': 'EPERM',
      'connects as it sends a message': 'EPERM',
      listens: 'EACCES',
      'starts a program': 'EPERM',
    });
    expect(report.works).toBe(true);
    for (const status of tasks) expect(status).toMatch(/^Seccomp:\t2$/m);
  });
});

it('the start stops when the kernel accepts the filter but does not enforce it', async () => {
  const native = { prctl: () => 0, call: () => 0, addressOf: () => 0n } as unknown as Native;
  const linux = { platform: 'linux', arch: 'x64', pid: 1 };
  await expect(confineByKernel('vault', linux, async () => native)).rejects.toThrowError(
    /lets it connect, open a socket/,
  );
});

it('a process on another system or processor reports that it is not confined', async () => {
  const unconfined = { calls: false, ring: false, files: null, refused: [] };
  expect(await confineByKernel('vault', { platform: 'win32', arch: 'x64', pid: 1 })).toEqual(unconfined);
  expect(await confineByKernel('vault', { platform: 'linux', arch: 'arm64', pid: 1 })).toEqual(unconfined);
  const noModule = () => Promise.reject(new Error('no native module'));
  expect(await confineByKernel('vault', { platform: 'linux', arch: 'x64', pid: 1 }, noModule)).toEqual(unconfined);
  expect(await confineToFolder(null, { platform: 'darwin', arch: 'x64', pid: 1 })).toBe(false);
});
