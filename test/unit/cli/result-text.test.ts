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

  it('omits empty columns, and shows other members below the table', () => {
    expect(lines({ rows: [{ name: 'a', note: null }], refreshedAt: 1_700_000_000_000 })).toEqual([
      'Name',
      'a',
      '',
      'Refreshed at:  2023-11-14T22:13:20Z',
    ]);
  });

  it('of limits keeps the identifier, the amounts and the time, and leaves ids out first', () => {
    const velocityUsage = [
      {
        identifier: 'ether_a_day',
        name: 'Ether a day',
        countedFor: 'Treasury',
        used: '4',
        limit: '10',
        unit: 'ETH',
        remaining: '6',
        leavesNext: '4',
        leavesAt: { seconds: '1700000000', nanos: '0' },
        scope: 'wallet',
        scopeId: ID,
        velocityControlId: ID,
      },
    ];
    const [head = '', first = ''] = lines({ velocityUsage, unlisted: 0 }, 120);
    expect(head.split(/ {2,}/)).toEqual(
      expect.arrayContaining([
        'Identifier',
        'Counted for',
        'Used',
        'Limit',
        'Unit',
        'Remaining',
        'Leaves next',
        'Leaves at',
      ]),
    );
    expect(first).toMatch(/^ether_a_day {2}Ether a day {2}Treasury .*2023-11-14T22:13:20Z/);
    expect(first).not.toContain(ID);
  });

  it('is cut to the terminal: words keep both ends, the key stays whole, and omitted columns are named', () => {
    const row = { accountId: ID, name: 'a', address: ADDRESS, publicKey: 'ab'.repeat(33), organizationId: ID };
    const [head = '', first = '', ...below] = lines({ rows: [row, row] }, 80);
    expect(first).toContain(ADDRESS);
    expect(first).toMatch(/^3f1c6f\S*…\S*4b10 {2}a {5}0x/);
    expect(head.indexOf('Address')).toBe(first.indexOf('0xd8'));
    expect([head, first, ...below].every((line) => line.length <= 80)).toBe(true);
    expect(below.slice(1).join(' ')).toBe('Not shown: Organization id. --json prints everything.');
    const narrow = lines({ rows: [row] }, 50);
    expect(narrow[1]).toBe(`a     ${ADDRESS}`);
    expect(narrow.slice(2).join(' ')).toContain('Not shown: Account id, Public key, Organization id.');
  });

  it('keeps the first identifier whole without an address, and cuts text at its end', () => {
    const row = { requestId: ID, title: 'a title that is longer than its column may be', state: 'sent' };
    expect(lines({ rows: [row] }, 70)[1]).toBe(`${ID}  a title that is longer t…  sent`);
  });

  it('has the status and the type of an activity in words', () => {
    const row = { id: 'x', status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', type: 'ACTIVITY_TYPE_CREATE_WALLET' };
    expect(lines({ activities: [row] })[1]).toBe('x   consensus needed  create wallet');
    expect(lines({ activity: row })[1]).toBe('Status:  ACTIVITY_STATUS_CONSENSUS_NEEDED');
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

  it('that is empty is shown as empty', () => {
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

  it('replaces a wrapper that contains nothing else', () => {
    expect(lines({ activity: { id: 'x', createdAt: { seconds: '1700000000', nanos: '0' } } })).toEqual([
      'Id:          x',
      'Created at:  2023-11-14T22:13:20Z',
    ]);
  });
});

it('shows control, invisible and line-forging characters visibly', () => {
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

  it('a printed secret is not changed', async () => {
    const engine = new FakeEngine({
      requests: { stamp: async () => ({ name: 'X-Stamp', value: 'a'.repeat(300) }) },
    });
    const { stdout } = await cli(['stamp'], { engine, terminal, stdin: bytesInput('{}') });
    expect(stdout).toContain('a'.repeat(300));
  });
});
