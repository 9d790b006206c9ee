import { describe, expect, it } from 'vitest';
import { readText } from './sources.ts';

const check = readText('.github/workflows/check.yml');
const packages = readText('.github/workflows/package.yml');
/** The lines of one job. */
const job = (name: string): string =>
  new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n|  #.*\\n)*)`, 'm').exec(packages)?.[1] ?? '';

describe('the workflows', () => {
  it('run the tests as root, who installs system packages and starts windows as another user', () => {
    const runs = [...check.matchAll(/- run: (.*(?:\.ci\/run|test:shipping).*)/g)].map(([, run]) => run);
    expect(runs).toHaveLength(2);
    expect(runs.filter((run) => !run?.startsWith('sudo env "PATH=$PATH" '))).toEqual([]);
  });

  it('draft a release of a tag only after all tests, the comparison and the checks of the package', () => {
    expect(check).toContain('workflow_call:');
    expect(job('gate')).toContain('uses: ./.github/workflows/check.yml');
    expect(job('draft')).toContain('needs: [gate, compare, check]');
    expect(job('draft')).toContain('--draft --verify-tag');
    expect(job('compare')).toContain('needs: build');
  });

  it('let no other job write to the repository', () => {
    expect(packages.match(/contents: write/g)).toHaveLength(1);
    expect(job('draft')).toContain('contents: write');
    expect(check).not.toContain('write');
  });

  it('compile for the C library of Debian 12', () => {
    for (const name of ['build', 'check']) expect(job(name)).toMatch(/(?:container|image): debian:12/);
  });
});
