import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ProfileRow, SeenAccount } from '../../../shared/model/index.ts';
import { type ActivityOperation, requireOperation } from '../../../shared/operations/index.ts';
import { buildActivityBody } from '../../client/index.ts';
import type { BatchLine } from '../../storage/records/index.ts';
import type { Base } from '../base.ts';
import type { Key } from '../keys/key-index.ts';
import type { Counting } from '../ports.ts';
import type { ConfirmBatch, ConfirmedBatch } from '../requests/batch-confirmation.ts';
import type { Confirmation } from '../requests/confirmation.ts';
import type { Requests } from '../requests/requests.ts';
import { handedOverIn } from '../results/handed-over.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { refuseSecrets } from '../stamping/secrets.ts';
import { namedBy, requireSigned } from './line-error.ts';
import { mayUse, renumberedWords } from './nonces.ts';
import { type LineOutcome, withLine, withLines } from './states.ts';
import type { BatchStore, StoredBatch, StoredLine } from './store.ts';
import { watchChain } from './watch.ts';

/** The services accept the time of a request for an hour. A run ends before, at the age of its first line. */
export const LONGEST_RUN_MS = 50 * 60_000;

/** A run over the lines of a batch. `before` is the batch as it was read, null for a new one. */
export interface Run {
  readonly before: StoredBatch | null;
  readonly batch: StoredBatch;
  readonly lines: readonly StoredLine[];
}

interface SigningParts {
  readonly credentials: Pick<Credentials, 'stamping'>;
  readonly requests: Pick<Requests, 'submitConfirmed'>;
  readonly confirm: ConfirmBatch;
  readonly store: Pick<BatchStore, 'put' | 'mark'>;
  readonly outcomes: (batch: StoredBatch) => readonly LineOutcome[];
  /** Composes the lines that are left anew. */
  readonly leftOf: (profile: ProfileRow, all: readonly LineOutcome[]) => Promise<StoredLine[]>;
}

/** A run with what its question says about an earlier answer. */
interface AskedRun extends Run {
  /** The lines that went to the service before. */
  readonly sent: number;
  readonly changed: readonly string[];
  /** The accounts of then, for a run after a pause or a crash. */
  readonly since: readonly SeenAccount[] | null;
}

/** The batch as far as it was signed, and the changes on its chain. None where the run ended for another reason. */
interface Signed {
  readonly batch: StoredBatch;
  readonly changed: readonly string[];
}

/** The operator's answer to the lines of a run. */
interface Answered {
  readonly profile: ProfileRow;
  readonly key: Key;
  readonly run: AskedRun;
  readonly bodies: readonly LineBody[];
  readonly confirmed: ConfirmedBatch;
}

interface LineBody {
  readonly line: StoredLine;
  readonly operation: ActivityOperation;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly timestampMs: number;
}

/**
 * Signs lines in order until one fails or the signal aborts. Returns the batch as it is stored then. When the chain
 * changes meanwhile, the lines that are left are composed anew and asked about with the changes. A no to that question
 * pauses the batch. Throws the error of the first line that fails, after which no line is signed.
 */
export type SignRun = (profile: ProfileRow, run: Run, counting: Counting) => Promise<StoredBatch>;

export function createSigning(
  { ports, records }: Pick<Base, 'ports' | 'records'>,
  { credentials, requests, confirm, store, outcomes, leftOf }: SigningParts,
): SignRun {
  const bodiesOf = (profile: ProfileRow, lines: readonly StoredLine[]): LineBody[] =>
    lines.map((line, index) => {
      const operation = requireOperation(line.operation);
      if (operation.kind !== 'activity') throw new AppError('INVALID_INPUT', 'A batch holds only activities.');
      refuseSecrets(operation, line.parameters, true);
      // Equal lines need different bytes, or the service would take them for one request sent twice.
      const timestampMs = ports.clock.now() - lines.length + index;
      const { organizationId } = profile;
      const body = buildActivityBody(operation, { organizationId, parameters: line.parameters, timestampMs });
      return { line, operation, body, timestampMs };
    });

  const ask = async (profile: ProfileRow, run: AskedRun, counting: Counting): Promise<Answered> => {
    const { batch, lines, sent, changed, since } = run;
    const key = credentials.stamping(profile);
    const bodies = bodiesOf(profile, lines);
    const asked = bodies.map(({ line: { line, payment }, body }) => ({ line, payment, body }));
    const question = { profile, key, name: batch.name, lines: asked, sent, changed, since };
    return { profile, key, run, bodies, confirmed: await confirm(question, counting) };
  };

  /** Signs one line and requires its proof. */
  const signLine = async ({ profile, key }: Answered, signs: BatchLine, line: LineBody, confirmation: Confirmation) => {
    const { operation, body } = line;
    const request = { profile, key, operation, body, line: signs };
    const submitted = await requests.submitConfirmed(line.line.requestId, request, confirmation);
    const { activity, signature } = submitted;
    const { parameters } = line.line;
    const isProven = signature !== null || handedOverIn({ operation, parameters }, activity) !== null;
    requireSigned(submitted, isProven);
    return isProven;
  };

  /** Stores the answered batch, and signs its lines in order until their chain changes. */
  const signAll = async (answered: Answered, total: number, { signal, progress }: Counting): Promise<Signed> => {
    const { bodies, confirmed, run } = answered;
    const { confirmations, chain } = confirmed;
    const { seen: _seen, ...batch } = run.batch;
    let current = store.put(chain === null ? batch : { ...batch, seen: [...chain.seen] }, run.before);
    const note = (requestId: string, change: Partial<StoredLine>) => {
      current = withLine(current, requestId, change);
      store.mark(
        current,
        current.lines.filter((line) => line.requestId === requestId),
      );
    };
    const changesFor = watchChain(ports.clock, chain);
    const isPaused = () => signal?.aborted === true;
    for (const [index, line] of bodies.entries()) {
      const confirmation = confirmations[index];
      if (confirmation === undefined || isPaused()) break;
      // The rest is left. Resuming asks about it again, with a new time.
      if (ports.clock.now() - line.timestampMs > LONGEST_RUN_MS) break;
      const changed = await changesFor(bodies.slice(index).map((left) => left.line.line));
      if (isPaused()) break;
      if (changed.length > 0) return { batch: current, changed };
      progress?.({ done: total - bodies.length + index, total, text: 'Signing' });
      const { requestId, line: number } = line.line;
      note(requestId, { begun: true });
      try {
        const signs = { batch: current.id, name: current.name, line: number };
        note(requestId, { proven: await signLine(answered, signs, line, confirmation) });
      } catch (error) {
        // A request that the journal lacks was not sent.
        const begun = records.journal.get(requestId) !== null;
        try {
          note(requestId, { begun, problem: error instanceof AppError ? error.code : 'INTERNAL' });
        } catch {
          // The journal has the outcome of the line. The first error must not be hidden by a mark that cannot be written.
        }
        throw namedBy(number, error, 'signed');
      }
    }
    return { batch: current, changed: [] };
  };

  /**
   * Composes the lines that are left anew and asks about them. Null when none is left, and when the operator says no.
   */
  const askLater = async (
    profile: ProfileRow,
    { batch, changed }: Signed,
    counting: Counting,
  ): Promise<Answered | null> => {
    const all = outcomes(batch);
    try {
      const lines = await leftOf(profile, all);
      if (lines.length === 0) return null;
      const next = { before: batch, batch: withLines(batch, lines), lines, sent: mayUse(all).length };
      return await ask(profile, { ...next, changed, since: null }, counting);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Nothing of the rest was signed, and the rest is still left.
      if (error.code === 'NOT_CONFIRMED' || (error.code === 'CANCELLED' && counting.signal?.aborted === true))
        return null;
      const text =
        mayUse(all).length === 0
          ? error.text
          : sentence`Earlier lines of the batch were sent. About the lines that are left: ${error.text}`;
      throw new AppError(error.code, text, { ...error, cause: error });
    }
  };

  return async (profile, run, counting) => {
    const { before, lines } = run;
    const sent = before === null ? 0 : mayUse(outcomes(before)).length;
    const changed = before === null ? [] : renumberedWords(before.lines, lines);
    const since = before?.seen ?? null;
    const total = lines.length;
    let signed = await signAll(await ask(profile, { ...run, sent, changed, since }, counting), total, counting);
    while (signed.changed.length > 0) {
      const answered = await askLater(profile, signed, counting);
      if (answered === null) break;
      signed = await signAll(answered, total, counting);
    }
    return signed.batch;
  };
}
