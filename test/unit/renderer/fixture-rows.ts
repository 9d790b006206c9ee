import type { CallOutput } from '../../../shared/ipc/index.ts';

/** Rows that are loaded on demand. */
export interface Rows<Row> {
  readonly total: number;
  slice(from: number, to: number): Row[];
}

/** A hundred thousand rows cost nothing until they are looked at. */
export function lazily<Row>(total: number, make: (index: number) => Row): Rows<Row> {
  const made: Row[] = [];
  const at = (index: number) => {
    made[index] ??= make(index);
    return made[index] as Row;
  };
  return {
    total,
    slice: (from, to) =>
      Array.from({ length: Math.max(Math.min(to, total) - from, 0) }, (_row, index) => at(from + index)),
  };
}

/** The text of an activity that a search looks in. */
export const activityText = ({ title, summary }: { readonly title: string; readonly summary: string }): string =>
  `${title} ${summary}`;

/** A page of rows as lines without headings. */
export const withFound = <Page extends { readonly total: number }>(page: Page) => ({ ...page, found: page.total });

/** Activities of which all were read, with transactions that were not sent. */
export const OPEN_ACTIVITY = {
  'activities.missing': (): CallOutput<'activities.missing'> => ({ missing: 'none', before: null }),
  'activities.chainState': (): CallOutput<'activities.chainState'> => ({ state: 'open', failure: null }),
};
