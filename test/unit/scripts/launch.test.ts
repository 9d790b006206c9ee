import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { displayAddress, findDisplay } from '../../../scripts/lib/display.mjs';
import { electronEnvironment, launchCommand } from '../../../scripts/lib/launch.mjs';
import { temporaryFolder } from './temporary-folder.ts';

interface Machine {
  readonly root?: boolean;
  /** Chromium's helper works: it belongs to root and has the setuid bit. */
  readonly helper?: boolean;
  readonly namespaces?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

describe.runIf(process.platform === 'linux')('the launcher', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  /** Runs the launcher on a machine with stand-ins for the program, its helper, `id` and `unshare`. */
  function launch(mode: 'window' | 'command', words: readonly string[], machine: Machine = {}) {
    const { root = false, helper = false, namespaces = false, environment = { DISPLAY: 'elsewhere:0' } } = machine;
    const script = (name: string, text: string) => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(folder, name), 0o755);
    };
    script('program', `printf '%s\\n' "$@"\necho "node \${ELECTRON_RUN_AS_NODE:-off}"`);
    script('chrome-sandbox', helper ? 'exec "$@"' : 'exit 1');
    const path = join(folder, 'path');
    mkdirSync(path, { recursive: true });
    script('path/id', `echo ${root ? 0 : 1000}`);
    script('path/unshare', `exit ${namespaces ? 0 : 1}`);
    const [file, ...args] = launchCommand(join(folder, 'program'), mode, words, { platform: 'linux', app: '/app' });
    const { status, stdout, stderr } = spawnSync(file, args, {
      encoding: 'utf8',
      env: { PATH: `${path}:/usr/bin:/bin`, ELECTRON_RUN_AS_NODE: '1', ...environment },
    });
    return { status, stderr, lines: stdout.trim().split('\n') };
  }

  it('passes a command’s arguments unchanged after the dashes, and never starts plain Node', () => {
    const { lines } = launch('command', ['call', '--json', '{"a": 1}', ''], { namespaces: true, environment: {} });
    expect(lines.slice(lines.indexOf('/app'))).toEqual([
      '/app',
      '--',
      'cli',
      'call',
      '--json',
      '{"a": 1}',
      '',
      'node off',
    ]);
    expect(lines).toContain('--ozone-platform=headless');
  });

  it.each<[string, Machine, string[]]>([
    ['none of root', { root: true, helper: true }, ['--no-sandbox']],
    [
      'the helper’s before that of user namespaces',
      { helper: true, namespaces: true },
      ['--disable-namespace-sandbox'],
    ],
    ['that of user namespaces', { namespaces: true }, []],
  ])('uses the available sandbox: %s', (_name, machine, switches) => {
    for (const mode of ['window', 'command'] as const) {
      const { lines } = launch(mode, [], machine);
      expect(lines.filter((line) => line.includes('sandbox'))).toEqual(switches);
    }
  });

  it('runs commands without a sandbox, but the window shows an explanation', () => {
    expect(launch('command', ['doctor']).lines.slice(-7)).toEqual([
      ...['--no-sandbox', '--no-zygote', '/app', '--', 'cli', 'doctor', 'node off'],
    ]);
    expect(launch('window', ['word']).lines.slice(-5)).toEqual([
      ...['--no-sandbox', '/app', '--', 'explain-sandbox', 'node off'],
    ]);
  });

  it('starts no zygote where nothing is sandboxed and no page is loaded', () => {
    const zygote = (mode: 'window' | 'command', machine: Machine) =>
      !launch(mode, [], machine).lines.includes('--no-zygote');
    expect([zygote('command', {}), zygote('command', { root: true })]).toEqual([false, false]);
    expect([zygote('command', { helper: true }), zygote('window', { root: true })]).toEqual([true, true]);
  });

  it('starts a window with --offline in user namespaces only', () => {
    const { lines } = launch('window', ['--offline'], { helper: true, namespaces: true });
    expect(lines.filter((line) => line.includes('sandbox'))).toEqual([]);
    const refused = launch('window', ['--offline'], { helper: true });
    expect([refused.status, refused.lines]).toEqual([1, ['']]);
    expect(refused.stderr).toContain('A window with --offline needs user namespaces');
  });

  it('opens windows on Wayland without X', () => {
    const wayland = '--ozone-platform=wayland';
    const on = (environment: Readonly<Record<string, string>>) =>
      launch('window', [], { namespaces: true, environment }).lines.includes(wayland);
    expect(on({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
    expect(on({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':64999' })).toBe(true);
    expect(on({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: 'elsewhere:0' })).toBe(false);
  });

  it.each<[Readonly<Record<string, string>>, string]>([
    [{}, 'neither DISPLAY nor WAYLAND_DISPLAY is set'],
    [{ DISPLAY: ':64999' }, 'no X server listens at :64999'],
    [{ DISPLAY: ':64999.0' }, 'no X server listens at :64999.0'],
  ])('says what to do where no window can open: %j', (environment, why) => {
    const { status, stderr, lines } = launch('window', [], { namespaces: true, environment });
    expect({ status, lines }).toEqual({ status: 1, lines: [''] });
    expect(stderr).toContain(`No window can open here, because ${why}.`);
  });

  it('finds an X server by its socket', async () => {
    mkdirSync('/tmp/.X11-unix', { recursive: true, mode: 0o1777 });
    const number = 60_000 + (process.pid % 4000);
    const server = createServer().listen(`/tmp/.X11-unix/X${number}`);
    await once(server, 'listening');
    const { lines } = launch('window', [], { namespaces: true, environment: { DISPLAY: `:${number}.0` } });
    server.close();
    expect(lines).toContain('/app');
  });
});

it('starts the program itself on other systems', () => {
  const on = { platform: 'darwin', app: '/app' };
  expect(launchCommand('/program', 'command', ['doctor'], on)).toEqual([
    ...['/program', '--log-level=3', '/app', '--', 'cli', 'doctor'],
  ]);
});

it('starts Electron as Electron, even from inside a test', () => {
  expect(electronEnvironment({ ELECTRON_RUN_AS_NODE: '1', PATH: '/bin' })).toEqual({ PATH: '/bin' });
});

describe('findDisplay', () => {
  it.each<[string, object]>([
    [':0', { path: '/tmp/.X11-unix/X0' }],
    ['unix:3.1', { path: '/tmp/.X11-unix/X3' }],
    ['localhost:10.0', { host: 'localhost', port: 6010 }],
  ])('knows the address of %s', (display, address) => {
    expect(displayAddress(display)).toEqual(address);
  });

  it('finds none when none is named', async () => {
    expect(await findDisplay({}, 'linux')).toEqual({
      available: false,
      reason: 'neither DISPLAY nor WAYLAND_DISPLAY is set',
    });
  });

  it('finds none when the named one does not answer', async () => {
    expect(await findDisplay({ DISPLAY: ':64999' }, 'linux')).toMatchObject({
      available: false,
      reason: 'the X display :64999 does not answer',
    });
  });

  it('finds the one of a desktop system', async () => {
    expect(await findDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toMatchObject({ available: true });
    expect(await findDisplay({}, 'darwin')).toMatchObject({ available: true });
  });
});
