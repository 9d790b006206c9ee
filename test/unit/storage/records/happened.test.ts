import SqliteDatabase from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { MAY_HAVE_HAPPENED, mayHaveHappened } from '../../../../electron/storage/records/happened.ts';
import { REQUEST_STATES } from '../../../../shared/model/index.ts';

const database = new SqliteDatabase(':memory:');
afterAll(() => database.close());

const judged = database.prepare<[object], 0 | 1>(
  `SELECT coalesce(${MAY_HAVE_HAPPENED}, 0) FROM (SELECT @state AS state, @activityId AS activity_id, @status AS status)`,
);
const requests = REQUEST_STATES.flatMap((state) =>
  [null, 'an activity'].flatMap((activityId) =>
    [null, 'GIVEN_UP', 'ACTIVITY_STATUS_FAILED'].map((status) => ({ state, activityId, status })),
  ),
);

it.each(requests)(
  'a request $state with $activityId and $status is judged alike by SQL and by the program',
  (request) => {
    expect(judged.pluck().get(request) === 1).toBe(mayHaveHappened(request));
  },
);

it('a refused request, and one that was discarded, did nothing', () => {
  const nothing = requests.filter((request) => !mayHaveHappened(request));
  expect(nothing.map(({ state, activityId, status }) => [state, activityId, status])).toEqual([
    ['answered', null, null],
    ['answered', null, 'ACTIVITY_STATUS_FAILED'],
    ['discarded', null, null],
    ['discarded', null, 'ACTIVITY_STATUS_FAILED'],
  ]);
});
