import { describe, expect, it } from 'vitest';
import { progressText } from '../../../scripts/lib/log.mjs';
import { explain, SetupProblem } from '../../../scripts/lib/problem.mjs';

const systemError = (code: string, path: string): Error => Object.assign(new Error(`${code}: ...`), { code, path });

describe('explain', () => {
  it('shows the failed step and how to do it by hand, without a stack', () => {
    const text = explain(new SetupProblem('It did not work.', ['sudo make it work']));
    expect(text).toBe('It did not work.\n  sudo make it work');
  });

  it('explains a full disk', () => {
    expect(explain(systemError('ENOSPC', '/cache/x'))).toMatch(/disk is full.*2 GB/);
  });

  it('names the unwritable file', () => {
    expect(explain(systemError('EACCES', '/cache/x'))).toContain('/cache/x');
  });

  it('shows where a defect is', () => {
    expect(explain(new TypeError('x is not a function'))).toContain('problem.test');
  });
});

describe('progressText', () => {
  it('shows bytes and percent', () => {
    expect(progressText(49_066_202, 196_264_810)).toBe('49.1 of 196.3 MB (24 %)');
  });

  it('shows only bytes when the size is unknown', () => {
    expect(progressText(1_500_000, 0)).toBe('1.5 MB');
  });
});
