import { AppError } from '../../../shared/errors/index.ts';
import {
  type BatchTerms,
  decimalText,
  grouped,
  inQuotes,
  type ReviewedLine,
  type UnsignedEthereumPayment,
} from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Payments } from '../payments/payments.ts';
import type { Reviewed } from './review.ts';
import type { StoredLine } from './store.ts';

/** Characters of a message in the words of its line. */
const MAXIMUM_TOLD = 60;
/** A fee that rose by more than a quarter since it was shown is shown again. */
const ACCEPTED_RISE = { over: 5n, under: 4n } as const;

/** The choice of the operator among the lines of a reviewed table. */
export interface Chosen {
  /** The numbers of the lines to sign. */
  readonly lines: readonly number[];
  /** The most that all fees could cost when they were shown, in the coin's smallest unit. Null when it was unknown. */
  readonly fees: string | null;
}

/** The marks of a line that was not begun. */
export const NOT_BEGUN = { begun: false, proven: false, problem: null } as const;

/** A line that is not signed yet, without its request. */
export type ComposedLine = Omit<StoredLine, keyof typeof NOT_BEGUN | 'requestId'>;

/**
 * Returns the requests of the chosen lines, in the order of the table. The nonces of payments follow each other. Throws
 * INVALID_INPUT for an unreadable line, a missing fee or nonce, a risen fee, and for more than the account has.
 */
export async function composeLines(
  { review, fees }: Reviewed,
  chosen: Chosen,
  terms: BatchTerms,
  payments: Pick<Payments, 'compose'>,
): Promise<ComposedLine[]> {
  const wanted = new Set(chosen.lines);
  const lines = review.lines.filter(({ line }) => wanted.has(line));
  if (lines.length === 0 || lines.length !== chosen.lines.length)
    throw invalid('The table does not have the chosen lines. Review it again.');
  requireFees(lines, chosen);
  requireFunds({ review, fees }, lines);
  let nonce = review.nonce === null ? null : BigInt(review.nonce);
  const composed: ComposedLine[] = [];
  for (const { line, what, note } of lines) {
    if (what === null) throw invalid(`Line ${line} cannot be read. Correct it, or take it out.`);
    const told = { line, note };
    if (what.kind === 'message') {
      composed.push({ ...told, ...messageRequest(what.message, terms.from) });
      continue;
    }
    if (what.kind === 'transaction') {
      const parameters = transactionParameters(what.unsignedTransaction, terms.from);
      composed.push({ ...told, what: 'Sign transaction', operation: 'sign_transaction', payment: null, parameters });
      continue;
    }
    const fee = fees.get(line);
    if (fee === undefined) throw invalid(`The fee of line ${line} is not known. Enter the fee, or take the line out.`);
    if (nonce === null) throw invalid('No node reports the nonce. Enter the nonce.');
    const { to, token, units, symbol, decimals, label } = what;
    const payment = { family: 'ethereum' as const, chain: terms.chain, to, token, units, ...fee, nonce: String(nonce) };
    nonce += 1n;
    const amount = `${grouped(decimalText(BigInt(units), decimals))} ${symbol}`;
    const words = `Send ${amount} to ${label === null ? to : `${oneLine(label, MAXIMUM_TOLD)} (${to})`}`;
    composed.push({ ...told, what: words, ...(await composePayment(payment, terms.from, payments)) });
  }
  return composed;
}

/** Returns the request that signs a payment, whose bytes the vault makes. */
export async function composePayment(
  payment: UnsignedEthereumPayment,
  from: string,
  payments: Pick<Payments, 'compose'>,
) {
  const { unsignedTransaction } = await payments.compose(payment);
  return {
    operation: 'sign_transaction',
    payment,
    parameters: transactionParameters(unsignedTransaction, from),
  } as const;
}

const transactionParameters = (unsignedTransaction: string, signWith: string) => ({
  ...{ signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
});

/** A personal message (EIP-191). */
function messageRequest(message: string, signWith: string) {
  const payload = `\u0019Ethereum Signed Message:\n${utf8Encode(message).length}${message}`;
  return {
    what: `Sign message ${inQuotes(oneLine(message, MAXIMUM_TOLD))}`,
    operation: 'sign_raw_payload',
    payment: null,
    parameters: {
      ...{ signWith, payload, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_KECCAK256' },
    },
  } as const;
}

/** Sums the known fees of lines, in the coin's smallest unit. */
const feesOf = (lines: readonly ReviewedLine[]): bigint =>
  lines.reduce((sum, { what }) => sum + (what?.kind === 'payment' ? BigInt(what.fee ?? 0) : 0n), 0n);

function requireFees(lines: readonly ReviewedLine[], { fees: shown }: Chosen): void {
  if (shown === null || feesOf(lines) * ACCEPTED_RISE.under <= BigInt(shown) * ACCEPTED_RISE.over) return;
  throw invalid('The fees rose by more than a quarter since they were shown. Review the batch again to accept them.');
}

function requireFunds({ review: { assets, coin } }: Reviewed, lines: readonly ReviewedLine[]): void {
  const needed = new Map<string | null, bigint>([[null, feesOf(lines)]]);
  for (const { what } of lines) {
    if (what?.kind === 'payment') needed.set(what.token, (needed.get(what.token) ?? 0n) + BigInt(what.units));
  }
  for (const { token, symbol, decimals, held } of [coin, ...assets]) {
    const units = needed.get(token) ?? 0n;
    if (held === null || units <= BigInt(held)) continue;
    const text = (of: bigint) => `${grouped(decimalText(of, decimals))} ${symbol}`;
    throw invalid(`The lines need ${text(units)}, and the account has ${text(BigInt(held))}. Take lines out.`);
  }
}

const invalid = (why: string) => new AppError('INVALID_INPUT', `Nothing was signed. ${why}`);
