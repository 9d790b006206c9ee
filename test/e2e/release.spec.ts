import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { createLocalVault } from './flows.ts';
import { environmentOf, executable, expect, homes, layout, newHome, test } from './harness.ts';

/** The values of a fuse in the executable. */
const ENABLED = '1'.charCodeAt(0);
const DISABLED = '0'.charCodeAt(0);

const WANTED: readonly [name: string, fuse: FuseV1Options, on: boolean][] = [
  ['RunAsNode', FuseV1Options.RunAsNode, false],
  ['EnableCookieEncryption', FuseV1Options.EnableCookieEncryption, true],
  ['EnableNodeOptionsEnvironmentVariable', FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  ['OnlyLoadAppFromAsar', FuseV1Options.OnlyLoadAppFromAsar, true],
  ['LoadBrowserProcessSpecificV8Snapshot', FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
  ['GrantFileProtocolExtraPrivileges', FuseV1Options.GrantFileProtocolExtraPrivileges, false],
];

/**
 * A layout as it is released: the same files, but with the one fuse off that lets these tests in. `release` is its
 * launcher.
 */
let folder = '';
let release = '';
test.beforeAll(async () => {
  folder = mkdtempSync(join(homes, 'release-'));
  chmodSync(folder, 0o755);
  const copy = join(folder, 'app');
  cpSync(layout, copy, { recursive: true, filter: (source) => source !== join(layout, 'castellan') });
  copyFileSync(join(layout, 'castellan'), join(copy, 'castellan'));
  await flipFuses(join(copy, 'castellan'), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
  });
  release = join(folder, 'launch');
  writeFileSync(
    release,
    readFileSync(executable, 'utf8').replaceAll(join(layout, 'castellan'), join(copy, 'castellan')),
    { mode: 0o755 },
  );
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the fuses of the packaged program are set', async () => {
  const wire = await getCurrentFuseWire(join(layout, 'castellan'));
  for (const [name, fuse, on] of WANTED) expect([name, wire[fuse]]).toEqual([name, on ? ENABLED : DISABLED]);
});

test('the window of a test package says that it is a test package', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByText(/^Castellan \d+\.\d+\.\d+-test\./)).toBeVisible();
  await createLocalVault(page);
  await expect(page.getByText('Test package')).toBeVisible();
});

test('the package contains the licences of all its parts, including typefaces', () => {
  const page = readFileSync(join(layout, 'resources/app.asar.unpacked/out/licences.txt'), 'utf8');
  for (const part of ['react ', 'keytar ', 'better-sqlite3 ', 'inter ', 'jetbrains-mono ', 'SIL OPEN FONT LICENSE'])
    expect(page).toContain(part);
});

/** All processes below `pid`, itself included. */
function family(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]));
    } catch {
      // Gone in between.
    }
  }
  const found = [pid];
  for (const member of found)
    found.push(...[...parents].flatMap(([child, parent]) => (parent === member ? [child] : [])));
  return found;
}

/** Sockets of those processes that listen on TCP. */
function listeners(pids: readonly number[]): number {
  const listening = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
      readFileSync(table, 'utf8')
        .split('\n')
        .slice(1)
        // Field 3 is the state, 0A is LISTEN. Field 9 is the inode (proc(5)).
        .flatMap((line) => (line.trim().split(/\s+/)[3] === '0A' ? [line.trim().split(/\s+/)[9]] : [])),
    ),
  );
  return pids
    .flatMap((pid) => descriptors(pid))
    .filter((target) => listening.has(/^socket:\[(\d+)\]$/.exec(target)?.[1])).length;
}

function descriptors(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
  } catch {
    return [];
  }
}

/**
 * Starts a layout with every switch that could let a debugger in. Returns its listening sockets once its window is
 * there.
 */
async function startWithDebuggers(
  launcher: string,
  inspect: string,
  listens: boolean,
): Promise<{ listening: number; said: string }> {
  const home = newHome();
  const started = spawn(launcher, ['--disable-gpu', inspect, '--remote-debugging-port=0', '--'], {
    env: environmentOf(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  started.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  const log = join(home, 'state', 'castellan.log');
  const shown = () => existsSync(log) && readFileSync(log, 'utf8').includes('"window.shown"');
  await expect
    .poll(() => shown() || said.includes('this layout is for tests, and a debugger can attach to it'))
    .toBe(true);
  const count = () => listeners(family(started.pid ?? 0));
  // The message comes a moment before the socket listens, or after.
  if (listens) await expect.poll(count).toBeGreaterThan(0);
  const listening = count();
  const closed = once(started, 'close');
  for (const pid of family(started.pid ?? 0)) end(pid);
  await closed;
  return { listening, said };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

test('a release lets no debugger in', async () => {
  const { listening, said } = await startWithDebuggers(release, '--inspect-brk=0', false);
  expect(said).not.toMatch(/listening/i);
  expect(listening).toBe(0);
});

test('only the test layout allows a debugger, and reports it', async () => {
  const { listening, said } = await startWithDebuggers(executable, '--inspect=0', true);
  expect(said).toContain('Debugger listening');
  expect(said).toContain('a debugger can attach');
  expect(listening).toBeGreaterThan(0);
});

test('the environment cannot turn it into plain Node or inject code', async () => {
  const home = newHome();
  const evil = join(home, 'evil.cjs');
  writeFileSync(evil, 'process.stdout.write("code of somebody else\\n"); process.exit(0);', { mode: 0o644 });
  const run = async (environment: Record<string, string>, args: string[]) => {
    const started = spawn(release, args, {
      env: environmentOf(home, { ...environment, CASTELLAN_E2E_KEYRING: 'none' }),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    started.stdout.on('data', (text: Buffer) => {
      said += text;
    });
    await once(started, 'close');
    return said;
  };
  const headless = ['--ozone-platform=headless', '--disable-gpu', '--log-level=3', '--', 'cli', '--version'];
  expect(await run({ NODE_OPTIONS: `--require ${evil}` }, headless)).toMatch(/^\d+\.\d+\.\d+-test\n$/);
  expect(await run({ ELECTRON_RUN_AS_NODE: '1' }, [...headless, evil])).not.toContain('somebody else');
});
