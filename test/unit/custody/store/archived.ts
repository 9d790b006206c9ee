import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActivityRow, Store, VoteRow } from '../../../../electron/custody/store/index.ts';
import { activity, makeStore, ORGANIZATION, openSealed, USER } from './sealed-store.ts';

/** Every archived month, in the time of which activities ended, and the months that are kept. */
export const OLD_MONTHS = ['2026-04', '2026-05', '2026-07'];
const MONTHS = [...OLD_MONTHS, '2026-08', '2026-09', '2026-11'];
export const NOW = Date.UTC(2026, 10, 15);
const PER_MONTH = 40;

const STATUSES = ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'] as const;
export const TYPES = ['SIGN', 'MAKE', 'RENAME'];

/** The activities of each month, oldest first. One of each month still waits, and one ended in September. */
export const ROWS: readonly ActivityRow[] = MONTHS.flatMap((month, index) =>
  Array.from({ length: PER_MONTH }, (_, n) => {
    const createdAt = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1) + n * 60_000;
    return activity(`${month}/${n}`, {
      createdAt,
      updatedAt: n === 7 ? Math.max(createdAt, Date.UTC(2026, 8, 2)) : createdAt,
      status:
        n === 3 ? 'ACTIVITY_STATUS_CONSENSUS_NEEDED' : (STATUSES[n % 11 === 0 ? 1 : n % 13 === 0 ? 2 : 0] as never),
      type: TYPES[(n + index) % 5 === 0 ? 1 : n % 17 === 0 ? 2 : 0] as string,
      intent: JSON.stringify({ text: `${month} ${n}`.repeat(8) }),
    });
  }),
);
export const nameOf = (month: string, n: number): string => `${month}/${n}`;

const vote = (activityId: string, voteId: string): VoteRow => ({
  voteId,
  activityId,
  userId: USER.userId,
  selection: 'VOTE_SELECTION_APPROVED',
  message: voteId.repeat(4),
  publicKey: '02',
  signature: '30',
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
  evaluations: null,
  createdAt: 1,
});

/** Makes a closed store with these activities, each with two votes. Returns its folder. */
export function makeFilled(): string {
  const directory = mkdtempSync(join(tmpdir(), 'castellan-archives-'));
  makeStore(directory);
  const store = openSealed(directory);
  store.transaction(() => {
    for (const row of ROWS) {
      store.activities.insert(row);
      store.activities.insertFirstVote(vote(row.activityId, `${row.activityId} one`));
      store.activities.insertFirstVote({ ...vote(row.activityId, `${row.activityId} two`), publicKey: '03' });
    }
  });
  store.close();
  return directory;
}

/** The damaged activities that `archive` met. */
export const noted: unknown[] = [];

/** Archives what is old enough. */
export const archive = (store: Store, pause = async () => {}): Promise<readonly string[]> =>
  store.archiving.run({ now: NOW, pause, noteDamage: (error) => void noted.push(error) });

const FILTERS: readonly { statuses?: readonly string[]; types?: readonly string[] }[] = [
  {},
  { statuses: ['ACTIVITY_STATUS_FAILED'] },
  { statuses: ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_REJECTED'] },
  { types: ['MAKE'] },
  { types: ['RENAME', 'NONE'], statuses: ['ACTIVITY_STATUS_COMPLETED'] },
];

/** The pages of a listing, forwards and backwards. */
export function pages(store: Store, filter: (typeof FILTERS)[number], limit: number): string[][] {
  const { statuses, types } = filter;
  const read = (cursor: object) =>
    store.activities.list(ORGANIZATION, { statuses, types }, { limit: String(limit), ...cursor });
  const forwards: string[][] = [];
  for (let page = read({}); page.length > 0; page = read({ after: page.at(-1) })) forwards.push(page);
  const backwards: string[][] = [];
  for (let before = forwards.at(-1)?.at(-1); before !== undefined; ) {
    const page = read({ before });
    backwards.push(page);
    before = page[0];
  }
  return [...forwards, ...backwards];
}

/** Everything that the store answers about the activities. */
export function answers(store: Store) {
  const ids = ROWS.map(({ activityId }) => activityId);
  return {
    rows: ids.map((id) => store.activities.find(ORGANIZATION, id)),
    votes: ids.map((id) => store.activities.votesOn(id)),
    fingerprints: ROWS.map(
      ({ fingerprint }) =>
        store.activities.findByFingerprint(ORGANIZATION, fingerprint) ??
        store.activities.findArchived(ORGANIZATION, fingerprint),
    ),
    lists: FILTERS.flatMap((filter) => [7, 100].map((limit) => pages(store, filter, limit))),
    elsewhere: store.activities.find('another organization', ids[0] ?? ''),
    never: [store.activities.find(ORGANIZATION, 'never'), store.activities.findArchived(ORGANIZATION, 'never')],
  };
}
