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
 *
 * @example
 * const unsigned = 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
 * const ethereumAddress = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
 * transactionFacts('TRANSACTION_TYPE_ETHEREUM', unsigned, { ethereumAddress, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' });
 * // {
 * //   type: 'LEGACY',
 * //   value: 1000000000000000000n,
 * //   gas: 21000n,
 * //   gas_price: 20000000000n,
 * //   chain_id: 1n,
 * //   nonce: 9n,
 * //   to: '0x3535353535353535353535353535353535353535',
 * //   data: '0x',
 * //   from: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
 * // }
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
