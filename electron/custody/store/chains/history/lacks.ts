import type { Database } from '../../../../storage/sqlite/index.ts';

/** Either the whole block was skipped, or the transfers that its contracts made are missing. */
export type Lack = 'passed over' | 'untraced';

/** The number of blocks of a chain with incomplete data. */
export interface Lacking {
  readonly passedOver: number;
  readonly untraced: number;
}

interface Span {
  readonly lowest: number;
  readonly highest: number;
}

/**
 * The incomplete blocks of each chain, each counted once however often it was read. Rows are spans, because a chain
 * whose node has no traces would need a row for each block. Totals are kept as blocks are added, because there can be
 * many spans.
 */
export function historyLacks(database: Database) {
  const counts = database.prepare<[string], Lacking>(
    'SELECT passed_over AS passedOver, untraced FROM history_chains WHERE chain = ?',
  );
  const upTo = database.prepare<[string, Lack, number], Span>(
    `SELECT lowest, highest FROM history_lacks WHERE chain = ? AND lack = ? AND lowest <= ?
     ORDER BY lowest DESC LIMIT 1`,
  );
  const put = database.prepare<[string, Lack, number, number]>(
    `INSERT INTO history_lacks (chain, lack, lowest, highest) VALUES (?, ?, ?, ?)
     ON CONFLICT (chain, lack, lowest) DO UPDATE SET highest = excluded.highest`,
  );
  const dropFrom = database.prepare<[string, Lack, number, number]>(
    'DELETE FROM history_lacks WHERE chain = ? AND lack = ? AND lowest BETWEEN ? AND ?',
  );
  const above = database
    .prepare<[number, string, Lack, number], number>(
      `SELECT ifnull(sum(highest - max(lowest - 1, ?)), 0) FROM history_lacks
       WHERE chain = ? AND lack = ? AND highest > ?`,
    )
    .pluck();
  const cut = database.prepare<[number, string, Lack, number]>(
    'UPDATE history_lacks SET highest = min(highest, ?) WHERE chain = ? AND lack = ? AND highest > ?',
  );
  const change = {
    'passed over': database.prepare<[number, string]>(
      'UPDATE history_chains SET passed_over = passed_over + ? WHERE chain = ?',
    ),
    untraced: database.prepare<[number, string]>('UPDATE history_chains SET untraced = untraced + ? WHERE chain = ?'),
  };

  return {
    count: (chain: string): Lacking => counts.get(chain) ?? { passedOver: 0, untraced: 0 },
    /** Records a block. Does nothing when this lack of the block is already recorded. */
    add(chain: string, lack: Lack, block: number): void {
      const below = upTo.get(chain, lack, block);
      if (below !== undefined && below.highest >= block) return;
      const next = upTo.get(chain, lack, block + 1);
      const joined = next?.lowest === block + 1 ? next : undefined;
      if (joined !== undefined) dropFrom.run(chain, lack, block + 1, block + 1);
      put.run(chain, lack, below?.highest === block - 1 ? below.lowest : block, joined?.highest ?? block);
      change[lack].run(1, chain);
    },
    /** Forgets the blocks above one. */
    rewind(chain: string, block: number): void {
      for (const lack of ['passed over', 'untraced'] as const) {
        change[lack].run(-(above.get(block, chain, lack, block) ?? 0), chain);
        dropFrom.run(chain, lack, block + 1, Number.MAX_SAFE_INTEGER);
        cut.run(block, chain, lack, block);
      }
    },
  };
}
