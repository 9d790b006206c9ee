import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/index.ts';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import { BLIND, MEANING } from '../meaning.ts';
import { cli, FakeEngine, QUESTION } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-stamp-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stamps a container without a terminal, by an engine that asks like the real one. */
function stamp(argv: readonly string[], change: Partial<QuestionOf<'stamp'>> = {}) {
  const engine: FakeEngine = new FakeEngine({
    carried: {
      stamp: async () => {
        const answer = await engine.options[0]?.consent({ ...QUESTION, ...change });
        if (answer?.confirmed === true) return { text: `${JSON.stringify(answer)}\n`, madeAt: 0 };
        throw new AppError('NOT_CONFIRMED', 'You did not sign. Nothing was stamped or sent.');
      },
    },
  });
  return cli(['stamp', '-', '--out', join(mkdtempSync(join(folder, 'to-')), 'out'), ...argv], { engine });
}
const FINGERPRINT = ['--fingerprint', MEANING.fingerprint];

describe('a request of another machine without a terminal', () => {
  it('is not stamped without its fingerprint, which is shown', async () => {
    const { exitCode, stderr } = await stamp([]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('fingerprint sha256:aa')]);
    expect(stderr).toContain('There is no terminal to ask on. Nothing was stamped.');
  });

  it('is not stamped with another fingerprint', async () => {
    const { exitCode, stderr } = await stamp(['--fingerprint', 'sha256:bb']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('another fingerprint than --fingerprint names')]);
  });

  it('is stamped with its fingerprint', async () => {
    expect((await stamp(FINGERPRINT)).exitCode).toBe(0);
  });

  it.each([false, true])('of unknown effect is not stamped, whatever the profile allows: %j', async (blindSigning) => {
    const profile = { ...QUESTION.profile, blindSigning };
    const { exitCode, stderr } = await stamp(FINGERPRINT, { profile, meaning: BLIND });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('a fingerprint cannot confirm it')]);
  });
});
