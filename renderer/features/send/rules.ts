import {
  chainOf,
  decimalText,
  type EndpointChain,
  grouped,
  type Payment,
  type PaymentFamily,
  paymentFamilyOf,
  type RecipientFacts,
  type UnsignedPayment,
} from '../../../shared/model/index.ts';
import { errorSentence } from '../../language/sentence.ts';
import { unitsIn } from '../../words/earn.ts';
import { BITCOIN_RULES } from './bitcoin-rules.ts';
import type { PaymentDraft } from './draft.ts';
import { ETHEREUM_RULES } from './ethereum-rules.ts';
import { coinText, type FamilyRules, type PaymentParts, type PaymentProblems } from './family-rules.ts';
import { SOLANA_RULES } from './solana-rules.ts';
import { TEMPO_RULES } from './tempo-rules.ts';
import { TRON_RULES } from './tron-rules.ts';

const RULES: Readonly<Record<PaymentFamily, FamilyRules>> = {
  ethereum: ETHEREUM_RULES,
  solana: SOLANA_RULES,
  bitcoin: BITCOIN_RULES,
  tron: TRON_RULES,
  tempo: TEMPO_RULES,
};

/** Returns the rules of a chain's family. */
export const rulesOf = (chain: EndpointChain): FamilyRules => RULES[paymentFamilyOf(chain)];

/** Returns the largest amount that leaves enough for the fee, which the coin pays. Never below zero. */
export function mostPayable(units: bigint, feeUnits: bigint): bigint {
  return units > feeUnits ? units - feeUnits : 0n;
}

/** The most that the fee can cost, in the unit of the chain's fees. Null while it is incomplete. */
export const costOf = ({ draft, chain, quote }: Pick<PaymentParts, 'draft' | 'chain' | 'quote'>): bigint | null =>
  rulesOf(chain).cost(draft, quote);

/** Returns the parts of a payment that a fee depends on, or null while they are incomplete. */
export function paymentIn({ draft, asset, recipient }: PaymentParts): Payment | null {
  // The list of assets may not be here yet. Another asset must never take the place of the chosen one.
  if (asset.token !== draft.token || asset.symbol === '') return null;
  const { units } = unitsIn(draft.amount, asset.decimals);
  const to = recipient?.address ?? null;
  return units === undefined || to === null ? null : { to, token: asset.token, units };
}

/** Returns the largest amount that can be sent. Null while the balance, or the fee of the coin, is unknown. */
export function mostOf(parts: PaymentParts): bigint | null {
  const { asset, chain, quote } = parts;
  if (quote?.assetUnits == null) return null;
  const units = BigInt(quote.assetUnits);
  const { most } = rulesOf(chain);
  if (most !== undefined) return most(parts.draft, quote);
  if (asset.token !== null) return units;
  const cost = costOf(parts);
  return cost === null ? null : mostPayable(units, cost + rulesOf(chain).kept(quote));
}

/** Returns the whole payment, or the problems of its fields. */
export function checkPayment(
  parts: PaymentParts,
):
  | { readonly payment: UnsignedPayment; readonly problems: PaymentProblems }
  | { readonly payment: null; readonly problems: PaymentProblems } {
  const { draft, chain, asset, from, recipient, quote } = parts;
  const amount = unitsIn(draft.amount, asset.decimals);
  const rules = rulesOf(chain);
  const problems: PaymentProblems = {
    ...(from === null ? { account: 'Choose the account that pays.' } : {}),
    ...recipientProblem(draft, recipient),
    ...(amount.problem === undefined ? balanceProblem(parts, BigInt(amount.units)) : { amount: amount.problem }),
    ...rules.problems(draft, quote),
  };
  const sent = paymentIn(parts);
  if (Object.keys(problems).length > 0 || sent === null || from === null) return { payment: null, problems };
  return { payment: rules.compose({ ...parts, from }, sent), problems };
}

/** Returns the problem to show while the payment is written: an amount that the account cannot pay. */
export function unpayable(parts: PaymentParts): PaymentProblems {
  const units = paymentIn(parts)?.units;
  return units === undefined ? {} : balanceProblem(parts, BigInt(units));
}

/** Returns the reason why the recipient is no address, in the language of the window. Undefined for an address. */
export const misspelling = (recipient: RecipientFacts | null): string | undefined =>
  recipient === null || recipient.problem === null ? undefined : errorSentence(recipient.problem);

function recipientProblem(draft: PaymentDraft, recipient: RecipientFacts | null): PaymentProblems {
  if (draft.to.trim() === '') return { to: 'Enter the recipient’s address or name.' };
  if (recipient === null) return { to: 'The address is not checked yet.' };
  const problem = misspelling(recipient);
  if (problem !== undefined) return { to: problem };
  return isUndecided(draft, recipient) ? { to: 'Choose one of the two addresses first.' } : {};
}

/** Returns true while the operator has not chosen between the address and the known one that reads like it. */
export function isUndecided({ kept }: PaymentDraft, recipient: RecipientFacts | null): boolean {
  return recipient?.alike != null && kept !== recipient.address;
}

function balanceProblem(parts: PaymentParts, units: bigint): PaymentProblems {
  const { chain, asset, quote } = parts;
  const rules = rulesOf(chain);
  const cost = costOf(parts) ?? 0n;
  const deposit = rules.deposit(quote);
  const coin = quote?.coinUnits == null ? null : BigInt(quote.coinUnits);
  const held = quote?.assetUnits == null ? null : BigInt(quote.assetUnits);
  const text = (amount: bigint) => coinText(chain, amount);
  if (asset.token !== null && held !== null && units > held) {
    const has = `${grouped(decimalText(held, asset.decimals))} ${asset.symbol}`;
    return { amount: `The account has ${has}. Lower the amount, or choose Max.` };
  }
  const spent = asset.token === null ? units + cost : cost + deposit;
  if (coin === null || spent <= coin) {
    const isUnknown = coin === null && chainOf(chain) !== null;
    const refusal = isUnknown ? null : rules.unpayable(parts, units, cost);
    return refusal === null ? {} : { amount: refusal };
  }
  if (asset.token === null)
    return {
      amount: `The account has ${text(coin)}, and this needs ${text(spent)} with the fee. Lower the amount, or choose Max.`,
    };
  const rent = deposit === 0n ? '' : `, of which the recipient’s new token account keeps ${text(deposit)}`;
  return {
    amount: `The account has ${text(coin)}, and the fee needs ${text(spent)}${rent}. Send it ${chainOf(chain)?.coin ?? 'coin'} first.`,
  };
}
