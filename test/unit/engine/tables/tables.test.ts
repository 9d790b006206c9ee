import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTables } from '../../../../electron/engine/tables/tables.ts';
import type { ActivityRow } from '../../../../shared/model/index.ts';
import { organization } from '../../renderer/fixture-organization.ts';

const row = (index: number): ActivityRow => ({
  activityId: `activity-${index}`,
  type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
  title: 'Sign transaction',
  status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  summary: '',
  summaryKind: 'text',
  words: {
    what: index === 1 ? '=Send "2" ETH' : 'Send 1 ETH',
    party: { address: '0xab', label: 'Kraken' },
    addresses: [],
  },
  askedBy: { userId: 'user-1', name: 'Ben' },
  approvals: 1,
  missing: { needed: 2, from: [] },
  canVote: true,
  fingerprint: 'sha256:ab',
  createdAt: Date.UTC(2026, 10, 24, 12),
  updatedAt: null,
});

/** Lists of which only the activities have rows: so many, and one more on top after each of the first pages read. */
function tablesOf(count: number, additions = 0) {
  const asked: string[] = [];
  const none = () => expect.unreachable();
  const arranged = async ({ search, offset, limit }: { search: string; offset: number; limit: number }) => {
    const added = Math.min(asked.length, additions);
    asked.push(search);
    const total = count + added;
    const length = Math.max(Math.min(limit, total - offset), 0);
    const rows = Array.from({ length }, (_, at) => row(offset + at - added));
    return { rows, total, refreshedAt: null };
  };
  const parts = {
    accounts: { arranged: none },
    activities: { arranged },
    inbox: { waiting: none },
    log: { list: none },
    clock: { now: () => Date.UTC(2026, 10, 24, 13) },
    organization: { get: () => organization(Date.UTC(2026, 10, 24)) },
  };
  return { asked, ...createTables(parts as never) };
}
const fresh = () => join(mkdtempSync(join(tmpdir(), 'tables-')), 'rows.csv');
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\r\n');

describe('a list as a table', () => {
  it('has the words, the people and the votes of each row, and no formula', async () => {
    const file = fresh();
    const { write, asked } = tablesOf(2);
    expect(await write({ list: 'activities', search: 'eth', chosen: null }, file)).toEqual({ path: file, rows: 2 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(asked).toEqual(['eth']);
    const [head, first, second] = linesOf(file);
    expect(head).toBe(
      'time,what,with,with_name,by,operation,status,approvals,needed,activity_id,fingerprint,wire_status,wire_type',
    );
    expect(first).toMatch(
      /^2026-11-24T12:00:00(\.000)?Z,Send 1 ETH,0xab,Kraken,Ben,Sign transaction,Needs your vote,1,2,/,
    );
    expect(second).toContain(`,"'=Send ""2"" ETH",`);
  });

  it('has the words of the window, and the service’s own in the last columns', async () => {
    const now = Date.UTC(2026, 10, 24, 13);
    const waiting = (activityId: string, expiresAt: number) => ({
      activityId,
      fingerprint: 'sha256:ab',
      headline: 'Create wallet “Hot”',
      addresses: [],
      warning: null,
      askedBy: null,
      approvals: 1,
      createdAt: null,
      expiresAt,
    });
    const entry = {
      sequence: 2,
      at: null,
      profile: 'desk',
      operation: 'create_wallet',
      what: 'Create wallet',
      addresses: [],
      fingerprint: 'sha256:ab',
      outcome: 'unsent',
      fault: 'changed',
    };
    const { write } = createTables({
      clock: { now: () => now },
      inbox: {
        waiting: async () => ({
          rows: [waiting('a', now + 1), waiting('b', now)],
          refreshedAt: null,
          others: [waiting('c', now + 1)],
          voted: [waiting('d', now + 1)],
        }),
      },
      log: { list: async () => ({ rows: [entry], total: 1 }) },
    } as never);
    const file = fresh();
    await write({ list: 'inbox', search: '', chosen: null }, file);
    const [head, open, expired, others, voted] = linesOf(file);
    expect(head).toBe('time,request,warning,asked_by,approvals,needed,state,expires,activity_id,fingerprint');
    expect(open).toContain(',Needs your vote,');
    expect(expired).toContain(',Votes expired,');
    expect([others, voted]).toEqual([
      expect.stringContaining(',Waits for others,'),
      expect.stringContaining(',You voted,'),
    ]);
    await write({ list: 'audit', search: '', chosen: null }, file);
    expect(linesOf(file)).toEqual([
      'number,time,what,profile,outcome,fault,fingerprint,wire_outcome,wire_type',
      '2,,Create wallet,desk,Not sent,Entry 2 does not match 1,sha256:ab,unsent,create_wallet',
    ]);
  });

  it('has the secrets that a search finds, in the order of the window', async () => {
    const file = fresh();
    const { write } = tablesOf(0);
    const wanted = { list: 'secrets', chosen: null } as const;
    expect(await write({ ...wanted, search: '', order: { by: 'name', descending: true } }, file)).toMatchObject({
      rows: 2,
    });
    const [head, named, unnamed] = linesOf(file);
    expect(head).toBe('name,properties,added,secret_id');
    expect(named).toMatch(/^Exchange key,kind: exchange,2026-11-23T00:00:00(\.000)?Z,00000009-/);
    expect(unnamed).toMatch(/^,,,00000009-/);
    expect(await write({ ...wanted, search: 'property:kind=exchange ' }, file)).toMatchObject({ rows: 1 });
    expect(await write({ ...wanted, search: 'nothing like it' }, file)).toMatchObject({ rows: 0 });
  });

  it('has each deployment with its application, and an application without one', async () => {
    const file = fresh();
    const { write } = tablesOf(0);
    const wanted = { list: 'tvc-apps', chosen: null } as const;
    expect(await write({ ...wanted, search: '' }, file)).toMatchObject({ rows: 5 });
    const [head, first, , , empty] = linesOf(file);
    expect(head).toBe(
      'name,version,digest,state,image,program,debug,approvals,needed,added,deployment_id,application_id',
    );
    expect(first).toContain('Signer 1,1.0.0,abab');
    expect(first).toContain(',live,registry.example.com/signer:1,/signer --port 3000,false,1,1,');
    expect(empty).toContain('Signer 2,,,no deployment,,,,,1,,,');
    expect(await write({ ...wanted, search: 'state:live signer' }, file)).toMatchObject({ rows: 1 });
  });

  it('has every page, only the chosen rows, or all but those', async () => {
    const { write } = tablesOf(1_200);
    const file = fresh();
    const ids = ['activity-3', 'activity-900'];
    expect(await write({ list: 'activities', search: '', chosen: null }, file)).toMatchObject({ rows: 1_200 });
    expect(await write({ list: 'activities', search: '', chosen: { allBut: false, ids } }, file)).toMatchObject({
      rows: 2,
    });
    expect(
      linesOf(file)
        .slice(1)
        .every((line) => ids.some((id) => line.includes(`,${id},`))),
    ).toBe(true);
    expect(await write({ list: 'activities', search: '', chosen: { allBut: true, ids } }, file)).toMatchObject({
      rows: 1_198,
    });
  });

  it('has each row once when the list changes while it is read', async () => {
    const file = fresh();
    const { write, asked } = tablesOf(1_200, 1);
    expect(await write({ list: 'activities', search: '', chosen: null }, file)).toMatchObject({ rows: 1_201 });
    const ids = linesOf(file)
      .slice(1)
      .map((line) => line.split(',').at(-4));
    expect([new Set(ids).size, ids[0], ids.at(-1)]).toEqual([1_201, 'activity--1', 'activity-1199']);
    // The first reading, which changed, and a second one.
    expect(asked).toHaveLength(6);
  });

  it('is not written when the list never stays the same', async () => {
    const file = fresh();
    const { write } = tablesOf(1_200, 100);
    await expect(write({ list: 'activities', search: '', chosen: null }, file)).rejects.toThrow('The list changed');
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('is not written when it was cancelled', async () => {
    const file = fresh();
    const { write } = tablesOf(2);
    const signal = AbortSignal.abort();
    await expect(write({ list: 'activities', search: '', chosen: null }, file, { signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });
});

it('a table of the page is written with the cells made harmless for a spreadsheet', async () => {
  const to = fresh();
  const table = {
    header: ['name', 'id'],
    rows: [
      ['=1+1', 'a'],
      ['Ada, "the first"', 'b'],
    ],
  };
  expect(await tablesOf(0).writeShown(table, to)).toEqual({ path: to, rows: 2 });
  const [head, first, second] = linesOf(to);
  expect([head, first?.startsWith('='), second]).toEqual(['name,id', false, '"Ada, ""the first""",b']);
  expect(statSync(to).mode & 0o777).toBe(0o600);
});
