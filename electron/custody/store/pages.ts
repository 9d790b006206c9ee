import type { QueryRequest } from '../../../shared/operations/index.ts';
import type { Statement } from '../../storage/sqlite/index.ts';
import { requestInvalid } from '../public-error.ts';

export type PageRequest = NonNullable<QueryRequest<'list_activities'>['paginationOptions']>;

/** The window of a listing: sequence numbers strictly between two limits. */
export interface Window {
  readonly above: number;
  readonly below: number;
  readonly limit: number;
}

const DEFAULT_LIMIT = 10;

/**
 * Reads one page of a listing whose order is that of `sequence`, falling (`newest first`) or rising.
 * Choice (cursor-order): `after` continues behind an object and `before` ends in front of it, both in the order of the
 * listing. With `before` alone the page is the one just in front of it. Throws REQUEST_INVALID for a cursor that is not
 * in the listing.
 */
export function readPage<Scope extends object, Row>(
  listing: {
    readonly order: 'rising' | 'falling';
    readonly rising: Pick<Statement<Scope & Window, Row>, 'all'>;
    readonly falling: Pick<Statement<Scope & Window, Row>, 'all'>;
  },
  scope: Scope,
  request: PageRequest,
  sequenceOf: (id: string) => number | undefined,
): Row[] {
  const after = resolve(request.after, sequenceOf);
  const before = resolve(request.before, sequenceOf);
  const isRising = listing.order === 'rising';
  const window = {
    above: (isRising ? after : before) ?? 0,
    below: (isRising ? before : after) ?? Number.MAX_SAFE_INTEGER,
    limit: request.limit === undefined ? DEFAULT_LIMIT : Number(request.limit),
  };
  const backwards = isBackwards(request);
  const rows = (isRising !== backwards ? listing.rising : listing.falling).all({ ...scope, ...window });
  return backwards ? rows.reverse() : rows;
}

/**
 * Takes one page of a listing that is in memory, with the cursors of `readPage`.
 * Throws REQUEST_INVALID for a cursor that is not in the listing.
 */
export function pageOf<Row extends { readonly id: string }>(listing: readonly Row[], request: PageRequest): Row[] {
  const placeOf = (id: string) => {
    const place = listing.findIndex((row) => row.id === id);
    return place === -1 ? undefined : place;
  };
  const behind = (resolve(request.after, placeOf) ?? -1) + 1;
  const inFrontOf = resolve(request.before, placeOf) ?? listing.length;
  const window = listing.slice(behind, Math.max(behind, inFrontOf));
  const limit = request.limit === undefined ? DEFAULT_LIMIT : Number(request.limit);
  return isBackwards(request) ? window.slice(-limit) : window.slice(0, limit);
}

/** The page is the one just in front of a cursor. */
export const isBackwards = ({ before, after }: PageRequest): boolean => !!before && !after;

function resolve(cursor: string | undefined, sequenceOf: (id: string) => number | undefined): number | undefined {
  // Generated clients send an empty string for "no cursor".
  if (cursor === undefined || cursor === '') return undefined;
  const sequence = sequenceOf(cursor);
  if (sequence === undefined) throw requestInvalid('invalid pagination cursor: no object of this listing has that id');
  return sequence;
}
