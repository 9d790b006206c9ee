import { basename } from 'node:path';
import type { AppError } from '../../../../shared/errors/index.ts';
import {
  atOnce,
  attachDatabase,
  companionsOf,
  corruptDatabase,
  type Database,
  endOfMonth,
  failureOf,
  fileDigest,
  lengthOfFile,
  paused,
  piecesOf,
} from '../../../storage/sqlite/index.ts';
import { plainError } from '../../public-error.ts';
import { type ActivitySource, activitySource } from '../activity-source.ts';
import type { Window } from '../pages.ts';
import { archiveKind, archivePath } from './archive-kind.ts';
import type { ArchiveList, ArchiveRow } from './archive-list.ts';

/** An archive that may be read: `read` throws UNAVAILABLE by the archive's name when its file cannot be used. */
export interface ReadableArchive {
  mayHold(window: Pick<Window, 'above' | 'below'>): boolean;
  read<Result>(use: (source: ActivitySource) => Result): Result;
}

/**
 * The archives of earlier activities. The file of each is compared with the digest in the sealed list before it is read,
 * once in a process. So a changed, truncated or missing file is refused, and only for what it may hold.
 */
export function activityArchives(list: ArchiveList, directory: string) {
  const opened = new Map<string, Database>();
  const sources = new Map<string, ActivitySource>();
  /** Null for an archive that can be used, or else a clause. */
  const problems = new Map<string, string | null>();
  let rows: readonly ArchiveRow[] | undefined;
  let checking: Promise<void> = Promise.resolve();
  const all = () => {
    rows ??= list.all();
    return rows;
  };

  const close = (month: string): void => {
    opened.get(month)?.close();
    opened.delete(month);
    sources.delete(month);
  };

  /** Opens the file before it is compared, so that the compared bytes are those that SQLite reads. */
  function* examine({ month, bytes, sha256 }: ArchiveRow): Generator<undefined, string | null> {
    const path = archivePath(directory, month);
    let problem: string | null = 'it was changed';
    try {
      const [companion] = companionsOf(path);
      const length = lengthOfFile(path);
      if (companion !== undefined)
        problem = `another program wrote ${basename(companion)} beside it, which has to be removed`;
      else if (length === null) problem = 'it is missing';
      else if (length !== bytes) problem = `it has ${length} bytes instead of ${bytes}`;
      else {
        opened.set(month, opened.get(month) ?? attachDatabase(path));
        if ((yield* fileDigest(piecesOf(path))) === sha256) problem = null;
      }
    } catch (error) {
      if (failureOf(error) !== 'damage')
        problem = `it cannot be read (${(error as { code?: string }).code ?? 'unknown problem'})`;
    }
    if (problem !== null) close(month);
    return problem;
  }
  const problemOf = (row: ArchiveRow): string | null => {
    const known = problems.get(row.month);
    if (known !== undefined) return known;
    const problem = atOnce(examine(row));
    problems.set(row.month, problem);
    return problem;
  };
  const sourceOf = (row: ArchiveRow): ActivitySource => {
    const problem = problemOf(row);
    const database = opened.get(row.month);
    if (problem !== null || database === undefined) throw unusable(row.month, problem ?? 'it was closed');
    const source = sources.get(row.month) ?? activitySource(database);
    sources.set(row.month, source);
    return source;
  };
  const readable = (row: ArchiveRow): ReadableArchive => ({
    mayHold: ({ above, below }) => row.last > above && row.first < below,
    read(use) {
      try {
        return use(sourceOf(row));
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        throw unusable(row.month, failure === 'refused' ? 'it cannot be opened' : 'it was changed');
      }
    },
  });
  const newestFirst = (): ReadableArchive[] => all().toReversed().map(readable);

  return {
    newestFirst,
    /** Returns the first result in any archive. Throws UNAVAILABLE when there is none and an archive cannot be used. */
    search<Result>(use: (source: ActivitySource) => Result | undefined): Result | undefined {
      let unknown: unknown;
      for (const archive of newestFirst()) {
        try {
          const result = archive.read(use);
          if (result !== undefined) return result;
        } catch (error) {
          unknown = error;
        }
      }
      if (unknown !== undefined) throw unknown;
      return undefined;
    },
    /** The time before which every archived activity was created. */
    until: (): number => {
      const newest = all().at(-1);
      return newest === undefined ? Number.NEGATIVE_INFINITY : endOfMonth(newest.month);
    },
    /** Compares the files that were not compared yet. Other work runs in between. Throws CANCELLED. */
    checked(signal?: AbortSignal): Promise<void> {
      if (all().every(({ month }) => problems.has(month))) return checking;
      checking = checking.then(async () => {
        for (const row of all())
          if (!problems.has(row.month)) problems.set(row.month, await paused(examine(row), signal));
      });
      return checking;
    },
    /** The errors for the operator of the archives that cannot be used. Only those that were compared. */
    faults: () =>
      all().flatMap(({ month }) => {
        const problem = problems.get(month) ?? null;
        return problem === null ? [] : [corruptDatabase(archiveKind(archivePath(directory, month)), problem)];
      }),
    /** True when the file of an archive has its digest. */
    isUsable: (row: ArchiveRow): boolean => problemOf(row) === null,
    read: <Result>(row: ArchiveRow, use: (source: ActivitySource) => Result): Result => readable(row).read(use),
    /** Uses an archive no more in this process. Returns the error for the operator. */
    refuse(month: string, problem: string): AppError {
      problems.set(month, problem);
      close(month);
      return corruptDatabase(archiveKind(archivePath(directory, month)), problem);
    },
    /** Reads the list again, after it was changed. */
    changed(): void {
      rows = undefined;
    },
    close(): void {
      for (const month of [...opened.keys()]) close(month);
    },
  };
}

export type ActivityArchives = ReturnType<typeof activityArchives>;

/** Choice (unavailable-archive): HTTP 503 and gRPC code 14, with the archive's name. */
function unusable(month: string, problem: string) {
  return plainError(
    503,
    14,
    `the archive ${basename(archivePath('', month))} of this service cannot be used: ${problem}. It may hold what was asked for, so nothing was done. The operator of the service can put the file back from a backup and restart it`,
  );
}
