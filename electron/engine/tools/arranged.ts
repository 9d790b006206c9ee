import { AppError, sentence } from '../../../shared/errors/index.ts';
import { inOrder, type ProfileRow, type RowOrder, type RowRules, readSearch } from '../../../shared/model/index.ts';
import type { RowsPage, Slice } from '../../storage/cache/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import { createHeld } from './held.ts';

/** Rows that are read at a time. */
const PIECE = 500;
/** The most rows that are read to order or filter them. */
export const MOST_ARRANGED = 20_000;

/** A slice of a list in an order. Absent is the list's own. */
export interface ArrangedSlice extends Slice {
  readonly order?: RowOrder | undefined;
}

interface ArrangedParts<Row> {
  readonly rules: RowRules<Row>;
  readonly read: (profile: ProfileRow, slice: Slice) => RowsPage<Row>;
}

export interface Arranged<Row> {
  /**
   * Returns a slice of the rows that pass the filters of the search, in the order. Throws INVALID_INPUT when more than
   * 20,000 rows would have to be looked at.
   */
  page(profile: ProfileRow, slice: ArrangedSlice): Promise<RowsPage<Row>>;
  /** Returns all rows that pass the filters of the search, in the list's own order. Throws like `page`. */
  all(profile: ProfileRow, search: string): Promise<RowsPage<Row>>;
  /** The rows changed. */
  clear(): void;
}

/** Orders and filters a list of the cache by its rules. A plain search in the list's own order reads only its page. */
export function createArranged<Row>({ rules, read }: ArrangedParts<Row>): Arranged<Row> {
  const held = createHeld<RowsPage<Row>>();

  function* arrange(profile: ProfileRow, search: string, order: RowOrder | null): Steps<RowsPage<Row>> {
    const { text, passes } = readSearch(rules, search);
    const found: Row[] = [];
    let page: RowsPage<Row> | null = null;
    for (let offset = 0; page === null || offset < page.total; offset += PIECE) {
      yield;
      page = read(profile, { search: text, offset, limit: PIECE });
      if (page.total > MOST_ARRANGED) throw tooManyRows();
      found.push(...page.rows.filter(passes));
    }
    yield;
    return { rows: [...inOrder(rules, found, order)], total: found.length, refreshedAt: page.refreshedAt };
  }

  const arranged = (profile: ProfileRow, search: string, order: RowOrder | null) =>
    held.get(JSON.stringify([profile.name, search, order]), () => inSlices(arrange(profile, search, order)));

  return {
    all: (profile, search) => arranged(profile, search, null),
    async page(profile, { search, offset, limit, order }) {
      const { isPlain } = readSearch(rules, search);
      if (isPlain && order === undefined) return read(profile, { search, offset, limit });
      const { rows, ...rest } = await arranged(profile, search, order ?? null);
      return { rows: rows.slice(offset, offset + limit), ...rest };
    },
    clear: held.clear,
  };
}

/** The error of an order or a filter that would read too many rows. */
export const tooManyRows = (): AppError =>
  new AppError(
    'INVALID_INPUT',
    sentence`More than ${MOST_ARRANGED.toLocaleString('en')} rows would have to be ordered or filtered. Type words of the rows you want before you order or filter them.`,
  );
