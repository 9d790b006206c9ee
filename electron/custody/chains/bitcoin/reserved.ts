import { hexEncode } from '../../../../shared/wire/index.ts';
import { readPrevious } from '../../../crypto/index.ts';
import type { Store } from '../../store/index.ts';

/** The transactions under way that are compared. A sender with more waits for blocks. */
const COMPARED = 1_000;

/** Returns the outputs that the transactions under way on a chain spend: `<txid>:<index>`. */
export function reservedOutputs({ sentTransactions }: Pick<Store, 'sentTransactions'>, chain: string): Set<string> {
  const rows = sentTransactions.open(chain, COMPARED);
  return new Set(rows.flatMap(({ signedTransaction }) => readPrevious(hexEncode(signedTransaction)).spends));
}
