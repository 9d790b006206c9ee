import type { AccessType } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';

/** Times in rows are milliseconds since the epoch. */
export interface InvitationRow {
  readonly invitationId: string;
  readonly organizationId: string;
  readonly receiverUserName: string;
  readonly receiverEmail: string;
  /** JSON of the list. */
  readonly receiverUserTags: string;
  readonly accessType: AccessType;
  readonly senderUserId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Open invitations, oldest first. They grant no rights. */
export function invitationTable(database: Database) {
  const list = database.prepare<[string], InvitationRow>(
    `SELECT invitation_id AS invitationId, organization_id AS organizationId, receiver_user_name AS receiverUserName,
       receiver_email AS receiverEmail, receiver_user_tags AS receiverUserTags, access_type AS accessType,
       sender_user_id AS senderUserId, created_at AS createdAt, updated_at AS updatedAt
     FROM invitations WHERE organization_id = ? ORDER BY rowid`,
  );
  const insert = database.prepare<[InvitationRow]>(
    `INSERT INTO invitations (invitation_id, organization_id, receiver_user_name, receiver_email, receiver_user_tags, access_type,
       sender_user_id, created_at, updated_at)
     VALUES (@invitationId, @organizationId, @receiverUserName, @receiverEmail, @receiverUserTags, @accessType,
       @senderUserId, @createdAt, @updatedAt)`,
  );
  const remove = database.prepare<[string]>('DELETE FROM invitations WHERE invitation_id = ?');
  return {
    list: (organizationId: string) => list.all(organizationId),
    insert: (row: InvitationRow) => void insert.run(row),
    remove: (invitationId: string) => void remove.run(invitationId),
  };
}
