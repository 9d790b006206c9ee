import {
  decimalText,
  type EndpointChain,
  type FeeSpeed,
  feeUnitOf,
  grouped,
  type Payment,
  type PaymentAsset,
  type PaymentQuote,
  type RecipientFacts,
  type UnsignedPayment,
} from '../../../shared/model/index.ts';
import type { PaymentDraft } from './draft.ts';

/** The wrong fields, each with the problem and its remedy. */
export type PaymentProblems = Readonly<
  Partial<
    Record<
      | 'account'
      | 'to'
      | 'amount'
      | 'fee'
      | 'feeRate'
      | 'feeLimit'
      | 'gasLimit'
      | 'maxFee'
      | 'priorityFee'
      | 'nonce'
      | 'memo'
      | 'feeToken',
      string
    >
  >
>;

export interface PaymentParts {
  readonly draft: PaymentDraft;
  readonly chain: EndpointChain;
  readonly asset: PaymentAsset;
  /** The account's address, or null before one is chosen. */
  readonly from: string | null;
  /** Null while they are unknown. */
  readonly recipient: RecipientFacts | null;
  readonly quote: PaymentQuote | null;
}

/** A change on the chain since a payment was composed. */
export interface ChangeSince {
  readonly title: string;
  readonly text: string;
}

/** The rules of payments on a family of chains. Amounts are in the smallest unit of the chain's coin, or of its fees. */
export interface FamilyRules {
  readonly hasNonce: boolean;
  /** A public text can go with a payment. */
  readonly hasMemo: boolean;
  /** The step after the confirmation, where the service signs and sends at once: a sentence. Null elsewhere. */
  readonly signing: string | null;
  /** The operation that signs the bytes of a payment, and its parameters. */
  readonly operation: (
    payment: UnsignedPayment,
    from: string,
    unsignedTransaction: string,
  ) => { readonly name: string; readonly parameters: Readonly<Record<string, unknown>> };
  /** The most that the fee can cost. Null while it is incomplete. */
  readonly cost: (draft: PaymentDraft, quote: PaymentQuote | null) => bigint | null;
  /** The speeds to choose from, by default all, and a typed fee. None where there is nothing to choose. */
  readonly choices?: (draft: PaymentDraft) => readonly (FeeSpeed | 'typed')[];
  /** The largest amount, where it is not the balance, of the coin without the fee and the kept part. */
  readonly most?: (draft: PaymentDraft, quote: PaymentQuote | null) => bigint | null;
  /** The rate that the fee is counted from, in words. */
  readonly feeDetail?: (draft: PaymentDraft, quote: PaymentQuote | null) => string | null;
  /** The symbol of the token that pays the fee. Null where it is not known. */
  readonly feeToken?: (draft: PaymentDraft, quote: PaymentQuote | null) => string | null;
  /** The part of the coin that cannot be spent before its first block. */
  readonly pending?: (quote: PaymentQuote | null) => bigint;
  /** The rent of an account that the payment creates. */
  readonly deposit: (quote: PaymentQuote | null) => bigint;
  /** The part of the balance that Max leaves in the account. */
  readonly kept: (quote: PaymentQuote | null) => bigint;
  /** The problems of fee and nonce. */
  readonly problems: (draft: PaymentDraft, quote: PaymentQuote | null) => PaymentProblems;
  /** Why the chain would refuse an amount that the balance covers. Null when it would not. */
  readonly unpayable: (parts: PaymentParts, units: bigint, cost: bigint) => string | null;
  /** Null while fee or nonce are incomplete. */
  readonly compose: (parts: PaymentParts & { readonly from: string }, payment: Payment) => UnsignedPayment | null;
  /** The changes that the chain would refuse a signed payment for. None while the chain is not read. */
  readonly changesSince: (
    payment: UnsignedPayment,
    asset: Pick<PaymentAsset, 'symbol' | 'decimals'>,
    quote: PaymentQuote | null,
  ) => readonly ChangeSince[];
}

/** An exact amount of the chain's coin, or of the unit of its fees: 0.000428 ETH. */
export function coinText(chain: string, units: bigint): string {
  const { coin, decimals } = feeUnitOf(chain) ?? { coin: '', decimals: 18 };
  return `${grouped(decimalText(units, decimals))} ${coin}`;
}
