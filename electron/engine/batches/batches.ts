import { randomUUID } from 'node:crypto';
import { AppError, errorText, sentence } from '../../../shared/errors/index.ts';
import {
  BATCH_LIMITS,
  type BatchDetail,
  type BatchFormat,
  type BatchReview,
  type BatchRow,
  type BatchTable,
  type BatchTerms,
  type BrokenBatch,
  type ProfileRow,
} from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { oneLine } from '../../client/index.ts';
import { replaceFile } from '../../storage/files/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { FindRequested } from '../activities/requested.ts';
import type { Base } from '../base.ts';
import type { Payments } from '../payments/payments.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ConfirmBatch } from '../requests/batch-confirmation.ts';
import type { Requests } from '../requests/requests.ts';
import type { Results } from '../results/results.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { refuseSecretBytes } from '../stamping/secrets.ts';
import { createAlone } from './alone.ts';
import { createBatchBroadcasts } from './broadcasts.ts';
import { type Chosen, composeLines, NOT_BEGUN } from './compose.ts';
import { createExplainLine, type ExplainParts } from './explained.ts';
import { unproven } from './line-error.ts';
import { type Payer, spentOutputs, usedNonce } from './nonces.ts';
import type { RecipientParts } from './recipients.ts';
import { createRenewal, isPaid, plainPayment } from './renewal.ts';
import { cellsOf, fileOf, provenOf } from './result-file.ts';
import { createReview, paymentKey } from './review.ts';
import { createSigning, type Run } from './signing.ts';
import { detailOf, type LineOutcome, outcomesOf, rowOf, withLine, withLines } from './states.ts';
import { createBatchStore, type StoredBatch } from './store.ts';

/** The lines that an operator wants signed, and the name of their batch. */
export interface WantedBatch extends Chosen {
  readonly name: string;
  readonly table: BatchTable;
  readonly terms: BatchTerms;
}

/**
 * Payments and payloads from a table, signed after one answer to all of them. A batch that was interrupted goes on at its
 * first line without a signature. The journal decides which line that is.
 */
export interface Batches {
  /** Reads a table and adds what this machine knows. Signs nothing. Throws INVALID_INPUT, CANCELLED, VAULT_LOCKED. */
  review(table: BatchTable, terms: BatchTerms, counting?: Counting): Promise<BatchReview>;
  /**
   * Reads the table again, asks the operator about the chosen lines, and signs them one after another. Aborting pauses
   * after the current line, and so does the age of the answer (50 minutes). Asks anew when their chain changes meanwhile.
   * Throws the error of the first line that fails, after which no line is signed.
   */
  submit(wanted: WantedBatch, counting?: Counting): Promise<BatchDetail>;
  /**
   * Settles what was sent, proves what is unproven, then asks about the lines that are left and signs them, like
   * `submit`. Throws SIGNATURE_MISMATCH for a wrong signature, and SIGNATURE_UNCHECKED while one is not compared.
   */
  resume(id: string, counting?: Counting): Promise<BatchDetail>;
  /**
   * Asks about the signed lines that were not broadcast, then broadcasts them in order (`broadcasts.ts`). Aborting stops
   * after the current line. Throws the error of the first line that fails.
   */
  broadcast(id: string, counting?: Counting): Promise<BatchDetail>;
  /** The current profile's batches, the newest first. */
  list(): BatchRow[];
  /** The batches that cannot be read, by name, with the reason. */
  broken(): BrokenBatch[];
  /** Throws NOT_FOUND, STATE_FILE_CORRUPT. */
  get(id: string): BatchDetail;
  /** Takes a batch out of the list. Its activities stay. Throws INVALID_INPUT while a line can be settled. */
  close(id: string): void;
  /** Writes the result of each line. Returns the number of lines. */
  write(as: BatchFormat, id: string, to: string): Promise<{ path: string; lines: number }>;
}

interface BatchParts {
  readonly profiles: Profiles;
  readonly credentials: Credentials;
  readonly payments: Pick<Payments, 'assets' | 'quote' | 'fees' | 'example' | 'composeAll'>;
  readonly accounts: RecipientParts['accounts'];
  readonly addresses: RecipientParts['addresses'];
  readonly activities: Activities;
  readonly results: Pick<Results, 'of' | 'chainState'>;
  readonly requests: Pick<Requests, 'submitConfirmed' | 'settle'>;
  readonly findRequested: FindRequested;
  readonly confirm: ConfirmBatch;
  readonly vault: ExplainParts['vault'];
  readonly interfaces: ExplainParts['interfaces'];
  readonly namer: ExplainParts['namer'];
}

export function createBatches(base: Base, parts: BatchParts): Batches {
  const { ports, records, cache, changes } = base;
  const { profiles, credentials, payments, accounts, addresses, activities, results, requests } = parts;
  const { findRequested, confirm, vault, interfaces, namer } = parts;
  const store = createBatchStore(ports.paths.root);
  /** The batches of the current profile that are not closed, the newest first. */
  const ofProfile = ({ batches }: Pick<ReturnType<typeof store.all>, 'batches'> = store.all()) => {
    const { name } = profiles.get();
    return batches.filter(({ profile, isClosed }) => profile === name && !isClosed);
  };
  /** Closed batches count too, because their payments were made. */
  const earlier = ({ name: of }: ProfileRow) => {
    const all = store
      .all()
      .batches.flatMap(({ name, profile, lines }) =>
        profile === of
          ? lines.flatMap((line) => (isPaid(line) ? [[paymentKey(plainPayment(line)), name] as const] : []))
          : [],
      );
    return new Map(all);
  };
  const reviewTable = createReview({
    payments,
    explain: createExplainLine({ clock: ports.clock, vault, interfaces, namer }),
    earlier,
    usedNonce: (payer) => usedBy(payer),
    broken: () => broken().map(({ problem }) => problem),
    accounts,
    addresses,
    signed: records.signed,
  });
  const alone = createAlone();
  const broadcasts = createBatchBroadcasts(base, {
    credentials,
    activities,
    results,
    requests,
    findRequested,
    confirm,
  });

  const outcomes = (batch: StoredBatch): LineOutcome[] =>
    outcomesOf(batch, { journal: records.journal, activity: (profile, id) => cache.reader.activity(profile, id) });
  const detail = (batch: StoredBatch) => {
    const all = outcomes(batch);
    return detailOf(batch, all, broadcasts.states(profiles.get(batch.profile), batch, all));
  };

  /** The rows of the batches that can be read, and the reasons of the others. */
  const read = () => {
    const all = store.all();
    const unread = [...all.broken];
    const rows: BatchRow[] = [];
    for (const batch of ofProfile(all)) {
      try {
        rows.push(rowOf(batch, outcomes(batch)));
      } catch (error) {
        // One batch of wrong contents must not hide the others.
        unread.push({ name: batch.name, problem: errorText(error) });
      }
    }
    return { rows, unread };
  };
  const broken = () => read().unread;

  const usedBy = (payer: Payer) => usedNonce(store.all().batches, payer, outcomes);
  const spentBy = (payer: Payer) => spentOutputs(store.all().batches, payer, outcomes);
  const leftOf = createRenewal({
    payments,
    usedBy,
    spentBy,
    feesOf:
      (profile, { chain, from }) =>
      (payment) =>
        payments.fees({ chain, from, payment }, profile),
  });

  const signRun = createSigning(base, { credentials, requests, confirm, store, outcomes, leftOf });
  const sign = async (profile: ProfileRow, run: Run, counting: Counting) => {
    const signed = await signRun(profile, run, counting);
    changes.announce('requests');
    return detail(signed);
  };

  /**
   * Settles a sent line. It is left when the journal then says that the service did not receive it. A line whose entry
   * is lost cannot be settled, and stays open.
   */
  const settle = async (requestId: string) => {
    if (records.journal.get(requestId) === null) return;
    try {
      await requests.settle(requestId);
    } catch (error) {
      if (records.journal.get(requestId)?.status !== 'NOT_RECEIVED') throw error;
    }
  };

  /** Proves again what is not proven, and stores it. Throws the error of the first line without a proof. */
  const proved = async (profile: ProfileRow, batch: StoredBatch): Promise<StoredBatch> => {
    let current = batch;
    for (const outcome of outcomes(batch)) {
      if (outcome.state !== 'unproven') continue;
      const { line } = outcome;
      const { problem, isWrong } = await provenOf(outcome, { profile, activities, results });
      if (problem !== '') {
        if (isWrong) store.put(withLine(current, line.requestId, { problem: 'SIGNATURE_MISMATCH' }), batch);
        throw unproven(isWrong, sentence`Line ${line.line}: ${problem} Nothing was signed.`);
      }
      current = withLine(current, line.requestId, { proven: true, problem: null });
    }
    return current === batch ? batch : store.put(current, batch);
  };

  return {
    review: async (table, terms, counting) => (await reviewTable(profiles.get(), table, terms, counting)).review,
    async submit({ name, table, terms, ...chosen }, counting = {}) {
      const profile = profiles.get();
      const called = oneLine(name, BATCH_LIMITS.name);
      if (called === '') throw new AppError('INVALID_INPUT', 'Nothing was signed. Enter a name for the batch.');
      const reviewed = await reviewTable(profile, table, terms, counting, new Set(chosen.lines));
      const composing = { profile, payments, without: spentBy(terms) };
      const composed = await composeLines(reviewed, chosen, terms, composing);
      refuseSecretBytes(utf8Encode(JSON.stringify([called, composed.map(({ note }) => note)])));
      const lines = composed.map((line) => ({ ...line, requestId: randomUUID(), ...NOT_BEGUN }));
      const { name: of } = profile;
      const batch = {
        id: randomUUID(),
        name: called,
        profile: of,
        createdAt: ports.clock.now(),
        isClosed: false,
        lines,
      };
      return alone.run(batch.id, () => sign(profile, { before: null, batch, lines }, counting));
    },
    resume: (id, counting = {}) =>
      alone.run(id, async () => {
        const profile = profiles.get();
        const stored = store.get(profile.name, id);
        for (const { line, state } of outcomes(stored)) {
          if (state === 'open') await settle(line.requestId);
        }
        const settled = await proved(profile, stored);
        const left = await leftOf(profile, outcomes(settled));
        if (left.length === 0) return detail(settled);
        return sign(profile, { before: settled, batch: withLines(settled, left), lines: left }, counting);
      }),
    broadcast: (id, counting = {}) =>
      alone.run(id, async () => {
        const profile = profiles.get();
        const batch = store.get(profile.name, id);
        await broadcasts.run(profile, batch, outcomes(batch), counting);
        changes.announce('requests');
        return detail(batch);
      }),
    list: () => read().rows,
    broken,
    get: (id) => detail(store.get(profiles.get().name, id)),
    close(id) {
      const batch = store.get(profiles.get().name, id);
      // A line whose entry is lost can never be settled, so it does not keep its batch in the list.
      const isOpen = ({ state, line }: LineOutcome) => state === 'open' && records.journal.get(line.requestId) !== null;
      if (alone.isRunning(id) || outcomes(batch).some(isOpen))
        throw new AppError('INVALID_INPUT', 'A line of this batch is open, so it stays in the list. Resume it first.');
      store.put({ ...batch, isClosed: true }, batch);
      changes.announce('requests');
    },
    async write(as, id, to) {
      const profile = profiles.get();
      const all = outcomes(store.get(profile.name, id));
      const cells = [];
      for (const outcome of all) cells.push(await cellsOf(outcome, { profile, activities, results }));
      replaceFile(to, utf8Encode(fileOf(as, cells)));
      return { path: to, lines: cells.length };
    },
  };
}
