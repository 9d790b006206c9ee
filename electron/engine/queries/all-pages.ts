import { AppError } from '../../../shared/errors/index.ts';

/** Rows of a page. The interface allows at most 100 (docs/protocol.md#limits). */
const PAGE = 100;

/** The most rows that are read of one list, by default. A service may list rows without end. */
export const MAXIMUM_ROWS = 5_000;

/** The length and the beginning of a page, as the interface takes them. */
export interface PageOptions {
  readonly limit: string;
  readonly after?: string;
}

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** The most rows, a multiple of 100. */
  readonly maximum?: number;
}

/** Rows of a list. `isWhole` is false when the service may have more of them. */
export interface ReadList<Row> {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

/**
 * Reads a list page by page to its end, at most `maximum` rows. `cursorOf` returns the id of a row, after which the next
 * page begins. A page with fewer than 100 rows is the last one. A service that returns known rows again is asked no
 * more. Throws what `read` throws, and CANCELLED.
 */
export async function allPages<Row>(
  read: (options: PageOptions) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => string,
  { signal, maximum = MAXIMUM_ROWS }: ReadOptions,
): Promise<ReadList<Row>> {
  const found = new Map<string, Row>();
  let after: string | undefined;
  for (let page = 0; page < maximum / PAGE; page += 1) {
    if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. The earlier rows are still shown.');
    const rows = await read({ limit: String(PAGE), ...(after === undefined ? {} : { after }) });
    const before = found.size;
    for (const row of rows) found.set(cursorOf(row), row);
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return { rows: [...found.values()], isWhole: true };
    if (found.size === before) break;
    after = cursorOf(last);
  }
  return { rows: [...found.values()], isWhole: false };
}
