import type { Database } from '../../../../storage/sqlite/index.ts';

/** A token's metadata, as far as its contract returns it. */
export interface TokenContract {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number | null;
  /** The number of queries without an answer. 0 once the contract has answered. */
  readonly tries: number;
}

/** The contracts of moved tokens, with the names that they report. */
export function historyContracts(database: Database) {
  const find = database.prepare<[string, string], TokenContract>(
    'SELECT symbol, name, decimals, tries FROM history_contracts WHERE chain = ? AND contract = ?',
  );
  const store = database.prepare<[TokenContract & { chain: string; contract: string }]>(
    `INSERT INTO history_contracts (chain, contract, symbol, name, decimals, tries)
     VALUES (@chain, @contract, @symbol, @name, @decimals, @tries)
     ON CONFLICT (chain, contract) DO UPDATE SET symbol = @symbol, name = @name, decimals = @decimals, tries = @tries`,
  );
  return {
    find: (chain: string, contract: string) => find.get(chain, contract),
    store: (chain: string, contract: string, token: TokenContract) => void store.run({ chain, contract, ...token }),
  };
}
