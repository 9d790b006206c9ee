/** Payments on Tempo: their price and their members. The chain has no coin: fees are paid in its dollar tokens. */
import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { EvmAddress, GasFees, Units } from './payment-fields.ts';

/** The decimals of the tokens that pay fees. */
export const TEMPO_FEE_DECIMALS = 6;
/** Gas is priced in dollars with 18 decimals. */
const PRICE_PER_UNIT = 10n ** 12n;
/** Choice (tempo-fee-bound): the highest fee that is proposed, one dollar. Above it the operator has to enter the fee. */
export const MAXIMUM_TEMPO_FEE = 1_000_000n;
/** The bytes of a memo. */
export const TEMPO_MEMO_BYTES = 32;

/**
 * Returns the most that gas can cost, in the smallest unit of the fee token. The chain charges the last unit whole.
 *
 * @example
 * tempoFeeUnits({ gasLimit: '50000', maxFeePerGas: '20000000000' });
 * // 1000n
 */
export function tempoFeeUnits({ gasLimit, maxFeePerGas }: { gasLimit: string; maxFeePerGas: string }): bigint {
  return (BigInt(gasLimit) * BigInt(maxFeePerGas) + PRICE_PER_UNIT - 1n) / PRICE_PER_UNIT;
}

/**
 * Returns true for the address of a TIP-20 token, in any letter case. All of them share their first twelve bytes.
 *
 * @example
 * isTip20('0x20C0000000000000000000000000000000000000');
 * // true
 */
export const isTip20 = (address: string): boolean => /^0x20c0{21}[0-9a-f]{16}$/i.test(address);

/** A token that can pay a fee, with the balance of the account. */
export const FeeToken = Closed({ token: EvmAddress, symbol: Type.String(), units: Units });
export type FeeToken = Static<typeof FeeToken>;

/** The price of a payment on Tempo, as a node counts it. */
export const TempoFees = Closed({
  family: Type.Literal('tempo'),
  /** In dollars with 18 decimals for each unit of gas. */
  baseFeePerGas: Units,
  slow: GasFees,
  normal: GasFees,
  fast: GasFees,
  /** Without and with a memo. Null when the node refuses the payment as it is. */
  gasLimit: Nullable(Units),
  memoGasLimit: Nullable(Units),
  /** The node's reason for the refusal, in its words. */
  refusal: Nullable(Type.String()),
  /** The known dollar tokens, in which fees can be paid. */
  feeTokens: Type.Array(FeeToken),
  /** The token that pays when the transaction names none: the account's choice, else the token that is paid. */
  defaultFeeToken: EvmAddress,
});
export type TempoFees = Static<typeof TempoFees>;

/** All members of an unsigned payment on Tempo. It uses the account's own nonces, which have the key 0. */
export const UnsignedTempoPayment = Closed({
  family: Type.Literal('tempo'),
  chain: Type.String({ pattern: '^eip155:[1-9][0-9]{0,17}$', says: 'a chain by its CAIP-2 name' }),
  nonce: Units,
  gasLimit: Units,
  ...GasFees.properties,
  from: EvmAddress,
  to: EvmAddress,
  token: EvmAddress,
  units: Units,
  /** The token that pays the fee. Null for the account's default. */
  feeToken: Nullable(EvmAddress),
  /** A text of at most 32 bytes of UTF-8, or 0x and 64 hexadecimal digits. Null for none. */
  memo: Nullable(Type.String({ minLength: 1, maxLength: 66 })),
});
export type UnsignedTempoPayment = Static<typeof UnsignedTempoPayment>;
