import { type Database, type DatabaseRole, guarded } from '../sqlite/index.ts';

/** The times of signatures for an address with a profile. Milliseconds since the epoch. */
export interface SignedFor {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly times: number;
}

/** The data of one stamp: addresses in their chain's spelling, and amounts as exact decimal numbers of an asset. */
export interface SignedNow {
  readonly profile: string;
  readonly at: number;
  readonly addresses: readonly string[];
  readonly amounts: readonly { readonly asset: string; readonly amount: string }[];
}

/**
 * The addresses and amounts signed for with each profile, from which unusual ones are recognized.
 * It warns and permits nothing. An edit of it can only remove a warning.
 * Throws DISK_FULL, DATABASE_IN_USE or DATABASE_CORRUPT.
 */
export interface SignedStore {
  /** Records a stamp. A larger amount becomes the largest of its asset. */
  record(signed: SignedNow): void;
  for(profile: string, address: string): SignedFor | null;
  /** The addresses of the last signatures, newest first. */
  recent(profile: string, limit: number): { readonly address: string }[];
  /** The largest amount of an asset, or null when none was signed. */
  largest(profile: string, asset: string): string | null;
}

export function openSigned(database: Database, role: DatabaseRole): SignedStore {
  const note = database.prepare<[string, string, number, number]>(`
    INSERT INTO signed_for (profile, address, first_at, last_at, times) VALUES (?, ?, ?, ?, 1)
    ON CONFLICT (profile, address) DO UPDATE SET last_at = excluded.last_at, times = times + 1`);
  const setLargest = database.prepare<[string, string, string]>(
    'INSERT OR REPLACE INTO signed_amount (profile, asset, largest) VALUES (?, ?, ?)',
  );
  const select = database.prepare<[string, string], SignedFor>(
    'SELECT first_at AS firstAt, last_at AS lastAt, times FROM signed_for WHERE profile = ? AND address = ?',
  );
  const selectRecent = database.prepare<[string, number], { address: string }>(
    'SELECT address FROM signed_for WHERE profile = ? ORDER BY last_at DESC LIMIT ?',
  );
  const selectLargest = database
    .prepare<[string, string], string>('SELECT largest FROM signed_amount WHERE profile = ? AND asset = ?')
    .pluck();
  const record = database.transaction(({ profile, at, addresses, amounts }: SignedNow) => {
    for (const address of addresses) note.run(profile, address, at, at);
    for (const { asset, amount } of amounts) setLargest.run(profile, asset, amount);
  });

  return {
    record: (signed) => guarded(role, () => record.immediate(signed)),
    for: (profile, address) => guarded(role, () => select.get(profile, address) ?? null),
    recent: (profile, limit) => guarded(role, () => selectRecent.all(profile, limit)),
    largest: (profile, asset) => guarded(role, () => selectLargest.get(profile, asset) ?? null),
  };
}
