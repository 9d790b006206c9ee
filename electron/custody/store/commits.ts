import type { Database } from '../../storage/sqlite/index.ts';
import type { RowSeals } from './seals/row-seals.ts';

/** A transaction that is open for the works of one turn of the event loop. */
interface Group {
  readonly commitSoon: NodeJS.Immediate;
  readonly settled: Promise<void>;
  readonly settle: () => void;
}

/** Hears of each commit: the milliseconds that it took, or the error of one that failed. */
export interface CommitWatch {
  committed(milliseconds: number): void;
  failed(error: unknown): void;
}

/**
 * Commits the changes of a store, so that each survives a power cut once its commit has returned.
 *
 * Activities use `share`. All that are ready within one turn of the event loop share one transaction and its commit at
 * the end of the turn. Each has a savepoint of its own. A request that reads meanwhile sees changes that may still be
 * lost. So each answer waits for `durability`, and `flush` comes before anything is sent to another machine.
 */
export function createCommits(database: Database, seals: RowSeals) {
  const prepare = (sql: string) => database.prepare<[]>(sql);
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const rollback = prepare('ROLLBACK');
  const savepoint = prepare('SAVEPOINT work');
  const undo = prepare('ROLLBACK TO work');
  const release = prepare('RELEASE work');
  let group: Group | null = null;
  let isWorking = false;
  let exclusiveWorks = 0;
  /** The number of groups that could not be stored, and the error of the last one. */
  let losses = 0;
  let lastError: unknown;
  let watch: CommitWatch = { committed: () => {}, failed: () => {} };

  /** Commits the open transaction, and reports it. */
  const commitNow = (): void => {
    const startedAt = performance.now();
    seals.extend();
    commit.run();
    watch.committed(performance.now() - startedAt);
  };

  const requireIdle = (): void => {
    if (isWorking) throw new Error('a transaction began inside another one');
  };

  /** Runs one work: its changes and the seals of its rows. */
  const run = <Result>(work: () => Result): Result => {
    isWorking = true;
    try {
      seals.begin();
      const result = work();
      seals.store();
      return result;
    } finally {
      isWorking = false;
    }
  };

  const open = (): Group => {
    begin.run();
    let settle = () => {};
    const settled = new Promise<void>((done) => {
      settle = done;
    });
    return { commitSoon: setImmediate(flush), settled, settle };
  };

  const lose = (ended: Group, error: unknown): void => {
    group = null;
    clearImmediate(ended.commitSoon);
    // Some errors of SQLite have rolled everything back already.
    if (database.inTransaction) rollback.run();
    seals.settle(false);
    losses += 1;
    lastError = error;
    watch.failed(error);
    ended.settle();
  };

  /** Commits the open group now. Its failure is the failure of those whose changes it holds. */
  function flush(): void {
    if (group === null) return;
    const ended = group;
    clearImmediate(ended.commitSoon);
    try {
      commitNow();
    } catch (error) {
      lose(ended, error);
      return;
    }
    group = null;
    seals.settle(true);
    ended.settle();
  }

  /** All of `work` or nothing of it is stored. It is on disk when this returns. */
  function transaction<Result>(work: () => Result): Result {
    requireIdle();
    flush();
    begin.run();
    let isStored = false;
    try {
      const result = run(work);
      commitNow();
      isStored = true;
      return result;
    } catch (error) {
      watch.failed(error);
      throw error;
    } finally {
      if (database.inTransaction) rollback.run();
      seals.end(isStored);
      seals.settle(isStored);
    }
  }

  return {
    flush,
    watchCommits(by: CommitWatch): void {
      watch = by;
    },
    /** The number of groups that could not be stored. */
    losses: () => losses,
    transaction,
    /** All of `work` or nothing of it is stored, with the other works of this turn. It is on disk after `durability`. */
    share<Result>(work: () => Result): Result {
      requireIdle();
      if (exclusiveWorks > 0) return transaction(work);
      group ??= open();
      const joined = group;
      savepoint.run();
      try {
        const result = run(work);
        release.run();
        seals.end(true);
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
    /**
     * To be called before anything is read for an answer. The returned function waits until the content of the answer is
     * on disk. It throws the error of a group that could not be stored meanwhile.
     */
    durability(): () => Promise<void> {
      const before = losses;
      return async () => {
        await group?.settled;
        if (losses !== before) throw lastError;
      };
    },
  };
}
