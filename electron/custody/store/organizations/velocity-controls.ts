import type { VelocityAggregation, VelocityDataSource } from '../../../../shared/operations/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import { type PageRequest, readPage, type Window } from '../pages.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** Times in rows are milliseconds since the epoch. */
export interface VelocityControlRow {
  readonly velocityControlId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly identifier: string;
  readonly dataSource: VelocityDataSource;
  readonly aggregation: VelocityAggregation;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface StoredControl extends Omit<VelocityControlRow, 'dataSource' | 'aggregation'> {
  readonly dataSource: string;
  readonly aggregation: string;
}

interface UsageRow {
  readonly usage: string;
  readonly velocityControlId: string;
  readonly bucket: string;
  readonly amount: string;
  readonly lastAt: number;
}

/** The control, the bucket and the window of a usage. */
export interface UsageOf {
  readonly velocityControlId: string;
  /** The id of the organization, user, wallet or private key. */
  readonly bucketId: string;
  /** Milliseconds. Null for a window without an end. */
  readonly duration: number | null;
  readonly now: number;
}

/** A part of the used amount, and the time at which it leaves the window. Null for a window without an end. */
export interface UsedPart {
  readonly amount: bigint;
  readonly leavesAt: number | null;
}

/**
 * Choice (velocity-slots): uses of a rolling window are added up in slots of a thousandth of it, of a second at least. A slot leaves
 * the window with its newest use, so no use leaves early.
 */
const SLOTS = 1000;
const LEAST_SLOT = 1000;

const CONTROL = `velocity_control_id AS velocityControlId, organization_id AS organizationId, name, identifier,
  data_source AS dataSource, aggregation, created_at AS createdAt, updated_at AS updatedAt`;
const USAGE = 'usage, velocity_control_id AS velocityControlId, bucket, amount, last_at AS lastAt';

/**
 * Velocity controls, oldest first, and their usage. Reads throw DATABASE_CHANGED for a row that this service did not
 * write.
 */
export function velocityControlTables(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string, string], StoredControl>(
    `SELECT ${CONTROL} FROM velocity_controls WHERE velocity_control_id = ? AND organization_id = ?`,
  );
  const all = database.prepare<[string], StoredControl>(
    `SELECT ${CONTROL} FROM velocity_controls WHERE organization_id = ? ORDER BY rowid`,
  );
  const sequence = database.prepare<[string, string], { sequence: number }>(
    'SELECT rowid AS sequence FROM velocity_controls WHERE velocity_control_id = ? AND organization_id = ?',
  );
  const select = (order: string) =>
    database.prepare<[{ organizationId: string } & Window], StoredControl>(
      `SELECT ${CONTROL} FROM velocity_controls WHERE organization_id = @organizationId AND rowid > @above AND rowid < @below
         ORDER BY rowid ${order} LIMIT @limit`,
    );
  const listing = { order: 'rising', rising: select('ASC'), falling: select('DESC') } as const;
  const insert = database.prepare<[StoredControl]>(
    `INSERT INTO velocity_controls
       (velocity_control_id, organization_id, name, identifier, data_source, aggregation, created_at, updated_at)
     VALUES (@velocityControlId, @organizationId, @name, @identifier, @dataSource, @aggregation, @createdAt, @updatedAt)`,
  );
  const remove = database.prepare<[string]>('DELETE FROM velocity_controls WHERE velocity_control_id = ?');
  const usageOfBucket = database.prepare<[string], UsageRow>(`SELECT ${USAGE} FROM velocity_usage WHERE bucket = ?`);
  const usageOfControl = database.prepare<[string], UsageRow>(
    `SELECT ${USAGE} FROM velocity_usage WHERE velocity_control_id = ?`,
  );
  const putUsage = database.prepare<[UsageRow]>(
    `INSERT INTO velocity_usage (usage, velocity_control_id, bucket, amount, last_at)
     VALUES (@usage, @velocityControlId, @bucket, @amount, @lastAt)
     ON CONFLICT DO UPDATE SET amount = excluded.amount, last_at = excluded.last_at`,
  );
  const dropUsage = database.prepare<[string]>('DELETE FROM velocity_usage WHERE usage = ?');
  let version = 0;

  const removeUsage = ({ usage }: UsageRow): void => {
    dropUsage.run(usage);
    seals.wrote('velocity_usage', usage);
  };

  /**
   * The uses of a bucket, those that have left the window, and the time that counts.
   * Choice (velocity-backups): a restored database has the amounts of the backup.
   * Choice (velocity-clock): time never runs backwards in a bucket, so a clock that is set back frees nothing.
   */
  const readBucket = ({ velocityControlId, bucketId, duration, now }: UsageOf) => {
    const bucket = `${velocityControlId}/${bucketId}`;
    seals.check('velocity_usage', 'bucket', bucket);
    const rows = usageOfBucket.all(bucket);
    const at = rows.reduce((latest, { lastAt }) => Math.max(latest, lastAt), now);
    const hasLeft = ({ lastAt }: UsageRow) => duration !== null && lastAt <= at - duration;
    return { bucket, at, left: rows.filter(hasLeft), kept: rows.filter((row) => !hasLeft(row)) };
  };

  return {
    /** Changes with every write of these tables. */
    version: () => version,
    find(organizationId: string, velocityControlId: string): VelocityControlRow | undefined {
      seals.check('velocity_controls', 'velocity_control_id', velocityControlId);
      const row = byId.get(velocityControlId, organizationId);
      return row === undefined ? undefined : read(row);
    },
    list(organizationId: string): readonly VelocityControlRow[] {
      return seals.checked('velocity_controls', 'organization_id', organizationId, 'all', (id) =>
        all.all(id).map(read),
      );
    },
    page(organizationId: string, page: PageRequest): readonly VelocityControlRow[] {
      seals.check('velocity_controls', 'organization_id', organizationId);
      return readPage(listing, { organizationId }, page, (id) => sequence.get(id, organizationId)?.sequence).map(read);
    },
    insert(row: VelocityControlRow): void {
      version += 1;
      insert.run({
        ...row,
        dataSource: JSON.stringify(row.dataSource),
        aggregation: JSON.stringify(row.aggregation),
      });
      seals.wrote('velocity_controls', row.velocityControlId);
    },
    /** Deletes a control with its recorded uses. */
    remove(velocityControlId: string): void {
      version += 1;
      for (const row of usageOfControl.all(velocityControlId)) removeUsage(row);
      remove.run(velocityControlId);
      seals.wrote('velocity_controls', velocityControlId);
    },
    /** Returns the ids of the buckets of a control that have been used. */
    bucketIds(velocityControlId: string): readonly string[] {
      seals.check('velocity_usage', 'velocity_control_id', velocityControlId);
      const buckets = usageOfControl.all(velocityControlId).map(({ bucket }) => bucket);
      return [...new Set(buckets)].map((bucket) => bucket.slice(velocityControlId.length + 1));
    },
    /** Returns the uses within the window, in the order in which they leave it, and the time that counts. */
    uses(of: UsageOf): { readonly at: number; readonly parts: readonly UsedPart[] } {
      const { duration } = of;
      const { at, kept } = readBucket(of);
      const parts = kept
        .toSorted((one, other) => one.lastAt - other.lastAt)
        .map(({ amount, lastAt }) => ({
          amount: BigInt(amount),
          leavesAt: duration === null ? null : lastAt + duration,
        }));
      return { at, parts };
    },
    /** Adds a use, made now, and forgets those that have left the window. */
    use(of: UsageOf, amount: bigint): void {
      version += 1;
      const { velocityControlId, duration } = of;
      const { bucket, at, left, kept } = readBucket(of);
      for (const row of left) removeUsage(row);
      const slot = duration === null ? 0 : Math.floor(at / Math.max(LEAST_SLOT, Math.ceil(duration / SLOTS)));
      const usage = `${bucket}/${slot}`;
      const before = kept.find((row) => row.usage === usage)?.amount ?? 0;
      putUsage.run({ usage, velocityControlId, bucket, amount: String(BigInt(before) + amount), lastAt: at });
      seals.wrote('velocity_usage', usage);
    },
  };
}

function read(row: StoredControl): VelocityControlRow {
  return { ...row, dataSource: JSON.parse(row.dataSource), aggregation: JSON.parse(row.aggregation) };
}
