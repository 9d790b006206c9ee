import { describe, expect, it } from 'vitest';
import { readText } from './sources.ts';

const check = readText('.github/workflows/check.yml');
const packages = readText('.github/workflows/package.yml');
const systems = readText('.github/workflows/systems.yml');
/** The lines of one job. */
const job = (name: string, workflow = packages): string =>
  new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n|  #.*\\n)*)`, 'm').exec(workflow)?.[1] ?? '';

describe('the workflows', () => {
  it('run all tests and the checks of the package as root on the tested system, where windows have a sandbox', () => {
    expect(job('tests', check)).toContain("part: ['', windows, lifted, current, shipping]");
    expect(job('tests', check)).toMatch(/- run: \.ci\/run \$\{\{ matrix\.part \}\}\n/);
    expect(readText('.ci/run')).toContain('lifted | current | windows | shipping) command="npm run test:$1"');
    expect(job('packages', check)).toContain('- run: npm run package -- --check');
    for (const name of ['tests', 'packages']) {
      expect(job(name, check)).toMatch(/image: debian:12\n +options: --privileged/);
      expect(job(name, check)).toContain('- run: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
    }
  });

  it('install every tool that a check of the package needs', () => {
    const tools = /- run: apt-get install -y (.*debootstrap.*)/.exec(job('packages', check))?.[1]?.split(' ');
    const needed = [
      'appstream',
      'debootstrap',
      'desktop-file-utils',
      'dpkg-dev',
      'gnupg',
      'gpgv',
      'lintian',
      'shellcheck',
    ];
    expect(tools).toEqual(expect.arrayContaining([...needed, 'g++', 'xvfb']));
  });

  it('draft a release of a tag only after all tests, the comparison and the checks of the package', () => {
    expect(check).toContain('workflow_call:');
    expect(job('gate')).toContain('uses: ./.github/workflows/check.yml');
    expect(job('draft')).toContain('needs: [gate, compare]');
    expect(job('draft')).toContain('--draft --verify-tag');
    expect(job('compare')).toContain('needs: build');
  });

  it('let no other job write to the repository', () => {
    expect(packages.match(/contents: write/g)).toHaveLength(1);
    expect(job('draft')).toContain('contents: write');
    for (const workflow of [check, packages, systems])
      expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    for (const workflow of [check, systems]) expect(workflow).not.toContain('write');
  });

  it('run actions of others by their commit, which nobody can replace', () => {
    const uses = [...`${check}${packages}${systems}`.matchAll(/uses: (?!\.\/)(.*)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(10);
    expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/.test(action ?? ''))).toEqual([]);
  });

  it('compile for the C library of Debian 12', () => {
    expect(job('build')).toContain('container: debian:12');
  });

  it('make packages for tests on macOS and Windows, and say that nobody has run them', () => {
    expect(systems).toContain('Nobody has run it.');
    expect(systems).toContain('- run: npm run package -- --test-layout');
  });
});
