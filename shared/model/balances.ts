import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { ENDPOINT_CHAINS } from './chains.ts';
import { Units } from './payment-fields.ts';

/** The most addresses of one question: more than a window has rows. */
export const MAXIMUM_BALANCE_ADDRESSES = 100;

/** An amount of an asset that this program knows. The bounds are for a copy on this machine that somebody changed. */
export const HeldAsset = Closed({
  symbol: Type.String({ maxLength: 64 }),
  decimals: Type.Integer({ minimum: 0, maximum: 255 }),
  units: Units,
});
export type HeldAsset = Static<typeof HeldAsset>;

/** The holdings of an address on one chain, as a node of the local service reported them. */
export const AddressBalances = Closed({
  address: Type.String(),
  chain: Type.Enum(ENDPOINT_CHAINS),
  /** The chain's coin first, then the tokens with an amount. */
  assets: Type.Array(HeldAsset),
  /** The time of the report, in milliseconds since the epoch. */
  at: Type.Number(),
});
export type AddressBalances = Static<typeof AddressBalances>;
