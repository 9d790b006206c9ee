import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childProgram, temporaryFolder } from '../support.ts';

const PROGRAMS = ['dbus-run-session', 'gnome-keyring-daemon'];
const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
const folder = temporaryFolder();
const program = childProgram(new URL('./keychain-child.ts', import.meta.url));

/** The address of a bus that accepts connections and never replies. */
const SILENT = `unix:path=${join(folder, 'silent')}`;

/** A home with no keyring in it yet. */
function freshHome(): string {
  const home = mkdtempSync(join(folder, 'home-'));
  mkdirSync(join(home, 'run'));
  chmodSync(join(home, 'run'), 0o700);
  return home;
}

const UNLOCK = 'printf passphrase | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1;';
const LEAVE_LOCKED = 'gnome-keyring-daemon --components=secrets --daemonize >/dev/null 2>&1;';

/** Runs the steps in a session of its own, with its own bus and keyring, and returns their outcomes. */
async function inSession(home: string, daemon: string, ...steps: string[]): Promise<unknown[]> {
  return outcomes(home, `dbus-run-session -- bash -c '${daemon} exec "$0" "$@"'`, {}, ['0', ...steps]);
}

async function outcomes(
  home: string,
  prefix: string,
  environment: NodeJS.ProcessEnv,
  values: string[],
): Promise<unknown[]> {
  const { output, code, signal } = await program.run(values, {
    prefix,
    environment: {
      HOME: home,
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_RUNTIME_DIR: join(home, 'run'),
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      ...environment,
    },
  });
  expect([code, signal]).toEqual(environment.DBUS_SESSION_BUS_ADDRESS === SILENT ? [null, 'SIGKILL'] : [0, null]);
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const LOCKED = { code: 'KEYCHAIN_LOCKED', message: expect.stringMatching(/locked.*Unlock.*passphrase file/s) };
const UNAVAILABLE = {
  code: 'KEYCHAIN_UNAVAILABLE',
  message: expect.stringMatching(/Install.*gnome-keyring.*passphrase file/s),
};
const SECRET = '00'.repeat(16) + 'ff10'.repeat(8);

describe.skipIf(missing.length > 0)(
  `an unlocked Secret Service${missing.length > 0 ? ` (not here: ${missing})` : ''}`,
  () => {
    it('stores, replaces and removes bytes of every value', async () => {
      const steps = [
        'probe',
        'read a',
        `write a ${SECRET}`,
        'read a',
        'write a 01',
        'read a',
        'remove a',
        'read a',
        'remove a',
      ];
      expect(await inSession(freshHome(), UNLOCK, ...steps)).toEqual([
        null,
        null,
        'done',
        SECRET,
        'done',
        '01',
        'done',
        null,
        'done',
      ]);
    });

    it('stores them across sessions, and a locked keychain reports locked instead of empty', async () => {
      const home = freshHome();
      expect(await inSession(home, UNLOCK, `write kept ${SECRET}`)).toEqual(['done']);
      const steps = ['read kept', 'read other', 'remove kept', 'write kept 01', 'probe'];
      expect(await inSession(home, LEAVE_LOCKED, ...steps)).toEqual([
        LOCKED,
        LOCKED,
        LOCKED,
        LOCKED,
        { ...LOCKED, title: 'The keychain is locked' },
      ]);
      expect(await inSession(home, UNLOCK, 'read kept')).toEqual([SECRET]);
    });

    it.skipIf(spawnSync('which', ['gdbus']).status !== 0)('is left by a probe as it was found', async () => {
      const home = freshHome();
      const list =
        'gdbus call --session --dest org.freedesktop.secrets --object-path /org/freedesktop/secrets/collection/login --method org.freedesktop.DBus.Properties.Get org.freedesktop.Secret.Collection Items';
      await inSession(home, UNLOCK, 'write kept 01', 'probe', 'probe', 'read other', 'remove other');
      const items = execFileSync('dbus-run-session', ['--', 'bash', '-c', `${UNLOCK} ${list}`], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: join(home, 'run') },
      });
      expect(items.match(/objectpath|collection\/login\/\d+/g)).toHaveLength(2);
    });

    it('refuses values that some platform could not store unchanged', async () => {
      const invalid = { code: 'INVALID_INPUT', message: expect.any(String) };
      const steps = [
        'write a',
        `write a ${'00'.repeat(1025)}`,
        'write ../ü 01',
        'read \u0000',
        `write a ${'7f'.repeat(1024)}`,
      ];
      expect(await inSession(freshHome(), UNLOCK, ...steps.filter((step) => !step.includes('\0')))).toEqual([
        invalid,
        invalid,
        invalid,
        'done',
      ]);
    });
  },
);

describe('a session whose keychain cannot be used', () => {
  it.skipIf(missing.length > 0)('has no keyring yet: locked', async () => {
    expect(await inSession(freshHome(), LEAVE_LOCKED, 'probe', 'write a 01')).toEqual([
      { ...LOCKED, title: 'The keychain is locked' },
      LOCKED,
    ]);
  });

  it('has no bus: not available', async () => {
    expect(await outcomes(freshHome(), '', {}, ['0', 'probe', 'read a', 'write a 01', 'remove a'])).toEqual([
      { ...UNAVAILABLE, title: 'There is no keychain' },
      UNAVAILABLE,
      UNAVAILABLE,
      UNAVAILABLE,
    ]);
  });

  it('has a missing bus: not available', async () => {
    const environment = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'nowhere')}` };
    expect(await outcomes(freshHome(), '', environment, ['0', 'probe'])).toEqual([
      { ...UNAVAILABLE, title: 'There is no keychain' },
    ]);
  });

  it('has a bus that never answers: it times out, and the process can still end', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(SILENT.slice('unix:path='.length), done));
    const environment = { DBUS_SESSION_BUS_ADDRESS: SILENT };
    const reported = await outcomes(freshHome(), '', environment, ['200', 'probe', 'read a']);
    silent.close();
    const locked = (why: string) => ({ code: 'KEYCHAIN_LOCKED', message: expect.stringContaining(why) });
    expect(reported).toEqual([
      { ...locked('did not answer within 0.2 seconds'), title: 'The keychain is locked' },
      locked('an earlier question still waits'),
    ]);
  });
});
