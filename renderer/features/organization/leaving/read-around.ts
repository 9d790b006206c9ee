/** Reads the organization around a user who leaves. */
import type { ActivityRow, OrganizationContent } from '../../../../shared/model/index.ts';
import { findActivityByType } from '../../../../shared/operations/index.ts';
import { call, job } from '../../../bridge.ts';
import type { OpenRequest } from './open-requests.ts';

const WAITING = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
/** In the type of each export. */
const EXPORT = 'EXPORT';
const PAGE = 500;
/** A service may list activities without end. */
const MAXIMUM_ROWS = 10_000;
/** Each open request is read with its votes by a request of its own. */
const MAXIMUM_OPEN = 500;

/** The organization around a user, as its service reports it now. */
export interface Around {
  readonly content: OrganizationContent;
  readonly open: readonly OpenRequest[];
  /** False when the service can have more open requests than were read. */
  readonly isOpenWhole: boolean;
  /** The completed exports that the user asked for. */
  readonly exports: readonly ActivityRow[];
  /** False when the service can have more activities than were read. */
  readonly areExportsWhole: boolean;
}

/** Rows of a list. `isWhole` is false when the list has more of them. */
export interface ReadRows {
  readonly rows: readonly ActivityRow[];
  readonly isWhole: boolean;
}

type ReadPage = (slice: { readonly offset: number; readonly limit: number }) => Promise<{
  readonly rows: readonly ActivityRow[];
  readonly total: number;
}>;

/** Reads a list to its end, page by page, and returns each row that passes once. */
export async function readWhole(readPage: ReadPage, passes: (row: ActivityRow) => boolean): Promise<ReadRows> {
  // A row that is listed meanwhile moves the others, so a row can be on two pages.
  const found = new Map<string, ActivityRow>();
  for (let offset = 0; offset < MAXIMUM_ROWS; offset += PAGE) {
    const { rows, total } = await readPage({ offset, limit: PAGE });
    for (const row of rows.filter(passes)) found.set(row.activityId, row);
    if (offset + PAGE >= total) return { rows: [...found.values()], isWhole: true };
  }
  return { rows: [...found.values()], isWhole: false };
}

/** Returns true for a completed export that the user asked for, of a key or a secret. */
export function isExportOf(userId: string, { type, askedBy, status }: ActivityRow): boolean {
  const governed = findActivityByType(type)?.governed;
  return (
    askedBy?.userId === userId &&
    status === 'ACTIVITY_STATUS_COMPLETED' &&
    governed?.by === 'policies' &&
    governed.action === 'EXPORT'
  );
}

/** Returns the open requests of the cache. */
export const openRows = (): Promise<ReadRows> => readCached(WAITING, isWaiting);

/** Returns rows of the cache. They are whole only where the cache has every activity of the service. */
async function readCached(search: string, passes: (row: ActivityRow) => boolean): Promise<ReadRows> {
  const { rows, isWhole } = await readWhole((slice) => call('activities.list', { search, ...slice }), passes);
  const { missing } = await call('activities.missing', {});
  return { rows, isWhole: isWhole && missing === 'none' };
}

export const isWaiting = ({ status }: ActivityRow): boolean => status === WAITING;

/** Reads the organization and its activities again. Throws the errors of the calls. */
export async function readAround(userId: string, signal: AbortSignal): Promise<Around> {
  await job('organization.refresh', {}, { signal });
  await job('activities.refresh', {}, { signal });
  const content = await call('organization.get', {});
  const waiting = await openRows();
  const open: OpenRequest[] = [];
  for (const { activityId } of waiting.rows.slice(0, MAXIMUM_OPEN)) {
    if (signal.aborted) break;
    const { row, intent, votes } = await call('activities.get', { activityId });
    if (isWaiting(row)) open.push({ row, intent, votes });
  }
  const exports = await readCached(EXPORT, (row) => isExportOf(userId, row));
  return {
    content,
    open,
    isOpenWhole: waiting.isWhole && waiting.rows.length <= MAXIMUM_OPEN,
    exports: exports.rows,
    areExportsWhole: exports.isWhole,
  };
}
