import type { Database } from '../../storage/sqlite/index.ts';
import type { ActivityRow, VoteRow } from './activity-rows.ts';
import type { Sealed } from './evidence/evidence.ts';
import { columnsOf } from './evidence/evidence-tables.ts';
import type { Window } from './pages.ts';

/** Activities that lie together in an index, in the order of their creation. */
export interface Group {
  readonly organizationId: string;
  readonly status: string;
  /** Null for every type. */
  readonly type: string | null;
}

export interface ListedRow {
  readonly sequence: number;
}

export type Order = 'ASC' | 'DESC';

/** The statements of a listing in one order. Each reads no more rows of its index than it returns. */
export const LISTING_SQL = (order: Order) => {
  const select = (filter: string) =>
    `SELECT sequence FROM activities WHERE organization_id = @organizationId AND ${filter}
       AND sequence > @above AND sequence < @below ORDER BY sequence ${order} LIMIT @limit`;
  return { byStatus: select('status = @status'), byType: select('type = @type AND status = @status') };
};

/** Reads the activities and votes of one database: the store, or an archive. Rows are not compared with their seals. */
export function activitySource(database: Database) {
  const byId = database.prepare<[string, string], Sealed<ActivityRow>>(
    `SELECT ${columnsOf('activities')} FROM activities WHERE activity_id = ? AND organization_id = ?`,
  );
  const byFingerprint = database.prepare<[string, string], Sealed<ActivityRow>>(
    `SELECT ${columnsOf('activities')} FROM activities WHERE organization_id = ? AND fingerprint = ?`,
  );
  const votes = database.prepare<[string], Sealed<VoteRow>>(
    `SELECT ${columnsOf('votes')} FROM votes WHERE activity_id = ? ORDER BY sequence`,
  );
  const has = database.prepare<[string], 1>('SELECT 1 FROM activities WHERE activity_id = ?').pluck();
  const sequenceOf = database
    .prepare<[string, string], number>('SELECT sequence FROM activities WHERE activity_id = ? AND organization_id = ?')
    .pluck();
  const idAt = database.prepare<[number], string>('SELECT activity_id FROM activities WHERE sequence = ?').pluck();
  const nextType = database
    .prepare<[string, string], string>(
      'SELECT type FROM activities WHERE organization_id = ? AND type > ? ORDER BY type LIMIT 1',
    )
    .pluck();
  const listing = (order: Order) => {
    const sql = LISTING_SQL(order);
    return {
      byStatus: database.prepare<[Group & Window], ListedRow>(sql.byStatus),
      byType: database.prepare<[Group & Window], ListedRow>(sql.byType),
    };
  };
  const listings = { ASC: listing('ASC'), DESC: listing('DESC') };
  return {
    find: (organizationId: string, activityId: string) => byId.get(activityId, organizationId),
    findByFingerprint: (organizationId: string, fingerprint: string) => byFingerprint.get(organizationId, fingerprint),
    has: (activityId: string) => has.get(activityId) !== undefined,
    votesOn: (activityId: string) => votes.all(activityId),
    sequenceOf: (activityId: string, organizationId: string) => sequenceOf.get(activityId, organizationId),
    idAt: (sequence: number) => idAt.get(sequence),
    /** The types that an organization has activities of. A filter may name hundreds that it has none of. */
    typesOf(organizationId: string): string[] {
      const types: string[] = [];
      for (let next = nextType.get(organizationId, ''); next !== undefined; next = nextType.get(organizationId, next))
        types.push(next);
      return types;
    },
    listed(order: Order, group: Group, window: Window): ListedRow[] {
      const { byStatus, byType } = listings[order];
      return (group.type === null ? byStatus : byType).all({ ...group, ...window });
    },
  };
}

export type ActivitySource = ReturnType<typeof activitySource>;
