/** Payments on Tron: their price and their members. Amounts are in sun. */
import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { Memo, Units } from './payment-fields.ts';

/** The highest fee limit of a payment: 1,000 TRX. */
export const MAXIMUM_FEE_LIMIT = 1_000_000_000n;
/** The bytes of a signed payment that are charged for, at most, without a memo: a token payment has more than one of TRX. */
export const TRON_BYTES = { coin: 300n, token: 400n } as const;

/** An address of Tron in base58. Its checksum is checked where the payment is composed. */
export const TronAddress = Type.String({ pattern: '^T[1-9A-HJ-NP-Za-km-z]{33}$', says: 'an address of Tron' });

/** The price of a payment on Tron, as a node knows it. */
export const TronFees = Closed({
  family: Type.Literal('tron'),
  /** The fee for the bytes of the payment, where no free or staked bandwidth is left. */
  bandwidthFee: Units,
  /** The fee for an account that the payment creates. Zero for one that is there. */
  accountFee: Units,
  /** The fee for a memo and its bytes, at most. */
  memoFee: Units,
  /** The proposed limit of the fee for energy. Zero for TRX. */
  feeLimit: Units,
  /** Why the chain would refuse the payment. */
  refusal: Nullable(Type.String()),
});
export type TronFees = Static<typeof TronFees>;

/** The members of a payment on Tron that an operator decides. Main adds the block that it refers to. */
export const UnsignedTronPayment = Closed({
  family: Type.Literal('tron'),
  chain: Type.String({ pattern: '^tron:0x[0-9a-f]{8}$', says: 'a chain by its CAIP-2 name' }),
  from: TronAddress,
  to: TronAddress,
  units: Units,
  /** The contract of the token. Null for TRX. */
  token: Nullable(TronAddress),
  /** The most that energy may cost. Zero for TRX. */
  feeLimit: Units,
  memo: Memo,
});
export type UnsignedTronPayment = Static<typeof UnsignedTronPayment>;

/** A block that a transaction refers to, so that it is valid on its chain alone and for a time. */
export const TronBlock = Closed({
  id: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  number: Type.Integer({ minimum: 0 }),
  /** Milliseconds since the epoch. */
  timestamp: Type.Integer({ minimum: 0 }),
});
export type TronBlock = Static<typeof TronBlock>;

/** A payment on Tron with its block. */
export const ComposedTronPayment = Closed({ ...UnsignedTronPayment.properties, block: TronBlock });
export type ComposedTronPayment = Static<typeof ComposedTronPayment>;
