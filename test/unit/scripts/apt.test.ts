import { describe, expect, it } from 'vitest';
import {
  APT_LIMITS,
  aptLine,
  aptProxyLine,
  missingPackages,
  namesFor,
  readInstalled,
} from '../../../scripts/lib/apt.mjs';

const NOTHING: ReadonlySet<string> = new Set();

describe('missingPackages', () => {
  it('requires fewer packages without tests', () => {
    const all = missingPackages(NOTHING, { tests: true });
    const run = missingPackages(NOTHING, {});
    expect(run).toContain('libnss3');
    expect(run).toContain('libsecret-1-0');
    expect(run).not.toContain('xvfb');
    expect(all).toEqual(expect.arrayContaining([...run, 'xvfb', 'gnome-keyring']));
    expect(all).not.toContain('chromium');
    expect(missingPackages(NOTHING, { current: true })).toEqual([...run, 'chromium']);
  });

  it('requires no installed package', () => {
    const all = new Set(missingPackages(NOTHING, { tests: true }));
    expect(missingPackages(all, { tests: true })).toEqual([]);
    all.delete('libgbm1');
    expect(missingPackages(all, { tests: true })).toEqual(['libgbm1']);
  });

  it('knows the newer names of libraries', () => {
    const installed = new Set(missingPackages(NOTHING, {}).map((name) => `${name}t64`));
    expect(missingPackages(installed, {})).toEqual([]);
  });
});

describe('readInstalled', () => {
  it('counts only installed packages and their provided names', () => {
    const listing = [
      'installed libgtk-3-0t64 libgtk-3-0 (= 3.24.41), gtk3-binver-3.0.0',
      'installed pkgconf pkg-config (= 1.8.1-1)',
      'config-files xvfb ',
      'half-installed gnome-keyring ',
      'installed make ',
    ].join('\n');
    expect([...readInstalled(listing)].sort()).toEqual([
      'gtk3-binver-3.0.0',
      'libgtk-3-0',
      'libgtk-3-0t64',
      'make',
      'pkg-config',
      'pkgconf',
    ]);
  });
});

describe('the line to install by hand', () => {
  it('uses the newer name only where the older one is missing', () => {
    const available = new Set(['libasound2t64', 'libnss3', 'libgtk-3-0', 'libgtk-3-0t64']);
    expect(namesFor(['libasound2', 'libnss3', 'libgtk-3-0', 'unknown'], available)).toEqual([
      'libasound2t64',
      'libnss3',
      'libgtk-3-0',
      'unknown',
    ]);
  });

  it('is one line that can be pasted', () => {
    expect(aptLine(['libnss3', 'xvfb'])).toBe(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends libnss3 xvfb',
    );
  });
});

describe('a proxy of apt', () => {
  it('is waited for at most 30 seconds', () => {
    expect(APT_LIMITS).toEqual(expect.arrayContaining(['Acquire::http::Timeout=30', 'Acquire::https::Timeout=30']));
  });

  it.each([
    ['its configuration', {}, 'Acquire::http::Proxy "http://operator:s3cret@proxy.test:3128/";\n'],
    ['the environment', { http_proxy: 'http://operator:s3cret@proxy.test:3128/' }, ''],
  ])('is named from %s, without its password', (_where, environment, configuration) => {
    const line = aptProxyLine(environment, configuration);
    expect(line).toContain('apt used the proxy http://proxy.test:3128/. ');
    expect(line).not.toContain('s3cret');
  });

  it.each(['operator:s3cret@proxy.test:3128', 'http://operator:s3/cret@proxy.test:3128'])(
    'is named without its password, however it is written: %s',
    (address) => {
      const line = aptProxyLine({ http_proxy: address }, '');
      expect(line).toContain('proxy.test:3128');
      expect(line).not.toMatch(/s3|cret|operator/);
    },
  );

  it('is proposed when there is none', () => {
    expect(aptProxyLine({}, '')).toContain('apt used no proxy');
  });
});
