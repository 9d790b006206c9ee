import { expect, it, vi } from 'vitest';
import { runLifted } from '../../../scripts/lib/lifted.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

const REPORT = {
  numPassedTests: 1,
  numFailedTests: 0,
  numPendingTests: 2,
  testResults: [
    {
      name: `${ROOT}/test/lifted/lifted.test.ts`,
      status: 'passed',
      assertionResults: [
        { status: 'passed', fullName: "'PAGE-03' fails without this: one" },
        { status: 'skipped', fullName: "'PAGE-04' fails without this: two" },
        { status: 'skipped', fullName: "'PAGE-05' fails without this: three" },
      ],
    },
  ],
};

vi.mock('../../../scripts/lib/prepare.mjs', () => ({ prepare: async () => ({ runtime: {} }) }));
vi.mock('../../../scripts/lib/runners.mjs', () => ({ runVitest: async () => 0 }));
vi.mock('../../../scripts/lib/npm.mjs', () => ({ readJson: () => REPORT }));

async function linesOf(args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const log = {
    line: (text: string) => void lines.push(text),
    progress: () => {},
    step: <T>(_: string, work: () => T) => work(),
  };
  expect(await runLifted(log as never, args)).toBe(0);
  return lines;
}

it('names what did not run, but not when one claim was asked for', async () => {
  expect((await linesOf([])).join('\n')).toContain('not run: test/lifted/lifted.test.ts');
  const lines = await linesOf(['--testNamePattern', ' PAGE-03 ']);
  expect(lines.join('\n')).not.toContain('not run');
  expect(lines.slice(-2)).toEqual(['castellan: lifted: 1 passed, 0 failed, 0 skipped', '1 passed, 0 failed']);
});
