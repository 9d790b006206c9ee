import { createHash } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { BatchBroadcast, ProfileRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { activityOutcome, buildActivityBody } from '../../client/index.ts';
import { type JournalEntry, mayHaveHappened } from '../../storage/records/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { FindRequested } from '../activities/requested.ts';
import { storedActivity } from '../activities/stored-activity.ts';
import type { Base } from '../base.ts';
import type { Key } from '../keys/key-index.ts';
import type { Counting } from '../ports.ts';
import type { ConfirmBatch, ConfirmedBatch } from '../requests/batch-confirmation.ts';
import type { Requests } from '../requests/requests.ts';
import type { Results } from '../results/results.ts';
import { identityIn, sentIn, shownOf } from '../results/sent-transaction.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { namedBy, unproven } from './line-error.ts';
import { provenOf } from './result-file.ts';
import { LONGEST_RUN_MS } from './signing.ts';
import type { LineOutcome } from './states.ts';
import type { StoredBatch } from './store.ts';
import { watchChain } from './watch.ts';

const BROADCAST = OPERATIONS.eth_send_raw_transaction;
/** Broadcasts in the cache that are compared with the lines, the newest first. */
const MAXIMUM_BROADCASTS = 10_000;
/** Requests of one line that are searched. Each further one follows a request that did nothing. */
const MOST_ATTEMPTS = 1_000;

/** Broadcasts of the signed lines of a batch. */
export interface BatchBroadcasts {
  /** Returns how far the broadcast of each line is, from this machine alone. Null for a line that needs none. */
  states(profile: ProfileRow, batch: StoredBatch, outcomes: readonly LineOutcome[]): (BatchBroadcast | null)[];
  /**
   * Looks up what was sent, asks the operator about the rest, and broadcasts its lines in order until one fails or the
   * signal aborts. No line is broadcast whose transaction the chain or another activity already has. Asks nothing when
   * no line is left. When the chain changes meanwhile, the lines that are left are looked up and asked about again with
   * the changes. A no to that question pauses. Throws the error of the first line that fails, and what the question throws.
   */
  run(profile: ProfileRow, batch: StoredBatch, outcomes: readonly LineOutcome[], counting: Counting): Promise<void>;
}

interface BroadcastParts {
  readonly credentials: Credentials;
  readonly activities: Pick<Activities, 'find'>;
  readonly results: Pick<Results, 'of' | 'chainState'>;
  readonly requests: Pick<Requests, 'submitConfirmed' | 'settle'>;
  readonly findRequested: FindRequested;
  readonly confirm: ConfirmBatch;
}

/** A line to broadcast: its signed transaction, and the request that carries it. */
interface Ready {
  readonly outcome: LineOutcome;
  readonly requestId: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly timestampMs: number;
}

/** The batch whose lines are broadcast. */
interface Broadcasting {
  readonly profile: ProfileRow;
  readonly batch: StoredBatch;
  readonly outcomes: readonly LineOutcome[];
}

/** The operator's answer to lines. */
interface Answered extends ConfirmedBatch {
  readonly key: Key;
  readonly ready: readonly Ready[];
}

/** The end of a round: the lines that were sent, and the changes on the chain with the lines that are left then. */
interface Round extends Pick<ConfirmedBatch, 'chain'> {
  readonly sent: number;
  readonly changed: readonly string[];
  readonly left: readonly number[];
}

export function createBatchBroadcasts(
  { ports, records, cache }: Base,
  { credentials, activities, results, requests, findRequested, confirm }: BroadcastParts,
): BatchBroadcasts {
  const { journal } = records;

  /** The newest request that broadcast a line, and the id of the next one. Ids follow from the line, so a restart finds them. */
  const attemptsOf = (batch: StoredBatch, { line: { requestId } }: LineOutcome) => {
    let entry: JournalEntry | null = null;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const id = broadcastId(batch.id, requestId, attempt);
      const found = journal.get(id);
      if (found === null) return { entry, next: id };
      entry = found;
    }
    throw new AppError('INVALID_INPUT', sentence`Line ${requestId} was tried too often. Nothing was broadcast.`);
  };

  /** The states of all broadcasts in the cache, by the hash of their transaction. */
  const knownBroadcasts = (profile: ProfileRow): ReadonlyMap<string, BatchBroadcast> => {
    const known = new Map<string, BatchBroadcast>();
    const rows = cache.reader.ofTypes(profile.name, [BROADCAST.activityType], MAXIMUM_BROADCASTS);
    for (const { json } of rows.toReversed()) {
      const activity = storedActivity(json);
      const requested = activity === null ? null : findRequested(profile, activity);
      if (activity === null || requested === null || 'why' in requested) continue;
      const hash = identityIn(requested.parameters.signedTransaction)?.transactionHash;
      if (hash === undefined || known.get(hash) === 'sent') continue;
      const outcome = activityOutcome(activity);
      known.set(
        hash,
        outcome === 'done' ? 'sent' : outcome === 'failed' || outcome === 'rejected' ? 'failed' : 'asked',
      );
    }
    return known;
  };

  /** The hash of the transaction that a line signed, as the cached activity shows it. Null for a line without one. */
  const hashOf = ({ profile }: StoredBatch, { state, line, activityId }: LineOutcome): string | null => {
    if (state !== 'signed' || line.operation !== OPERATIONS.sign_transaction.name || activityId === null) return null;
    const cached = cache.reader.activity(profile, activityId);
    const activity = cached === null ? null : storedActivity(cached);
    const signed = activity === null ? null : shownOf(activity);
    return signed?.kind === 'transaction' ? (identityIn(signed.signedTransaction)?.transactionHash ?? null) : null;
  };

  const stateOf = (entry: JournalEntry | null, known: BatchBroadcast | undefined): BatchBroadcast => {
    if (known === 'sent' || known === 'asked') return known;
    if (entry === null) return known ?? 'left';
    if (entry.state === 'prepared' || entry.state === 'sent') return 'open';
    return mayHaveHappened(entry) ? (known ?? 'asked') : 'failed';
  };

  const states: BatchBroadcasts['states'] = (profile, batch, outcomes) => {
    const known = knownBroadcasts(profile);
    return outcomes.map((outcome) => {
      const hash = hashOf(batch, outcome);
      return hash === null ? null : stateOf(attemptsOf(batch, outcome).entry, known.get(hash));
    });
  };

  /** Sends the open broadcasts of an earlier run again, with the same bytes. */
  const settleOpen = async (batch: StoredBatch, outcomes: readonly LineOutcome[]) => {
    for (const outcome of outcomes) {
      const { entry } = attemptsOf(batch, outcome);
      if (entry === null || (entry.state !== 'prepared' && entry.state !== 'sent')) continue;
      try {
        await requests.settle(entry.requestId);
      } catch (error) {
        if (journal.get(entry.requestId)?.status !== 'NOT_RECEIVED') throw error;
      }
    }
  };

  /**
   * Looks up which lines are left, and prepares them. A transaction that is on its way, in a block or replaced is left
   * alone.
   */
  const lookUp = async (
    { profile, batch, outcomes }: Broadcasting,
    { signal, progress }: Counting,
  ): Promise<readonly Ready[]> => {
    await settleOpen(batch, outcomes);
    const before = states(profile, batch, outcomes);
    const left = outcomes.filter((_, index) => before[index] === 'left' || before[index] === 'failed');
    const ready: Ready[] = [];
    for (const [index, outcome] of left.entries()) {
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was broadcast.');
      progress?.({ done: index, total: left.length, text: 'Looking up the lines' });
      const { activityId } = outcome;
      const state = activityId === null ? null : await results.chainState(activityId, { profile, signal });
      if (state?.state === 'unknown')
        throw new AppError(
          'SERVICE_UNREACHABLE',
          sentence`The state of line ${outcome.line.line} is not known. ${state.problem} Nothing was broadcast. Try again.`,
        );
      if (state?.state !== 'open' && state?.state !== 'notFound' && state?.state !== 'noNode') continue;
      const { line } = outcome.line;
      if (state.state === 'noNode')
        throw new AppError(
          'NOT_FOUND',
          sentence`The service has no node of the chain of line ${line}, so nothing was broadcast. Add a node in Settings, Network.`,
        );
      const { signed, problem, isWrong } = await provenOf(outcome, { profile, activities, results });
      if (problem !== '') throw unproven(isWrong, sentence`Line ${line}: ${problem} Nothing was broadcast.`);
      ready.push(prepared(profile, batch, outcome, { signed, at: ports.clock.now() }));
    }
    return ready;
  };

  const ask = async (
    { profile, batch }: Broadcasting,
    ready: readonly Ready[],
    { sent, changed }: Pick<Round, 'sent' | 'changed'>,
    counting: Counting,
  ): Promise<Answered> => {
    const key = credentials.stamping(profile);
    const lines = ready.map(({ outcome, body }) => ({ line: outcome.line.line, body }));
    return { key, ready, ...(await confirm({ profile, key, name: batch.name, lines, sent, changed }, counting)) };
  };

  /** Broadcasts lines in order until their chain changes. Throws the error of the first line that fails. */
  const sendAll = async (
    { profile }: Broadcasting,
    { key, ready, confirmations, chain }: Answered,
    { signal, progress }: Counting,
  ): Promise<Round> => {
    const changesFor = watchChain(ports.clock, chain);
    const isPaused = () => signal?.aborted === true;
    const first = ready[0]?.timestampMs ?? 0;
    for (const [index, { outcome, requestId, body }] of ready.entries()) {
      const confirmation = confirmations[index];
      if (confirmation === undefined || isPaused()) break;
      if (ports.clock.now() - first > LONGEST_RUN_MS) break;
      const left = ready.slice(index).map((one) => one.outcome.line.line);
      const changed = await changesFor(left);
      if (isPaused()) break;
      if (changed.length > 0) return { sent: index, changed, left, chain };
      progress?.({ done: index, total: ready.length, text: 'Broadcasting' });
      try {
        const request = { profile, key, operation: BROADCAST, body };
        const { activity } = await requests.submitConfirmed(requestId, request, confirmation);
        const became = activityOutcome(activity);
        if (became === 'failed' || became === 'rejected')
          throw new AppError(
            'ACTIVITY_FAILED',
            sentence`The service did not broadcast it. Look at the activity ${activity.id}.`,
            { outcome: 'refused' },
          );
      } catch (error) {
        throw namedBy(outcome.line.line, error, 'broadcast');
      }
    }
    return { sent: 0, changed: [], left: [], chain };
  };

  /**
   * Looks up the lines that are left after a change, and asks about them with the changes. Null when none is left, and
   * when the operator says no.
   */
  const askAgain = async (
    broadcasting: Broadcasting,
    { sent, changed, left, chain }: Round,
    counting: Counting,
  ): Promise<Answered | null> => {
    try {
      const ready = await lookUp(broadcasting, counting);
      if (ready.length === 0) return null;
      const still = new Set(ready.map(({ outcome }) => outcome.line.line));
      const now = [
        ...leftOutWords(left.filter((line) => !still.has(line))),
        ...((await chain?.changesFor(still)) ?? []),
      ];
      return await ask(broadcasting, ready, { sent, changed: now.length === 0 ? changed : now }, counting);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'NOT_CONFIRMED' || (error.code === 'CANCELLED' && counting.signal?.aborted === true))
        return null;
      const text =
        sent === 0
          ? error.text
          : sentence`Earlier lines of the batch were broadcast. About the lines that are left: ${error.text}`;
      throw new AppError(error.code, text, { ...error, cause: error });
    }
  };

  return {
    states,
    async run(profile, batch, outcomes, counting) {
      const broadcasting = { profile, batch, outcomes };
      const ready = await lookUp(broadcasting, counting);
      if (ready.length === 0) return;
      // Lines of earlier runs may still lower the balance while the question is open.
      const before = states(profile, batch, outcomes).filter((state) => state === 'sent' || state === 'asked').length;
      let round = await sendAll(
        broadcasting,
        await ask(broadcasting, ready, { sent: before, changed: [] }, counting),
        counting,
      );
      for (let sent = before + round.sent; round.changed.length > 0; sent += round.sent) {
        const answered = await askAgain(broadcasting, { ...round, sent }, counting);
        if (answered === null) return;
        round = await sendAll(broadcasting, answered, counting);
      }
    },
  };

  /** Makes the request that broadcasts the proven transaction of a line. */
  function prepared(
    { organizationId }: ProfileRow,
    batch: StoredBatch,
    outcome: LineOutcome,
    { signed, at }: { readonly signed: string; readonly at: number },
  ): Ready {
    const sent = sentIn(signed);
    if (sent === null)
      throw new AppError(
        'NOT_FOUND',
        sentence`Line ${outcome.line.line} cannot be broadcast to its chain. Nothing was broadcast.`,
      );
    const parameters = { signedTransaction: signed, caip2: sent.chain };
    const body = buildActivityBody(BROADCAST, { organizationId, parameters, timestampMs: at });
    return { outcome, requestId: attemptsOf(batch, outcome).next, body, timestampMs: at };
  }
}

/** Returns the id of a request that broadcasts a line, in the form of a UUID. */
function broadcastId(batch: string, line: string, attempt: number): string {
  const hex = createHash('sha256').update(`broadcast ${batch} ${line} ${attempt}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Names lines that a run leaves out, because their transactions need no broadcast or cannot be executed any more. */
function leftOutWords(lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  return lines.length === 1
    ? [`Line ${lines[0]} is left out: its chain has this transaction, or another one with its nonce.`]
    : [`${lines.length} lines are left out: their chain has these transactions, or others with their nonces.`];
}
