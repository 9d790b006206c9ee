import type { AddressFormat } from '../../../../shared/model/index.ts';

export type Fact = boolean | bigint | string | readonly Fact[] | Facts;
/**
 * The names of members that are omitted because their values are only claimed, with the reason as a clause about the
 * member.
 */
export const UNPROVEN: unique symbol = Symbol('unproven members');

/** Has no member that the transaction lacks. A member that is only claimed is named under `UNPROVEN`. */
export interface Facts {
  readonly [name: string]: Fact;
  readonly [UNPROVEN]?: Readonly<Record<string, string>>;
}

/** The signer of a transaction, which its bytes alone do not identify. */
export interface FactsSigner {
  /** The Ethereum address of a key that can have one. */
  readonly ethereumAddress: string | null;
  /** The format of the account. Its network is the transaction's. */
  readonly addressFormat: AddressFormat | undefined;
}
