import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../unit/repository/sources.ts';
import { lifted } from './lift.ts';
import { LIFTS } from './lifts.ts';
import type { Outcome } from './reporter.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CLAIMS = ['README.md'];

/** Runs every lift in one vitest of its own. */
function runLifts(): Readonly<Record<string, Outcome>> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-lifted-'));
  const report = join(folder, 'report.json');
  try {
    const { stderr } = spawnSync(
      process.execPath,
      [here('../../node_modules/vitest/vitest.mjs'), 'run', '--config', here('../tools/vitest.lifted.config.ts')],
      { cwd: here('../..'), env: { ...process.env, LIFTED_REPORT: report }, encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    try {
      return JSON.parse(readFileSync(report, 'utf8'));
    } catch (cause) {
      throw new Error(`the lifts did not run: ${stderr}`, { cause });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a claim', () => {
  const pages = CLAIMS.map(readText).join('\n').replace(/\s+/g, ' ');

  it.for(LIFTS)('is made where it is read: $claim', ({ claim }) => expect(pages).toContain(claim));
});

describe('a mechanism that is lifted fails a test', () => {
  let outcomes: Readonly<Record<string, Outcome>> = {};
  beforeAll(() => {
    outcomes = runLifts();
  }, 1_200_000);

  it.for(LIFTS)('$mechanism', (lift) => {
    // Says which text is gone before it says that nothing failed.
    lifted(lift, readText(lift.file));
    const { failed, passed, errors } = outcomes[lift.mechanism] ?? {
      failed: [],
      passed: 0,
      errors: ['it did not run'],
    };
    expect(errors).toEqual([]);
    expect(failed, `${passed} tests of ${lift.test} pass without it`).not.toEqual([]);
  });
});
