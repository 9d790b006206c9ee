import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLocalVault, place, unlock } from './flows.ts';
import {
  child,
  childrenOf,
  environmentOf,
  executable,
  expect,
  HEADLESS,
  homes,
  kernelStatus,
  layout,
  newHome,
  test,
} from './harness.ts';

const PASSPHRASE = 'plain words that only the operator knows';

/**
 * The files with the memory and the environment of processes that another program of the same user can open. `its own`
 * is always among them, which shows that the check works. The environment is checked as well, because some systems keep
 * memory to parents.
 */
function readableOf(pids: readonly number[]): string[] {
  const user = kernelStatus(pids[0] ?? 0, 'Uid').split(/\s/)[0] ?? '';
  const files = pids.flatMap((other) => [`/proc/${other}/mem`, `/proc/${other}/environ`]);
  const look = '(true < /proc/$$/environ) && echo "its own"; for file; do (true < "$file") && echo "$file"; done; true';
  return asUser(user, ['sh', '-c', look, 'sh', ...files]);
}

/** Runs a program as that user and returns its lines. When root runs the tests, another user runs the program. */
function asUser(user: string, program: readonly string[]): string[] {
  const become = process.getuid?.() === 0 ? ['setpriv', `--reuid=${user}`, '--clear-groups', '--'] : [];
  const [command = '', ...args] = [...become, ...program];
  return spawnSync(command, args, { encoding: 'utf8' }).stdout.trim().split('\n');
}

/**
 * Tries `process_vm_readv` and `ptrace` from another program of the same user: on a child of its own, and on each of
 * these processes.
 */
function looksInto(pids: readonly number[]): string[] {
  const program = join(homes, 'peek');
  const source = fileURLToPath(new URL('peek.c', import.meta.url));
  execFileSync('gcc', ['-O1', '-o', program, source]);
  const user = kernelStatus(pids[0] ?? 0, 'Uid').split(/\s/)[0] ?? '';
  return asUser(user, [program, ...pids.map(String)]);
}

/** Files that the vault holds open beside those of the program, each with its reason. */
const HELD: readonly { readonly is: RegExp; readonly reason: string }[] = [
  { is: /^\/dev\/null$/, reason: 'its standard input and output, to which nobody listens' },
  { is: /^pipe:\[\d+\]$/, reason: 'its standard error, which main logs, and what wakes its own threads' },
  { is: /^socket:\[\d+\]$/, reason: 'the channel to main, made before it started' },
  { is: /^anon_inode:\[(eventfd|eventpoll|io_uring)\]$/, reason: 'the event loops of its threads' },
  { is: /^\/dev\/shm\/|^\/memfd:/, reason: 'memory that it shares with main' },
];

/** The open files of a process, and whether it may write to them. */
function openFilesOf(pid: number): { path: string; writes: boolean }[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${descriptor}`);
      const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8'))?.[1];
      return [{ path, writes: (Number.parseInt(flags ?? '', 8) & 0b11) !== 0 }];
    } catch {
      return []; // Closed meanwhile.
    }
  });
}

test.describe('the processes, as the kernel reports them', () => {
  test('window, vault and local service are confined, and a lock ends the two that hold keys', async ({ launch }) => {
    const running = await launch({ environment: { CASTELLAN_TEST_SECRET: 'hunter2' } });
    await test.step('the window is sandboxed', async () => {
      const pid = await child(running, 'Tab');
      expect([kernelStatus(pid, 'Seccomp'), kernelStatus(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
    });

    await createLocalVault(running.page);

    await test.step('the children have one environment variable and cannot generate code', async () => {
      expect(await running.app.evaluate(() => process.env.CASTELLAN_TEST_SECRET)).toBe('hunter2');
      for (const name of ['vault', 'custody']) {
        const pid = await child(running, name);
        expect(
          readFileSync(`/proc/${pid}/environ`, 'utf8')
            .split('\0')
            .filter((entry) => entry !== ''),
        ).toEqual([`CASTELLAN_PROCESS=${name}`]);
        expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')).toContainEqual(
          expect.stringMatching(/^--js-flags=.*--disallow-code-generation-from-strings/),
        );
      }
    });

    await test.step('the kernel refuses unneeded calls of the vault and the local service, in every thread', async () => {
      for (const name of ['vault', 'custody']) {
        const pid = await child(running, name);
        const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `${pid}/task/${task}`);
        expect(tasks.length).toBeGreaterThan(4);
        for (const task of tasks)
          expect([name, kernelStatus(task, 'Seccomp'), kernelStatus(task, 'NoNewPrivs')]).toEqual([name, '2', '1']);
      }
    });

    await test.step('the vault has only the program’s files open, for reading, and no network socket', async () => {
      const pid = await child(running, 'vault');
      const open = openFilesOf(pid);
      const files = open.filter(({ path }) => path.startsWith('/') && path !== '/dev/null');
      expect(files.length).toBeGreaterThan(2);
      expect(files.filter(({ path, writes }) => writes || !path.startsWith(`${layout}/`))).toEqual([]);
      expect(
        open.filter(({ path }) => !HELD.some((held) => held.is.test(path) || path.startsWith(`${layout}/`))),
      ).toEqual([]);
      const network = ['tcp', 'tcp6', 'udp', 'udp6']
        .map((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8'))
        .join('\n');
      const sockets = open.flatMap(({ path }) => /^socket:\[(\d+)\]$/.exec(path)?.[1] ?? []);
      expect(sockets.length).toBeGreaterThan(0);
      expect(sockets.filter((inode) => new RegExp(`\\s${inode}\\s`).test(network))).toEqual([]);
    });

    await test.step('locking ends the vault and the local service', async () => {
      const pids = [await child(running, 'vault'), await child(running, 'custody')];
      await running.page.getByRole('button', { name: 'Lock vault' }).click();
      await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    });
  });

  test('--no-sandbox is ignored', async ({ launch }) => {
    const running = await launch({ args: ['--no-sandbox'] });
    const pid = await child(running, 'Tab');
    expect([kernelStatus(pid, 'Seccomp'), kernelStatus(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
    await expect(running.page.getByText('Sandbox is off')).toBeHidden();
  });

  test('no other program of the operator can read main, the vault and the local service', async ({ launch }) => {
    const running = await launch();
    expect(readableOf([running.pid])).toEqual(['its own']);
    await createLocalVault(running.page, PASSPHRASE);
    const holders = [running.pid, await child(running, 'vault'), await child(running, 'custody')];
    expect(readableOf(holders)).toEqual(['its own']);
    expect(looksInto(holders)).toEqual(['read traced', ...holders.map(() => 'refused refused')]);
    expect(readFileSync(`/proc/${running.pid}/limits`, 'utf8')).toMatch(/^Max core file size\s+0\s+0\s/m);

    await running.page.getByRole('button', { name: 'Lock vault' }).click();
    await expect(running.page.getByRole('button', { name: 'Unlock…' })).toBeVisible();
    expect(readableOf([running.pid])).toEqual(['its own']);
    await unlock(running.page, PASSPHRASE);
    await expect(place(running.page, 'Accounts')).toBeVisible();
    expect(readableOf([running.pid])).toEqual(['its own']);
  });

  test('no other program can read a window in Chromium’s setuid sandbox', async ({ launch }) => {
    const helper = statSync(join(layout, 'chrome-sandbox'));
    test.skip(
      helper.uid !== 0 || (helper.mode & 0o4000) === 0,
      'the helper belongs to root with its setuid bit where root runs the tests',
    );
    const running = await launch({ args: ['--disable-namespace-sandbox'] });
    const pid = await child(running, 'Tab');
    expect([kernelStatus(pid, 'Seccomp'), kernelStatus(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
    expect(readableOf([running.pid, pid])).toEqual(['its own']);
    const report = await running.page.evaluate(() => window.castellan.call('app.doctor', {}));
    expect(report).toMatchObject({
      value: {
        checks: expect.arrayContaining([
          {
            name: 'Sandbox',
            status: 'ok',
            finding: 'Measured: the window runs in Chromium’s sandbox.',
            advice: null,
          },
        ]),
      },
    });
  });

  test('no other program can read a command that takes a recovery phrase', async () => {
    const derive = [
      'derive',
      '--path',
      "m/44'/60'/0'/0/0",
      '--curve',
      'CURVE_SECP256K1',
      '--format',
      'ADDRESS_FORMAT_ETHEREUM',
    ];
    // Without a keyring the process that was started becomes the program.
    const started = spawn(executable, [...HEADLESS, 'cli', ...derive], {
      env: environmentOf(newHome(), { CASTELLAN_E2E_KEYRING: 'none' }),
    });
    const said: Buffer[] = [];
    started.stdout.on('data', (text: Buffer) => said.push(text));
    const pid = started.pid ?? 0;
    const isProgram = () => kernelStatus(pid, 'Name') === 'castellan';
    await expect.poll(() => isProgram() && readableOf([pid])).toEqual(['its own']);
    const closed = once(started, 'close');
    started.stdin.end(`${'abandon '.repeat(11)}about\n`);
    await closed;
    expect(Buffer.concat(said).toString()).toContain('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  });

  test('closing the window ends all processes', async ({ launch }) => {
    const running = await launch();
    await createLocalVault(running.page);
    const pids = [running.pid, ...(await childrenOf(running)).values()];
    await running.close();
    await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  });
});
