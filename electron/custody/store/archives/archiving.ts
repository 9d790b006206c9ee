import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../../shared/errors/index.ts';
import {
  attachNewDatabase,
  type Database,
  endOfMonth,
  monthToArchive,
  paused,
  removeDraftsIn,
  startOfKept,
  writeArchive,
} from '../../../storage/sqlite/index.ts';
import type { ActivityRow, VoteRow } from '../activity-rows.ts';
import type { Sealed } from '../evidence/evidence.ts';
import { columnsOf } from '../evidence/evidence-tables.ts';
import type { RowSeals } from '../seals/row-seals.ts';
import { archiveKind, archivePath } from './archive-kind.ts';
import type { ArchiveList, ArchiveRow } from './archive-list.ts';
import type { ActivityArchives } from './archives.ts';

/** Activities that one transaction compares and removes: a signature waits some milliseconds for them at most. */
const REMOVED_AT_ONCE = 25;
/** Activities that are looked at between two pauses. */
const LOOKED_AT_ONCE = 200;

interface Looked extends Pick<ActivityRow, 'activityId' | 'createdAt'> {
  readonly sequence: number;
  /** Not before its creation, even if the clock was set back meanwhile. */
  readonly endedAt: number;
  readonly hasEnded: 0 | 1;
}
type Archived<Row> = Sealed<Row> & { readonly sequence: number };

interface Parts {
  readonly seals: RowSeals;
  readonly list: ArchiveList;
  readonly archives: ActivityArchives;
  readonly directory: string;
  /** Runs the work in a transaction of its own, which is on disk when this returns. */
  readonly transaction: (work: () => void) => void;
}

interface Running {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal?: AbortSignal;
  /** Resolves when the next transaction may come, so that requests are served in between. */
  readonly pause: () => Promise<void>;
  /** Hears of each damaged activity, which stays in the store. The others are archived without it. */
  readonly noteDamage: NoteDamage;
}
type NoteDamage = (error: AppError) => void;

/** An activity with its votes, each as its seal proves it. */
interface Proven {
  readonly row: Archived<ActivityRow>;
  readonly votes: readonly Archived<VoteRow>[];
}

/**
 * Moves the ended activities of earlier months, with their votes and seals, into archives. The steps of one month:
 * - The archive is written beside its name, is moved to the disk, and gets its name.
 * - Its digest is listed. From now on the archive is read.
 * - Its activities are removed from the store, a few at a time. Each removal needs an equal copy in the archive.
 * After a crash before the second step, the next run writes the archive again. After a later one, the next run removes
 * the rest. Activities in both places are read once. Activities whose transactions were sent stay, because the history
 * shows their fingerprints.
 */
export function archiving(database: Database, { seals, list, archives, directory, transaction }: Parts) {
  const page = database.prepare<[number, number], Looked>(
    `SELECT sequence, activity_id AS activityId, created_at AS createdAt, max(created_at, updated_at) AS endedAt,
       status IN ('ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED') AS hasEnded
     FROM activities WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  );
  const sent = database.prepare<[], string>('SELECT DISTINCT activity_id FROM sent_transactions').pluck();
  const activity = database.prepare<[number], Archived<ActivityRow>>(
    `SELECT sequence, ${columnsOf('activities')} FROM activities WHERE sequence = ?`,
  );
  const votesOn = database.prepare<[string], Archived<VoteRow>>(
    `SELECT sequence, ${columnsOf('votes')} FROM votes WHERE activity_id = ? ORDER BY sequence`,
  );
  const newest = database.prepare<[], number>('SELECT max(sequence) FROM activities').pluck();
  const removeVotes = database.prepare<[string]>('DELETE FROM votes WHERE activity_id = ?');
  const remove = database.prepare<[number, string]>('DELETE FROM activities WHERE sequence = ? AND activity_id = ?');

  /**
   * The activities that ended before a time and can be moved, in their order, and `undefined` for pauses. The newest
   * one stays, because SQLite would give its number again.
   */
  function* movable(until: number): Generator<undefined | Looked> {
    const kept = new Set(sent.all());
    const last = newest.get();
    for (let rows = page.all(0, LOOKED_AT_ONCE); rows.length > 0; ) {
      const old = rows.filter(({ createdAt, sequence }) => createdAt < until && sequence !== last);
      // A clock that was wrong for a while must not keep the activities behind it.
      if (old.length === 0) return;
      for (const row of old) if (row.hasEnded === 1 && row.endedAt < until && !kept.has(row.activityId)) yield row;
      yield;
      rows = page.all(rows.at(-1)?.sequence ?? 0, LOOKED_AT_ONCE);
    }
  }

  /** Reads an activity with its votes. Returns null for a removed or damaged one. */
  const provenOf = ({ sequence }: Looked, noteDamage: NoteDamage): Proven | null => {
    const row = activity.get(sequence);
    if (row === undefined) return null;
    const votes = votesOn.all(row.activityId);
    try {
      seals.evidence.checked('activities', sealedOf(row));
      for (const vote of votes) seals.evidence.checked('votes', sealedOf(vote));
      return { row, votes };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'DATABASE_CHANGED')) throw error;
      noteDamage(error);
      return null;
    }
  };

  function* planOf(now: number, noteDamage: NoteDamage): Generator<undefined, string | null> {
    for (const found of movable(startOfKept(now))) {
      if (found === undefined) yield;
      else if (provenOf(found, noteDamage) !== null) {
        const month = monthToArchive(found.endedAt, list.all().at(-1)?.month);
        return endOfMonth(month) <= startOfKept(now) ? month : null;
      }
    }
    return null;
  }

  function* fill(draft: Database, month: string, noteDamage: NoteDamage) {
    const insert = draft.prepare<[Archived<ActivityRow>]>(
      `INSERT INTO activities (sequence, activity_id, organization_id, type, status, intent, result, failure, fingerprint, created_at, updated_at, seal)
       VALUES (@sequence, @activityId, @organizationId, @type, @status, @intent, @result, @failure, @fingerprint, @createdAt, @updatedAt, @seal)`,
    );
    const insertVote = draft.prepare<[Archived<VoteRow>]>(
      `INSERT INTO votes (sequence, vote_id, activity_id, user_id, selection, message, public_key, signature, scheme, evaluations, created_at, seal)
       VALUES (@sequence, @voteId, @activityId, @userId, @selection, @message, @publicKey, @signature, @scheme, @evaluations, @createdAt, @seal)`,
    );
    const made = { first: 0, last: 0, activities: 0, newestAt: 0 };
    draft.exec('BEGIN');
    for (const found of movable(endOfMonth(month))) {
      const proven = found === undefined ? null : provenOf(found, noteDamage);
      if (proven !== null) {
        const { row, votes } = proven;
        insert.run(row);
        for (const vote of votes) insertVote.run(vote);
        if (made.activities === 0) made.first = row.sequence;
        made.last = row.sequence;
        made.activities += 1;
        made.newestAt = Math.max(made.newestAt, row.createdAt);
      }
      yield;
    }
    draft.exec('COMMIT');
    if (made.activities === 0) throw new Error('a planned month has an activity');
    return made;
  }

  /** The activities of `movable`, those of one transaction at a time. Some groups are empty. */
  function* groups(until: number): Generator<readonly Looked[]> {
    let group: Looked[] = [];
    for (const found of movable(until)) {
      if (found !== undefined) group.push(found);
      if (found !== undefined && group.length < REMOVED_AT_ONCE) continue;
      yield group;
      group = [];
    }
  }

  /**
   * Reports whether the archive holds an activity of the store. Throws DATABASE_CORRUPT naming the archive when the
   * activity or a vote there differs.
   */
  const isCopied = ({ row, votes: archivedVotes }: Proven, archive: ArchiveRow): boolean => {
    const stored = sealedOf(row);
    const votes = archivedVotes.map(sealedOf);
    const { activity: copy, votes: copiedVotes } = archives.read(archive, (source) => ({
      activity: source.find(row.organizationId, row.activityId),
      votes: source.votesOn(row.activityId),
    }));
    if (copy === undefined) return false;
    if (isDeepStrictEqual(copy, stored) && isDeepStrictEqual(copiedVotes, votes)) return true;
    throw archives.refuse(archive.month, `its activity ${row.activityId} differs from the one in the store`);
  };

  /**
   * Removes the activities that an archive holds as well. The store decides which can leave it, because another program
   * may have written the archive. Each leaves only when its row, its votes and their seals are equal in the archive.
   */
  const removeMoved = async ({ pause, signal, noteDamage }: Running): Promise<void> => {
    for (const archive of list.all()) {
      if (archive.remaining === 0 || !archives.isUsable(archive)) continue;
      let { remaining } = archive;
      for (const group of groups(endOfMonth(archive.month))) {
        if (group.length > 0)
          transaction(() => {
            for (const found of group) {
              const proven = provenOf(found, noteDamage);
              if (proven === null || !isCopied(proven, archive)) continue;
              const { activityId } = proven.row;
              removeVotes.run(activityId);
              remaining -= remove.run(found.sequence, activityId).changes;
              seals.evidence.removed('activities', activityId);
            }
            if (remaining < 0) throw archives.refuse(archive.month, 'it holds more activities than were archived');
            list.setRemaining(archive.month, remaining);
          });
        await pause();
        if (signal?.aborted === true) return;
      }
    }
  };

  return {
    /** Removes the drafts of interrupted runs. Throws errors of the file system. */
    removeDrafts: () => removeDraftsIn(dirname(archivePath(directory, ''))),
    /**
     * Archives every month that is old enough, and returns the new archives. Throws DISK_FULL, FILE_REFUSED, CANCELLED,
     * and DATABASE_CORRUPT for an archive that differs from the store. Then nothing is lost, and a later run continues
     * without that archive.
     */
    async run(given: Running): Promise<readonly string[]> {
      const running = { ...given, noteDamage: onceEach(given.noteDamage) };
      const { now, signal, noteDamage } = running;
      const months: string[] = [];
      for (;;) {
        await archives.checked(signal);
        await removeMoved(running);
        const month = signal?.aborted === true ? null : await paused(planOf(now, noteDamage), signal);
        if (month === null) return months;
        const written = await writeArchive(archivePath(directory, month), {
          kindOf: archiveKind,
          open: attachNewDatabase,
          fill: (draft) => fill(draft, month, noteDamage),
          signal,
        });
        transaction(() => list.insert({ month, ...written, remaining: written.activities }));
        archives.changed();
        months.push(month);
      }
    },
  };
}

/** A run meets a damaged activity in each of its steps. */
function onceEach(note: NoteDamage): NoteDamage {
  const noted = new Set<string>();
  return (error) => {
    if (noted.has(error.message)) return;
    noted.add(error.message);
    note(error);
  };
}

/** A row as its seal covers it. */
function sealedOf<Row extends object>({ sequence: _, ...row }: Archived<Row>): Sealed<Row> {
  return row as unknown as Sealed<Row>;
}
