import { AppError } from '../../../../shared/errors/index.ts';
import { databaseChanged } from './database-changed.ts';
import { declarationOf, type SealedTable } from './sealed-tables.ts';

/**
 * The rows that were changed while the service was stopped, by their place. They refuse what needs them, and what they
 * could forbid. Everything else goes on.
 */
export function damagedRows() {
  const tables = new Map<SealedTable, Map<string, AppError>>();
  const names: string[] = [];
  const firstOf = (table: SealedTable): AppError | undefined => tables.get(table)?.values().next().value;
  return {
    /** Notes a changed row. Throws DATABASE_CHANGED when the service may not start without the row. */
    note(table: SealedTable, place: string, name: string): void {
      const error = changedRow(name);
      if (declarationOf(table).damaged === 'start') throw error;
      tables.set(table, (tables.get(table) ?? new Map<string, AppError>()).set(place, error));
      names.push(name);
    },
    /** Throws when a damaged row of the table may belong to the lookup, and could forbid something there. */
    requireReadable(table: SealedTable, column: string): void {
      const { key, givesBy = [] } = declarationOf(table);
      const error = column === key || givesBy.includes(column) ? undefined : firstOf(table);
      if (error !== undefined) throw error;
    },
    leavesOut: (table: SealedTable, column: string, place: string): boolean =>
      declarationOf(table).leftOutBy?.includes(column) === true && tables.get(table)?.has(place) === true,
    has: (table: SealedTable, place?: string): boolean =>
      place === undefined ? tables.has(table) : tables.get(table)?.has(place) === true,
    /** Throws when any row of the table is damaged. */
    requireWhole(table: SealedTable): void {
      const error = firstOf(table);
      if (error !== undefined) throw error;
    },
    /** A write would seal the damage of a row. A row that only gives permissions may be removed. */
    requireWritable(table: SealedTable, place: string, isRemoved: boolean): void {
      const error = tables.get(table)?.get(place);
      if (error !== undefined && !(isRemoved && declarationOf(table).damaged === 'own uses')) throw error;
    },
    /** Names the rows, as an operator knows them. */
    names: (): readonly string[] => names,
    /** Lists the damage for the log of the service. */
    all: (): AppError[] =>
      [...tables.values()].flatMap((rows) =>
        [...rows.values()].map(
          ({ code, message }) =>
            new AppError(code, `${message} Until then the service refuses only the requests that need this row.`),
        ),
      ),
  };
}

/** The error about a row that has other contents than this service wrote. `name` begins a sentence. */
export const changedRow = (name: string): AppError => databaseChanged(`${name} was changed outside this service`);
