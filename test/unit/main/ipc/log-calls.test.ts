import Value from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { CONTRACT } from '../../../../shared/ipc/index.ts';

const { audit, lists } = CONTRACT;
const PAGE = { search: '', offset: 0, limit: 100 };
const ROWS = { list: 'audit', search: '', chosen: null };
const ids = (count: number, length = 8) => Array.from({ length: count }, () => 'x'.repeat(length));

describe('the calls about the audit log and list files', () => {
  it.each([
    ['a page', audit.lines, PAGE],
    ['an entry', audit.get, { sequence: 1 }],
    ['a meaning', audit.describe, { sequence: Number.MAX_SAFE_INTEGER }],
    ['an export', audit.write, { search: 'outcome:failed' }],
    ['every row', lists.write, ROWS],
    ['chosen rows', lists.write, { ...ROWS, chosen: { allBut: true, ids: ids(10_000) } }],
  ])('take %s', (_what, { input }, value) => {
    expect(Value.Check(input, value)).toBe(true);
  });

  it.each([
    ['a page that is too long', audit.lines, { ...PAGE, limit: 501 }],
    ['a page before the first', audit.lines, { ...PAGE, offset: -1 }],
    ['a search that is too long', audit.lines, { ...PAGE, search: 'x'.repeat(201) }],
    ['an undeclared member', audit.lines, { ...PAGE, profile: 'other' }],
    ['entry 0', audit.get, { sequence: 0 }],
    ['half an entry', audit.describe, { sequence: 1.5 }],
    ['a number that is not exact', audit.get, { sequence: 2 ** 60 }],
    ['an export with a path', audit.write, { search: '', path: '/etc/passwd' }],
    ['an unknown list', lists.write, { ...ROWS, list: 'keys' }],
    ['too many chosen rows', lists.write, { ...ROWS, chosen: { allBut: false, ids: ids(10_001) } }],
    ['an id that is too long', lists.write, { ...ROWS, chosen: { allBut: false, ids: ids(1, 65) } }],
  ])('refuse %s', (_what, { input }, value) => {
    expect(Value.Check(input, value)).toBe(false);
  });
});
