import {
  dayOfMoment,
  type Group,
  groupsOf,
  LAST_MOMENT,
  type LinesPage,
  pageOfLines,
} from '../../../shared/model/index.ts';
import type { Database } from '../sqlite/index.ts';

/** The statuses that will not change any more. */
const FINAL = "'ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'";
const IS_OPEN = `status NOT IN (${FINAL}) AS isOpen`;

/** An activity by its row in the database. */
export interface Placed {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number | null;
  readonly isOpen: 0 | 1;
}

/** Activities in groups: the open ones that were made since a moment, then those of each day, newest first. */
export interface GroupedActivities {
  readonly groups: readonly Group[];
  /** The ids of the first rows in this order. The rows behind them have the order of their times. */
  readonly first: readonly number[];
}

/** Returns the search of activities as rows with an id, a time and their state. */
export const placedActivities = (where: string): string =>
  `SELECT id, created_at AS at, ${IS_OPEN} FROM (
     SELECT id, created_at, status, activity_id, activity_text.text || char(10) || coalesce(activity_words.text, '') AS text
     FROM activity LEFT JOIN activity_words USING (id) JOIN activity_text USING (id) WHERE profile = ?
   ) WHERE ${where} ORDER BY created_at DESC, activity_id DESC`;

/** Groups found activities, which are newest first. */
export function groupedFound(found: readonly Placed[], since: number): GroupedActivities {
  const isPinned = ({ at, isOpen }: Placed) => isOpen === 1 && at !== null && at >= since;
  const open = found.filter(isPinned);
  const others = found.filter((each) => !isPinned(each));
  return {
    groups: [...groupsOf(open, () => 'open'), ...groupsOf(others, ({ at }) => dayOfMoment(at))],
    first: [...open, ...others].map(({ id }) => id),
  };
}

/** Makes the function that groups all activities of a profile. It reads the rows since the moment, and counts the others by day. */
export function openActivityGroups(database: Database): (profile: string, since: number) => GroupedActivities {
  const recent = database.prepare<[string, number], Placed>(
    `SELECT id, created_at AS at, ${IS_OPEN} FROM activity WHERE profile = ? AND created_at >= ?
     ORDER BY created_at DESC, activity_id DESC`,
  );
  const newestBefore = database
    .prepare<[string, number], number | null>(
      'SELECT max(created_at) FROM activity WHERE profile = ? AND created_at < ?',
    )
    .pluck();
  const countBetween = database
    .prepare<[string, number, number], number>(
      'SELECT count(*) FROM activity WHERE profile = ? AND created_at >= ? AND created_at < ?',
    )
    .pluck();
  const countTimeless = database
    .prepare<[string], number>('SELECT count(*) FROM activity WHERE profile = ? AND created_at IS NULL')
    .pluck();

  return (profile, since) => {
    const { groups: newest, first } = groupedFound(recent.all(profile, since), since);
    const groups: Group[] = [...newest];
    const add = (group: Group['group'], rows: number) => {
      const last = groups.at(-1);
      if (rows === 0) return;
      if (last !== undefined && last.group === group) groups[groups.length - 1] = { group, rows: last.rows + rows };
      else groups.push({ group, rows });
    };
    for (let before = since; ; ) {
      const at = newestBefore.get(profile, before) ?? null;
      if (at === null) break;
      const day = dayOfMoment(at);
      const from = day ?? (at > 0 ? LAST_MOMENT + 1 : Number.NEGATIVE_INFINITY);
      add(day, countBetween.get(profile, from, before) ?? 0);
      before = from;
    }
    add(null, countTimeless.get(profile) ?? 0);
    return { groups, first };
  };
}

/** A page of grouped activities: the ids of its first rows, and the place of its others in the order of their times. */
export function pageOfGroups(
  { groups, first }: GroupedActivities,
  slice: { readonly offset: number; readonly limit: number },
): LinesPage & { readonly ids: readonly number[]; readonly rest: { readonly offset: number; readonly limit: number } } {
  const page = pageOfLines(groups, slice);
  const { offset, limit } = page.rows;
  const ids = first.slice(offset, offset + limit);
  return { ...page, ids, rest: { offset: offset + ids.length, limit: limit - ids.length } };
}
