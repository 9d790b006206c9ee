import type { Database } from '../../../storage/sqlite/index.ts';

export type ApplicationKind = 'operator' | 'operator_set' | 'app' | 'deployment';

/** A record of a verifiable application. Times in rows are milliseconds since the epoch. */
export interface ApplicationRow {
  readonly recordId: string;
  readonly organizationId: string;
  readonly kind: ApplicationKind;
  /** Set for a deployment only. */
  readonly appId: string | null;
  /** The request's members, as JSON text. */
  readonly content: string;
  /** 1 when it is marked for deletion. The record stays (docs/protocol.md#features). */
  readonly isDeleted: 0 | 1;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const COLUMNS = `record_id AS recordId, organization_id AS organizationId, kind, app_id AS appId, content, is_deleted AS isDeleted,
  created_at AS createdAt, updated_at AS updatedAt`;

/** Operators, operator sets, applications and deployments, oldest first. */
export function applicationTable(database: Database) {
  const byId = database.prepare<[string, string, ApplicationKind], ApplicationRow>(
    `SELECT ${COLUMNS} FROM tvc_records WHERE record_id = ? AND organization_id = ? AND kind = ?`,
  );
  const all = database.prepare<[string, ApplicationKind], ApplicationRow>(
    `SELECT ${COLUMNS} FROM tvc_records WHERE organization_id = ? AND kind = ? ORDER BY rowid`,
  );
  const insert = database.prepare<[ApplicationRow]>(
    `INSERT INTO tvc_records (record_id, organization_id, kind, app_id, content, is_deleted, created_at, updated_at)
     VALUES (@recordId, @organizationId, @kind, @appId, @content, @isDeleted, @createdAt, @updatedAt)`,
  );
  const markDeleted = database.prepare<[{ appId: string; now: number }]>(
    'UPDATE tvc_records SET is_deleted = 1, updated_at = @now WHERE (record_id = @appId OR app_id = @appId) AND is_deleted = 0',
  );
  const change = database.prepare<[Pick<ApplicationRow, 'recordId' | 'content' | 'isDeleted' | 'updatedAt'>]>(
    'UPDATE tvc_records SET content = @content, is_deleted = @isDeleted, updated_at = @updatedAt WHERE record_id = @recordId',
  );
  const remove = database.prepare<[string]>('DELETE FROM tvc_records WHERE organization_id = ?');
  return {
    find: (organizationId: string, kind: ApplicationKind, recordId: string) => byId.get(recordId, organizationId, kind),
    list: (organizationId: string, kind: ApplicationKind) => all.all(organizationId, kind),
    insert: (row: ApplicationRow) => void insert.run(row),
    /** Marks an application and its deployments for deletion. */
    markDeleted: (appId: string, now: number) => void markDeleted.run({ appId, now }),
    /** Changes the content and the mark of a record. */
    update: ({ recordId, content, isDeleted, updatedAt }: ApplicationRow) =>
      void change.run({ recordId, content, isDeleted, updatedAt }),
    /** Forgets all that an organization has. */
    removeAll: (organizationId: string) => void remove.run(organizationId),
  };
}
