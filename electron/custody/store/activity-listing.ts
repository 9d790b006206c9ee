import { ACTIVITY_STATUSES } from '../../../shared/model/index.ts';
import type { Database } from '../../storage/sqlite/index.ts';
import { type PageRequest, readPage, type Window } from './pages.ts';

/** The activities of a listing. An empty list means no filter, as generated clients send it. */
export interface ActivityFilter {
  readonly statuses: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
}

interface Listed {
  readonly organizationId: string;
  /** One reads the index by status, the other the index by type and status. */
  readonly groups: readonly Group[];
}

/** Activities that lie together in an index, in the order of their creation. */
interface Group {
  readonly status: string;
  /** Null for every type. */
  readonly type: string | null;
}

interface ListedRow {
  readonly sequence: number;
}

/** The statements of a listing in one order. Each reads no more rows of its index than it returns. */
export const LISTING_SQL = (order: 'ASC' | 'DESC') => {
  const select = (filter: string) =>
    `SELECT sequence FROM activities WHERE organization_id = @organizationId AND ${filter}
       AND sequence > @above AND sequence < @below ORDER BY sequence ${order} LIMIT @limit`;
  return { byStatus: select('status = @status'), byType: select('type = @type AND status = @status') };
};

/**
 * Reads pages of activities. SQLite would walk through all activities of an organization to find those of several
 * statuses or types in order. So each status and type is looked up by itself, and the results are merged.
 * Choice (newest-first): activities are listed in the reverse order of their creation.
 */
export function activityListing(database: Database) {
  const sequenceOf = database
    .prepare<[string, string], number>('SELECT sequence FROM activities WHERE activity_id = ? AND organization_id = ?')
    .pluck();
  const idAt = database.prepare<[number], string>('SELECT activity_id FROM activities WHERE sequence = ?').pluck();

  const merged = (order: 'ASC' | 'DESC') => {
    const sql = LISTING_SQL(order);
    const byStatus = database.prepare<[Omit<Listed, 'groups'> & Group & Window], ListedRow>(sql.byStatus);
    const byType = database.prepare<[Omit<Listed, 'groups'> & Group & Window], ListedRow>(sql.byType);
    const sorted = (rows: ListedRow[]) =>
      rows.sort((one, other) => (order === 'ASC' ? one.sequence - other.sequence : other.sequence - one.sequence));
    return {
      all({ organizationId, groups, above, below, limit }: Listed & Window): ListedRow[] {
        let page: ListedRow[] = [];
        for (const group of groups) {
          // Beyond the last row of a full page, nothing can come into it.
          const last = page.length < limit ? undefined : page.at(-1)?.sequence;
          const window = order === 'ASC' ? { above, below: last ?? below } : { above: last ?? above, below };
          const found = (group.type === null ? byStatus : byType).all({ organizationId, ...group, ...window, limit });
          if (found.length > 0) page = sorted([...page, ...found]).slice(0, limit);
        }
        return page;
      },
    };
  };
  const listing = { order: 'falling', rising: merged('ASC'), falling: merged('DESC') } as const;

  const nextType = database
    .prepare<[string, string], string>(
      'SELECT type FROM activities WHERE organization_id = ? AND type > ? ORDER BY type LIMIT 1',
    )
    .pluck();
  /** The types that an organization has activities of. A filter may name hundreds that it has none of. */
  const typesOf = (organizationId: string): string[] => {
    const types: string[] = [];
    for (let next = nextType.get(organizationId, ''); next !== undefined; next = nextType.get(organizationId, next))
      types.push(next);
    return types;
  };

  const groupsOf = (organizationId: string, { statuses, types }: ActivityFilter): Group[] => {
    const wanted = isGiven(statuses) ? [...new Set(statuses)] : ACTIVITY_STATUSES;
    const kinds = isGiven(types) ? typesOf(organizationId).filter((type) => types.includes(type)) : [null];
    return kinds.flatMap((type) => wanted.map((status) => ({ status, type })));
  };

  /** Returns the ids of one page. Throws REQUEST_INVALID for a cursor that is not in the organization. */
  return (organizationId: string, filter: ActivityFilter, page: PageRequest): string[] =>
    readPage(listing, { organizationId, groups: groupsOf(organizationId, filter) }, page, (id) =>
      sequenceOf.get(id, organizationId),
    ).map(({ sequence }) => idAt.get(sequence) ?? '');
}

const isGiven = (values: readonly string[] | undefined): values is readonly string[] =>
  values !== undefined && values.length > 0;
