import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { AppError, errorText, sentence } from '../../../shared/errors/index.ts';
import { BATCHED_OPERATIONS } from '../../../shared/ipc/index.ts';
import {
  BATCH_LIMITS,
  type BrokenBatch,
  Closed,
  Nullable,
  SeenAccount,
  UnsignedPayment,
  UUID_PATTERN,
} from '../../../shared/model/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import {
  appendLines,
  locked,
  readStateFile,
  readWholeFile,
  replaceFile,
  replaceStateFile,
} from '../../storage/files/index.ts';

const FORMAT = { format: 'castellan-batch', version: 4 } as const;

/** The progress of a line under its request. Each change is appended to the marks of the batch. */
const LineMarks = Closed({
  /** The request of its last confirmation. */
  requestId: Type.String({ pattern: UUID_PATTERN }),
  /** True from before its request is signed. A line that was begun and is not in the journal has an unknown outcome. */
  begun: Type.Boolean(),
  /** True once its signature was proven to be of what was asked. */
  proven: Type.Boolean(),
  /** The code of the error that ended its signing. */
  problem: Nullable(Type.String()),
});
type LineMarks = Static<typeof LineMarks>;

/** A confirmed line. The journal has its outcome, under its request. The file keeps the facts that the journal lacks. */
export const StoredLine = Closed({
  line: Type.Integer({ minimum: 1 }),
  ...LineMarks.properties,
  what: Type.String(),
  note: Type.String(),
  operation: Type.Enum(BATCHED_OPERATIONS),
  /** The payment behind an unsigned transaction, composed again while it is not signed. */
  payment: Nullable(UnsignedPayment),
  parameters: Type.Record(Type.String(), Type.Unknown()),
});
export type StoredLine = Static<typeof StoredLine>;

const StoredBatch = Closed({
  format: Type.Literal(FORMAT.format),
  /**
   * Version 1 has no marks beside it. Versions 1 and 2 have only payments on Ethereum's kind of chain. Before version 4,
   * no accounts are kept.
   */
  version: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(FORMAT.version)]),
  /** Counts the writes of the whole file. The marks of an earlier one are not read. */
  generation: Type.Optional(Type.Integer({ minimum: 1 })),
  id: Type.String({ pattern: UUID_PATTERN }),
  name: Type.String(),
  profile: Type.String(),
  createdAt: Type.Number(),
  /** True once the operator took it out of the list. */
  isClosed: Type.Boolean(),
  lines: Type.Array(StoredLine, { minItems: 1, maxItems: BATCH_LIMITS.lines }),
  /** The accounts that the last question showed. A question after a pause or a crash compares them. */
  seen: Type.Optional(Type.Array(SeenAccount, { maxItems: 50 })),
});
export type StoredBatch = Omit<Static<typeof StoredBatch>, 'format' | 'version'>;

/**
 * The confirmed batches. Each has one file, and beside it the marks that were appended since that file was written. So a
 * step writes one line, and not the whole batch. The journal decides what was signed.
 */
export interface BatchStore {
  /** Those of all profiles, the newest first, and the files that cannot be read. */
  all(): { readonly batches: readonly StoredBatch[]; readonly broken: readonly BrokenBatch[] };
  /** Throws NOT_FOUND. */
  get(profile: string, id: string): StoredBatch;
  /**
   * Writes the whole batch in the place of the one that was read, and returns it as it is stored. It is on disk then.
   * `before` is null for a new batch. Throws INVALID_INPUT when another run has written the batch or marks of it since.
   */
  put(batch: StoredBatch, before: StoredBatch | null): StoredBatch;
  /**
   * Appends the marks of lines. They are on disk when it returns. Throws FILE_REFUSED when the batch was written by
   * another run since, whose marks these are not.
   */
  mark(batch: StoredBatch, lines: readonly StoredLine[]): void;
}

const FILE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/;

export function createBatchStore(root: string): BatchStore {
  const folder = join(root, 'batches');
  const marksOf = ({ id, generation }: StoredBatch) => join(folder, `${id}.${generation}.marks`);

  /** For a caller that holds the lock. Another run could write the batch between its file and its marks. */
  const read = (file: string): StoredBatch | null => {
    const stored = readStateFile(join(folder, file), StoredBatch, FORMAT);
    if (stored === null) return null;
    const { format: _format, version: _version, ...batch } = stored;
    return batch.generation === undefined ? batch : withMarks(batch, readMarks(marksOf(batch)));
  };

  return {
    all() {
      const files = existsSync(folder) ? readdirSync(folder).filter((name) => FILE.test(name)) : [];
      const batches: StoredBatch[] = [];
      const broken: BrokenBatch[] = [];
      for (const file of files) {
        try {
          const batch = locked(join(folder, file), () => read(file));
          if (batch !== null) batches.push(batch);
        } catch (error) {
          // One damaged file must not stop the other batches.
          broken.push({ name: file, problem: errorText(error) });
        }
      }
      return { batches: batches.toSorted((one, other) => other.createdAt - one.createdAt), broken };
    },
    get(profile, id) {
      const file = `${id}.json`;
      const isThere = FILE.test(file) && existsSync(join(folder, file));
      const batch = isThere ? locked(join(folder, file), () => read(file)) : null;
      if (batch?.profile === profile && batch.id === id) return batch;
      throw new AppError('NOT_FOUND', 'This profile has no batch with this id. Nothing was signed.');
    },
    put(batch, before) {
      const file = `${batch.id}.json`;
      const path = join(folder, file);
      const next = { ...batch, generation: (before?.generation ?? 0) + 1 };
      locked(path, () => {
        if (!isDeepStrictEqual(read(file), before)) throw writtenSince(batch);
        // The empty marks are there before the file that names them, so missing marks were lost.
        replaceFile(marksOf(next), new Uint8Array());
        replaceStateFile(path, { ...FORMAT, ...next });
        if (before?.generation !== undefined) rmSync(marksOf(before), { force: true });
      });
      return next;
    },
    mark(batch, lines) {
      const marks = lines.map(({ requestId, begun, proven, problem }) => ({ requestId, begun, proven, problem }));
      const path = marksOf(batch);
      // The lock keeps these marks out of a batch that another run has compared and is writing.
      locked(path, () => appendLines(path, marks.map((one) => `${JSON.stringify(one)}\n`).join('')));
    },
  };
}

/** Reads appended marks. A last line without its end was cut off by a crash, before the step that follows it. */
function readMarks(path: string): Map<string, LineMarks> {
  const bytes = readWholeFile(path, { private: false });
  if (bytes === null) throw damaged(path, 'it is missing');
  const lines = utf8Decode(bytes).split('\n').slice(0, -1);
  return new Map(
    lines.map((line, index) => {
      const marks = parsed(line);
      if (!Value.Check(LineMarks, marks)) throw damaged(path, `line ${index + 1} is not a mark of a line`);
      return [marks.requestId, marks];
    }),
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const withMarks = (batch: StoredBatch, marks: ReadonlyMap<string, LineMarks>): StoredBatch => ({
  ...batch,
  lines: batch.lines.map((line) => ({ ...line, ...marks.get(line.requestId) })),
});

const damaged = (path: string, why: string) =>
  new AppError(
    'STATE_FILE_CORRUPT',
    sentence`${path} is damaged: ${why}. Nothing was signed. Look for the payments of this batch in Activities.`,
  );

const writtenSince = ({ name }: StoredBatch) =>
  new AppError(
    'INVALID_INPUT',
    sentence`The batch “${name}” was written by another run since it was read. Nothing was signed. Resume it again when the other run has ended.`,
  );
