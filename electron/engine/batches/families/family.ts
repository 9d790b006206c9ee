import type { BatchTerms, LineFinding, Payment, PaymentFees, UnsignedPayment } from '../../../../shared/model/index.ts';
import type { StoredLine } from '../store.ts';

/** A payment of a table that was read. */
export interface WantedPayment extends Payment {
  /** The number of its line. */
  readonly line: number;
  /** The number of equal payments before it, by which it becomes another transaction. */
  readonly repeat: number;
  readonly decimals: number;
  readonly memo: string | null;
}

/** The price of a payment. Its fee is in the smallest unit of the chain's coin. */
export interface PricedPayment {
  /** The most that its fee can cost. Null while it is unknown. */
  readonly fee: bigint | null;
  /** Without its nonce, which follows from the lines before it. Null without a fee. */
  readonly payment: UnsignedPayment | null;
  readonly findings: readonly LineFinding[];
}

/** The chain, the payer, and the node that prices a payment. */
export interface Pricing {
  readonly terms: BatchTerms;
  /** Null where no node reports the fees. Throws VAULT_LOCKED. */
  readonly feesOf: (payment: Payment) => Promise<PaymentFees | null>;
  /** Called before each payment. Throws CANCELLED. */
  readonly step: (done: number) => void;
}

/** The payments of a batch on a family of chains. */
export interface BatchRule {
  /** The request that signs the unsigned bytes of a payment. */
  readonly request: (
    unsignedTransaction: string,
    terms: Pick<BatchTerms, 'chain' | 'from'>,
  ) => Pick<StoredLine, 'operation' | 'parameters'>;
  /** Prices payments, by their lines. */
  readonly price: (payments: readonly WantedPayment[], pricing: Pricing) => Promise<ReadonlyMap<number, PricedPayment>>;
  /** The part of the coin that has to stay in the account. */
  readonly kept: (fees: PaymentFees | null) => string;
}

/** Prices payments one after another. */
export async function pricedEach(
  payments: readonly WantedPayment[],
  { step }: Pricing,
  priceOf: (payment: WantedPayment) => Promise<PricedPayment>,
): Promise<ReadonlyMap<number, PricedPayment>> {
  const priced = new Map<number, PricedPayment>();
  for (const [index, payment] of payments.entries()) {
    step(index);
    priced.set(payment.line, await priceOf(payment));
  }
  return priced;
}

/** The price of a payment whose fee nobody reports. */
export const UNPRICED = { fee: null, payment: null, findings: [] } as const;

/** A payment that the chain would refuse, with the reason as a sentence. */
export const refusedBy = (short: string, text: string): PricedPayment => ({
  fee: null,
  payment: null,
  findings: [{ level: 'danger', short, text: `${text} Correct the line, or take it out.` }],
});
