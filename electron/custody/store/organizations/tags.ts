import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** The kinds of resources that can have a tag. */
export type TagKind = 'user' | 'private_key';

/** Times in rows are milliseconds since the epoch. */
export interface TagRow {
  readonly tagId: string;
  readonly organizationId: string;
  readonly kind: TagKind;
  readonly tagName: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const TAG =
  'tag_id AS tagId, organization_id AS organizationId, kind, tag_name AS tagName, created_at AS createdAt, updated_at AS updatedAt';

/**
 * Tags of users and of private keys with their holders, both oldest first. Reads throw DATABASE_CHANGED for a row that
 * this service did not write.
 */
export function tagTables(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string, string, TagKind], TagRow>(
    `SELECT ${TAG} FROM tags WHERE tag_id = ? AND organization_id = ? AND kind = ?`,
  );
  const named = database.prepare<[string, TagKind, string], TagRow>(
    `SELECT ${TAG} FROM tags WHERE organization_id = ? AND kind = ? AND tag_name = ?`,
  );
  const all = database.prepare<[string, TagKind], TagRow>(
    `SELECT ${TAG} FROM tags WHERE organization_id = ? AND kind = ? ORDER BY rowid`,
  );
  const insert = database.prepare<[TagRow]>(
    `INSERT INTO tags (tag_id, organization_id, kind, tag_name, created_at, updated_at)
     VALUES (@tagId, @organizationId, @kind, @tagName, @createdAt, @updatedAt)`,
  );
  const update = database.prepare<[TagRow]>(
    'UPDATE tags SET tag_name = @tagName, updated_at = @updatedAt WHERE tag_id = @tagId',
  );
  const remove = database.prepare<[string]>('DELETE FROM tags WHERE tag_id = ?');
  const membersOf = database.prepare<[string], { memberId: string }>(
    'SELECT member_id AS memberId FROM tag_members WHERE tag_id = ? ORDER BY rowid',
  );
  const tagsOf = database.prepare<[string], { tagId: string }>(
    'SELECT tag_id AS tagId FROM tag_members WHERE member_id = ? ORDER BY rowid',
  );
  const insertMember = database.prepare<[string, string, string]>(
    'INSERT OR IGNORE INTO tag_members (membership, tag_id, member_id) VALUES (?, ?, ?)',
  );
  const removeMember = database.prepare<[string]>('DELETE FROM tag_members WHERE membership = ?');

  const untag = (tagId: string, memberId: string): void => {
    removeMember.run(membershipOf(tagId, memberId));
    seals.wrote('tag_members', membershipOf(tagId, memberId));
  };
  const membersWith = (tagId: string): readonly string[] => {
    return seals.checked('tag_members', 'tag_id', tagId, 'members', (id) =>
      membersOf.all(id).map(({ memberId }) => memberId),
    );
  };
  const tagsWith = (memberId: string): readonly string[] => {
    return seals.checked('tag_members', 'member_id', memberId, 'tags', (id) =>
      tagsOf.all(id).map(({ tagId }) => tagId),
    );
  };

  return {
    find(organizationId: string, kind: TagKind, tagId: string) {
      seals.check('tags', 'tag_id', tagId);
      return byId.get(tagId, organizationId, kind);
    },
    named: (organizationId: string, kind: TagKind, tagName: string) => named.get(organizationId, kind, tagName),
    list(organizationId: string, kind: TagKind) {
      seals.check('tags', 'organization_id', organizationId);
      return all.all(organizationId, kind);
    },
    insert(row: TagRow): void {
      insert.run(row);
      seals.wrote('tags', row.tagId);
    },
    update(row: TagRow): void {
      update.run(row);
      seals.wrote('tags', row.tagId);
    },
    /** Removes the tag from all that have it, and then itself. */
    remove(tagId: string): void {
      for (const memberId of membersWith(tagId)) untag(tagId, memberId);
      remove.run(tagId);
      seals.wrote('tags', tagId);
    },
    /** The ids of all that have the tag. */
    membersOf: membersWith,
    /** The ids of all tags that a user or a private key has. */
    tagsOf: tagsWith,
    tag(tagId: string, memberId: string): void {
      insertMember.run(membershipOf(tagId, memberId), tagId, memberId);
      seals.wrote('tag_members', membershipOf(tagId, memberId));
    },
    untag,
    /** Removes all tags of a user or private key. */
    untagAll(memberId: string): void {
      for (const tagId of tagsWith(memberId)) untag(tagId, memberId);
    },
  };
}

/** Ids differ in letter case only when they are the same. */
function membershipOf(tagId: string, memberId: string): string {
  return `${tagId}/${memberId}`.toLowerCase();
}
