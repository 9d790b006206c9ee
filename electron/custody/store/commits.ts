import { AppError } from '../../../shared/errors/index.ts';
import type { Database, LogSync } from '../../storage/sqlite/index.ts';
import type { RowSeals } from './seals/row-seals.ts';

/** A transaction that is open for the works of one turn of the event loop. */
interface Group {
  works: number;
  /** The start of its COMMIT, by `performance.now()`. */
  committedAt: number;
  commitSoon: NodeJS.Immediate;
  /** Run once it is on the disk. */
  readonly followUps: (() => void)[];
  readonly settled: Promise<Outcome>;
  readonly settle: (outcome: Outcome) => void;
}

/** The groups lost until a group was settled, and the refusal when the disk did not confirm it. */
interface Outcome {
  readonly losses: number;
  readonly failure: AppError | null;
}

/** Hears of each commit: the milliseconds until it was on the disk, or the error of one that failed. */
export interface CommitWatch {
  committed(milliseconds: number): void;
  failed(error: unknown): void;
}

/** The refusal of all that follows a sync which failed. */
const unknownOnDisk = (cause: unknown): AppError =>
  new AppError(
    'FILE_REFUSED',
    'The disk did not confirm the last changes, so they may be lost. The local service did not answer them, and stores nothing more. Check the disk. Then start the service again.',
    { cause },
  );

/**
 * Commits the changes of a store. Each survives a power cut once it may be answered.
 *
 * Activities use `share`. All that are ready within one turn of the event loop share one transaction. Each has a
 * savepoint of its own. The transaction is committed at the end of the turn, and another thread then moves the log to
 * the disk. Meanwhile the next transaction stays open, so it grows with the load. An activity that is alone waits for
 * the disk on this thread, which is sooner.
 *
 * A request that reads meanwhile sees changes that may still be lost. So each answer is made in `onceDurable`, and `flush`
 * comes before anything is sent to another machine. After a loss, nothing is stored until all answers that were under way
 * are refused, because each may come from rows that are gone.
 *
 * After a sync that failed nothing is stored or answered any more. The system may have dropped what it could not write,
 * and a second sync would not report it.
 */
export function createCommits(database: Database, seals: RowSeals, log: LogSync) {
  const prepare = (sql: string) => database.prepare<[]>(sql);
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const rollback = prepare('ROLLBACK');
  const savepoint = prepare('SAVEPOINT work');
  const undo = prepare('ROLLBACK TO work');
  const release = prepare('RELEASE work');
  let group: Group | null = null;
  /** Committed groups that are not on the disk yet, the oldest first. */
  const unsynced: Group[] = [];
  let isSyncing = false;
  /** As the database was opened. */
  let waitsInCommit = true;
  let isWorking = false;
  let exclusiveWorks = 0;
  /** The number of groups that could not be stored, and the error of the last one. */
  let losses = 0;
  let lastError: unknown;
  let failedSync: AppError | null = null;
  /** Answers that are being made, and those of them that began before a group was lost. */
  const underWay = new Set<object>();
  const doubtful = new Set<object>();
  /** Of the running work. */
  let followUps: (() => void)[] = [];
  let watch: CommitWatch = { committed: () => {}, failed: () => {} };

  const requireDisk = (): void => {
    if (failedSync === null) return;
    watch.failed(failedSync.cause);
    throw failedSync;
  };

  const requireReady = (): void => {
    requireDisk();
    if (isWorking) throw new Error('a transaction began inside another one');
    if (doubtful.size > 0) throw lastError;
  };

  /** Runs one work: its changes and the seals of its rows. */
  const run = <Result>(work: () => Result): Result => {
    isWorking = true;
    followUps = [];
    try {
      seals.begin();
      const result = work();
      seals.store();
      return result;
    } finally {
      isWorking = false;
    }
  };

  /** Makes COMMIT return when the log is on the disk, or when it is written. SQLite takes neither in a transaction. */
  const waitInCommit = (waits: boolean): void => {
    if (waits !== waitsInCommit) database.pragma(`synchronous = ${waits ? 'FULL' : 'NORMAL'}`);
    waitsInCommit = waits;
  };

  const open = (): Group => {
    waitInCommit(false);
    begin.run();
    let settle = (_outcome: Outcome) => {};
    const settled = new Promise<Outcome>((done) => {
      settle = done;
    });
    return { works: 0, committedAt: 0, commitSoon: setImmediate(commitAtTurnEnd), followUps: [], settled, settle };
  };

  const lose = (ended: Group, error: unknown): void => {
    group = null;
    clearImmediate(ended.commitSoon);
    // Some errors of SQLite have rolled everything back already.
    if (database.inTransaction) rollback.run();
    seals.settle(false);
    losses += 1;
    lastError = error;
    for (const answer of underWay) doubtful.add(answer);
    watch.failed(error);
    ended.settle({ losses, failure: failedSync });
  };

  /** Commits the open group, which is not on the disk yet then. Its failure is the failure of all that it holds. */
  const write = (): void => {
    if (group === null) return;
    const ended = group;
    clearImmediate(ended.commitSoon);
    ended.committedAt = performance.now();
    try {
      seals.extend();
      commit.run();
    } catch (error) {
      lose(ended, error);
      return;
    }
    group = null;
    seals.settle(true);
    unsynced.push(ended);
  };

  /** Answers all committed groups: the log is on the disk. After a sync that failed, a later one confirms nothing. */
  const confirm = (): void => {
    if (failedSync !== null) return;
    const confirmed = unsynced.splice(0);
    for (const { committedAt, settle } of confirmed) {
      watch.committed(performance.now() - committedAt);
      settle({ losses, failure: null });
    }
    noteDurable(confirmed.flatMap((each) => each.followUps));
  };

  /** Keeps the head and follows up. The changes are on the disk, so an error is reported and takes nothing back. */
  const noteDurable = (actions: readonly (() => void)[]): void => {
    for (const action of [seals.durable, ...actions]) {
      try {
        action();
      } catch (error) {
        watch.failed(error);
      }
    }
  };

  /** Refuses all that was not confirmed, and all that follows. */
  const stop = (error: unknown): void => {
    failedSync ??= unknownOnDisk(error);
    watch.failed(error);
    for (const { settle } of unsynced.splice(0)) settle({ losses, failure: failedSync });
    if (group !== null) lose(group, failedSync);
  };

  const syncNow = (): void => {
    try {
      log.syncNow();
    } catch (error) {
      stop(error);
      return;
    }
    confirm();
  };

  const syncAside = async (): Promise<void> => {
    isSyncing = true;
    const failure = await log.sync().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    isSyncing = false;
    if (failure === null) confirm();
    else stop(failure.error);
    if (group !== null) group.commitSoon = setImmediate(commitAtTurnEnd);
  };

  function commitAtTurnEnd(): void {
    // The end of the running sync commits the group.
    if (group === null || isSyncing) return;
    const isAlone = group.works === 1;
    write();
    if (unsynced.length === 0) return;
    if (isAlone) syncNow();
    else void syncAside();
  }

  /** Commits the open group, and returns when all commits are on the disk or refused. */
  function end(): void {
    // A log is only whole up to its first lost frame, so nothing is written behind a group that is not on the disk.
    if (unsynced.length > 0) syncNow();
    write();
    if (unsynced.length > 0) syncNow();
  }

  /** Does the same, and throws when a group was lost, or when the disk did not confirm all of them. */
  function flush(): void {
    const before = losses;
    end();
    requireDisk();
    if (losses !== before) throw lastError;
  }

  /** All of `work` or nothing of it is stored. It is on disk when this returns. */
  function transaction<Result>(work: () => Result): Result {
    requireReady();
    flush();
    const startedAt = performance.now();
    waitInCommit(true);
    begin.run();
    let isStored = false;
    let actions: readonly (() => void)[] = [];
    try {
      const result = run(work);
      actions = followUps;
      seals.extend();
      commit.run();
      isStored = true;
      watch.committed(performance.now() - startedAt);
      return result;
    } catch (error) {
      watch.failed(error);
      throw error;
    } finally {
      if (database.inTransaction) rollback.run();
      seals.end(isStored);
      seals.settle(isStored);
      if (isStored) noteDurable(actions);
    }
  }

  return {
    flush,
    end,
    watchCommits(by: CommitWatch): void {
      watch = by;
    },
    /** The number of groups that could not be stored. */
    losses: () => losses,
    transaction,
    /** All of `work` or nothing of it is stored, with the other works of this turn. It is on disk after `durability`. */
    share<Result>(work: () => Result): Result {
      requireReady();
      if (exclusiveWorks > 0) return transaction(work);
      group ??= open();
      const joined = group;
      joined.works += 1;
      savepoint.run();
      try {
        const result = run(work);
        release.run();
        seals.end(true);
        joined.followUps.push(...followUps);
        return result;
      } catch (error) {
        seals.end(false);
        try {
          undo.run();
          release.run();
        } catch {
          lose(joined, error);
        }
        throw error;
      }
    },
    /** Runs `work`, which needs the committed state alone. Until it ends, `share` commits each work by itself. */
    async withoutGroups<Result>(work: () => Promise<Result>): Promise<Result> {
      flush();
      exclusiveWorks += 1;
      try {
        return await work();
      } finally {
        exclusiveWorks -= 1;
      }
    },
    /** Has `action` run once the changes of the running work are on the disk. It does not run when they are lost. */
    followUp(action: () => void): void {
      followUps.push(action);
    },
    /** Reports whether a sync failed. Nothing more is stored or answered then. */
    hasFailed: (): boolean => failedSync !== null,
    /**
     * Returns the answer of `make` once all that it was made of is on disk. Throws the errors of `make`, and the error of a
     * group that could not be stored meanwhile.
     */
    async onceDurable<Answer>(make: () => Promise<Answer>): Promise<Answer> {
      const before = losses;
      const marker = {};
      underWay.add(marker);
      try {
        const answer = await make();
        const last = group ?? unsynced.at(-1);
        const outcome = last === undefined ? { losses, failure: failedSync } : await last.settled;
        if (outcome.failure !== null) throw outcome.failure;
        if (outcome.losses !== before) throw lastError;
        return answer;
      } finally {
        underWay.delete(marker);
        doubtful.delete(marker);
      }
    },
  };
}
