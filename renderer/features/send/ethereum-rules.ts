import {
  chainOf,
  decimalText,
  type EthereumFees,
  type GasFees,
  grouped,
  type PaymentQuote,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { unitsIn } from '../../words/earn.ts';
import type { PaymentDraft } from './draft.ts';
import type { FamilyRules, PaymentProblems } from './family-rules.ts';

/** Decimals of gwei, in which the fee of one unit of gas is typed. */
const GWEI = 9;

/** The gas and its fees, typed or from the node. */
export interface Fee extends GasFees {
  readonly gasLimit: string;
}

/** The most that a fee can cost, in wei. */
export const feeUnits = ({ gasLimit, maxFeePerGas }: Fee): bigint => BigInt(gasLimit) * BigInt(maxFeePerGas);

/** The fees of a quote for Ethereum's kind of chain. */
export const ethereumFees = (quote: PaymentQuote | null): EthereumFees | null =>
  quote?.fees?.family === 'ethereum' ? quote.fees : null;

/** Returns the fee at a draft's speed, or the typed one. Null while it is incomplete. */
export function feeOf(draft: PaymentDraft, quote: PaymentQuote | null): Fee | null {
  const fees = ethereumFees(quote);
  if (draft.speed !== 'typed' && fees !== null) {
    return fees.gasLimit === null ? null : { ...fees[draft.speed], gasLimit: fees.gasLimit };
  }
  const [gasLimit, maxFee, priority] = typedFee(draft);
  if (gasLimit.units === undefined || maxFee.units === undefined || priority.units === undefined) return null;
  return { gasLimit: gasLimit.units, maxFeePerGas: maxFee.units, maxPriorityFeePerGas: priority.units };
}

const typedFee = ({ gasLimit, maxFee, priorityFee }: PaymentDraft) =>
  [unitsIn(gasLimit, 0), unitsIn(maxFee, GWEI), unitsIn(priorityFee, GWEI)] as const;

function feeProblems(draft: PaymentDraft, quote: PaymentQuote | null): PaymentProblems {
  const fees = ethereumFees(quote);
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

/** Payments on Ethereum's kind of chain. */
export const ETHEREUM_RULES: FamilyRules = {
  hasNonce: true,
  hasMemo: false,
  signing: null,
  operation: (_payment, from, unsignedTransaction) => ({
    name: OPERATIONS.sign_transaction.name,
    parameters: { signWith: from, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
  }),
  cost(draft, quote) {
    const fee = feeOf(draft, quote);
    return fee === null ? null : feeUnits(fee);
  },
  deposit: () => 0n,
  kept: () => 0n,
  problems(draft, quote) {
    const fee = feeOf(draft, quote);
    const nonce = nonceOf(draft, quote);
    return {
      ...(fee === null ? feeProblems(draft, quote) : {}),
      ...(fee !== null && BigInt(fee.maxPriorityFeePerGas) > BigInt(fee.maxFeePerGas)
        ? { priorityFee: 'The priority fee is above the fee at most. Lower it, or raise the fee at most.' }
        : {}),
      ...(nonce.problem === undefined ? {} : { nonce: nonce.problem }),
    };
  },
  unpayable: () => null,
  compose({ draft, chain, quote }, payment) {
    const fee = feeOf(draft, quote);
    const { nonce } = nonceOf(draft, quote);
    return fee === null || nonce === undefined ? null : { family: 'ethereum', chain, ...payment, ...fee, nonce };
  },
  changesSince(payment, { symbol, decimals }, quote) {
    if (payment.family !== 'ethereum') return [];
    const { chain, token, nonce, units, maxFeePerGas } = payment;
    const next = quote?.nonce ?? null;
    const isUsed = next !== null && BigInt(next) > BigInt(nonce);
    const base = ethereumFees(quote)?.baseFeePerGas ?? null;
    const held = quote?.assetUnits ?? null;
    const cost = token === null ? feeUnits(payment) : 0n;
    const gwei = (fee: string) => `${decimalText(BigInt(fee), GWEI)} gwei`;
    return [
      ...(!isUsed
        ? []
        : [
            {
              title: `The nonce ${nonce} was used meanwhile`,
              text: `The payment is signed and was not broadcast. Its chain would refuse it. Send another with the nonce ${next}.`,
            },
          ]),
      ...(held === null || BigInt(units) + cost <= BigInt(held)
        ? []
        : [
            {
              title: 'The balance fell meanwhile',
              text: `The account has ${grouped(decimalText(BigInt(held), decimals))} ${symbol}, which is not enough. The payment is signed and was not broadcast. Send another with a lower amount.`,
            },
          ]),
      ...(isUsed || base === null || BigInt(base) <= BigInt(maxFeePerGas)
        ? []
        : [
            {
              title: 'The fee rose meanwhile',
              text: `${chainOf(chain)?.name ?? 'The chain'} asks for ${gwei(base)}, and this payment pays at most ${gwei(maxFeePerGas)}. It was not broadcast. Broadcast it and wait, or send another with the nonce ${nonce} and a higher fee.`,
            },
          ]),
    ];
  },
};
