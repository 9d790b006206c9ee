import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readNotice } from '../../../electron/engine/releases/notice.ts';
import { licenceOf } from '../../../scripts/lib/licences.mjs';
import {
  appstreamReleases,
  debianChangelog,
  readChangelog,
  releasesUpTo,
} from '../../../scripts/lib/package-changelog.mjs';
import { KOFFI_BINARY, nativePackages } from '../../../scripts/lib/package-contents.mjs';
import { identityOf } from '../../../scripts/lib/package-identity.mjs';
import { MINIMUM_VERSION, noticeOf } from '../../../scripts/lib/package-notice.mjs';
import { billOfMaterials } from '../../../scripts/lib/package-sbom.mjs';
import { checkCommitted, readSource } from '../../../scripts/lib/package-source.mjs';
import { registryFacts } from '../../../scripts/lib/registry-facts.mjs';
import { KEY, minisign } from '../minisign.ts';
import { temporaryFolder } from './temporary-folder.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

- Not yet.

## [0.2.0-rc.1] - 2026-11-26

### Added

- A change with so many words that it does not fit into one line of a Debian changelog, and is wrapped.

## [0.1.0] - 2026-11-23

- The first one.
`;

describe('the notice about a release', () => {
  it('is one that the program reads, for the longest changelog too', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'castellan_1.2.3_amd64.deb'), 'the package');
    const release = {
      version: '1.2.3',
      date: '2027-01-02',
      changes: Array(50).fill(`**A** \`change\`${' word'.repeat(200)}`),
    };
    const content = noticeOf({ folder, names: ['castellan_1.2.3_amd64.deb'], release });
    const signature = minisign(content, 'castellan notice 1 until 2027-03-01');
    const now = Date.parse('2027-01-03');
    const keys = [{ key: KEY, until: '2028-01-01' }];
    const { notice } = readNotice({ content: Buffer.from(content), signature, keys, now });
    expect(notice).toMatchObject({ version: '1.2.3', minimumVersion: MINIMUM_VERSION, published: '2027-01-02' });
    expect(notice.notes[0]).toMatch(/^A change word .*…$/);
    expect(notice.files).toEqual([
      {
        name: 'castellan_1.2.3_amd64.deb',
        bytes: 11,
        sha256: createHash('sha256').update('the package').digest('hex'),
      },
    ]);
  });
});

describe('the changelog', () => {
  const releases = readChangelog(CHANGELOG);

  it('is read without unreleased changes', () => {
    expect(releases.map(({ version }) => version)).toEqual(['0.2.0-rc.1', '0.1.0']);
    expect(releasesUpTo(releases, '0.1.0')).toEqual([
      { version: '0.1.0', date: '2026-11-23', changes: ['The first one.'] },
    ]);
  });

  it('refuses a missing version', () => {
    expect(() => releasesUpTo(releases, '0.3.0')).toThrow('no dated section for version 0.3.0');
  });

  it('converts to a changelog that dpkg reads', () => {
    const text = debianChangelog(releases, identityOf({ version: '0.2.0-rc.1', testLayout: false }));
    expect(text.split('\n').slice(0, 8)).toEqual([
      'castellan (0.2.0~rc.1) stable; urgency=medium',
      '',
      '  * A change with so many words that it does not fit into one line of a Debian',
      '    changelog, and is wrapped.',
      '',
      ' -- Castellan maintainers <maintainers@castellan.example>  Thu, 26 Nov 2026 00:00:00 +0000',
      '',
      'castellan (0.1.0) stable; urgency=medium',
    ]);
    expect(appstreamReleases(releases)).toContain('<release version="0.1.0" date="2026-11-23" />');
  });
});

describe('the commit of a package', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@castellan.example'];
    execFileSync('git', ['-C', folder, ...author, ...args], {
      env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-26T10:00:00Z', GIT_CONFIG_GLOBAL: '/dev/null' },
    });
  };

  it('is required', () => {
    expect(() => readSource(folder)).toThrow('Git names no commit');
  });

  it('gives all files their time, and a release needs all changes committed', () => {
    git('init', '--quiet');
    writeFileSync(join(folder, 'file'), 'one');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Add a file');
    const source = readSource(folder);
    expect(source).toMatchObject({ epoch: Date.parse('2026-11-26T10:00:00Z') / 1000, changed: false });
    expect(() => checkCommitted(source, false)).not.toThrow();

    writeFileSync(join(folder, 'file'), 'two');
    const changed = readSource(folder);
    expect(() => checkCommitted(changed, false)).toThrow('uncommitted changes, so no release was packaged');
    expect(() => checkCommitted(changed, true)).not.toThrow();
  });
});

describe('the bill of materials', () => {
  const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
  const lock = {
    '': { name: 'castellan', version: '0.2.0' },
    'node_modules/keytar': { name: '@github/keytar', version: '7.10.6', integrity, license: 'MIT' },
    'node_modules/koffi': { version: '3.3.4', integrity, license: 'MIT', dependencies: { keytar: '7.10.6' } },
    'node_modules/a/node_modules/koffi': { version: '2.0.0', integrity, license: 'MIT' },
    'node_modules/qr': { version: '0.7.0', integrity, license: '(MIT OR Apache-2.0)' },
    'node_modules/typescript': { version: '6.0.3', integrity, license: 'Apache-2.0' },
    'node_modules/bare': { version: '1.0.0' },
  };
  const bill = (parts: { name: string; version: string }[], packages: Record<string, object> = lock) =>
    billOfMaterials({
      identity: identityOf({ version: '0.2.0', testLayout: false }),
      parts,
      lock: packages,
      electron: {
        version: '45.4.1',
        archive: 'electron.zip',
        digest: { alg: 'SHA-256', content: 'ab'.repeat(32) },
        contents: [{ name: 'node', version: '24.1.0' }],
      },
      data: [registryFacts()],
      commit: 'c0ffee',
    });
  const shipped = [
    { name: 'qr', version: '0.7.0' },
    { name: 'koffi', version: '3.3.4' },
    { name: '@github/keytar', version: '7.10.6' },
    { name: 'koffi', version: '3.3.4' },
  ];

  it('names Electron and each shipped package once, with the digests of the lock file, and nothing else', () => {
    const { components, dependencies } = JSON.parse(bill(shipped));
    expect(components.map((each: { purl: string }) => each.purl)).toEqual([
      'pkg:github/electron/electron@v45.4.1',
      expect.stringMatching(/^pkg:github\/ethereum\/clear-signing-erc7730-registry@[0-9a-f]{40}$/),
      'pkg:npm/%40github/keytar@7.10.6',
      'pkg:npm/koffi@3.3.4',
      'pkg:npm/qr@0.7.0',
    ]);
    expect(components[2].hashes).toEqual([{ alg: 'SHA-512', content: '07'.repeat(64) }]);
    expect(components[4].licenses).toEqual([{ expression: 'MIT OR Apache-2.0' }]);
    expect(dependencies[2]).toEqual({ ref: 'pkg:npm/koffi@3.3.4', dependsOn: ['pkg:npm/%40github/keytar@7.10.6'] });
  });

  it('can list every package that may ship from this checkout', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const names = [
      ...Object.keys(dependencies),
      ...nativePackages('floor'),
      ...nativePackages('shipping'),
      KOFFI_BINARY,
    ];
    const parts = [...new Set(names)].map(licenceOf);
    const { components } = JSON.parse(bill(parts, packages));
    expect(components).toHaveLength(2 + parts.length);
  });

  it('names the bundled ERC-7730 registry with its commit, date, digest and licence', () => {
    const file = readFileSync('resources/erc7730/registry.txt');
    const { commit, date } = JSON.parse(file.toString('utf8').split('\n')[0]!);
    expect(JSON.parse(bill(shipped)).components[1]).toMatchObject({
      type: 'data',
      version: date,
      licenses: [{ license: { id: 'CC0-1.0' } }],
      hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(file).digest('hex') }],
      properties: [{ name: 'castellan:commit', value: commit }],
    });
  });

  it('is the same for the same package', () => {
    expect(bill(shipped)).toBe(bill(shipped.toReversed()));
  });

  it('refuses a package that is missing in the lock file or has no digest there', () => {
    expect(() => bill([{ name: 'koffi', version: '9.9.9' }])).toThrow('package-lock.json has no koffi 9.9.9');
    expect(() => bill([{ name: 'bare', version: '1.0.0' }])).toThrow('no digest');
  });
});
