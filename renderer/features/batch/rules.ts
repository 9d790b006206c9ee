import type { JobInput } from '../../../shared/ipc/index.ts';
import {
  type AccountRow,
  type BatchReview,
  type BatchTerms,
  batchFactsOf,
  chainOf,
  decimalText,
  ENDPOINT_CHAINS,
  type EndpointChain,
  grouped,
  type LineFinding,
  payerFormats,
  type ReviewedLine,
} from '../../../shared/model/index.ts';
import { unitsIn } from '../../words/earn.ts';
import { counted } from '../../words/number.ts';
import type { BatchDraft } from './draft.ts';

/** Decimals of gwei. */
const GWEI = 9;

/** The group of a line: its most serious finding. `removed` for a line that was taken out. */
export type LineGroup = 'danger' | 'care' | 'none' | 'removed';
export const GROUPS: readonly { readonly group: LineGroup; readonly title: string }[] = [
  { group: 'danger', title: 'Danger' },
  { group: 'care', title: 'Care' },
  { group: 'none', title: 'No findings' },
  { group: 'removed', title: 'Taken out' },
];

type Choice = Pick<BatchDraft, 'removed' | 'included'>;

export function groupOf({ line, findings }: ReviewedLine, { removed }: Choice): LineGroup {
  if (removed.includes(line)) return 'removed';
  if (findings.some(({ level }) => level === 'danger')) return 'danger';
  return findings.some(({ level }) => level === 'care') ? 'care' : 'none';
}

/** Returns true for a line that is signed. A danger line is held back until it is included by itself. */
export function isChosen(line: ReviewedLine, choice: Choice): boolean {
  const group = groupOf(line, choice);
  if (line.what === null || line.isBarred || group === 'removed') return false;
  return group !== 'danger' || choice.included.includes(line.line);
}

/** Returns the finding that stands in the row of a line: its most serious one. */
export function rowFinding({ findings }: ReviewedLine): LineFinding | null {
  const of = (level: LineFinding['level']) => findings.find((finding) => finding.level === level);
  return of('danger') ?? of('care') ?? of('information') ?? null;
}

/** The sum of one asset over the chosen lines, as text. */
export interface AssetRow {
  readonly symbol: string;
  readonly payments: number;
  readonly amount: string;
  /** The most that the fees can cost, with the coin. Null when one is not known. */
  readonly fees: string | null;
  /** The balance after the batch. Null without a balance. */
  readonly left: string | null;
  /** The account has less than the batch needs. */
  readonly isShort: boolean;
}

/** Returns the totals of the chosen lines by asset. */
export function totalsOf({ assets, coin, kept }: BatchReview, chosen: readonly ReviewedLine[]): AssetRow[] {
  const paid = chosen.flatMap(({ what }) => (what?.kind === 'payment' ? [what] : []));
  const allFees = paid.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n);
  return assets.flatMap(({ token, symbol, decimals, held }): AssetRow[] => {
    const own = paid.filter((one) => one.token === token);
    if (own.length === 0) return [];
    const sum = own.reduce((total, { units }) => total + BigInt(units), 0n);
    const fees = own.some(({ fee }) => fee === null)
      ? null
      : own.reduce((total, { fee }) => total + BigInt(fee ?? 0), 0n);
    const rest = held === null ? null : BigInt(held) - sum - (token === null ? allFees : 0n);
    return [
      {
        symbol,
        payments: own.length,
        amount: amountText(sum, decimals),
        fees: fees === null ? null : `${amountText(fees, coin.decimals)} ${coin.symbol}`,
        left: rest === null ? null : amountText(rest, decimals),
        isShort: rest !== null && rest < (token === null ? BigInt(kept) : 0n),
      },
    ];
  });
}

/** Returns the sum of all known fees of the chosen lines, or null when one is not known. */
export function feesOf(chosen: readonly ReviewedLine[]): string | null {
  const paid = chosen.flatMap(({ what }) => (what?.kind === 'payment' ? [what] : []));
  if (paid.some(({ fee }) => fee === null)) return null;
  return String(paid.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n));
}

/** Returns the name of a batch: `Batch` without one. */
export const nameOf = ({ name }: Pick<BatchDraft, 'name'>): string => (name.trim() === '' ? 'Batch' : name);

/** A review, with the table and the terms that it is of. */
export interface ReviewOf {
  readonly review: BatchReview;
  readonly of: JobInput<'batches.review'>;
}

/** Returns the request to sign the chosen lines. The table and the terms are those of the review, whatever changed since. */
export function wantedOf({ review, of }: ReviewOf, draft: BatchDraft): JobInput<'batches.submit'> {
  const chosen = review.lines.filter((line) => isChosen(line, draft));
  return { name: nameOf(draft), ...of, lines: chosen.map(({ line }) => line), fees: feesOf(chosen) };
}

export const amountText = (units: bigint, decimals: number): string => grouped(decimalText(units, decimals));

/** “23 of 24 payments. Line 17 is held back until you resolve it.” */
export function footerWords(lines: readonly ReviewedLine[], choice: Choice): string {
  const chosen = lines.filter((line) => isChosen(line, choice));
  const held = lines.filter((line) => groupOf(line, choice) === 'danger' && !isChosen(line, choice));
  const count =
    chosen.length === lines.length
      ? `${countedAs(lines, lines.length)}.`
      : `${chosen.length} of ${countedAs(lines, lines.length)}.`;
  const [first] = held;
  if (first === undefined) return count;
  const is = held.length === 1 ? `Line ${first.line} is` : `${held.length} lines are`;
  return `${count} ${is} held back until you resolve ${held.length === 1 ? 'it' : 'them'}.`;
}

/** Counts lines as “24 payments”, or as “24 lines” for a table that has other contents too. */
export const countedAs = (lines: readonly ReviewedLine[], number: number): string =>
  lines.every(({ what }) => what === null || what.kind === 'payment')
    ? counted(number, 'payment')
    : counted(number, 'line');

/** Chains that payments are made on: those whose coin is known here. */
const CHAINS = ENDPOINT_CHAINS.filter((chain) => chainOf(chain) !== null);

/** Returns the chains on which an account pays. All of them before one is chosen. */
export const chainsOf = (account: Pick<AccountRow, 'addressFormat'> | null): readonly EndpointChain[] =>
  CHAINS.filter((chain) => account === null || payerFormats(chain).some((format) => format === account.addressFormat));

/** Returns the chosen chain, or the first one with a node where the account is of another family. */
export function chainFor(
  { chain }: Pick<BatchDraft, 'chain'>,
  account: Pick<AccountRow, 'addressFormat'> | null,
  withNode: ReadonlySet<string>,
): EndpointChain {
  const fitting = chainsOf(account);
  if (chain !== null && fitting.includes(chain)) return chain;
  return fitting.find((each) => withNode.has(each)) ?? fitting[0] ?? 'eip155:1';
}

/** Returns the terms of a batch, or the problems of its typed fee. */
export function termsOf(
  { isTyped, maxFee, priorityFee, gasLimit, nonce }: BatchDraft,
  chain: EndpointChain,
  from: string,
):
  | { readonly terms: BatchTerms; readonly problems: TermProblems }
  | { readonly terms: null; readonly problems: TermProblems } {
  if (!isTyped || !batchFactsOf(chain).isOpen) return { terms: { chain, from, typed: null }, problems: {} };
  const fields = {
    maxFee: unitsIn(maxFee, GWEI),
    priorityFee: unitsIn(priorityFee, GWEI),
    gasLimit: unitsIn(gasLimit, 0),
    nonce: /^(0|[1-9]\d{0,18})$/.test(nonce.trim())
      ? { units: nonce.trim(), problem: undefined }
      : { units: undefined, problem: 'Use a whole number without leading zeros.' },
  };
  const problems = Object.fromEntries(
    Object.entries(fields).flatMap(([name, { problem }]) => (problem === undefined ? [] : [[name, problem]])),
  ) as TermProblems;
  const { maxFee: most, priorityFee: priority, gasLimit: gas, nonce: first } = fields;
  if (most.units === undefined || priority.units === undefined || gas.units === undefined || first.units === undefined)
    return { terms: null, problems };
  const typed = { maxFeePerGas: most.units, maxPriorityFeePerGas: priority.units, gasLimit: gas.units };
  return { terms: { chain, from, typed: { ...typed, nonce: first.units } }, problems };
}

/** The wrong fields of a typed fee. */
export type TermProblems = Readonly<Partial<Record<'maxFee' | 'priorityFee' | 'gasLimit' | 'nonce', string>>>;
