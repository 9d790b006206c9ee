import type { AddressFormat } from '../../../../shared/model/index.ts';

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
