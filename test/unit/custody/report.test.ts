import { describe, expect, it } from 'vitest';
import { formatReport } from '../../../electron/custody/report.ts';

describe('a report', () => {
  it('says what failed and where, on one line', () => {
    const line = formatReport('ref-1', 'create_wallet', new TypeError('s3cret\n    s3cret'));
    expect(line).toMatch(/^custody: ref-1 create_wallet: TypeError at .*report\.test\.ts.*\n$/);
    expect(line.trimEnd()).not.toMatch(/\n|s3cret/);
  });
});
