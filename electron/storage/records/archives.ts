import { AppError } from '../../../shared/errors/index.ts';
import {
  atOnce,
  corruptDatabase,
  type Database,
  type DatabaseRole,
  fileDigest,
  guarded,
  paused,
  writtenFileProblem,
} from '../sqlite/index.ts';
import { type ArchiveFacts, type ArchiveSource, archiveKind, heldBy } from './archive-file.ts';
import type { StoredLink } from './audit-chain.ts';
import { IS_WHOLE, wholeRow } from './journal-digest.ts';
import { AUDIT_ROW, JOURNAL_ROW, type StoredRequest } from './rows.ts';

/** A condition on archived requests, with named parameters. */
export interface RequestCondition {
  readonly sql: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** An archive whose file is missing, was changed or cannot be read. */
export interface DamagedArchive {
  readonly month: string;
  /** Its path, or its name in a backup. */
  readonly file: string;
  /** A clause that follows the name, such as “was changed”. */
  readonly problem: string;
  /** Its content in words. */
  readonly holds: string;
}

/** The archives of earlier months, as the log and the journal read them. */
export interface Archives {
  /** The usable archives, oldest first. */
  list(): ArchiveFacts[];
  /** The archived entry of that number. Throws DATABASE_CORRUPT naming a missing or damaged archive. */
  link(sequence: number): StoredLink | undefined;
  /** Its link, which is listed for the last entry of an archive. Throws the same. */
  hash(sequence: number): Buffer | undefined;
  /** Every archived entry, oldest first. Throws the same. */
  links(): Iterable<StoredLink>;
  /**
   * The rows of a query in every archive, the newest archive first. `@limit` in it is the number of rows that are still
   * wanted. Only archives that `mayHold` rows are read. Throws the same. Proves nothing of a changed request in a file
   * that is too long to be hashed when it is opened.
   */
  rows<Row>(query: RequestCondition, limit?: number, mayHold?: (facts: ArchiveFacts) => boolean): Row[];
  /** The newest archived requests with that condition. Throws the same, and for a changed request. */
  requests(condition: RequestCondition, limit: number): StoredRequest[];
  /** Compares the file of each archive with its digest. Other work runs in between. Throws CANCELLED. */
  damaged(signal?: AbortSignal): Promise<readonly DamagedArchive[]>;
  /** The months of the archives that were taken from the list. */
  lost(): readonly string[];
  /** Takes archives from the list. Their entries count as lost. */
  lose(months: readonly string[]): void;
  close(): void;
}

/** The longest file that is hashed before its first use. Hashing it takes some hundredths of a second. */
const HASHED_AT_OPENING = 16 * 1024 * 1024;

export function openArchives(database: Database, role: DatabaseRole, source: ArchiveSource): Archives {
  const FACTS = 'SELECT month, first, last, hash, requests, bytes, sha256 FROM archive WHERE is_lost = 0';
  const selectAll = database.prepare<[], ArchiveFacts>(`${FACTS} ORDER BY first`);
  const selectHolder = database.prepare<[{ sequence: number }], ArchiveFacts>(
    `${FACTS} AND first <= @sequence AND last >= @sequence`,
  );
  const lose = database.prepare<[string]>('UPDATE archive SET is_lost = 1 WHERE month = ?');
  const selectLost = database.prepare<[], string>('SELECT month FROM archive WHERE is_lost = 1 ORDER BY first').pluck();
  const opened = new Map<string, Database>();

  const list = () => guarded(role, () => selectAll.all());
  const kindOf = (month: string) => archiveKind(source.name(month));

  /** Compares the length and, once in a process, the digest. Only `problem` reads the whole of a long file. */
  const open = ({ month, bytes, sha256 }: ArchiveFacts): Database => {
    const known = opened.get(month);
    if (known !== undefined) return known;
    const { size, pieces } = source.content(month);
    const length = size();
    if (length === null) throw corruptDatabase(kindOf(month), 'it is missing');
    if (length !== bytes) throw corruptDatabase(kindOf(month), `it has ${length} bytes instead of ${bytes}`);
    if (bytes <= HASHED_AT_OPENING && atOnce(fileDigest(pieces())) !== sha256)
      throw corruptDatabase(kindOf(month), 'it was changed');
    const archive = source.open(month);
    opened.set(month, archive);
    return archive;
  };
  const reading = <Result>(facts: ArchiveFacts, read: (archive: Database) => Result): Result =>
    guarded(kindOf(facts.month), () => read(open(facts)));

  return {
    list,
    link(sequence) {
      const facts = guarded(role, () => selectHolder.get({ sequence }));
      if (facts === undefined) return undefined;
      return reading(facts, (archive) =>
        archive.prepare<[number], StoredLink>(`SELECT ${AUDIT_ROW} FROM audit WHERE sequence = ?`).get(sequence),
      );
    },
    hash(sequence) {
      const facts = guarded(role, () => selectHolder.get({ sequence }));
      if (facts === undefined) return undefined;
      if (facts.last === sequence) return Buffer.from(facts.hash, 'hex');
      return reading(facts, (archive) =>
        archive.prepare<[number], Buffer>('SELECT hash FROM audit WHERE sequence = ?').pluck().get(sequence),
      );
    },
    *links() {
      for (const facts of list()) {
        const next = reading(facts, (archive) =>
          archive.prepare<[number], StoredLink>(
            `SELECT ${AUDIT_ROW} FROM audit WHERE sequence > ? ORDER BY sequence LIMIT 1`,
          ),
        );
        const after = (sequence: number) => guarded(kindOf(facts.month), () => next.get(sequence));
        for (let link = after(0); link !== undefined; link = after(link.sequence)) yield link;
      }
    },
    rows<Row>(
      { sql, values }: RequestCondition,
      limit = Number.MAX_SAFE_INTEGER,
      mayHold: (facts: ArchiveFacts) => boolean = () => true,
    ): Row[] {
      const found: Row[] = [];
      for (const facts of list().filter(mayHold).toReversed()) {
        if (found.length >= limit) break;
        const more = reading(facts, (archive) =>
          archive.prepare<[object], Row>(sql).all({ ...values, limit: limit - found.length }),
        );
        for (const row of more) found.push(row);
      }
      return found;
    },
    requests({ sql, values }, limit) {
      const found: StoredRequest[] = [];
      for (const facts of list().toReversed()) {
        if (found.length >= limit) break;
        const rows = reading(facts, (archive) =>
          archive
            .prepare<[object], StoredRequest & { isWhole: number }>(
              `SELECT ${JOURNAL_ROW}, ${IS_WHOLE} FROM journal WHERE ${sql} ORDER BY rowid DESC LIMIT @limit`,
            )
            .all({ ...values, limit: limit - found.length }),
        );
        for (const row of rows)
          found.push(wholeRow(kindOf(facts.month), row, `the request ${row.requestId} was changed`));
      }
      return found;
    },
    async damaged(signal) {
      const found: DamagedArchive[] = [];
      for (const facts of list()) {
        const { month } = facts;
        const problem = await paused(writtenFileProblem(facts, source.content(month)), signal);
        if (problem !== null) found.push({ month, file: source.name(month), problem, holds: heldBy(facts) });
      }
      return found;
    },
    lost: () => guarded(role, () => selectLost.all()),
    lose(months) {
      for (const month of months) guarded(role, () => lose.run(month));
    },
    close() {
      for (const archive of opened.values()) archive.close();
      opened.clear();
    },
  };
}

/** Reports whether the error is that of a missing, damaged or unreadable database. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof AppError && ['DATABASE_CORRUPT', 'FILE_REFUSED'].includes(error.code);
}
