import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { AppError, toErrorData } from '../../../shared/errors/index.ts';
import {
  BATCH_LIMITS,
  type BrokenBatch,
  Closed,
  UnsignedEthereumPayment,
  UUID_PATTERN,
} from '../../../shared/model/index.ts';
import { locked, readStateFile, replaceStateFile } from '../../storage/files/index.ts';

const FORMAT = { format: 'castellan-batch', version: 1 } as const;

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A confirmed line. The journal has its outcome, under its request. The file keeps the facts that the journal lacks. */
export const StoredLine = Closed({
  line: Type.Integer({ minimum: 1 }),
  /** The request of its last confirmation. */
  requestId: Type.String({ pattern: UUID_PATTERN }),
  /** True from before its request is signed. A line that was begun and is not in the journal has an unknown outcome. */
  begun: Type.Boolean(),
  /** True once its signature was proven to be of what was asked. */
  proven: Type.Boolean(),
  /** The code of the error that ended its signing. */
  problem: Nullable(Type.String()),
  what: Type.String(),
  note: Type.String(),
  operation: Type.Enum(['sign_transaction', 'sign_raw_payload']),
  /** The payment behind an unsigned transaction, composed again with another nonce while it is not signed. */
  payment: Nullable(UnsignedEthereumPayment),
  parameters: Type.Record(Type.String(), Type.Unknown()),
});
export type StoredLine = Static<typeof StoredLine>;

const StoredBatch = Closed({
  format: Type.Literal(FORMAT.format),
  version: Type.Literal(FORMAT.version),
  id: Type.String({ pattern: UUID_PATTERN }),
  name: Type.String(),
  profile: Type.String(),
  createdAt: Type.Number(),
  /** True once the operator took it out of the list. */
  isClosed: Type.Boolean(),
  lines: Type.Array(StoredLine, { minItems: 1, maxItems: BATCH_LIMITS.lines }),
});
export type StoredBatch = Omit<Static<typeof StoredBatch>, 'format' | 'version'>;

/** The confirmed batches, one file each. The journal decides what was signed. */
export interface BatchStore {
  /** Those of all profiles, the newest first, and the files that cannot be read. */
  all(): { readonly batches: readonly StoredBatch[]; readonly broken: readonly BrokenBatch[] };
  /** Throws NOT_FOUND. */
  get(profile: string, id: string): StoredBatch;
  /** Is on disk when it returns. */
  put(batch: StoredBatch): void;
}

const FILE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/;

export function createBatchStore(root: string): BatchStore {
  const folder = join(root, 'batches');
  const read = (file: string): StoredBatch | null => readStateFile(join(folder, file), StoredBatch, FORMAT);
  return {
    all() {
      const files = existsSync(folder) ? readdirSync(folder).filter((name) => FILE.test(name)) : [];
      const batches: StoredBatch[] = [];
      const broken: BrokenBatch[] = [];
      for (const file of files) {
        try {
          batches.push(...[read(file) ?? []].flat());
        } catch (error) {
          // One damaged file must not stop the other batches.
          broken.push({ name: file, problem: toErrorData(error).message });
        }
      }
      return { batches: batches.toSorted((one, other) => other.createdAt - one.createdAt), broken };
    },
    get(profile, id) {
      const batch = FILE.test(`${id}.json`) ? read(`${id}.json`) : null;
      if (batch?.profile === profile && batch.id === id) return batch;
      throw new AppError('NOT_FOUND', 'This profile has no batch with this id. Nothing was signed.');
    },
    put(batch) {
      const path = join(folder, `${batch.id}.json`);
      locked(path, () => replaceStateFile(path, { ...FORMAT, ...batch }));
    },
  };
}
