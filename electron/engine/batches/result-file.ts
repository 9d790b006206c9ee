import { toErrorData } from '../../../shared/errors/index.ts';
import type { BatchFormat, ProfileRow } from '../../../shared/model/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { Results } from '../results/results.ts';
import { csvCell } from '../tools/csv-cell.ts';
import type { LineOutcome } from './states.ts';

const COLUMNS = ['line', 'what', 'note', 'status', 'activity', 'hash', 'signed', 'problem'] as const;
type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>;

export interface ResultParts {
  readonly profile: ProfileRow;
  readonly activities: Pick<Activities, 'find'>;
  readonly results: Pick<Results, 'of'>;
}

/**
 * Returns the cells of one line: its state, and for a signed line the proven transaction or signature. A result that
 * was not proven is left out, with the reason.
 */
export async function cellsOf(
  { line: { line, what, note }, state, activityId }: LineOutcome,
  { profile, activities, results }: ResultParts,
): Promise<Cells> {
  const cells = { line: String(line), what, note, status: state, activity: activityId ?? '', hash: '', signed: '' };
  if (activityId === null || state !== 'signed') return { ...cells, problem: '' };
  try {
    const { signed, proof, problem } = await results.of(profile, await activities.find(profile, activityId));
    if (signed === null || proof === null)
      return { ...cells, problem: problem?.message ?? 'The result is not proven.' };
    const hex =
      signed.kind === 'transaction'
        ? signed.signedTransaction
        : signed.signatures.map(({ r, s, v }) => `${r}${s}${v}`).join(' ');
    return { ...cells, hash: proof.transactionId ?? '', signed: hex, problem: '' };
  } catch (error) {
    // One result that cannot be read must not hide the others.
    return { ...cells, problem: toErrorData(error).message };
  }
}

/** Returns the result file. In a CSV, a cell that a spreadsheet would run as a formula gets an apostrophe. */
export function fileOf(as: BatchFormat, lines: readonly Cells[]): string {
  if (as === 'json') return `[\n${lines.map((cells) => JSON.stringify(cells)).join(',\n')}\n]\n`;
  const row = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;
  return row(COLUMNS) + lines.map((cells) => row(COLUMNS.map((column) => cells[column]))).join('');
}
