import {
  chainOf,
  decimalText,
  type EthereumChain,
  type GasFees,
  grouped,
  type Payment,
  type PaymentAsset,
  type PaymentQuote,
  type RecipientFacts,
  type UnsignedPayment,
} from '../../../shared/model/index.ts';
import { unitsIn } from '../../words/earn.ts';
import type { PaymentDraft } from './draft.ts';

/** Decimals of gwei, in which the fee of one unit of gas is typed. */
const GWEI = 9;
/** Decimals of the coin of Ethereum's kind of chain. */
const COIN = 18;

/** The gas and its fees, typed or from the node. */
export interface Fee extends GasFees {
  readonly gasLimit: string;
}

/** The wrong fields, each with the problem and its remedy. */
export type PaymentProblems = Readonly<
  Partial<Record<'account' | 'to' | 'amount' | 'fee' | 'gasLimit' | 'maxFee' | 'priorityFee' | 'nonce', string>>
>;

export interface PaymentParts {
  readonly draft: PaymentDraft;
  readonly chain: EthereumChain;
  readonly asset: PaymentAsset;
  /** The account's address, or null before one is chosen. */
  readonly from: string | null;
  /** Null while they are unknown. */
  readonly recipient: RecipientFacts | null;
  readonly quote: PaymentQuote | null;
}

/** Returns the largest amount that leaves enough for the fee, which the coin pays. Never below zero. */
export function mostPayable(units: bigint, feeUnits: bigint): bigint {
  return units > feeUnits ? units - feeUnits : 0n;
}

/** The most that a fee can cost, in wei. */
export const feeUnits = ({ gasLimit, maxFeePerGas }: Fee): bigint => BigInt(gasLimit) * BigInt(maxFeePerGas);

/** An exact amount of the chain's coin: 0.000428 ETH. */
export const coinText = (chain: string, units: bigint): string =>
  `${grouped(decimalText(units, COIN))} ${chainOf(chain)?.coin ?? ''}`;

/** Returns the fee at a draft's speed, or the typed one. Null while it is incomplete. */
export function feeOf(draft: PaymentDraft, quote: PaymentQuote | null): Fee | null {
  const fees = quote?.fees ?? null;
  if (draft.speed !== 'typed' && fees !== null) {
    return fees.gasLimit === null ? null : { ...fees[draft.speed], gasLimit: fees.gasLimit };
  }
  const [gasLimit, maxFee, priority] = typedFee(draft);
  if (gasLimit.units === undefined || maxFee.units === undefined || priority.units === undefined) return null;
  return { gasLimit: gasLimit.units, maxFeePerGas: maxFee.units, maxPriorityFeePerGas: priority.units };
}

const typedFee = ({ gasLimit, maxFee, priorityFee }: PaymentDraft) =>
  [unitsIn(gasLimit, 0), unitsIn(maxFee, GWEI), unitsIn(priorityFee, GWEI)] as const;

/** Returns the parts of a payment that a fee depends on, or null while they are incomplete. */
export function paymentIn({ draft, asset, recipient }: PaymentParts): Payment | null {
  // The list of assets may not be here yet. Another asset must never take the place of the chosen one.
  if (asset.token !== draft.token || asset.symbol === '') return null;
  const { units } = unitsIn(draft.amount, asset.decimals);
  const to = recipient?.address ?? null;
  return units === undefined || to === null ? null : { to, token: asset.token, units };
}

/** Returns the whole payment, or the problems of its fields. */
export function checkPayment(
  parts: PaymentParts,
):
  | { readonly payment: UnsignedPayment; readonly problems: PaymentProblems }
  | { readonly payment: null; readonly problems: PaymentProblems } {
  const { draft, chain, asset, from, recipient, quote } = parts;
  const amount = unitsIn(draft.amount, asset.decimals);
  const fee = feeOf(draft, quote);
  const nonce = nonceOf(draft, quote);
  const problems: PaymentProblems = {
    ...(from === null ? { account: 'Choose the account that pays.' } : {}),
    ...recipientProblem(draft, recipient),
    ...(amount.problem === undefined ? balanceProblem(parts, BigInt(amount.units), fee) : { amount: amount.problem }),
    ...(fee === null ? feeProblems(draft, quote) : {}),
    ...(fee !== null && BigInt(fee.maxPriorityFeePerGas) > BigInt(fee.maxFeePerGas)
      ? { priorityFee: 'The priority fee is above the fee at most. Lower it, or raise the fee at most.' }
      : {}),
    ...(nonce.problem === undefined ? {} : { nonce: nonce.problem }),
  };
  const sent = paymentIn(parts);
  if (Object.keys(problems).length > 0 || sent === null || fee === null || nonce.nonce === undefined)
    return { payment: null, problems };
  return { payment: { chain, ...sent, ...fee, nonce: nonce.nonce }, problems };
}

/** Returns the problem to show while the payment is written: an amount that the account cannot pay. */
export function unpayable(parts: PaymentParts): PaymentProblems {
  const units = paymentIn(parts)?.units;
  return units === undefined ? {} : balanceProblem(parts, BigInt(units), feeOf(parts.draft, parts.quote));
}

function recipientProblem(draft: PaymentDraft, recipient: RecipientFacts | null): PaymentProblems {
  if (draft.to.trim() === '') return { to: 'Enter the recipient’s address or name.' };
  if (recipient === null) return { to: 'The address is not checked yet.' };
  if (recipient.problem !== null) return { to: recipient.problem };
  return isUndecided(draft, recipient) ? { to: 'Choose one of the two addresses first.' } : {};
}

/** Returns true while the operator has not chosen between the address and the known one that reads like it. */
export function isUndecided({ kept }: PaymentDraft, recipient: RecipientFacts | null): boolean {
  return recipient?.alike != null && kept !== recipient.address;
}

function feeProblems(draft: PaymentDraft, quote: PaymentQuote | null): PaymentProblems {
  const fees = quote?.fees ?? null;
  if (draft.speed !== 'typed' && fees !== null)
    return {
      fee: `The node refuses this payment: ${fees.refusal ?? 'it gave no reason'}. Nothing was sent. Correct it.`,
    };
  const [gasLimit, maxFee, priorityFee] = typedFee(draft);
  return {
    ...(gasLimit.problem === undefined ? {} : { gasLimit: gasLimit.problem }),
    ...(maxFee.problem === undefined ? {} : { maxFee: maxFee.problem }),
    ...(priorityFee.problem === undefined ? {} : { priorityFee: priorityFee.problem }),
  };
}

function balanceProblem({ chain, asset, quote }: PaymentParts, units: bigint, fee: Fee | null): PaymentProblems {
  const cost = fee === null ? 0n : feeUnits(fee);
  const coin = quote?.coinUnits == null ? null : BigInt(quote.coinUnits);
  const held = quote?.assetUnits == null ? null : BigInt(quote.assetUnits);
  if (asset.token === null) {
    if (coin === null || units + cost <= coin) return {};
    const needed = coinText(chain, units + cost);
    return {
      amount: `The account has ${coinText(chain, coin)}, and this needs ${needed} with the fee. Lower the amount, or choose Max.`,
    };
  }
  if (held !== null && units > held) {
    const text = `${grouped(decimalText(held, asset.decimals))} ${asset.symbol}`;
    return { amount: `The account has ${text}. Lower the amount, or choose Max.` };
  }
  if (coin === null || cost <= coin) return {};
  return {
    amount: `The account has ${coinText(chain, coin)}, and the fee needs ${coinText(chain, cost)}. Send it ${chainOf(chain)?.coin ?? 'coin'} first.`,
  };
}

/** Returns the typed nonce, else the next one. */
export function nonceOf(
  { nonce }: Pick<PaymentDraft, 'nonce'>,
  quote: PaymentQuote | null,
): { readonly nonce: string; readonly problem?: never } | { readonly nonce?: never; readonly problem: string } {
  const next = quote?.nonce ?? null;
  const typed = nonce.trim();
  if (typed === '') return next === null ? { problem: 'Enter the nonce: no node reports it.' } : { nonce: next };
  if (!/^(0|[1-9]\d{0,18})$/.test(typed)) return { problem: 'Use a whole number without leading zeros.' };
  if (next !== null && BigInt(typed) < BigInt(next))
    return {
      problem: `The nonce ${typed} is used already. Nothing was signed. Use ${next}, or leave the field empty.`,
    };
  return { nonce: typed };
}

/** A fee that rose by more than this since it was shown is shown again before it is signed. */
const ACCEPTED_RISE = { over: 5n, under: 4n } as const;

/** Returns true when a fee is so much above the one shown that the operator must see it again. */
export function hasRisen(shown: Fee, fresh: Fee): boolean {
  return feeUnits(fresh) * ACCEPTED_RISE.under > feeUnits(shown) * ACCEPTED_RISE.over;
}
