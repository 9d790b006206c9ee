/** The facts of a transaction for programs, under the names of the public policy language. */
import type { TransactionType } from '../../../../shared/model/index.ts';
import { bitcoinFacts } from './bitcoin.ts';
import { ethereumFacts } from './ethereum.ts';
import type { Facts, FactsSigner } from './facts.ts';
import { solanaFacts } from './solana.ts';
import { tempoFacts } from './tempo.ts';
import { tronFacts } from './tron.ts';

export { contractCallFacts } from './contract-call.ts';
export { numberFacts } from './ethereum.ts';
export { type Facts, UNPROVEN } from './facts.ts';
export { programCallFacts } from './program-call.ts';

/**
 * Returns the members of `eth.tx`, `solana.tx`, `tron.tx`, `bitcoin.tx` or `tempo.tx`, or null for a type without any.
 * Throws a `Refusal`.
 */
export function transactionFacts(type: TransactionType, unsigned: string, signer: FactsSigner): Facts | null {
  switch (type) {
    case 'TRANSACTION_TYPE_ETHEREUM':
      return ethereumFacts(unsigned, signer);
    case 'TRANSACTION_TYPE_SOLANA':
      return solanaFacts(unsigned);
    case 'TRANSACTION_TYPE_TRON':
      return tronFacts(unsigned);
    case 'TRANSACTION_TYPE_BITCOIN':
      return bitcoinFacts(unsigned, signer);
    case 'TRANSACTION_TYPE_TEMPO':
      return tempoFacts(unsigned, signer);
  }
}
