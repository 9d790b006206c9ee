/** What a transaction says, as a program asks for it: by the names of the public policy language. */
import type { AddressFormat, TransactionType } from '../../../../shared/model/index.ts';
import { bitcoinFacts } from './bitcoin.ts';
import { ethereumFacts } from './ethereum.ts';
import { solanaFacts } from './solana.ts';
import { tronFacts } from './tron.ts';

export type Fact = boolean | bigint | string | readonly Fact[] | Facts;
/** A member that a transaction does not have is not there. */
export interface Facts {
  readonly [name: string]: Fact;
}

/** Whose transaction it is, as far as the bytes themselves do not tell. */
export interface FactsSigner {
  /** The Ethereum address of a key that can have one. */
  readonly ethereumAddress: string | null;
  /** The format of the account; its network is the transaction's. */
  readonly addressFormat: AddressFormat | undefined;
}

/** The members of `eth.tx`, `solana.tx`, `tron.tx` or `bitcoin.tx`; null for a type that has none. Throws a `Refusal`. */
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
      return null;
  }
}
