import type { Database } from '../../../../storage/sqlite/index.ts';

/** The blocks from before the addresses were watched that are still to be searched. */
export interface Earlier {
  readonly addresses: number;
  /** Blocks that were looked through for every address, of all up to the head. */
  readonly done: number;
  readonly of: number;
}

/** The progress of each chain's searches, and whether the operator paused them. */
export function historyEarlier(database: Database) {
  const head = database.prepare<[string], number>('SELECT head FROM history_chains WHERE chain = ?').pluck();
  const searches = 'history_searches JOIN history_addresses USING (address_id) WHERE chain = ?';
  const searched = database.prepare<[string], number>(`SELECT count(DISTINCT address_id) FROM ${searches}`).pluck();
  const spans = database.prepare<[string], { lowest: number; highest: number }>(
    `SELECT lowest, max(highest) AS highest FROM ${searches} GROUP BY lowest ORDER BY lowest`,
  );
  const paused = database.prepare<[string], 0 | 1>('SELECT is_paused FROM history_chains WHERE chain = ?').pluck();
  const setPaused = database.prepare<[0 | 1, string]>('UPDATE history_chains SET is_paused = ? WHERE chain = ?');

  return {
    /** Null where nothing is left. */
    earlier(chain: string): Earlier | null {
      const addresses = searched.get(chain) ?? 0;
      if (addresses === 0) return null;
      let [left, counted] = [0, -1];
      for (const { lowest, highest } of spans.all(chain)) {
        left += Math.max(0, highest - Math.max(lowest - 1, counted));
        counted = Math.max(counted, highest);
      }
      const of = (head.get(chain) ?? 0) + 1;
      return { addresses, done: Math.max(0, of - left), of };
    },
    isPaused: (chain: string) => paused.get(chain) === 1,
    /** Returns false for a chain that is not read. */
    setPaused: (chain: string, isPaused: boolean) => setPaused.run(isPaused ? 1 : 0, chain).changes > 0,
  };
}
