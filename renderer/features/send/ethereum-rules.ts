import {
  chainName,
  decimalText,
  type EthereumFees,
  type FeeSpeed,
  type GasFees,
  grouped,
  type PaymentAsset,
  type PaymentQuote,
  type UnsignedEthereumPayment,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { unitsIn } from '../../words/earn.ts';
import type { PaymentDraft } from './draft.ts';
import type { ChangeSince, FamilyRules, PaymentProblems } from './family-rules.ts';

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

/** The fees of a node in three speeds, with the gas of the payment. The gas is null where the node refuses it. */
interface NodeFees extends Readonly<Record<FeeSpeed, GasFees>> {
  readonly gasLimit: string | null;
  readonly refusal: string | null;
}

/** Returns the fee at a draft's speed, or the typed one. Null while it is incomplete. */
export function gasFeeOf(draft: PaymentDraft, fees: NodeFees | null): Fee | null {
  if (draft.speed !== 'typed' && fees !== null) {
    return fees.gasLimit === null ? null : { ...fees[draft.speed], gasLimit: fees.gasLimit };
  }
  const [gasLimit, maxFee, priority] = typedFee(draft);
  if (gasLimit.units === undefined || maxFee.units === undefined || priority.units === undefined) return null;
  return { gasLimit: gasLimit.units, maxFeePerGas: maxFee.units, maxPriorityFeePerGas: priority.units };
}

/** Returns the fee of a payment on Ethereum's kind of chain. Null while it is incomplete. */
export const feeOf = (draft: PaymentDraft, quote: PaymentQuote | null): Fee | null =>
  gasFeeOf(draft, ethereumFees(quote));

const typedFee = ({ gasLimit, maxFee, priorityFee }: PaymentDraft) =>
  [unitsIn(gasLimit, 0), unitsIn(maxFee, GWEI), unitsIn(priorityFee, GWEI)] as const;

/** Returns the problems of the fee of gas. */
export function feeProblems(draft: PaymentDraft, fees: NodeFees | null): PaymentProblems {
  const fee = gasFeeOf(draft, fees);
  if (fee !== null)
    return BigInt(fee.maxPriorityFeePerGas) > BigInt(fee.maxFeePerGas)
      ? { priorityFee: 'The priority fee is above the fee at most. Lower it, or raise the fee at most.' }
      : {};
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

/** Returns the next nonce that no payment of this workstation uses. Null when no node reports any. */
export const nextNonce = (quote: PaymentQuote | null): string | null => quote?.freeNonce ?? quote?.nonce ?? null;

/** Returns the typed nonce, else the next one that is free. */
export function nonceOf(
  { nonce }: Pick<PaymentDraft, 'nonce'>,
  quote: PaymentQuote | null,
): { readonly nonce: string; readonly problem?: never } | { readonly nonce?: never; readonly problem: string } {
  const next = quote?.nonce ?? null;
  const typed = nonce.trim();
  const free = nextNonce(quote);
  if (typed === '') return free === null ? { problem: 'Enter the nonce: no node reports it.' } : { nonce: free };
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
    const nonce = nonceOf(draft, quote);
    return {
      ...feeProblems(draft, ethereumFees(quote)),
      ...(nonce.problem === undefined ? {} : { nonce: nonce.problem }),
    };
  },
  unpayable: () => null,
  compose({ draft, chain, quote }, payment) {
    const fee = feeOf(draft, quote);
    const { nonce } = nonceOf(draft, quote);
    return fee === null || nonce === undefined ? null : { family: 'ethereum', chain, ...payment, ...fee, nonce };
  },
  changesSince(payment, asset, quote) {
    if (payment.family !== 'ethereum') return [];
    const cost = payment.token === null ? feeUnits(payment) : 0n;
    return gasChanges(payment, asset, quote, { base: ethereumFees(quote)?.baseFeePerGas ?? null, cost, unit: 'gwei' });
  },
};

/** The base fee of now, the cost that the balance of the asset has to cover too, and the unit of gas fees. */
interface GasNow {
  readonly base: string | null;
  readonly cost: bigint;
  readonly unit: string;
}

/** Returns the changes since a payment was signed that its nonce, its balance or the base fee show. */
export function gasChanges(
  { chain, nonce, units, maxFeePerGas }: Pick<UnsignedEthereumPayment, 'chain' | 'nonce' | 'units' | 'maxFeePerGas'>,
  { symbol, decimals }: Pick<PaymentAsset, 'symbol' | 'decimals'>,
  quote: PaymentQuote | null,
  { base, cost, unit }: GasNow,
): readonly ChangeSince[] {
  const next = quote?.nonce ?? null;
  const isUsed = next !== null && BigInt(next) > BigInt(nonce);
  const held = quote?.assetUnits ?? null;
  const price = (fee: string) => `${decimalText(BigInt(fee), GWEI)} ${unit}`;
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
            text: `${chainName(chain)} asks for ${price(base)}, and this payment pays at most ${price(maxFeePerGas)}. It was not broadcast. Broadcast it and wait, or send another with the nonce ${nonce} and a higher fee.`,
          },
        ]),
  ];
}
