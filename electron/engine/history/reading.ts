import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import type { QueryRequest, QueryResponse } from '../../../shared/operations/index.ts';
import type { HistoryStore, Scan, SeriesKey, Transaction } from '../../storage/cache/index.ts';
import type { Queries } from '../queries/queries.ts';
import { readItem } from './item.ts';

/** Transactions in one page. The interface allows at most 100 (docs/protocol.md#limits). */
const PAGE = 100;
const MAXIMUM_CURSOR = 1024;

type Chain = QueryRequest<'list_eth_transaction_history'>['caip2'];

interface Reading {
  readonly queries: Pick<Queries, 'ask'>;
  readonly store: HistoryStore;
  readonly profile: ProfileRow;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal: AbortSignal | undefined;
  /** Called after each page with how many transactions it had. */
  readonly read: (transactions: number) => void;
}

/**
 * Reads the history of one address on one chain, newest first, until a known and final transaction. Then it reads the
 * rest of earlier readings, and last what the service has since found of earlier times. Each page is stored with its
 * end, so an interrupted reading resumes there. Throws what a query throws, CANCELLED, and SERVICE_REPLY_INVALID for an
 * impossible page. Stored pages stay.
 */
export async function readSeries(reading: Reading, key: SeriesKey): Promise<void> {
  const { series, scans } = reading.store.begin(reading.profile.name, key, reading.now);
  for (const scan of scans) await readScan(reading, key, series, scan);
}

async function readScan(reading: Reading, key: SeriesKey, series: number, begun: Scan): Promise<void> {
  const { store } = reading;
  let scan = begun;
  try {
    await readPages(reading, key, series, scan);
  } catch (error) {
    // The service no longer knows the cursor, or the chain was reorganized between two pages. Restart from the top.
    if (scan.cursor === null || !isRefusal(error)) throw error;
    scan = store.restart(series, scan);
    await readPages(reading, key, series, scan);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && ['SERVICE_REFUSED', 'SERVICE_REPLY_INVALID'].includes(error.code);
}

async function readPages(reading: Reading, key: SeriesKey, series: number, scan: Scan): Promise<void> {
  const { store, read } = reading;
  const cursors = new Set<string>();
  let cursor = scan.cursor;
  let lowest = scan.lowest ?? Number.POSITIVE_INFINITY;
  for (;;) {
    const { transactions, next, tail } = await readPage(reading, key, cursor);
    lowest = requireOrder(transactions, lowest);
    if (next !== null && (transactions.length === 0 || next === cursor || cursors.has(next)))
      throw invalid('repeats: it names a page that was already read');
    const { isDone } = store.add(series, scan.number, transactions, next, tail);
    read(transactions.length);
    if (isDone || next === null) return;
    cursors.add(next);
    cursor = next;
  }
}

async function readPage({ queries, profile, signal }: Reading, { address, chain }: SeriesKey, after: string | null) {
  let limit = PAGE;
  for (;;) {
    if (signal?.aborted === true)
      throw new AppError(
        'CANCELLED',
        'Cancelled. The pages read so far stay, and the next refresh continues from there.',
      );
    const paginationOptions = { limit: String(limit), ...(after === null ? {} : { after }) };
    try {
      const reply = await queries.ask(
        'list_eth_transaction_history',
        { address, caip2: chain as Chain, paginationOptions },
        // A cursor is the service’s own text, and may look like a key.
        { profile, signal, hexIsNoKey: true },
      );
      return {
        transactions: reply.transactions.map((item) => readItem(item, chain)),
        next: nextOf(reply, limit),
        tail: reply.pageInfo?.endCursor || null,
      };
    } catch (error) {
      if (limit === 1 || !(error instanceof AppError && error.code === 'TOO_LARGE')) throw error;
      limit = Math.max(1, Math.floor(limit / 4));
    }
  }
}

/** The cursor of the next page. Null after the last. */
function nextOf({ transactions, pageInfo }: QueryResponse<'list_eth_transaction_history'>, limit: number) {
  if (pageInfo?.hasNextPage === false) return null;
  const cursor = pageInfo?.endCursor ?? '';
  if (cursor.length > MAXIMUM_CURSOR) throw invalid('names a page with more than 1,024 characters');
  if (cursor !== '' && (pageInfo?.hasNextPage === true || transactions.length >= limit)) return cursor;
  if (pageInfo?.hasNextPage === true) throw invalid('states another page but does not name it');
  return null;
}

/** Returns the lowest block. Throws when a page is not newest first, or lists a transaction twice. */
function requireOrder(transactions: readonly Transaction[], above: number): number {
  let lowest = above;
  const hashes = new Set<string>();
  for (const { hash, block } of transactions) {
    if (block > lowest) throw invalid('is not in the order of blocks');
    if (hashes.has(hash)) throw invalid('lists one transaction twice');
    hashes.add(hash);
    lowest = block;
  }
  return lowest;
}

function invalid(what: string): AppError {
  return new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The service’s list of transactions ${what}, so this page was discarded. Refresh again. If the problem stays, report it to the operator of the service.`,
  );
}
