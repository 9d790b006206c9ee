import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { downloadArchive, installPackagesFromLock, matchesLock } from '../../../scripts/lib/npm.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { explain } from '../../../scripts/lib/problem.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const WANTED = {
  packages: {
    '': { name: 'castellan', version: '0.1.0' },
    'node_modules/react': { version: '19.3.1', integrity: 'sha512-a' },
    'node_modules/binding-win32': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  },
};

describe('matchesLock', () => {
  it('accepts an installation without the optional packages of other systems', () => {
    expect(
      matchesLock(WANTED, { packages: { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-a' } } }),
    ).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing is installed or the installation was interrupted', undefined],
    ['a package is missing', { packages: {} }],
    [
      'a package has another version',
      { packages: { 'node_modules/react': { version: '19.3.0', integrity: 'sha512-a' } } },
    ],
    [
      'a package has other contents',
      { packages: { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-x' } } },
    ],
  ])('asks for an installation when %s', (_why, installed) => {
    expect(matchesLock(WANTED, installed)).toBe(false);
  });
});

describe.each(['package-lock.json', 'test/peers/package-lock.json'])('%s', (path) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as typeof WANTED;
  const installed = Object.entries(packages).filter(([name]) => name !== '');

  it('has the digest of every package, also of those for other systems', () => {
    expect(installed.length).toBeGreaterThan(10);
    expect(
      installed.filter(([, entry]) => !/^sha512-/.test((entry as { integrity?: string }).integrity ?? '')),
    ).toEqual([]);
  });

  it('names no registry, because npm’s configuration does', () => {
    expect(installed.filter(([, entry]) => 'resolved' in entry)).toEqual([]);
  });
});

describe('a failed npm command', () => {
  const log = { line: () => {}, progress: () => {}, step: <T>(_title: string, work: () => Promise<T>) => work() };

  /** Explains the failure of an npm that prints these lines. */
  async function failureOf(...lines: string[]): Promise<string[]> {
    const folder = temporaryFolder();
    const npm = join(folder, 'npm-cli.js');
    const script = `if (process.argv[2] === 'config') console.log('{}');
else { console.error(${JSON.stringify(lines.map((line) => `npm error ${line}`).join('\n'))}); process.exitCode = 1; }`;
    writeFileSync(npm, script);
    vi.stubEnv('npm_execpath', npm);
    const options = { log, onPid: () => {}, waits: { timeoutMs: 500, retries: 0 } };
    const error = await downloadArchive({ name: 'nothing@1.0.0', bytes: 1 }, folder, options).catch(
      (thrown: unknown) => thrown,
    );
    return explain(error).split('\n');
  }
  afterEach(() => void vi.unstubAllEnvs());

  it('says first what to check, and shows neither a stack nor a log that is removed', async () => {
    const lines = await failureOf(
      'code ECONNREFUSED',
      'FetchError: request failed',
      '    at ClientRequest.<anonymous> (/usr/lib/npm/index.js:130:14)',
      'A complete log of this run can be found in: /cache/_logs/debug-0.log',
    );
    expect(lines.slice(1)).toEqual([
      expect.stringContaining('npm used no proxy. '),
      '  npm error code ECONNREFUSED',
      '  npm error FetchError: request failed',
      expect.stringContaining('By hand'),
      expect.stringContaining('npm pack'),
    ]);
  });

  it('names the setting for an authority that Node does not know', async () => {
    const lines = await failureOf('code SELF_SIGNED_CERT_IN_CHAIN', 'request failed');
    expect(lines[1]).toContain('npm config set cafile FILE (or NODE_EXTRA_CA_CERTS=FILE)');
    expect(lines.join()).not.toContain('npm used no proxy');
  });
});

describe('behind a proxy that accepts connections and never answers', () => {
  afterEach(() => void vi.unstubAllEnvs());

  const WAITS = { timeoutMs: 500, retries: 0 };

  async function useSilentProxy(): Promise<string> {
    const server = createServer((socket) => void socket.on('error', () => {}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    vi.stubEnv('npm_config_https_proxy', `http://operator:s3cret@${address}`);
    vi.stubEnv('npm_config_registry', 'https://registry.test/');
    // Otherwise a cached package would need no network.
    vi.stubEnv('npm_config_cache', join(temporaryFolder(), 'cache'));
    return address;
  }

  it.each<[string, (folder: string) => Promise<unknown>]>([
    [
      'an installation',
      (folder) => {
        const entry = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
        const manifest = { name: 'one', version: '1.0.0', dependencies: { nothing: '1.0.0' } };
        const packages = { '': manifest, 'node_modules/nothing': entry };
        writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
        writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }));
        return installPackagesFromLock(() => {}, folder, WAITS);
      },
    ],
    [
      'the download of an archive',
      (folder) => {
        const log = { line: () => {}, progress: () => {}, step: <T>(_title: string, work: () => Promise<T>) => work() };
        return downloadArchive({ name: 'nothing@1.0.0', bytes: 1 }, folder, { log, onPid: () => {}, waits: WAITS });
      },
    ],
  ])('%s ends soon and names the proxy without its password', { timeout: 60_000 }, async (_what, work) => {
    const proxy = await useSilentProxy();
    const started = Date.now();
    const problem = await work(temporaryFolder()).catch((error: unknown) => error);
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(explain(problem)).toContain(`npm used the proxy http://${proxy}. `);
    expect(explain(problem)).not.toContain('s3cret');
  });
});
