import { toErrorData } from '../../../shared/errors/index.ts';
import { type BatchFormat, batchFactsOf, type ChainState, type ProfileRow } from '../../../shared/model/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { Results } from '../results/results.ts';
import { csvCell } from '../tools/csv-cell.ts';
import type { LineOutcome } from './states.ts';

const COLUMNS = ['line', 'what', 'note', 'status', 'activity', 'hash', 'signed', 'problem'] as const;
type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>;

export interface ResultParts {
  readonly profile: ProfileRow;
  readonly activities: Pick<Activities, 'find'>;
  readonly results: Pick<Results, 'of' | 'chainState'>;
}

interface Proven extends Pick<Cells, 'hash' | 'signed' | 'problem'> {
  /** True for a result that was compared with the request and does not match. False where nothing was compared. */
  readonly isWrong: boolean;
}

/**
 * Returns the transaction or signatures of a completed line and their hash, proven against the line's own request. A
 * result without a proof is left out, and its problem is given.
 */
export async function provenOf(
  { activityId, fingerprint }: Pick<LineOutcome, 'activityId' | 'fingerprint'>,
  { profile, activities, results }: ResultParts,
): Promise<Proven> {
  const without = (problem: string, isWrong = false) => ({ hash: '', signed: '', problem, isWrong });
  if (activityId === null) return without('It has no activity.');
  try {
    const activity = await activities.find(profile, activityId);
    if (activity.id !== activityId || activity.fingerprint !== fingerprint)
      return without('The service answered with the activity of another request.', true);
    const { signed, proof, problem, comparedWith, handedOver } = await results.of(profile, activity);
    if (handedOver !== null && comparedWith === 'asked') return without('');
    if (signed === null || proof === null)
      return without(problem?.message ?? 'The result is not proven.', problem?.isWrong);
    if (comparedWith !== 'asked') return without('The result was not compared with the request of this line.');
    const hex =
      signed.kind === 'transaction'
        ? signed.signedTransaction
        : signed.signatures.map(({ r, s, v }) => `${r}${s}${v}`).join(' ');
    return { hash: proof.transactionId ?? '', signed: hex, problem: '', isWrong: false };
  } catch (error) {
    // One result that cannot be read must not hide the others.
    return without(toErrorData(error).message);
  }
}

/** Returns the cells of one line: its state, and for a signed line the proven transaction or signature. */
export async function cellsOf(outcome: LineOutcome, parts: ResultParts): Promise<Cells> {
  const { line, state, activityId } = outcome;
  const { what, note } = line;
  const cells = { line: String(line.line), what, note, status: state, activity: activityId ?? '' };
  if (state === 'signed') {
    const { isWrong: _isWrong, ...proven } = await provenOf(outcome, parts);
    // The hash of a result without a proof would be the service's word.
    return { ...cells, ...proven, ...(proven.problem === '' ? await sentOf(outcome, parts) : {}) };
  }
  return { ...cells, hash: '', signed: '', problem: state === 'unproven' ? 'The signature is not proven.' : '' };
}

/** Returns the transaction that the service sent for a line, and its problem. Nothing for a line that it only signed. */
async function sentOf(
  { line: { payment }, activityId }: LineOutcome,
  { profile, results }: ResultParts,
): Promise<Partial<Cells>> {
  if (payment === null || activityId === null || !batchFactsOf(payment.chain).isSent) return {};
  try {
    const state = await results.chainState(activityId, { profile });
    return { hash: 'transactionId' in state ? (state.transactionId ?? '') : '', problem: unpaidWords(state) };
  } catch (error) {
    return { problem: toErrorData(error).message };
  }
}

/** Returns why a transaction paid nobody, or may not have paid. Empty for one that was sent or that a block includes. */
function unpaidWords(chain: ChainState): string {
  switch (chain.state) {
    case 'open':
      return chain.failure ?? 'No broadcast of it is known.';
    case 'asked':
      return 'Its broadcast waits for votes.';
    case 'included':
      return chain.failed ? 'A block includes it, but it failed, so it only paid its fee.' : '';
    case 'replaced':
      return chain.isIncluded
        ? 'A block includes another transaction in its place.'
        : 'Another payment took its place, and no block is known to include it.';
    case 'nonceUsed':
      return 'Another transaction may have replaced it: no block is known to include it.';
    case 'notFound':
      return `The node does not have it, and a block may still include it. ${chain.refusal ?? ''}`.trim();
    case 'noNode':
      return 'The service has no node of its chain, so it is not known whether it was paid.';
    case 'sent':
    case 'spent':
    case 'failed':
    case 'unknown':
      return chain.problem ?? '';
  }
}

/** Returns the result file. In a CSV, a cell that a spreadsheet would run as a formula gets an apostrophe. */
export function fileOf(as: BatchFormat, lines: readonly Cells[]): string {
  if (as === 'json') return `[\n${lines.map((cells) => JSON.stringify(cells)).join(',\n')}\n]\n`;
  const row = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;
  return row(COLUMNS) + lines.map((cells) => row(COLUMNS.map((column) => cells[column]))).join('');
}
