import Type, { type Static } from 'typebox';
import { BitcoinFees, ComposedBitcoinPayment, UnsignedBitcoinPayment } from './bitcoin-payments.ts';
import { Closed, Nullable } from './bytes.ts';
import {
  bitcoinNetworkOf,
  ENDPOINT_CHAINS,
  type EndpointChain,
  isBitcoinChain,
  isSolanaChain,
  isTempoChain,
  isTronChain,
} from './chains.ts';
import { ADDRESS_FORMATS, type AddressFormat } from './enums.ts';
import { LocalizedText } from './localized.ts';
import { EvmAddress, GasFees, Memo, Units } from './payment-fields.ts';
import { TempoFees, UnsignedTempoPayment } from './tempo-payments.ts';
import { ComposedTronPayment, TronFees, UnsignedTronPayment } from './tron-payments.ts';

/** The speeds at which a payment is offered, the slowest first. */
export const FEE_SPEEDS = ['slow', 'normal', 'fast'] as const;
export type FeeSpeed = (typeof FEE_SPEEDS)[number];

/** The families of chains that payments are composed for. Each has one record on every floor that handles payments. */
export const PAYMENT_FAMILIES = ['ethereum', 'solana', 'bitcoin', 'tron', 'tempo'] as const;
export type PaymentFamily = (typeof PAYMENT_FAMILIES)[number];

/** Returns the family of a chain by its CAIP-2 name. */
export function paymentFamilyOf(chain: string): PaymentFamily {
  if (isBitcoinChain(chain)) return 'bitcoin';
  if (isTronChain(chain)) return 'tron';
  if (isTempoChain(chain)) return 'tempo';
  return isSolanaChain(chain) ? 'solana' : 'ethereum';
}

/**
 * Returns the formats of the addresses that receive on a chain.
 *
 * @example
 * recipientFormats('eip155:1');
 * // ['ADDRESS_FORMAT_ETHEREUM']
 */
export function recipientFormats(chain: EndpointChain): readonly AddressFormat[] {
  const network = bitcoinNetworkOf(chain);
  if (network !== null)
    return ADDRESS_FORMATS.filter((format) => format.startsWith(`ADDRESS_FORMAT_BITCOIN_${network}_`));
  if (isTronChain(chain)) return ['ADDRESS_FORMAT_TRON'];
  return isSolanaChain(chain) ? ['ADDRESS_FORMAT_SOLANA'] : ['ADDRESS_FORMAT_ETHEREUM'];
}

/** The kinds of Bitcoin's addresses whose inputs need no script beside the key. */
const PAYING_KINDS = /_(P2PKH|P2WPKH|P2TR)$/;

/** Returns the formats of the accounts that payments of a chain are composed for. */
export function payerFormats(chain: EndpointChain): readonly AddressFormat[] {
  const formats = recipientFormats(chain);
  return isBitcoinChain(chain) ? formats.filter((format) => PAYING_KINDS.test(format)) : formats;
}

/** The formats of all accounts that payments are composed for. */
export const PAYER_FORMATS: ReadonlySet<string> = new Set(ENDPOINT_CHAINS.flatMap(payerFormats));

/** The price of a payment on Ethereum’s kind of chain, as a node counts it. */
export const EthereumFees = Closed({
  family: Type.Literal('ethereum'),
  /** The base fee of the next block, in wei for each unit of gas. */
  baseFeePerGas: Units,
  slow: GasFees,
  normal: GasFees,
  fast: GasFees,
  /** Null when the node refuses the payment as it is. */
  gasLimit: Nullable(Units),
  /** The node's reason for the refusal, in its words. */
  refusal: Nullable(Type.String()),
  /** True when the recipient has code. */
  isContract: Type.Boolean(),
});
export type EthereumFees = Static<typeof EthereumFees>;

/** The programs that hold tokens on Solana: the first one, and the one with extensions. */
export const TOKEN_PROGRAMS = ['token', 'token2022'] as const;
export type TokenProgram = (typeof TOKEN_PROGRAMS)[number];

/** The price of a payment on Solana and the accounts that it concerns, as a node knows them. Amounts are in lamports. */
export const SolanaFees = Closed({
  family: Type.Literal('solana'),
  /** The fee of one signature. */
  signatureFee: Units,
  /** Micro-lamports for each compute unit. */
  slow: Units,
  normal: Units,
  fast: Units,
  /** The compute units that the payment asks for. */
  unitLimit: Units,
  /** The smallest balance that an account without data keeps. */
  minimum: Units,
  /** The recipient's balance. Zero for an account that the chain does not know. */
  recipientUnits: Units,
  /** The asset that the account can pay with: of a token, what its associated account holds. */
  heldUnits: Units,
  /** The token's program. Null for SOL. */
  program: Nullable(Type.Enum(TOKEN_PROGRAMS)),
  /** The rent of the recipient's token account, which the payment creates. Null when there is one, and for SOL. */
  accountRent: Nullable(Units),
  /** Why the chain would refuse the payment. */
  refusal: Nullable(Type.String()),
});
export type SolanaFees = Static<typeof SolanaFees>;

export const PaymentFees = Type.Union([EthereumFees, SolanaFees, BitcoinFees, TronFees, TempoFees]);
export type PaymentFees = Static<typeof PaymentFees>;

/** An address of Solana: 32 bytes in base58. */
export const SolanaAddress = Type.String({
  pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
  says: 'Base58 text of 32 to 44 characters',
});

/** An address of a family's chains. Its checksum and its bytes are checked where the payment is composed. */
export const PaymentAddress = Type.String({
  pattern: '^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{25,44}|(bc|tb|bcrt|BC|TB|BCRT)1[0-9A-Za-z]{6,87})$',
  says: 'an address of a chain that payments are composed for',
});

/** A payment of the chain's coin, or of a token. */
export const Payment = Closed({
  to: PaymentAddress,
  /** The token's contract or mint. Null for the chain's coin. */
  token: Nullable(PaymentAddress),
  units: Units,
});
export type Payment = Static<typeof Payment>;

/** All members of an unsigned payment of type EIP-1559. */
export const UnsignedEthereumPayment = Closed({
  family: Type.Literal('ethereum'),
  chain: Type.String({ pattern: '^eip155:[1-9][0-9]{0,17}$', says: 'a chain by its CAIP-2 name' }),
  nonce: Units,
  gasLimit: Units,
  ...GasFees.properties,
  to: EvmAddress,
  token: Nullable(EvmAddress),
  units: Units,
});
export type UnsignedEthereumPayment = Static<typeof UnsignedEthereumPayment>;

/** The compute units that a memo of the largest size needs in addition. */
export const MEMO_UNITS = 60_000n;
/** The largest priority fee that is proposed: 0.05 SOL. Above it the operator has to type the fee. */
export const MAXIMUM_PRIORITY = 50_000_000n;

/** All members of an unsigned payment on Solana. The service sets the blockhash when it signs. */
export const UnsignedSolanaPayment = Closed({
  family: Type.Literal('solana'),
  chain: Type.String({ pattern: '^solana:[1-9A-HJ-NP-Za-km-z]{32}$', says: 'a chain by its CAIP-2 name' }),
  from: SolanaAddress,
  to: SolanaAddress,
  units: Units,
  unitLimit: Units,
  /** In micro-lamports. */ unitPrice: Units,
  memo: Memo,
  /** The token, its program and its decimals, which the chain compares. Null for SOL. */
  token: Nullable(
    Closed({
      mint: SolanaAddress,
      program: Type.Enum(TOKEN_PROGRAMS),
      decimals: Type.Integer({ minimum: 0, maximum: 255 }),
    }),
  ),
});
export type UnsignedSolanaPayment = Static<typeof UnsignedSolanaPayment>;

/** A payment as an operator decided it. */
export const UnsignedPayment = Type.Union([
  UnsignedEthereumPayment,
  UnsignedSolanaPayment,
  UnsignedBitcoinPayment,
  UnsignedTronPayment,
  UnsignedTempoPayment,
]);
export type UnsignedPayment = Static<typeof UnsignedPayment>;

/** A payment with everything that its bytes are made from. Main adds the chain's part, never the page. */
export const ComposedPayment = Type.Union([
  UnsignedEthereumPayment,
  UnsignedSolanaPayment,
  ComposedBitcoinPayment,
  ComposedTronPayment,
  UnsignedTempoPayment,
]);
export type ComposedPayment = Static<typeof ComposedPayment>;

/** An asset that can be paid with. */
export const PaymentAsset = Closed({
  /** Null for the chain's coin. */
  token: Nullable(PaymentAddress),
  symbol: Type.String(),
  decimals: Type.Integer(),
});
export type PaymentAsset = Static<typeof PaymentAsset>;

/** An address that was paid or named before. */
export const KnownRecipient = Closed({ address: Type.String(), label: Nullable(Type.String()), own: Type.Boolean() });
export type KnownRecipient = Static<typeof KnownRecipient>;

/** The facts that main knows about a recipient. */
export const RecipientFacts = Closed({
  /** In the chain's own spelling. Null for a text that is no address. */
  address: Nullable(Type.String()),
  /** The reason that it is no address, with the right spelling where one is known. */
  problem: Nullable(LocalizedText),
  label: Nullable(Type.String()),
  own: Type.Boolean(),
  /** The number of times that it was signed for with this profile. */
  times: Type.Integer(),
  /** True for the contract of a token. */
  isToken: Type.Boolean(),
  /** True for an address without a known key: zero, a burn address, or a contract or program of a chain itself. */
  isUnowned: Type.Boolean(),
  /** True for an address of Solana that no key signs for: a token account, or another account of a program. */
  isOffCurve: Type.Boolean(),
  /** A known address that reads like it and is another. */
  alike: Nullable(Closed({ address: Type.String(), label: Nullable(Type.String()), times: Type.Integer() })),
});
export type RecipientFacts = Static<typeof RecipientFacts>;

/** The balances, nonce and fees of an account, each null where the service or its node gave none. */
export const PaymentQuote = Closed({
  /** Of the chain's coin and of the asset. */
  coinUnits: Nullable(Units),
  assetUnits: Nullable(Units),
  /** Null on a chain without nonces too. */
  nonce: Nullable(Units),
  /** The first nonce that no payment of this workstation uses. Only for a service elsewhere, where it is another one. */
  freeNonce: Type.Optional(Units),
  fees: Nullable(PaymentFees),
  /** Milliseconds since the epoch. */
  at: Type.Number(),
  /** The reasons for missing values. */
  problems: Type.Array(Type.String()),
  /** Sentences about payments under way that this machine cannot know. */
  notes: Type.Optional(Type.Array(Type.String())),
});
export type PaymentQuote = Static<typeof PaymentQuote>;
