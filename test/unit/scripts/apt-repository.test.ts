import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYRING, makeAptRepository, missingTools } from '../../../scripts/lib/apt-repository.mjs';
import { digestOf, filesOf } from '../../../scripts/lib/package-tree.mjs';
import { inRoot } from '../../../scripts/lib/paths.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const missing = [
  ...missingTools(),
  ...['apt-get', 'apt-cache'].filter((tool) => spawnSync(tool, ['--version']).status !== 0),
];

/** apt compares these with the clock of the machine, which is in between. */
const MADE = Date.parse('2001-09-09T01:46:40Z') / 1000;
const FAR = Date.parse('2199-01-01T00:00:00Z') / 1000;
const DAY = 86_400;

/** A GnuPG home with a key of its own. */
function createSigner(name: string) {
  const home = join(temporaryFolderOf(), name);
  mkdirSync(home, { mode: 0o700 });
  const gpg = (...args: string[]) =>
    execFileSync('gpg', ['--batch', '--quiet', '--homedir', home, ...args], { encoding: 'utf8', stdio: 'pipe' });
  gpg(
    ...['--faked-system-time', String(MADE - DAY), '--passphrase', '', '--quick-generate-key'],
    ...[`${name} <archive@castellan.example>`, 'ed25519', 'sign', 'never'],
  );
  const key = /^fpr:+([0-9A-F]{40}):/m.exec(gpg('--with-colons', '--list-keys'))?.[1] ?? '';
  const end = () => spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']);
  return { home, key, end };
}

let shared = '';
const temporaryFolderOf = () => shared;

describe.skipIf(missing.length > 0)(`the apt repository (needs ${missing.join(' and ') || 'nothing more'})`, () => {
  let signer: ReturnType<typeof createSigner>;
  let stranger: ReturnType<typeof createSigner>;
  const { GNUPGHOME: own } = process.env;
  beforeAll(() => {
    shared = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
    signer = createSigner('signer');
    stranger = createSigner('stranger');
  });
  afterAll(() => {
    signer.end();
    stranger.end();
    rmSync(shared, { recursive: true, force: true });
    if (own === undefined) delete process.env.GNUPGHOME;
    else process.env.GNUPGHOME = own;
  });

  /** A package without files. */
  function debOf(folder: string, version: string): string {
    const tree = join(folder, `tree-${version}`);
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
    writeFileSync(
      join(tree, 'DEBIAN/control'),
      `Package: castellan\nVersion: ${version}\nArchitecture: amd64\nMaintainer: Test <test@castellan.example>\nDescription: a test\n`,
    );
    const deb = join(folder, `castellan_${version}_amd64.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, deb], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(MADE) },
      stdio: 'pipe',
    });
    return deb;
  }

  interface Made {
    readonly versions?: readonly string[];
    readonly date?: number;
    readonly until?: number;
    readonly by?: ReturnType<typeof createSigner>;
  }
  async function make(folder: string, { versions = ['0.2.0'], date = MADE, until = FAR, by = signer }: Made = {}) {
    process.env.GNUPGHOME = by.home;
    const debs = versions.map((version) => debOf(temporaryFolder(), version));
    await makeAptRepository({ debs, folder, key: by.key, date, until });
  }

  /** A machine that trusts the signer's key for the repository in `folder`, with a state of apt of its own. */
  function clientOf(folder: string, keyring: string) {
    const root = temporaryFolder();
    for (const path of ['etc/apt/sources.list.d', 'etc/apt/trusted.gpg.d', 'var/lib/dpkg', 'var/cache/apt'])
      mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, 'var/lib/dpkg/status'), '');
    writeFileSync(
      join(root, 'etc/apt/sources.list.d/castellan.sources'),
      `Types: deb\nURIs: file:${folder}\nSuites: stable\nComponents: main\nArchitectures: amd64\nSigned-By: ${keyring}\n`,
    );
    // The first configuration that apt reads. It keeps the machine's own one out, which may allow expired repositories.
    const config = join(root, 'apt.conf');
    const lines = [
      ...[`Dir "${root}/"`, 'Dir::Log "/dev/null"', `Dir::State::status "${root}/var/lib/dpkg/status"`],
      ...['APT::Architecture "amd64"', 'APT::Sandbox::User "root"', 'APT::Update::Error-Mode "any"'],
    ];
    writeFileSync(config, lines.map((line) => `${line};\n`).join(''));
    const apt = (tool: string, ...args: string[]) => {
      const environment = { ...process.env, LC_ALL: 'C', APT_CONFIG: config };
      const ran = spawnSync(tool, args, { encoding: 'utf8', env: environment });
      return { code: ran.status, output: ran.stdout + ran.stderr };
    };
    return {
      update: () => apt('apt-get', 'update'),
      candidate: () => /Candidate: (\S+)/.exec(apt('apt-cache', 'policy', 'castellan').output)?.[1],
    };
  }

  /** A repository, and a machine that has read it. */
  async function readRepository(made?: Made) {
    const folder = join(temporaryFolder(), 'repository');
    await make(folder, made);
    const keyring = join(temporaryFolder(), KEYRING);
    cpSync(join(folder, KEYRING), keyring);
    return { folder, client: clientOf(folder, keyring) };
  }

  it('is read by apt, which offers the newest version', async () => {
    const { client, folder } = await readRepository({ versions: ['0.1.0', '0.2.0', '0.2.0~rc.1'] });
    expect(client.update()).toMatchObject({ code: 0 });
    expect(client.candidate()).toBe('0.2.0');
    const release = readFileSync(join(folder, 'dists/stable/Release'), 'utf8');
    expect(release).toContain('Date: Sun, 09 Sep 2001 01:46:40 UTC\nValid-Until: Tue, 01 Jan 2199 00:00:00 UTC\n');
    expect(release).not.toMatch(/MD5|SHA1/);
    const index = readFileSync(join(folder, 'dists/stable/main/binary-amd64/Packages'), 'utf8');
    expect(index).toContain('Filename: pool/main/c/castellan/castellan_0.2.0_amd64.deb\n');
    expect(index).not.toMatch(/MD5sum|SHA1/);
  });

  it('is refused by apt after its last day', async () => {
    const { client } = await readRepository({ until: MADE + 30 * DAY });
    const { code, output } = client.update();
    expect(code).not.toBe(0);
    expect(output).toContain('is expired');
    expect(client.candidate()).toBeUndefined();
  });

  it.each([
    ['its index was changed', 'main/binary-amd64/Packages', 'Version: 0.2.0', 'Version: 9.9.9'],
    ['its last day was changed', 'InRelease', 'Valid-Until: Tue, 01 Jan 2199', 'Valid-Until: Wed, 01 Jan 2200'],
  ])('is refused by apt when %s', async (_what, name, from, to) => {
    const { client, folder } = await readRepository();
    const path = join(folder, 'dists/stable', name);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replace(from, to));
    rmSync(`${path}.gz`, { force: true });
    expect(readFileSync(path, 'utf8')).not.toBe(whole);
    expect(client.update().code).not.toBe(0);
    expect(client.candidate()).toBeUndefined();
    await make(folder);
    expect(client.update()).toMatchObject({ code: 0 });
    expect(client.candidate()).toBe('0.2.0');
  });

  it('is refused by apt when another key signed it', async () => {
    const { client, folder } = await readRepository();
    expect(client.update()).toMatchObject({ code: 0 });
    await make(folder, { versions: ['9.9.9'], date: MADE + DAY, by: stranger });
    const { code, output } = client.update();
    expect(code).not.toBe(0);
    expect(output).toContain('NO_PUBKEY');
    expect(client.candidate()).not.toBe('9.9.9');
  });

  it('that is older than the known one changes nothing for apt, and is not made in its place', async () => {
    const { client, folder } = await readRepository({ versions: ['0.3.0'], date: MADE + DAY });
    expect(client.update()).toMatchObject({ code: 0 });
    await expect(make(folder, { versions: ['0.2.0'], date: MADE })).rejects.toThrow('which is later');
    rmSync(folder, { recursive: true });
    await make(folder, { versions: ['0.2.0'], date: MADE });
    client.update();
    expect(client.candidate()).toBe('0.3.0');
  });

  it('has the same bytes from another folder', async () => {
    const folders = [join(temporaryFolder(), 'one'), join(temporaryFolder(), 'two')];
    for (const folder of folders) await make(folder);
    const [one = [], two] = folders.map((folder) =>
      filesOf(folder).map((path) => `${path} ${digestOf(join(folder, path))}`),
    );
    expect(one).toEqual(two);
    expect(one).toHaveLength(7);
  });

  it.each([
    ['the folder has other files', 'repository', 'thesis.txt', 'is no repository of Castellan'],
    ['the folder has a repository of others', 'repository', 'dists/stable/Release', 'is no repository of Castellan'],
    ['the folder is a file', '.', 'repository', 'is no repository of Castellan'],
    ['an interrupted run left files beside it', 'repository.partial', 'thesis.txt', 'has content'],
  ])('is not made, and removes nothing, when %s', async (_what, below, file, said) => {
    const parent = temporaryFolder();
    const path = join(parent, below, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'Origin: Debian\n');
    await expect(make(join(parent, 'repository'))).rejects.toThrow(said);
    expect(readFileSync(path, 'utf8')).toBe('Origin: Debian\n');
  });

  it('is made in an empty folder', async () => {
    const folder = temporaryFolder();
    await make(folder);
    expect(filesOf(folder)).toContain('dists/stable/Release');
  });

  it('is not made when it would expire before its date', async () => {
    await expect(make(join(temporaryFolder(), 'repository'), { until: MADE })).rejects.toThrow('would expire');
  });

  describe('the command', () => {
    const command = (...args: string[]) => {
      const ran = spawnSync(process.execPath, [inRoot('scripts/apt-repository.mjs'), ...args], {
        encoding: 'utf8',
        env: {
          ...process.env,
          ELECTRON_RUN_AS_NODE: '1',
          GNUPGHOME: signer.home,
          SOURCE_DATE_EPOCH: String(MADE),
        },
      });
      return { code: ran.status, said: ran.stdout + ran.stderr };
    };

    it('takes packages of a list of digests, and no others', async () => {
      const deb = debOf(temporaryFolder(), '0.2.0');
      const folder = join(temporaryFolder(), 'repository');
      const args = ['--key', signer.key, '--until', '2199-01-01', '--folder', folder];
      expect(command(...args, deb).said).toContain('does not list castellan_0.2.0_amd64.deb with its digest');
      writeFileSync(join(dirname(deb), 'SHA256SUMS'), `${digestOf(deb)}  castellan_0.2.0_amd64.deb\n`);
      expect(command(...args, deb)).toMatchObject({ code: 0, said: expect.stringContaining(KEYRING) });
      appendFileSync(deb, 'x');
      expect(command(...args, deb)).toMatchObject({ code: 1, said: expect.stringContaining('does not list') });
    });

    it.each([
      ['no key', ['--until', '2199-01-01'], '--key is no whole fingerprint'],
      ['a short key', ['--key', 'ABCD', '--until', '2199-01-01'], '--key is no whole fingerprint'],
      ['no day', ['--key', 'A'.repeat(40), '--until', 'soon'], '--until is no day'],
      ['no package', ['--key', 'A'.repeat(40), '--until', '2199-01-01'], 'No package was named'],
      [
        'a test package',
        ['--key', 'A'.repeat(40), '--until', '2199-01-01', '/etc/passwd'],
        'is no release of Castellan for amd64',
      ],
      ['another option', ['--suite', 'x'], 'Unknown option'],
    ])('refuses %s', (_name, args, said) => {
      expect(command(...args)).toMatchObject({ code: 1, said: expect.stringContaining(said) });
    });
  });
});
