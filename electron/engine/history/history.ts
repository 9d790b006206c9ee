import { join } from 'node:path';
import { AppError, NO_ENDPOINT } from '../../../shared/errors/index.ts';
import {
  type ChainReading,
  type ChosenRows,
  chainName,
  type EndpointChain,
  ETHEREUM_HISTORY_CHAINS,
  type HistoryDetail,
  type HistoryFormat,
  type HistoryLine,
  type ProfileRow,
  type RowOrder,
} from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import type { SeriesKey, Term } from '../../storage/cache/index.ts';
import { writePieces } from '../../storage/files/index.ts';
import { inSlices } from '../../storage/sqlite/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Addresses } from '../addresses/addresses.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import type { Readings } from '../service/readings.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { ArrangedSlice } from '../tools/arranged.ts';
import { createHeld } from '../tools/held.ts';
import { fileNameOf } from './file-name.ts';
import { cellsOf, WRITINGS } from './files.ts';
import { idsInOrder } from './orders.ts';
import { type Parties, partiesOf } from './parties.ts';
import { readSeries } from './reading.ts';
import { toHistoryDetail, toHistoryRow } from './rows.ts';
import { termsOf } from './terms.ts';
import { untilRead } from './until-read.ts';

/** The interval at which a growing list is read again, in milliseconds. */
const ANNOUNCE_INTERVAL = 500;

/** The transactions of the organization's accounts, kept on this machine. */
export interface History {
  /**
   * A slice of the current profile's transactions, newest first, with a line before each day. `found` is the number of
   * matches among `total`. While `found` is null, counting goes on and `total` is the number stored so far. A `history`
   * change reports the end. In an order there are no days, and all matches are counted before the first is returned.
   * Throws INVALID_INPUT when an order would read too many rows.
   */
  list(
    slice: ArrangedSlice,
  ): Promise<{ rows: HistoryLine[]; total: number; found: number | null; refreshedAt: number | null }>;
  /** Throws NOT_FOUND. */
  get(id: number): Promise<HistoryDetail>;
  /**
   * Reads new transactions of every account on every chain with an endpoint, or of one of them. Throws the errors of
   * reading, and NOT_FOUND for an address without an account.
   */
  refresh(counting?: Counting, only?: Partial<SeriesKey>): Promise<{ transactions: number; chains: number }>;
  /** The progress of the service inside this program on each chain, if it is that of the current profile. */
  readings(): ChainReading[];
  /**
   * Starts the service inside this program. Waits until it has read all that it can now, back to the beginning of each
   * chain that is not paused. Throws CANCELLED and the errors of starting it.
   */
  untilRead(counting: Counting): Promise<void>;
  /**
   * Pauses or resumes the service's reading of a chain's history before the accounts were followed. Throws NOT_FOUND.
   */
  pause(chain: EndpointChain, paused: boolean): Promise<void>;
  /** Returns the file name for the results of that search. */
  fileName(as: HistoryFormat, search: string): Promise<string>;
  /**
   * Writes the matches of a search, or those chosen among them, into a file that only the operator can read, and returns
   * its path. The path is `to`, or below the state folder with a name from the search. Throws the errors of `list`.
   */
  write(
    as: HistoryFormat,
    wanted: WantedHistory,
    counting?: Counting,
    to?: string,
  ): Promise<{ path: string; transactions: number }>;
  /** Stops work that is running in slices. */
  end(): void;
}

/** The transactions that a file gets. */
export interface WantedHistory {
  readonly search: string;
  /** Absent is newest first. */
  readonly order?: RowOrder | undefined;
  /** Ids of transactions: the only ones, or with `allBut` the ones left out. Absent or null for every match. */
  readonly chosen?: ChosenRows | null | undefined;
}

interface HistoryParts {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly accounts: Accounts;
  readonly addresses: Addresses;
  readonly readings: Pick<Readings, 'list' | 'wholeUntil'>;
  readonly service: Pick<ServiceKeeper, 'pauseHistory' | 'startLocal'>;
}

export function createHistory(base: Base, parts: HistoryParts): History {
  const { profiles, queries, accounts, addresses, readings, service } = parts;
  const { ports, cache, changes } = base;
  const store = () => base.history.store();
  // Rows show the address book's names.
  changes.on('documents', () => changes.announce('history'));
  const list = () => (profiles.get().kind === 'local' ? readings.list() : []);
  const ordered = createHeld<Uint32Array>();
  changes.on('history', ordered.clear);
  let isEnded = false;
  const requireOpen = () => {
    if (isEnded) throw new AppError('CANCELLED', 'Castellan is being closed.');
  };
  const report = (problem: unknown) => {
    if (!isEnded) ports.report(problem);
  };
  let loading: Promise<void> | null = null;
  /** Loads the history that searches read into memory, one load at a time. */
  const load = async (): Promise<void> => {
    const history = store();
    // When another process writes meanwhile, the data is read again.
    while (!history.isLoaded()) {
      loading ??= inSlices(history.load(), requireOpen).finally(() => {
        loading = null;
        changes.announce('history');
      });
      await loading;
    }
  };

  const nameOf = (as: HistoryFormat, search: string, profile: ProfileRow, parties: Parties) =>
    fileNameOf({
      as,
      search,
      profile,
      parties,
      addresses: accounts.addressesOf(profile, 'ADDRESS_FORMAT_ETHEREUM'),
      now: ports.clock.now(),
    });

  let counted = '';
  /** Counts all matches of a search, then notifies listeners. A newer search cancels it. */
  const countRest = (profile: string, search: string, terms: readonly Term[]): void => {
    const mine = JSON.stringify([profile, search]);
    if (mine === counted) return;
    counted = mine;
    const leave = () => {
      requireOpen();
      if (counted !== mine) throw new AppError('CANCELLED', 'Something else is searched for.');
    };
    inSlices(store().count(profile, terms), leave).then(
      () => {
        counted = '';
        changes.announce('history');
      },
      (problem) => {
        if (counted !== mine) return;
        counted = '';
        report(problem);
      },
    );
  };

  return {
    async list({ search, offset, limit, order }) {
      const profile = profiles.get();
      const parties = await partiesOf(profile, accounts, addresses);
      const terms = termsOf(search, parties);
      if (order !== undefined) {
        await load();
        const key = JSON.stringify([profile.name, search, order]);
        const ids = await ordered.get(key, () =>
          inSlices(idsInOrder(store(), profile.name, terms, { order, parties }), requireOpen),
        );
        const rows = [...store().pieces(ids.subarray(offset, offset + limit))].flat();
        return {
          rows: rows.map((transaction) => toHistoryRow(transaction, parties)),
          total: ids.length,
          found: ids.length,
          refreshedAt: store().refreshedAt(profile.name),
        };
      }
      if (!store().isLoaded()) {
        if (terms.length > 0 || offset > 0) await load();
        else void load().catch(report);
      }
      const { lines, ...rest } = store().lines(profile.name, terms, offset, limit);
      const rows = lines.map((line) =>
        'day' in line ? { group: line.day * 1000, rows: line.transactions } : toHistoryRow(line.transaction, parties),
      );
      if (rest.found === null) countRest(profile.name, search, terms);
      else counted = '';
      return { rows, ...rest };
    },

    async get(id) {
      const profile = profiles.get();
      const found = store().get(profile.name, id);
      if (found === null)
        throw new AppError('NOT_FOUND', 'This transaction is no longer in the history. Choose another one.');
      const fingerprint = found.sent?.fingerprint ?? null;
      const [activity] =
        fingerprint === null
          ? []
          : cache.reader
              .activities(profile.name, { search: fingerprint, offset: 0, limit: 10 })
              .rows.filter((row) => row.fingerprint === fingerprint);
      return toHistoryDetail(found, await partiesOf(profile, accounts, addresses), activity?.activityId ?? null);
    },

    async refresh({ signal, progress } = {}, only = {}) {
      const profile = profiles.get();
      if (accounts.list({ search: '', offset: 0, limit: 1 }).refreshedAt === null)
        await accounts.refresh({ ...(signal && { signal }) });
      const history = store();
      const kept = history.chains(profile.name);
      const wholeUntil = () => (profile.kind === 'local' ? readings.wholeUntil() : undefined);
      const before = wholeUntil();
      const all = accounts
        .addressesOf(profile, 'ADDRESS_FORMAT_ETHEREUM')
        .filter((address) => (only.address ?? address).toLowerCase() === address.toLowerCase());
      if (only.address !== undefined && all.length === 0) throw notAnAccount();
      const chainsRead = ETHEREUM_HISTORY_CHAINS.filter((chain) => (only.chain ?? chain) === chain);
      let [done, chains] = [0, 0];
      let problem: unknown = null;
      let announcedAt = 0;
      for (const chain of all.length === 0 ? [] : chainsRead) {
        const text = `Reading ${chainName(chain)}`;
        const read = (transactions: number) => {
          done += transactions;
          progress?.({ done, total: null, text: `${text}: ${done}` });
          if (transactions === 0 || ports.clock.steady() - announcedAt < ANNOUNCE_INTERVAL) return;
          announcedAt = ports.clock.steady();
          changes.announce('history');
        };
        try {
          for (const address of all)
            await readSeries(
              { queries, store: history, profile, now: ports.clock.now(), signal, read },
              { address, chain },
            );
          chains += 1;
        } catch (error) {
          if (error instanceof AppError && error.code === 'CANCELLED') throw error;
          // A chain without an endpoint and without stored history is not a problem.
          if (only.chain === chain || kept.includes(chain) || !isWithoutEndpoint(error)) problem ??= error;
        }
      }
      if (problem !== null) throw problem;
      // The age applies to all of the data: a service is only as current as its nodes.
      const until = before === undefined ? wholeUntil() : before;
      if (only.address === undefined && only.chain === undefined && until !== null)
        history.setRefreshed(profile.name, until ?? ports.clock.now());
      changes.announce('history');
      return { transactions: done, chains };
    },

    readings: list,
    async untilRead(counting) {
      if (profiles.get().kind !== 'local') return;
      await service.startLocal();
      await untilRead(changes, list, counting);
    },
    pause: (chain, paused) => service.pauseHistory(chain, paused),

    async fileName(as, search) {
      const profile = profiles.get();
      return nameOf(as, search, profile, await partiesOf(profile, accounts, addresses));
    },

    async write(as, { search, order = null, chosen = null }, { signal, progress } = {}, to = undefined) {
      const profile = profiles.get();
      const parties = await partiesOf(profile, accounts, addresses);
      await load();
      const path = to ?? join(ports.paths.root, nameOf(as, search, profile, parties));
      const { begin, end, piece } = WRITINGS[as];
      let written = 0;
      const requireWanted = () => {
        if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. No file was written.');
      };
      const terms = termsOf(search, parties);
      const all = await inSlices(idsInOrder(store(), profile.name, terms, { order, parties }), requireWanted);
      const marked = new Set(chosen?.ids.map(Number));
      const ids = chosen === null ? all : all.filter((id) => marked.has(id) !== chosen.allBut);
      const pieces = function* () {
        yield utf8Encode(begin);
        for (const found of store().pieces(ids)) {
          const text = piece(
            found.flatMap((transaction) => cellsOf(transaction, parties)),
            written === 0,
          );
          written += found.length;
          yield utf8Encode(text);
        }
        yield utf8Encode(end);
      };
      const writing = writePieces(path, pieces());
      try {
        await inSlices(writing, () => {
          progress?.({ done: written, total: null, text: `Writing ${written}` });
          requireWanted();
        });
      } finally {
        // An unfinished file is removed.
        writing.return();
      }
      return { path, transactions: written };
    },

    end() {
      isEnded = true;
    },
  };
}

const notAnAccount = () =>
  new AppError(
    'NOT_FOUND',
    'No Ethereum account of this profile has that address. Nothing was read. Check the address, or refresh the accounts.',
  );

/** The service was not given a node of this chain. */
function isWithoutEndpoint(error: unknown): boolean {
  return error instanceof AppError && error.code === 'SERVICE_REFUSED' && error.message.includes(NO_ENDPOINT);
}
