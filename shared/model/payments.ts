import Type, { type Static, type TSchema } from 'typebox';
import { Closed } from './bytes.ts';

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A whole number of smallest units, gas or transactions, in decimal digits. */
export const Units = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$', says: 'a whole number in decimal digits' });

/** An address of Ethereum’s kind of chain, in any letter case. */
export const EvmAddress = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', says: '0x and 40 hexadecimal digits' });

/** The speeds at which a payment is offered, the slowest first. */
export const FEE_SPEEDS = ['slow', 'normal', 'fast'] as const;
export type FeeSpeed = (typeof FEE_SPEEDS)[number];

/** The fees of one unit of gas (EIP-1559), in wei. */
export const GasFees = Closed({ maxFeePerGas: Units, maxPriorityFeePerGas: Units });
export type GasFees = Static<typeof GasFees>;

/** The price of a payment, as a node of its chain counts it. */
export const PaymentFees = Closed({
  /** The base fee of the next block, in wei for each unit of gas. */
  baseFeePerGas: Units,
  ...{ slow: GasFees, normal: GasFees, fast: GasFees },
  /** Null when the node refuses the payment as it is. */
  gasLimit: Nullable(Units),
  /** The node's reason for the refusal, in its words. */
  refusal: Nullable(Type.String()),
  /** True when the recipient has code. */
  isContract: Type.Boolean(),
});
export type PaymentFees = Static<typeof PaymentFees>;

/** A payment of the chain's coin, or of a token (ERC-20). */
export const Payment = Closed({
  to: EvmAddress,
  /** The token's contract. Null for the chain's coin. */
  token: Nullable(EvmAddress),
  units: Units,
});
export type Payment = Static<typeof Payment>;

/** All members of an unsigned payment of type EIP-1559. */
export const UnsignedPayment = Closed({
  chain: Type.String({ pattern: '^eip155:[1-9][0-9]{0,17}$', says: 'a chain by its CAIP-2 name' }),
  ...{ nonce: Units, gasLimit: Units, ...GasFees.properties, ...Payment.properties },
});
export type UnsignedPayment = Static<typeof UnsignedPayment>;

/** An asset that can be paid with. */
export const PaymentAsset = Closed({
  /** Null for the chain's coin. */
  token: Nullable(EvmAddress),
  symbol: Type.String(),
  decimals: Type.Integer(),
});
export type PaymentAsset = Static<typeof PaymentAsset>;

/** An address that was paid or named before. */
export const KnownRecipient = Closed({ address: Type.String(), label: Nullable(Type.String()), own: Type.Boolean() });
export type KnownRecipient = Static<typeof KnownRecipient>;

/** The facts that main knows about a recipient. */
export const RecipientFacts = Closed({
  /** With the checksum of EIP-55. Null for a text that is no address. */
  address: Nullable(Type.String()),
  /** The reason that it is no address, with the right spelling where one is known. */
  problem: Nullable(Type.String()),
  label: Nullable(Type.String()),
  own: Type.Boolean(),
  /** The number of times that it was signed for with this profile. */
  times: Type.Integer(),
  /** True for the contract of a token. */
  isToken: Type.Boolean(),
  /** A known address that reads like it and is another. */
  alike: Nullable(Closed({ address: Type.String(), label: Nullable(Type.String()), times: Type.Integer() })),
});
export type RecipientFacts = Static<typeof RecipientFacts>;

/** The balances, nonce and fees of an account, each null where the service or its node gave none. */
export const PaymentQuote = Closed({
  /** Of the chain's coin and of the asset. */
  coinUnits: Nullable(Units),
  assetUnits: Nullable(Units),
  nonce: Nullable(Units),
  fees: Nullable(PaymentFees),
  /** Milliseconds since the epoch. */
  at: Type.Number(),
  /** The reasons for missing values. */
  problems: Type.Array(Type.String()),
});
export type PaymentQuote = Static<typeof PaymentQuote>;
