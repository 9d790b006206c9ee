import { describe, expect, it } from 'vitest';
import { resultText } from '../../../electron/cli/result-text.ts';
import { textWidth } from '../../../electron/cli/table.ts';
import { bytesInput, cli, credentialRow, FakeEngine, profileRow } from './support.ts';

const lines = (value: unknown, width = 80) => resultText(value, width).split('\n');
const ID = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('a list of records', () => {
  it('is a table with aligned columns, numbers at the right', () => {
    const rows = [
      { name: 'a', count: 7, used: true },
      { name: 'longer', count: 1200, used: false },
    ];
    expect(lines({ rows })).toEqual(['Name    Count  Used', 'a           7  yes', 'longer   1200  no']);
  });

  it('leaves out columns without values, and shows the members beside it below', () => {
    expect(lines({ rows: [{ name: 'a', note: null }], refreshedAt: 1_700_000_000_000 })).toEqual([
      'Name',
      'a',
      '',
      'Refreshed at:  2023-11-14T22:13:20Z',
    ]);
  });

  it('is cut to the terminal: identifiers stay whole, words keep both ends, and what is left out is named', () => {
    const row = { walletId: ID, address: ADDRESS, note: 'a long remark about it', publicKey: 'ab'.repeat(33) };
    const [head = '', first = '', below] = lines({ rows: [row] }, 72);
    expect(first).toContain(ID);
    expect(first).toMatch(/0xd8\w*…\w*6045/);
    expect(head.indexOf('Address')).toBe(first.indexOf('0xd8'));
    expect([head, first].every((line) => line.length <= 72)).toBe(true);
    expect(below).toBeUndefined();
    expect(lines({ rows: [row] }, 50).at(-1)).toBe('Not shown: Note, Public key. --json prints everything.');
  });

  it('counts wide characters as two columns and marks as none', () => {
    expect(textWidth('金庫')).toBe(4);
    expect(textWidth('e\u0301')).toBe(1);
    const [, first = '', second = ''] = lines({
      rows: [
        { name: '金庫', to: 'x' },
        { name: 'abcd', to: 'x' },
      ],
    });
    expect([first, second]).toEqual(['金庫  x', 'abcd  x']);
  });

  it('that is empty says so', () => {
    expect(lines({ walletAccounts: [] })).toEqual(['No wallet accounts.']);
  });
});

describe('a record', () => {
  it('is a line for each member, whole however long it is', () => {
    expect(
      lines({ name: 'a', publicKey: 'ab'.repeat(65), authUrl: null, tags: ['x', 'y'], current: true }, 40),
    ).toEqual([
      'Name:        a',
      `Public key:  ${'ab'.repeat(65)}`,
      'Auth url:    none',
      'Tags:        x, y',
      'Current:     yes',
    ]);
  });

  it('shows inner records and lists below their names', () => {
    expect(lines({ id: 'x', token: { label: 'Operator' }, keys: [{ name: 'a' }], more: [{ name: 'b' }] })).toEqual([
      'Id:  x',
      'Token:',
      '  Label:  Operator',
      'Keys:',
      '  Name',
      '  a',
      'More:',
      '  Name',
      '  b',
    ]);
  });

  it('that is alone in a wrapper stands for it', () => {
    expect(lines({ activity: { id: 'x', createdAt: { seconds: '1700000000', nanos: '0' } } })).toEqual([
      'Id:          x',
      'Created at:  2023-11-14T22:13:20Z',
    ]);
  });
});

it('makes characters visible on which a terminal acts, which are invisible, or which forge a line', () => {
  const text = resultText({ rows: [{ name: 'a\u001b[2Jb\nOwner: me\u202e', 'me\u0007mber': 'x' }] }, 80);
  expect(text).toContain('a\\u{1b}[2Jb\\u{a}Owner: me\\u{202e}');
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain('\\u{7}');
});

describe('on a terminal', () => {
  const terminal = { stdout: true, stderr: true, columns: 80 };

  it('lists of the program are tables of that width', async () => {
    const engine = new FakeEngine({ credentials: { list: () => [credentialRow] } });
    const { stdout } = await cli(['key', 'list'], { engine, terminal });
    expect(stdout).toMatch(/^Credential id +Profile +Name/);
    expect(
      stdout
        .split('\n')
        .slice(0, 2)
        .every((line) => line.length <= 80),
    ).toBe(true);
  });

  it('nothing is printed twice: standard error has no line that standard output has', async () => {
    const engine = new FakeEngine({ profiles: { list: () => [profileRow], get: () => profileRow } });
    const runs = [
      cli(['profile', 'list'], { engine, terminal }),
      cli(['profile', 'show'], { engine, terminal }),
      cli(['lock'], { terminal, lockWindow: async () => true }),
      cli(['doctor'], { terminal, doctor: async () => ({ checks: [] }) }),
    ];
    for (const { stdout, stderr } of await Promise.all(runs)) {
      expect(stdout).not.toBe('');
      expect(stdout.split('\n').filter((line) => line !== '' && stderr.includes(line))).toEqual([]);
    }
    expect((await runs[2])?.stderr).toBe('');
  });

  it('a secret given out is not changed', async () => {
    const engine = new FakeEngine({
      requests: { stamp: async () => ({ name: 'X-Stamp', value: 'a'.repeat(300) }) },
    });
    const { stdout } = await cli(['stamp'], { engine, terminal, stdin: bytesInput('{}') });
    expect(stdout).toContain('a'.repeat(300));
  });
});
