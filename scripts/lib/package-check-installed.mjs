import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEYRING, makeAptRepository, missingTools } from './apt-repository.mjs';
import { run } from './run.mjs';

/** @typedef {import('./package-check.mjs').Check} Check */

/** A version before every released one. */
const BEFORE = '0.0.1~before';

/** The places of an installed package, of which none may stay after its removal. */
const PLACES = [
  'usr/lib/castellan',
  'usr/bin/castellan',
  'etc/apparmor.d/castellan',
  'usr/share/applications/castellan.desktop',
];

/** Seconds: the last day of a repository that apt refuses, and of one that it takes. */
const EXPIRED = Date.parse('2001-09-09T00:00:00Z') / 1000;
const FAR = Date.parse('2199-01-01T00:00:00Z') / 1000;

const SOURCES = `Types: deb
URIs: file:/srv/apt
Suites: stable
Components: main
Architectures: amd64
Signed-By: /srv/apt/${KEYRING}
`;

/** The clean system has the packages of its mirror already. */
const UPDATE = [
  ...['apt-get', '-q', '-o', 'Dir::Etc::SourceList=/dev/null', '-o', 'APT::Get::List-Cleanup=0'],
  ...['-o', 'APT::Update::Error-Mode=any', 'update'],
];

/** Waits for a window of ours, prints the sandbox of its renderer as the kernel states it, and ends the program. */
const WINDOW = `
castellan >"$HOME/window" 2>&1 &
program=$!
tries=0
until grep -q window.shown "$CASTELLAN_HOME/castellan.log" 2>/dev/null; do
  tries=$((tries + 1))
  if [ $tries -gt 300 ] || ! kill -0 $program 2>/dev/null; then cat "$HOME/window"; exit 1; fi
  sleep 0.2
done
for process in /proc/[0-9]*; do
  if tr '\\0' ' ' <$process/cmdline 2>/dev/null | grep -q '^/usr/lib/castellan/castellan --type=renderer'; then
    grep -E '^(NoNewPrivs|Seccomp):' $process/status | tr '\\t\\n' '  '
    stat -c %U $process/status
  fi
done
kill $program
wait $program || true
`;

/** Waits for the explanation in place of a window, prints it, and ends the program. */
const EXPLANATION = `
castellan >"$HOME/window" 2>&1 &
program=$!
tries=0
until grep -q 'sudo chown' "$HOME/window"; do
  tries=$((tries + 1))
  if [ $tries -gt 300 ] || ! kill -0 $program 2>/dev/null; then cat "$HOME/window"; exit 1; fi
  sleep 0.2
done
kill $program
wait $program || true
cat "$HOME/window"
`;

/**
 * The ways in which a system can sandbox a window, with the expected sandbox in the words of doctor. `owner` is that of
 * the renderer's files, root when other programs of the user cannot read it.
 */
const SYSTEMS = [
  { namespaces: true, helper: true, status: 'ok', owner: 'root' },
  { namespaces: true, helper: false, status: 'ok', owner: 'tester' },
  { namespaces: false, helper: true, status: 'ok', owner: 'root' },
  { namespaces: false, helper: false, status: 'problem', owner: undefined },
];

/**
 * Installs a package in a clean Debian, runs it as an ordinary user, upgrades it and purges it. Each check needs the
 * ones before.
 * @param {object} options
 * @param {import('./clean-root.mjs').CleanRoot} options.root
 * @param {string} options.deb
 * @param {string} options.display
 * @returns {AsyncGenerator<Check>}
 */
export async function* checkInstalled({ root, deb, display }) {
  const environment = { DISPLAY: display, CASTELLAN_PASSPHRASE_FILE: '/home/tester/passphrase' };
  const asRoot = async (/** @type {string[]} */ ...command) => succeeded(command, await root.asRoot(...command));
  const asUser = async (/** @type {string} */ script, { namespaces = true, state = '/home/tester/state' } = {}) =>
    succeeded([script], await root.asUser(namespaces, { ...environment, CASTELLAN_HOME: state }, 'sh', '-euc', script));
  const install = (/** @type {string} */ name) =>
    asRoot('apt-get', '-qy', '--no-install-recommends', 'install', `/srv/${name}`);
  const name = (await run('dpkg-deb', ['--field', deb, 'Package'])).trim();
  copyFileSync(deb, join(root.folder, 'srv/now.deb'));
  await makeBefore(deb, join(root.folder, 'srv/before.deb'));

  yield check('an earlier version installs in a clean Debian 12 with its declared dependencies', async () => {
    await install('before.deb');
    expectEqual(await asRoot('dpkg', '--verify', name), '');
    await asUser('umask 077; echo a passphrase for tests >~/passphrase');
    await asUser('castellan init');
  });
  const digest = () => asUser('cd ~/state && find . -type f ! -name "*.log*" | sort | xargs sha256sum');
  const profiles = () => asUser('castellan profile list 2>/dev/null');
  /** @type {{ digest: string, profiles: string }} */
  const before = { digest: '', profiles: '' };
  yield check('an upgrade changes no state', async () => {
    before.profiles = await profiles();
    before.digest = await digest();
    await install('now.deb');
    expectEqual(await digest(), before.digest);
    expectEqual(await profiles(), before.profiles);
    expectEqual(await asRoot('dpkg', '--verify', name), '');
  });

  yield {
    name: 'apt updates to it from a signed repository, and refuses the repository after its last day',
    async work() {
      const missing = missingTools();
      if (missing.length > 0) return `${missing.join(' and ')} is not installed`;
      await asRoot('apt-get', '-qy', '--allow-downgrades', 'install', '/srv/before.deb');
      const newest = (await run('dpkg-deb', ['--field', deb, 'Version'])).trim();
      const repository = join(root.folder, 'srv/apt');
      await signedRepository({ deb, folder: repository, date: EXPIRED - 1, until: EXPIRED });
      writeFileSync(join(root.folder, 'etc/apt/sources.list.d/castellan.sources'), SOURCES);
      const refused = await root.asRoot(...UPDATE);
      if (refused.code === 0 || !refused.output.includes('is expired')) throw new Error(`apt said ${refused.output}`);
      await signedRepository({ deb, folder: repository, date: EXPIRED, until: FAR });
      await asRoot(...UPDATE);
      await asRoot('apt-get', '-qy', '--no-install-recommends', 'install', name);
      const { 1: installed } = /^Version: (.+)$/m.exec(await asRoot('dpkg', '--status', name)) ?? [];
      expectEqual(installed, newest);
      expectEqual(await profiles(), before.profiles);
      return undefined;
    },
  };

  for (const [index, { namespaces, helper, status, owner }] of SYSTEMS.entries()) {
    const system = `user namespaces ${namespaces ? 'allowed' : 'refused'}, helper ${helper ? 'set up' : 'not set up'}`;
    const at = { namespaces, state: `/home/tester/state-${index}` };
    yield check(`commands work (${system})`, async () => {
      await asRoot('chmod', helper ? '4755' : '0755', '/usr/lib/castellan/chrome-sandbox');
      expectEqual(
        await asUser('unshare --user --map-root-user true 2>/dev/null && echo yes || echo no', at),
        namespaces ? 'yes\n' : 'no\n',
      );
      const version = (await run('dpkg-deb', ['--field', deb, 'Version'])).trim().replaceAll('~', '-');
      expectEqual(await asUser('castellan --version', at), `${version}\n`);
      await asUser('castellan init', at);
      const { checks } = JSON.parse(await asUser('castellan doctor 2>/dev/null', at));
      const found = checks.find((/** @type {{ name: string }} */ each) => each.name === 'Sandbox');
      expectEqual(found.status, status);
    });
    yield check(
      owner === undefined ? `the window explains what to do (${system})` : `the window opens in a sandbox (${system})`,
      async () => {
        if (owner === undefined) await asUser(EXPLANATION, at);
        else expectEqual(await asUser(WINDOW, at), `NoNewPrivs: 1 Seccomp: 2 ${owner}\n`);
      },
    );
  }

  yield check('the AppArmor profile is installed only where its ABI exists', async () => {
    const profile = join(root.folder, 'etc/apparmor.d/castellan');
    expectEqual(existsSync(profile), false);
    mkdirSync(join(root.folder, 'etc/apparmor.d/abi'), { recursive: true });
    writeFileSync(join(root.folder, 'etc/apparmor.d/abi/4.0'), '');
    await asRoot('dpkg-reconfigure', name);
    expectEqual(existsSync(profile), true);
  });
  yield check('a purge removes the program and leaves the state', async () => {
    const kept = await digest();
    await asRoot('dpkg', '--purge', name);
    expectEqual(PLACES.filter((place) => existsSync(join(root.folder, place))).join(' '), '');
    expectEqual(await digest(), kept);
  });
}

/** @param {string} name @param {() => Promise<void>} work @returns {Check} */
const check = (name, work) => ({
  name,
  async work() {
    await work();
    return undefined;
  },
});

/** @param {string[]} command @param {{ code: number, output: string }} ran @returns {string} the output */
function succeeded(command, { code, output }) {
  if (code === 0) return output;
  throw new Error(`${command.join(' ').trim().split('\n')[0]} ended with ${code}: ${output}`);
}

/** @param {unknown} found @param {unknown} wanted */
function expectEqual(found, wanted) {
  if (found !== wanted) throw new Error(`found ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`);
}

/**
 * Makes a repository of one package, signed by a key that nobody keeps.
 * @param {{ deb: string, folder: string, date: number, until: number }} options
 */
async function signedRepository({ deb, folder, date, until }) {
  const home = mkdtempSync(join(tmpdir(), 'castellan-gnupg-'));
  const { GNUPGHOME: own } = process.env;
  process.env.GNUPGHOME = home;
  try {
    const made = ['--faked-system-time', String(date - 1), '--passphrase', '', '--quick-generate-key'];
    await run('gpg', [
      '--batch',
      '--quiet',
      ...made,
      'Castellan test <test@castellan.example>',
      'ed25519',
      'sign',
      'never',
    ]);
    const listed = await run('gpg', ['--batch', '--quiet', '--with-colons', '--list-keys']);
    const key = /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '';
    await makeAptRepository({ debs: [deb], folder, key, date, until });
    await run('gpgconf', ['--kill', 'all']);
  } finally {
    if (own === undefined) delete process.env.GNUPGHOME;
    else process.env.GNUPGHOME = own;
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Makes a package of the same program under an earlier version. No migration of state runs between the two.
 * @param {string} deb
 * @param {string} target
 */
async function makeBefore(deb, target) {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-before-'));
  try {
    await run('dpkg-deb', ['--raw-extract', deb, join(folder, 'tree')]);
    await run('sed', ['-i', `s/^Version: .*/Version: ${BEFORE}/`, join(folder, 'tree/DEBIAN/control')]);
    await run('dpkg-deb', ['-Zgzip', '-z1', '--build', join(folder, 'tree'), target]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
