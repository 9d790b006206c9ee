import type { Database } from '../../../../storage/sqlite/index.ts';

/** The identity of a chain. */
export interface ChainOrigin {
  /** The hash of its first block. Null before a node returned it. */
  readonly genesis: string | null;
  /** 1 when its nodes serve another chain under its name. */
  readonly isAnother: 0 | 1;
}

const OF_CHAIN = 'address_id IN (SELECT address_id FROM history_addresses WHERE chain = ?)';

/** The identities of the chains that were read, to notice a chain that was replaced. */
export function historyOrigins(database: Database) {
  const find = database.prepare<[string], ChainOrigin>(
    'SELECT genesis, is_another AS isAnother FROM history_chains WHERE chain = ?',
  );
  const others = database.prepare<[], string>('SELECT chain FROM history_chains WHERE is_another = 1').pluck();
  const set = database.prepare<[ChainOrigin & { chain: string }]>(
    'UPDATE history_chains SET genesis = @genesis, is_another = @isAnother WHERE chain = @chain',
  );
  const forgetting = [
    `DELETE FROM history_entries WHERE ${OF_CHAIN}`,
    `DELETE FROM history_searches WHERE ${OF_CHAIN}`,
    'DELETE FROM history_addresses WHERE chain = ?',
    'DELETE FROM history_blocks WHERE chain = ?',
    'DELETE FROM history_contracts WHERE chain = ?',
    'DELETE FROM history_lacks WHERE chain = ?',
    'DELETE FROM history_chains WHERE chain = ?',
  ].map((statement) => database.prepare<[string]>(statement));

  return {
    /** Undefined where nothing was read yet. */
    find: (chain: string) => find.get(chain),
    set: (chain: string, origin: ChainOrigin) => void set.run({ chain, ...origin }),
    /** The chains whose nodes serve another chain. */
    others: () => others.all(),
    /** Forgets all that was read of a chain. */
    forget(chain: string): void {
      for (const statement of forgetting) statement.run(chain);
    },
  };
}
