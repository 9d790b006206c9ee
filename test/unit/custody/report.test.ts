import { describe, expect, it } from 'vitest';
import { formatReport } from '../../../electron/custody/report.ts';
import { AppError } from '../../../shared/errors/index.ts';

describe('a report', () => {
  it('says what failed and where, on one line', () => {
    const line = formatReport('ref-1', 'create_wallet', new TypeError('x'));
    expect(line).toMatch(/^custody: ref-1 create_wallet: TypeError at .*report\.test\.ts.*\n$/);
    expect(line.trimEnd()).not.toContain('\n');
  });

  it('never repeats the message of a foreign error, which may hold what it was given', () => {
    const error = Object.assign(new Error('bad value s3cret\n    s3cret'), { code: 'SQLITE_ERROR' });
    const line = formatReport('r', 'o', new AppError('INTERNAL', 'Told to the operator.', { cause: error }));
    expect(line).toContain('"Told to the operator."');
    expect(line).toContain('caused by Error SQLITE_ERROR');
    expect(line).not.toContain('s3cret');
  });

  it('copes with what is not an error', () => {
    expect(formatReport('r', 'o', 's3cret')).toBe('custody: r o: string\n');
  });
});
