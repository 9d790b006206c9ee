import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type BatchReview,
  type BatchTerms,
  decimalText,
  grouped,
  hasRisen,
  inQuotes,
  type ProfileRow,
  type ReviewedLine,
} from '../../../shared/model/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Numbered } from '../payments/family-rule.ts';
import type { Payments } from '../payments/payments.ts';
import { batchRuleOf } from './families/index.ts';
import { type PayloadLine, payloadRequest } from './payload-request.ts';
import type { PaymentLine, Reviewed } from './review.ts';
import type { StoredLine } from './store.ts';

/** Characters of a message, a name or a memo in the words of its line. */
const MAXIMUM_QUOTED = 60;

/** The choice of the operator among the lines of a reviewed table. */
export interface Chosen {
  /** The numbers of the lines to sign. */
  readonly lines: readonly number[];
  /** The most that all fees could cost when they were shown, in the coin's smallest unit. Null when it was unknown. */
  readonly fees: string | null;
}

/** The marks of a line that was not begun. */
export const NOT_BEGUN = { begun: false, proven: false, problem: null } as const;

/** The payments of a profile. `without` has the outputs that other batches spend. */
interface ComposingParts {
  readonly profile: ProfileRow;
  readonly payments: Pick<Payments, 'composeAll'>;
  readonly without: readonly string[];
}

/** A line that is not signed yet, without its request. */
export type ComposedLine = Omit<StoredLine, keyof typeof NOT_BEGUN | 'requestId'>;

/**
 * Returns the requests of the chosen lines, in the order of the table. The nonces of payments follow each other, and no
 * two spend the same output. Throws INVALID_INPUT for an unreadable line, a missing fee or nonce, a risen fee, and for
 * more than the account has.
 */
export async function composeLines(
  { review, priced }: Reviewed,
  chosen: Chosen,
  { chain, from }: BatchTerms,
  composing: ComposingParts,
): Promise<ComposedLine[]> {
  const wanted = new Set(chosen.lines);
  const lines = review.lines.filter(({ line }) => wanted.has(line));
  if (lines.length === 0 || lines.length !== chosen.lines.length)
    throw invalid('The table does not have the chosen lines. Review it again.');
  requireFees(lines, chosen);
  requireFunds(review, lines);
  let nonce = review.nonce === null ? null : BigInt(review.nonce);
  const composed = new Map<number, ComposedLine>();
  const paid: (Numbered & Pick<ComposedLine, 'line' | 'note' | 'what'>)[] = [];
  for (const { line, what, note } of lines) {
    if (what === null) throw invalid(`Line ${line} cannot be read. Correct it, or take it out.`);
    const common = { line, note };
    if (what.kind !== 'payment') {
      composed.set(line, {
        ...common,
        what: payloadWords(what),
        payment: null,
        ...payloadRequest(what, { chain, from }),
      });
      continue;
    }
    const { payment = null, findings = [] } = priced.get(line) ?? {};
    if (payment === null)
      throw invalid(`Line ${line} cannot be paid. ${findings.at(-1)?.text ?? 'No node reports its fee. Take it out.'}`);
    const words = { ...common, what: paymentWords(what), number: line };
    if (payment.family !== 'ethereum') {
      paid.push({ ...words, payment });
      continue;
    }
    if (nonce === null) throw invalid('No node reports the nonce. Enter the nonce.');
    paid.push({ ...words, payment: { ...payment, nonce: String(nonce) } });
    nonce += 1n;
  }
  const requests = await composePayments(paid, { chain, from }, composing);
  for (const [index, { line, note, what }] of paid.entries()) {
    const request = requests[index];
    if (request === undefined) throw invalid(`Line ${line} was not composed. Review the batch again.`);
    composed.set(line, { line, note, what, ...request });
  }
  return lines.flatMap(({ line }) => composed.get(line) ?? []);
}

/** Returns the requests that sign payments of one account, whose bytes the vault makes. */
export async function composePayments(
  paid: readonly Numbered[],
  terms: Pick<BatchTerms, 'chain' | 'from'>,
  { profile, payments, without }: ComposingParts,
): Promise<Pick<ComposedLine, 'operation' | 'payment' | 'parameters'>[]> {
  const all = await payments.composeAll(paid, without, profile);
  return paid.map(({ payment }, index) => ({
    payment,
    ...batchRuleOf(terms.chain).request(all[index] ?? '', terms),
  }));
}

function paymentWords({ to, units, symbol, decimals, label, memo }: PaymentLine): string {
  const amount = `${grouped(decimalText(BigInt(units), decimals))} ${symbol}`;
  const party = label === null ? to : `${oneLine(label, MAXIMUM_QUOTED)} (${to})`;
  return `Send ${amount} to ${party}${memo === null ? '' : ` with the memo ${inQuotes(oneLine(memo, MAXIMUM_QUOTED))}`}`;
}

const payloadWords = (what: PayloadLine): string =>
  what.kind === 'transaction' ? 'Sign transaction' : `Sign message ${inQuotes(oneLine(what.message, MAXIMUM_QUOTED))}`;

/** Sums the known fees of lines, in the coin's smallest unit. */
const feesOf = (lines: readonly ReviewedLine[]): bigint =>
  lines.reduce((sum, { what }) => sum + (what?.kind === 'payment' ? BigInt(what.fee ?? 0) : 0n), 0n);

function requireFees(lines: readonly ReviewedLine[], { fees: shown }: Chosen): void {
  if (shown === null || !hasRisen(BigInt(shown), feesOf(lines))) return;
  throw invalid('The fees rose by more than a quarter since they were shown. Review the batch again to accept them.');
}

function requireFunds({ assets, coin, kept }: BatchReview, lines: readonly ReviewedLine[]): void {
  const needed = new Map<string | null, bigint>([[null, feesOf(lines)]]);
  for (const { what } of lines) {
    if (what?.kind === 'payment') needed.set(what.token, (needed.get(what.token) ?? 0n) + BigInt(what.units));
  }
  for (const { token, symbol, decimals, held } of [coin, ...assets]) {
    const units = needed.get(token) ?? 0n;
    const rest = token === null ? BigInt(kept) : 0n;
    if (held === null || units === 0n || units + rest <= BigInt(held)) continue;
    const text = (of: bigint) => `${grouped(decimalText(of, decimals))} ${symbol}`;
    const keeps = rest === 0n ? '' : ` and keeps ${text(rest)}`;
    throw invalid(`The lines need ${text(units)}, and the account has ${text(BigInt(held))}${keeps}. Take lines out.`);
  }
}

const invalid = (why: string) => new AppError('INVALID_INPUT', sentence`Nothing was signed. ${why}`);
