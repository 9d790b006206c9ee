import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { RequestState, UnsettledRequest } from '../../../shared/model/index.ts';
import { type Database, type DatabaseRole, guarded, type SignedOutpoint } from '../sqlite/index.ts';
import { type Archives, isUnreadable, type RequestCondition } from './archives.ts';
import { MAY_HAVE_HAPPENED } from './happened.ts';
import { changedInJournal, digestedChanges, IS_WHOLE, wholeRow } from './journal-digest.ts';
import type { OutpointStore } from './outpoints.ts';
import { type BatchLine, JOURNAL_ROW, type JournalEntry, type PreparedEntry, type StoredRequest } from './rows.ts';

/** The role of a request in its activity: it asked for the activity, or it voted on it. */
export type RequestRole = 'asked' | 'voted';

/** An activity of a profile. Its id alone identifies no request: a vote gets the same id in its reply. */
export interface AnsweredActivity {
  readonly profile: string;
  readonly activityId: string;
  /** The fingerprint of the activity, which is that of its original request, never that of a vote. */
  readonly fingerprint: string;
}

/** A request that the service answered with an activity. */
export interface ClosedRequest {
  readonly requestId: string;
  readonly title: string;
  readonly activityId: string;
  readonly closedAt: number;
}

/**
 * The sent requests, so that a crash never leads to a second activity. Every step is on disk when its function returns.
 * The steps are prepared -> sent -> answered, or prepared -> discarded.
 * - Sending the same bytes again stays `sent`.
 * - A request that was proven unsent becomes prepared again.
 * - A sent request is discarded only with a reason.
 * - A refusal (no activity) may later be corrected by the activity that was found.
 * Any other step throws INVALID_INPUT and changes nothing. An unknown request throws NOT_FOUND.
 * Also throws DISK_FULL, DATABASE_IN_USE or DATABASE_CORRUPT.
 */
export interface Journal {
  /**
   * Also stores the request's Bitcoin outputs and its line of a batch, in the same transaction. Throws
   * TRANSACTION_INVALID like `OutpointStore`.
   */
  prepare(entry: PreparedEntry, outpoints?: readonly SignedOutpoint[], line?: BatchLine | null): void;
  markSent(requestId: string, at: number): void;
  markAnswered(
    requestId: string,
    answer: { at: number; activityId: string | null; status: string; httpStatus: number },
  ): void;
  /** Marks it as never sent, because no part of it left this machine. Only for its first attempt. */
  markNotSent(requestId: string): void;
  discard(requestId: string, at: number): void;
  /** Closes a sent request with an unknown outcome. */
  giveUp(requestId: string, at: number, reason: string): void;
  /**
   * Reopens a request that was closed as refused, discarded or given up, because the service lists its activity.
   * Returns false when the profile has no such request.
   */
  reopen(profile: string, fingerprint: string): boolean;
  /** Requests that are neither answered nor discarded, oldest first. */
  unsettled(): UnsettledRequest[];
  get(requestId: string): JournalEntry | null;
  /** The numbers of the lines of a batch that have a request. */
  linesOf(batch: string): number[];
  /** The requests for a line of a batch, the newest first. Null for each request whose archive is lost. */
  ofLine(line: Pick<BatchLine, 'batch' | 'line'>): (JournalEntry | null)[];
  /**
   * The newest request of that role that the service answered with the activity.
   * Null when this machine sent none for the profile.
   */
  answered(role: RequestRole, answer: AnsweredActivity): JournalEntry | null;
  /** The newest requests of a profile that were answered with an activity, at most `limit` of them. */
  newestAnswered(profile: string, limit: number): ClosedRequest[];
  /**
   * The newest request of a profile with the same contents to sign, or null. One that may have happened comes before those
   * that did nothing. `unknown` names the archive without which nobody knows, in whole sentences.
   */
  signedBefore(profile: string, content: string): JournalEntry | { readonly unknown: string } | null;
}

/** A request that was never closed has no status. */
const ROW = `request_id AS requestId, profile, operation, title, state, fingerprint, created_at AS createdAt,
  status IS NOT NULL AS wasClosed, ${IS_WHOLE}`;

interface JournalParts {
  readonly memory: Pick<OutpointStore, 'remember'>;
  readonly archives: Pick<Archives, 'requests' | 'lost'>;
}

export function openJournal(database: Database, role: DatabaseRole, { memory, archives }: JournalParts): Journal {
  const insert = database.prepare<Omit<PreparedEntry, 'body'> & { body: Uint8Array }>(`
    INSERT INTO journal (request_id, profile, credential_id, operation, title, url, body, stamp_name, stamp_value, fingerprint, content, entry, state, created_at)
    VALUES (@requestId, @profile, @credentialId, @operation, @title, @url, @body, @stampName, @stampValue, @fingerprint, @content, @entry, 'prepared', @at)`);
  const sent = database.prepare(
    "UPDATE journal SET state = 'sent', sent_at = @at WHERE request_id = @requestId AND state IN ('prepared', 'sent')",
  );
  const answered = database.prepare(`
    UPDATE journal SET state = 'answered', closed_at = @at, activity_id = @activityId, status = @status, http_status = @httpStatus
    WHERE request_id = @requestId AND (state = 'sent' OR (state = 'answered' AND activity_id IS NULL))`);
  const notSent = database.prepare(
    "UPDATE journal SET state = 'prepared', sent_at = NULL WHERE request_id = @requestId AND state = 'sent'",
  );
  const DISCARD = "UPDATE journal SET state = 'discarded', closed_at = @at, reason = @reason, status = @status";
  const discarded = database.prepare(`${DISCARD} WHERE request_id = @requestId AND state = 'prepared'`);
  const givenUp = database.prepare(`${DISCARD} WHERE request_id = @requestId AND state = 'sent'`);
  const selectReopened = database
    .prepare<[{ profile: string; fingerprint: string }], string>(`
      SELECT request_id FROM journal
      WHERE fingerprint = @fingerprint AND profile = @profile AND activity_id IS NULL AND state IN ('answered', 'discarded')`)
    .pluck();
  const reopened = database.prepare<[string]>(
    "UPDATE journal SET state = 'sent', closed_at = NULL WHERE request_id = ?",
  );
  const selectState = database
    .prepare<[string], RequestState>('SELECT state FROM journal WHERE request_id = ?')
    .pluck();
  const selectUnsettled = database.prepare<
    [],
    Omit<UnsettledRequest, 'wasClosed'> & { wasClosed: number; isWhole: number }
  >(`SELECT ${ROW} FROM journal WHERE state IN ('prepared', 'sent') ORDER BY created_at, rowid`);
  /** The newest request with that condition: in the journal, and in the archives. */
  const places = (sql: string) => {
    const select = database.prepare<[RequestCondition['values']], StoredRequest & { isWhole: number }>(
      `SELECT ${JOURNAL_ROW}, ${IS_WHOLE} FROM journal WHERE ${sql} ORDER BY rowid DESC LIMIT 1`,
    );
    return {
      here(values: RequestCondition['values']): StoredRequest | undefined {
        const row = select.get(values);
        return row && whole(row);
      },
      archived: (values: RequestCondition['values']) => archives.requests({ sql, values }, 1)[0],
    };
  };
  /** Finds the newest request with that condition, in the journal or else in an archive. */
  const newest = (sql: string) => {
    const { here, archived } = places(sql);
    return (values: RequestCondition['values']): JournalEntry | null =>
      guarded(role, () => entryOf(here(values) ?? archived(values)));
  };
  const entryOf = (entry: StoredRequest | undefined): JournalEntry | null =>
    entry === undefined ? null : { ...entry, body: Uint8Array.from(entry.body) };
  const select = newest('request_id = @requestId');
  const ofActivity = 'activity_id = @activityId AND profile = @profile AND fingerprint';
  const answeredAs = { asked: newest(`${ofActivity} = @fingerprint`), voted: newest(`${ofActivity} <> @fingerprint`) };
  const SIGNED = 'profile = @profile AND content = @content';
  const selectSigned = places(SIGNED);
  const selectHappened = places(`${SIGNED} AND ${MAY_HAVE_HAPPENED}`);
  const ANSWERED = "profile = @profile AND state = 'answered' AND activity_id IS NOT NULL";
  const selectNewest = database.prepare<[{ profile: string; limit: number }], ClosedRequest & { isWhole: number }>(
    `SELECT request_id AS requestId, title, activity_id AS activityId, closed_at AS closedAt, ${IS_WHOLE} FROM journal
     WHERE ${ANSWERED} ORDER BY rowid DESC LIMIT @limit`,
  );
  const digested = digestedChanges(database, role);
  const insertLine = database.prepare(
    'INSERT INTO batch_line (request_id, batch, name, line) VALUES (@requestId, @batch, @name, @line)',
  );
  const selectLine = database
    .prepare<[Pick<BatchLine, 'batch' | 'line'>], string>(
      'SELECT request_id FROM batch_line WHERE batch = @batch AND line = @line ORDER BY rowid DESC',
    )
    .pluck();
  const selectLines = database
    .prepare<[string], number>('SELECT DISTINCT line FROM batch_line WHERE batch = ? ORDER BY line')
    .pluck();
  const prepare = database.transaction(
    (entry: PreparedEntry, outpoints: readonly SignedOutpoint[], line: BatchLine | null) => {
      memory.remember(outpoints);
      digested(entry.requestId, () => insert.run(entry).changes === 1);
      if (line !== null) insertLine.run({ requestId: entry.requestId, ...line });
    },
  );
  const change = database.transaction((update: typeof sent, requestId: string, values: Record<string, unknown>) =>
    digested(requestId, () => update.run({ requestId, ...values }).changes === 1),
  );
  const reopen = database.transaction((profile: string, fingerprint: string) => {
    const requestIds = selectReopened.all({ profile, fingerprint });
    for (const requestId of requestIds) digested(requestId, () => reopened.run(requestId).changes === 1);
    return requestIds.length > 0;
  });

  const whole = <Row extends { readonly requestId: string; readonly isWhole: number }>(row: Row) =>
    wholeRow(role, row, changedInJournal(row.requestId));

  const step = (update: typeof sent, requestId: string, values: Record<string, unknown>, what: string): void =>
    guarded(role, () => {
      if (change.immediate(update, requestId, values)) return;
      const state = selectState.get(requestId);
      if (state === undefined)
        throw new AppError(
          'NOT_FOUND',
          sentence`There is no request ${requestId} in the journal, so it cannot be ${what}.`,
        );
      throw new AppError(
        'INVALID_INPUT',
        sentence`The request ${requestId} is already ${state}, so it cannot be ${what}. Nothing was changed.`,
      );
    });

  return {
    prepare: (entry, outpoints = [], line = null) =>
      guarded(role, () => {
        if (selectState.get(entry.requestId) !== undefined) {
          throw new AppError(
            'INVALID_INPUT',
            sentence`The request ${entry.requestId} is already in the journal and cannot be prepared again. Nothing was changed.`,
          );
        }
        prepare.immediate(entry, outpoints, line);
      }),
    markSent: (requestId, at) => step(sent, requestId, { at }, 'sent'),
    markAnswered: (requestId, answer) => step(answered, requestId, answer, 'answered'),
    markNotSent: (requestId) => step(notSent, requestId, {}, 'taken for not sent'),
    discard: (requestId, at) => step(discarded, requestId, { at, reason: null, status: 'DISCARDED' }, 'discarded'),
    giveUp: (requestId, at, reason) => step(givenUp, requestId, { at, reason, status: 'GIVEN_UP' }, 'given up'),
    reopen: (profile, fingerprint) => guarded(role, () => reopen.immediate(profile, fingerprint)),
    unsettled: () =>
      guarded(role, () => selectUnsettled.all().map((row) => ({ ...whole(row), wasClosed: row.wasClosed === 1 }))),
    get: (requestId) => select({ requestId }),
    linesOf: (batch) => guarded(role, () => selectLines.all(batch)),
    ofLine: (line) =>
      guarded(role, () => selectLine.all({ batch: line.batch, line: line.line })).map((requestId) =>
        select({ requestId }),
      ),
    newestAnswered: (profile, limit) =>
      guarded(role, () => {
        const live = selectNewest.all({ profile, limit }).map(whole);
        if (live.length === limit) return live;
        // While an archive is new, its requests are here as well.
        const archived = archives.requests({ sql: ANSWERED, values: { profile } }, limit).flatMap(closedOf);
        const known = new Set(live.map(({ requestId }) => requestId));
        return [...live, ...archived.filter(({ requestId }) => !known.has(requestId))].slice(0, limit);
      }),
    signedBefore: (profile, content) =>
      guarded(role, () => {
        const values = { profile, content };
        const here = selectHappened.here(values);
        if (here !== undefined) return entryOf(here);
        try {
          const archived = selectHappened.archived(values);
          const [month] = archived === undefined ? archives.lost() : [];
          return month === undefined
            ? entryOf(archived ?? selectSigned.here(values) ?? selectSigned.archived(values))
            : { unknown: `The archive of the requests of ${month} is lost.` };
        } catch (error) {
          if (error instanceof AppError && isUnreadable(error)) return { unknown: error.message };
          throw error;
        }
      }),
    answered: (as, { profile, activityId, fingerprint }) => answeredAs[as]({ profile, activityId, fingerprint }),
  };
}

function closedOf({ requestId, title, activityId, closedAt }: StoredRequest): ClosedRequest[] {
  return activityId === null || closedAt === null ? [] : [{ requestId, title, activityId, closedAt }];
}
