import Type from 'typebox';
import {
  AuditDetail,
  AuditRow,
  AuditStatus,
  ChosenRows,
  Closed,
  LIST_NAMES,
  LogLine,
  Meaning,
  Naming,
} from '../model/index.ts';
import { call, event, job } from './define.ts';
import { PageInOrder, PageOfRows } from './page-of-rows.ts';
import { Percent, Written } from './transfer-calls.ts';

const Nothing = Closed({});
/** The text of one cell. */
const Cell = Type.String({ maxLength: 10_000 });
const AuditEntryKey = Type.Pick(AuditRow, ['sequence']);

/** The calls about the audit log, and those that write lists to files. */
export const LOG_CALLS = {
  lists: {
    /** Exports rows of a list to a CSV file that the operator chooses in main's dialog. Null when none was chosen. */
    write: job(
      Closed({
        list: Type.Enum(LIST_NAMES),
        search: PageInOrder.search,
        order: PageInOrder.order,
        /** Null for every row. */
        chosen: Type.Union([ChosenRows, Type.Null()]),
      }),
      Percent,
      Written({ rows: Type.Integer() }),
    ),
    /**
     * Writes a table that the page puts together, such as the people of an organization, to a CSV file that the operator
     * chooses. Null when none was chosen.
     */
    writeShown: job(
      Closed({
        name: Type.String({ pattern: '^[a-z][a-z-]{0,39}$' }),
        header: Type.Array(Cell, { minItems: 1, maxItems: 50 }),
        rows: Type.Array(Type.Array(Cell, { maxItems: 50 }), { maxItems: 10_000 }),
      }),
      Nothing,
      Written({ rows: Type.Integer() }),
    ),
  },
  audit: {
    status: call(Nothing, AuditStatus),
    verify: job(Nothing, Percent, Closed({ entries: Type.Integer() })),
    /**
     * The entries of all profiles on this machine, newest first with a heading before each day, or in an order without
     * headings. A search waits for its end. Throws INVALID_INPUT when an order would read too many entries.
     */
    lines: call(
      Closed(PageInOrder),
      Closed({ rows: Type.Array(LogLine), total: Type.Integer(), found: Type.Integer() }),
    ),
    /** Throws NOT_FOUND for a missing entry. */
    get: call(AuditEntryKey, AuditDetail),
    /** Describes the stamped bytes, decoded by the vault. Throws VAULT_LOCKED, and NOT_FOUND for no request. */
    describe: call(AuditEntryKey, Closed({ meaning: Meaning, naming: Naming })),
    /** Exports the search results with their proofs to a file that the operator chooses in main's dialog. */
    write: job(Closed({ search: PageOfRows.search }), Percent, Written({ entries: Type.Integer() })),
    changed: event(Nothing),
  },
} as const;
