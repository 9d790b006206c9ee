import Type from 'typebox';
import {
  BATCH_FORMATS,
  BATCH_LIMITS,
  BatchDetail,
  BatchReview,
  BatchRow,
  BatchTable,
  BatchTerms,
  BrokenBatch,
  Closed,
  Units,
} from '../model/index.ts';
import { call, job } from './define.ts';
import { Percent, Written } from './transfer-calls.ts';

const Id = Type.Pick(BatchRow, ['id']);

/**
 * The part of the contract about batches. The page gives the operator's table as text each time. Main reads it again,
 * and the trusted window shows every line that is to be signed, decoded from its bytes.
 */
export const BATCH_CALLS = {
  batches: {
    /** Reads a table, and signs nothing. Throws INVALID_INPUT for a text that is no table. */
    review: job(Closed({ table: BatchTable, terms: BatchTerms }), Percent, BatchReview),
    /** Asks about the chosen lines in the trusted window, then signs them. Cancelling pauses after the current line. */
    submit: job(
      Closed({
        name: Type.String({ minLength: 1, maxLength: BATCH_LIMITS.name }),
        table: BatchTable,
        terms: BatchTerms,
        lines: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: BATCH_LIMITS.lines }),
        /** The most that all fees could cost when they were shown. Null when it was unknown. */
        fees: Type.Union([Units, Type.Null()]),
      }),
      Percent,
      BatchDetail,
    ),
    /** Settles what was sent, then asks about the lines that are left and signs them. */
    resume: job(Id, Percent, BatchDetail),
    /**
     * Asks about the signed lines that were not broadcast, then broadcasts them. Cancelling stops after the current
     * line.
     */
    broadcast: job(Id, Percent, BatchDetail),
    list: call(Closed({}), Closed({ rows: Type.Array(BatchRow), broken: Type.Array(BrokenBatch) })),
    get: call(Id, BatchDetail),
    /** Takes a batch out of the list. Its activities stay. */
    close: call(Id, Closed({})),
    /** Writes the results to a file that the operator chooses in main's dialog. Null when none was chosen. */
    write: call(Closed({ ...Id.properties, as: Type.Enum(BATCH_FORMATS) }), Written({ lines: Type.Integer() })),
  },
} as const;
