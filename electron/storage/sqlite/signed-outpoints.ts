import { AppError, sentence } from '../../../shared/errors/index.ts';
import { decimalText } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** An output that a signed Bitcoin transaction spends, as the transaction stated it. */
export interface SignedOutpoint {
  /** `<transaction id>:<index>`. */
  readonly outpoint: string;
  readonly satoshi: number;
  /** The output script, lowercase hex. */
  readonly script: string;
  /** True when the request held the previous transaction, whose hash is the id. */
  readonly isProven: boolean;
}

interface Row extends Pick<SignedOutpoint, 'satoshi' | 'script'> {
  readonly isProven: 0 | 1;
}

/**
 * Reads and writes the table `signed_outpoints`, which keeps one statement for each output of a scope. A proven statement
 * replaces a stated one. Choice (signed-outpoints): a scope is an organization of the service, or the whole workstation.
 */
export function signedOutpoints(database: Database) {
  const find = database.prepare<[string, string], Row>(
    'SELECT satoshi, script, is_proven AS isProven FROM signed_outpoints WHERE scope = ? AND outpoint = ?',
  );
  const put = database.prepare<[string, string, number, string, number]>(
    'INSERT OR REPLACE INTO signed_outpoints (scope, outpoint, satoshi, script, is_proven) VALUES (?, ?, ?, ?, ?)',
  );

  /** Throws TRANSACTION_INVALID when an unproven statement differs from an earlier one. */
  function requireSame(scope: string, stated: readonly SignedOutpoint[]): void {
    for (const now of stated) {
      const before = find.get(scope, now.outpoint);
      const isSame = before === undefined || (before.satoshi === now.satoshi && before.script === now.script);
      if (!isSame && !now.isProven) throw contradiction(before, now);
    }
  }

  return {
    requireSame,
    /** Must run in the transaction that stores the signed request. Throws like `requireSame`, before it writes. */
    remember(scope: string, stated: readonly SignedOutpoint[]): void {
      requireSame(scope, stated);
      for (const { outpoint, satoshi, script, isProven } of stated) {
        const before = find.get(scope, outpoint);
        if (before === undefined || (isProven && before.isProven === 0))
          put.run(scope, outpoint, satoshi, script, isProven ? 1 : 0);
      }
    },
  };
}

function contradiction(before: Omit<Row, 'isProven'>, now: SignedOutpoint): AppError {
  const bitcoins = ({ satoshi }: Pick<Row, 'satoshi'>) => `${decimalText(BigInt(satoshi), 8)} BTC`;
  const [here, then] =
    before.satoshi === now.satoshi
      ? [`the script ${now.script}`, `the script ${before.script}`]
      : [bitcoins(now), bitcoins(before)];
  return new AppError(
    'TRANSACTION_INVALID',
    sentence`The transaction states ${here} for the output ${now.outpoint}, but an earlier signed request stated ${then}. Nothing was signed. Add the previous transaction of that input (non_witness_utxo), which proves the amount of the output.`,
  );
}
