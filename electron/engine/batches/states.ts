import { isDeepStrictEqual } from 'node:util';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type BatchDetail,
  type BatchLineRow,
  type BatchRow,
  batchFactsOf,
  isJsonObject,
  LINE_STATES,
  type LineState,
} from '../../../shared/model/index.ts';
import { requireOperation } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { parametersIn } from '../../client/index.ts';
import { type Journal, type JournalEntry, mayHaveHappened } from '../../storage/records/index.ts';
import { contentDigest } from '../requests/confirmation.ts';
import type { StoredBatch, StoredLine } from './store.ts';

/** A line with its state and its activity. */
export interface LineOutcome {
  readonly line: StoredLine;
  readonly state: LineState;
  readonly activityId: string | null;
  /** The fingerprint of its request. Null when there is none. */
  readonly fingerprint: string | null;
}

export interface OutcomeParts {
  readonly journal: Pick<Journal, 'get' | 'linesOf' | 'ofLine' | 'signedBefore'>;
  /** The last known activity of a profile, or anything else when there is none. */
  readonly activity: (profile: string, activityId: string) => unknown;
}

/**
 * Returns the state of each line, which the journal decides: a line is left only when none of its bytes reached the
 * service. Other programs can edit the file of the batch. So the journal is also asked for the line itself and for the
 * bytes of its payment. A line that was begun and whose entry is lost is open. Throws STATE_FILE_CORRUPT when a line
 * names the request of other contents.
 */
export function outcomesOf(batch: StoredBatch, { journal, activity }: OutcomeParts): LineOutcome[] {
  const isNumbered = hasLinesOf(batch, journal);
  return batch.lines.map((line) => {
    const found = entryOf(batch, line, journal);
    const isDone = found !== null && (found === 'lost' || mayHaveHappened(found));
    const entry = isNumbered || isDone ? found : 'lost';
    if (entry === null) return { line, state: line.begun ? 'open' : 'left', activityId: null, fingerprint: null };
    if (entry === 'lost') return { line, state: 'open', activityId: null, fingerprint: null };
    if (entry.operation !== line.operation || !isDeepStrictEqual(parametersIn(entry.body), line.parameters))
      throw new AppError(
        'STATE_FILE_CORRUPT',
        sentence`Line ${line.line} of the batch names a request of other contents. Nothing was signed. Look for its payments in Activities.`,
      );
    const { activityId, fingerprint } = entry;
    const last = activityId === null ? null : activity(batch.profile, activityId);
    const isOfEntry = isJsonObject(last) && last.fingerprint === fingerprint;
    const status = isOfEntry && typeof last.status === 'string' ? last.status : entry.status;
    return { line, activityId, fingerprint, state: stateOf(entry, status, line) };
  });
}

/** Returns false for a file that lacks a line of the journal, because another program gave the line another number. */
function hasLinesOf({ id, lines }: StoredBatch, journal: OutcomeParts['journal']): boolean {
  const numbers = new Set(lines.map(({ line }) => line));
  return journal.linesOf(id).every((line) => numbers.has(line));
}

/**
 * Returns the request that decides the state of a line. An older file can name a request that did nothing, so another
 * request that carried out the line comes first. `lost` when the journal had a request whose archive is lost.
 */
function entryOf(batch: StoredBatch, line: StoredLine, journal: OutcomeParts['journal']): JournalEntry | 'lost' | null {
  const named = journal.get(line.requestId);
  if (named === null ? line.begun : mayHaveHappened(named)) return named;
  return earlierOf(batch, line, journal) ?? named;
}

/** Returns a request that carried out the line, whatever request its file names. Null when there is none. */
function earlierOf(
  batch: StoredBatch,
  line: StoredLine,
  journal: OutcomeParts['journal'],
): JournalEntry | 'lost' | null {
  const ofLine = journal.ofLine({ batch: batch.id, line: line.line });
  const happened = ofLine.find((entry) => entry !== null && mayHaveHappened(entry));
  return happened ?? (ofLine.includes(null) ? 'lost' : signedAs(batch, line, journal));
}

/** Returns the request that signed the bytes of a payment, whatever request its line names. Null when there is none. */
function signedAs(
  { profile, lines }: StoredBatch,
  { operation: name, payment, parameters }: StoredLine,
  journal: OutcomeParts['journal'],
): JournalEntry | null {
  const operation = requireOperation(name);
  if (payment === null || operation.kind !== 'activity') return null;
  const content = contentDigest(operation, utf8Encode(JSON.stringify({ parameters })));
  const found = content === null ? null : journal.signedBefore(profile, content);
  // The question about the line says so when nobody knows.
  if (found === null || 'unknown' in found) return null;
  return lines.some(({ requestId }) => requestId === found.requestId) ? null : found;
}

/** Refusals for a moment: a limit of requests, a login or a key that expired. */
const PASSING: readonly (number | null)[] = [401, 429];

function stateOf(
  { state, activityId, status: closedAs, httpStatus }: JournalEntry,
  status: string | null,
  { proven, problem }: StoredLine,
): LineState {
  if (state === 'prepared' || state === 'sent') return 'open';
  // The service never got these bytes, so the line may be signed.
  if (closedAs === 'DISCARDED' || closedAs === 'NOT_RECEIVED') return 'left';
  if (closedAs === 'GIVEN_UP') return 'givenUp';
  const isPassing = PASSING.includes(httpStatus) || problem === 'CLOCK_SKEW';
  if (activityId === null) return closedAs === 'REFUSED' && isPassing ? 'left' : 'failed';
  if (status === 'ACTIVITY_STATUS_COMPLETED') return proven ? 'signed' : 'unproven';
  return status === 'ACTIVITY_STATUS_FAILED' || status === 'ACTIVITY_STATUS_REJECTED' ? 'failed' : 'waiting';
}

/** Problems of a line whose completed result was compared with its request. */
const REFUTING: readonly StoredLine['problem'][] = ['SIGNATURE_MISMATCH', 'SERVICE_REPLY_INVALID'];

/** Returns a batch with the number of its lines in each state. */
export function rowOf({ id, name, createdAt }: StoredBatch, outcomes: readonly LineOutcome[]): BatchRow {
  const count = (of: LineState) => outcomes.filter(({ state }) => state === of).length;
  const counts = Object.fromEntries(LINE_STATES.map((state) => [state, count(state)])) as BatchRow['counts'];
  return { id, name, createdAt, counts };
}

export function detailOf(
  batch: StoredBatch,
  outcomes: readonly LineOutcome[],
  broadcasts: readonly BatchLineRow['broadcast'][],
): BatchDetail {
  const lines = outcomes.map(({ line: { line, what }, state, activityId }, index) => ({
    line,
    what,
    state,
    activityId,
    broadcast: broadcasts[index] ?? null,
  }));
  const isSent = batch.lines.some(({ payment }) => payment !== null && batchFactsOf(payment.chain).isSent);
  const isRefuted = outcomes.some(({ state, line }) => state === 'unproven' && REFUTING.includes(line.problem));
  return { ...rowOf(batch, outcomes), isSent, isRefuted, lines };
}

/** Returns a batch with new marks of the line of a request. */
export const withLine = (batch: StoredBatch, requestId: string, marks: Partial<StoredLine>): StoredBatch => ({
  ...batch,
  lines: batch.lines.map((line) => (line.requestId === requestId ? { ...line, ...marks } : line)),
});

/** Returns a batch with lines in the place of those with their numbers. */
export const withLines = (batch: StoredBatch, lines: readonly StoredLine[]): StoredBatch => {
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  return { ...batch, lines: batch.lines.map((line) => byNumber.get(line.line) ?? line) };
};
