import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { wholeCalls } from '../tools/whole-calls.ts';
import { environmentOf, executable, expect, kernelStatus, newHome, test } from './harness.ts';
import { familyOf } from './process-family.ts';

/** No program can drive an offline window: Playwright speaks with it by the sockets that the kernel refuses. */
interface OfflineWindow {
  readonly started: ChildProcess;
  /** Main, and the processes that run below it. */
  family(): { readonly pid: number; readonly kind: string }[];
}

/** Starts a window with --offline behind the given command, and waits until it is shown. */
async function openOffline(prefix: readonly string[] = []): Promise<OfflineWindow> {
  const home = newHome();
  const [command = '', ...words] = [...prefix, executable, '--disable-gpu', '--', '--offline'];
  const started = spawn(command, words, { env: environmentOf(home), stdio: 'ignore' });
  const log = join(home, 'state', 'castellan.log');
  await expect.poll(() => existsSync(log) && readFileSync(log, 'utf8').includes('"window.shown"')).toBe(true);
  return { started, family: () => below(started.pid ?? 0).filter(({ program }) => program === 'castellan') };
}

const below = (pid: number) =>
  familyOf(pid).flatMap((each) => {
    const program = programOf(each);
    return program === null ? [] : [{ pid: each, program, kind: kindOf(each) }];
  });

/** The kind that Chromium starts a process as: `zygote`, `renderer`. Main for any other. */
function kindOf(pid: number): string {
  try {
    return /--type=([a-z-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? 'main';
  } catch {
    return 'main';
  }
}

/** Null for a process that has ended, whose parent has not asked for it yet. */
function programOf(pid: number): string | null {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return null;
  }
}

async function end({ started, family }: OfflineWindow): Promise<void> {
  const ended = once(started, 'exit');
  process.kill(family().find(({ kind }) => kind === 'main')?.pid ?? 0, 'SIGTERM');
  expect(await ended).toEqual([0, null]);
}

test('the kernel filters every process of a window with --offline', async () => {
  const window = await openOffline();
  const family = window.family();
  expect(family.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['main', 'zygote', 'renderer', 'utility']));
  for (const { pid, kind } of family) {
    expect([kind, kernelStatus(pid, 'Seccomp'), kernelStatus(pid, 'NoNewPrivs')]).toEqual([kind, '2', '1']);
    // The page has Chromium's own filter as well.
    if (kind === 'renderer') expect(Number(kernelStatus(pid, 'Seccomp_filters'))).toBeGreaterThan(1);
  }
  await end(window);
});

test('a window with --offline opens no socket that leaves the machine', async () => {
  test.skip(spawnSync('which', ['strace']).status !== 0, 'strace is not installed');
  const trace = join(newHome(), 'trace');
  const calls = 'trace=socket,connect,execve,seccomp';
  const window = await openOffline(['strace', '-f', '-qq', '-e', calls, '-o', trace]);
  await end(window);
  const lines = wholeCalls(readFileSync(trace, 'utf8').split('\n'));
  const filtered = lines.findIndex((line) => /seccomp\(SECCOMP_SET_MODE_FILTER.* = 0$/.test(line));
  const again = lines.findIndex((line, index) => index > filtered && /execve\(.*castellan.*= 0$/.test(line));
  expect([filtered > -1, again > filtered]).toEqual([true, true]);
  const leaving = /socket\(AF_(?!UNIX)/;
  const opened = lines.slice(again).filter((line) => leaving.test(line));
  expect(opened.length).toBeGreaterThan(0);
  expect(opened.filter((line) => !line.includes('EPERM'))).toEqual([]);
  expect(lines.filter((line) => /connect\(.*AF_INET/.test(line))).toEqual([]);
});

test('a window with --offline works in a network namespace without interfaces', async () => {
  test.skip(spawnSync('unshare', ['--net', 'true']).status !== 0, 'only root can make the namespace here');
  await end(await openOffline(['unshare', '--net']));
});
