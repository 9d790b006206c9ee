/** Replacements of payments that are in no block yet. */
import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { Units } from './payment-fields.ts';

/** `raise` pays the same with a higher fee. `cancel` pays everything back to the account. */
export const REPLACEMENT_ACTS = ['raise', 'cancel'] as const;
export type ReplacementAct = (typeof REPLACEMENT_ACTS)[number];

/** Satoshi for 1,000 virtual bytes. */
const BitcoinFee = Closed({ family: Type.Literal('bitcoin'), rate: Units });
/** Wei for each unit of gas. */
const EthereumFee = Closed({ family: Type.Literal('ethereum'), maxFeePerGas: Units, maxPriorityFeePerGas: Units });

/** The fee of a replacement. */
export const ReplacementFee = Type.Union([BitcoinFee, EthereumFee]);
export type ReplacementFee = Static<typeof ReplacementFee>;
export type ReplacementFeeOf<Family extends ReplacementFee['family']> = Extract<ReplacementFee, { family: Family }>;

/**
 * The fees of an act: `least` is the lowest that nodes take, `proposed` also follows the node's fast fee. `gasLimit` is
 * the most gas that the fee is paid for, null on Bitcoin.
 */
const ActFees = Closed({ least: ReplacementFee, proposed: ReplacementFee, gasLimit: Nullable(Units) });

/** The fees with which a payment can be replaced. */
export const ReplacementOffer = Closed({
  /** By CAIP-2. */
  chain: Type.String(),
  /** The fee that the payment pays now. */
  paid: ReplacementFee,
  /** Null where nothing is left to raise the fee with: the payment has no change. */
  raise: Nullable(ActFees),
  /** Null where the payment already pays the account alone. */
  cancel: Nullable(ActFees),
});
export type ReplacementOffer = Static<typeof ReplacementOffer>;

/** A payment to replace: its unsigned bytes as they were signed, in hex, and the account that signed them. */
export const Replaceable = Closed({
  unsigned: Type.String({ maxLength: 2 * 1024 * 1024 }),
  from: Type.String({ maxLength: 128 }),
});
export type Replaceable = Static<typeof Replaceable>;
