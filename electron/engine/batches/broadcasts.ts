import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';
import type { BatchBroadcast, ProfileRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { activityOutcome, buildActivityBody } from '../../client/index.ts';
import { type JournalEntry, mayHaveHappened } from '../../storage/records/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { FindRequested } from '../activities/requested.ts';
import { storedActivity } from '../activities/stored-activity.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import type { ConfirmBatch } from '../requests/batch-confirmation.ts';
import type { Requests } from '../requests/requests.ts';
import type { Results } from '../results/results.ts';
import { identityIn, sentIn, shownOf } from '../results/sent-transaction.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { namedBy } from './line-error.ts';
import { provenOf } from './result-file.ts';
import type { LineOutcome } from './states.ts';
import type { StoredBatch } from './store.ts';

const BROADCAST = OPERATIONS.eth_send_raw_transaction;
/** Broadcasts in the cache that are compared with the lines, the newest first. */
const MAXIMUM_BROADCASTS = 10_000;
/** The services accept the time of a request for an hour. A run ends before, at the age of its first line. */
const LONGEST_RUN_MS = 50 * 60_000;
/** Requests of one line that are searched. Each further one follows a request that did nothing. */
const MOST_ATTEMPTS = 1_000;

/** Broadcasts of the signed lines of a batch. */
export interface BatchBroadcasts {
  /** Returns how far the broadcast of each line is, from this machine alone. Null for a line that needs none. */
  states(profile: ProfileRow, batch: StoredBatch, outcomes: readonly LineOutcome[]): (BatchBroadcast | null)[];
  /**
   * Looks up what was sent, asks the operator about the rest, and broadcasts its lines in order until one fails or the
   * signal aborts. No line is broadcast whose transaction the chain or another activity already has. Asks nothing when
   * no line is left. Throws the error of the first line that fails, and what the question throws.
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
    throw new AppError('INVALID_INPUT', `Line ${requestId} was tried too often. Nothing was broadcast.`);
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

  return {
    states,
    async run(profile, batch, outcomes, counting) {
      const { signal, progress } = counting;
      await settleOpen(batch, outcomes);
      const before = states(profile, batch, outcomes);
      const left = outcomes.filter((_, index) => before[index] === 'left' || before[index] === 'failed');
      const ready: Ready[] = [];
      for (const [index, outcome] of left.entries()) {
        if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was broadcast.');
        progress?.({ done: index, total: left.length, text: 'Looking up the lines' });
        const { activityId } = outcome;
        const state = activityId === null ? null : await results.chainState(activityId, signal);
        if (state?.state === 'unknown')
          throw new AppError(
            'SERVICE_UNREACHABLE',
            `The state of line ${outcome.line.line} is not known. ${state.problem} Nothing was broadcast. Try again.`,
          );
        // A transaction that is on its way, in a block or replaced is left alone.
        if (state?.state !== 'open' && state?.state !== 'notFound' && state?.state !== 'noNode') continue;
        const { line } = outcome.line;
        if (state.state === 'noNode')
          throw new AppError(
            'NOT_FOUND',
            `The service has no node of the chain of line ${line}, so nothing was broadcast. Add a node in Settings, Network.`,
          );
        const { signed, problem } = await provenOf(outcome, { profile, activities, results });
        if (problem !== '') throw new AppError('SIGNATURE_MISMATCH', `Line ${line}: ${problem} Nothing was broadcast.`);
        ready.push(prepared(profile, batch, outcome, { signed, at: ports.clock.now() }));
      }
      const [first] = ready;
      if (first === undefined) return;
      const key = credentials.stamping(profile);
      const lines = ready.map(({ outcome, body }) => ({ line: outcome.line.line, body }));
      const { confirmations } = await confirm({ profile, key, name: batch.name, lines }, counting);
      for (const [index, { outcome, requestId, body }] of ready.entries()) {
        const confirmation = confirmations[index];
        if (confirmation === undefined || signal?.aborted === true) break;
        if (ports.clock.now() - first.timestampMs > LONGEST_RUN_MS) break;
        progress?.({ done: index, total: ready.length, text: 'Broadcasting' });
        try {
          const request = { profile, key, operation: BROADCAST, body };
          const { activity } = await requests.submitConfirmed(requestId, request, confirmation);
          const became = activityOutcome(activity);
          if (became === 'failed' || became === 'rejected')
            throw new AppError(
              'ACTIVITY_FAILED',
              `The service did not broadcast it. Look at the activity ${activity.id}.`,
              { outcome: 'refused' },
            );
        } catch (error) {
          throw namedBy(outcome.line.line, error, 'broadcast');
        }
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
        `Line ${outcome.line.line} cannot be broadcast to its chain. Nothing was broadcast.`,
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
