import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { LAST_MOMENT } from './timestamps.ts';

/** The groups of lists that are no day. Waiting requests are wanted from this operator, wait for others, or were voted. */
export const NAMED_GROUPS = ['open', 'wanted', 'others', 'voted'] as const;

/**
 * The line before the rows of a group. The group is a name, or the start of a day in local time in milliseconds. It is
 * null for rows without a time. `rows` is their number, null during the count.
 */
export const GroupHeading = Closed({
  group: Nullable(Type.Union([Type.Enum(NAMED_GROUPS), Type.Number()])),
  rows: Nullable(Type.Integer()),
});
export type GroupHeading = Static<typeof GroupHeading>;

/** A group whose rows were counted. */
export interface Group {
  readonly group: GroupHeading['group'];
  readonly rows: number;
}

/** Returns the start of the day of a moment in local time. Null for a moment that is no date. Milliseconds. */
export const dayOfMoment = (at: number | null): number | null =>
  at === null || Math.abs(at) > LAST_MOMENT ? null : new Date(at).setHours(0, 0, 0, 0);

/** Counts rows that stand in the order of their groups. */
export function groupsOf<Row>(rows: Iterable<Row>, groupOf: (row: Row) => Group['group']): Group[] {
  const groups: { group: Group['group']; rows: number }[] = [];
  for (const row of rows) {
    const group = groupOf(row);
    const last = groups.at(-1);
    if (last !== undefined && last.group === group) last.rows += 1;
    else groups.push({ group, rows: 1 });
  }
  return groups;
}

/** Returns the positions of the headings among the lines of all groups. */
export function headingsOf(groups: readonly Group[]): number[] {
  let line = 0;
  return groups.map(({ rows }) => {
    const heading = line;
    line += rows + 1;
    return heading;
  });
}

/** A page of lines: the rows to read for it, and the lines that these rows become. */
export interface LinesPage {
  /** The number of all lines, and of all rows. */
  readonly total: number;
  readonly found: number;
  readonly rows: { readonly offset: number; readonly limit: number };
  readonly linesOf: <Row>(rows: readonly Row[]) => (GroupHeading | Row)[];
}

/** Finds the rows of a page of lines, of which each group has one more than rows: its heading. */
export function pageOfLines(
  groups: readonly Group[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): LinesPage {
  const end = offset + limit;
  /** The headings of the page, each with the number of rows of the page before it. */
  const headings: { readonly after: number; readonly heading: GroupHeading }[] = [];
  let [line, found, first, count] = [0, 0, 0, 0];
  for (const { group, rows } of groups) {
    if (line >= offset && line < end) headings.push({ after: count, heading: { group, rows } });
    const from = Math.max(offset - line - 1, 0);
    const to = Math.min(end - line - 1, rows);
    if (to > from) {
      if (count === 0) first = found + from;
      count += to - from;
    }
    line += rows + 1;
    found += rows;
  }
  return {
    total: line,
    found,
    rows: { offset: first, limit: count },
    linesOf(rows) {
      const lines: (GroupHeading | (typeof rows)[number])[] = [...rows];
      for (const { after, heading } of headings.toReversed()) lines.splice(after, 0, heading);
      return lines;
    },
  };
}
