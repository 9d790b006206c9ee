import { AppError } from '../../../shared/errors/index.ts';
import {
  type AccountRow,
  type ActivityRow,
  APP_RULES,
  type AppRow,
  type AuditRow,
  appRowsOf,
  type ChosenRows,
  chainLabel,
  type FoundRules,
  foundRows,
  foundWaiting,
  type ListName,
  type OrganizationContent,
  type PrivateKeyRow,
  type RowOrder,
  SECRET_RULES,
  type StoredSecret,
  secretProperties,
  toRfc3339,
  type WaitingRow,
  type WalletListRow,
} from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { faultWords, OUTCOME_WORDS, rowStatus } from '../../../shared/words/index.ts';
import { writePieces } from '../../storage/files/index.ts';
import { inSlices } from '../../storage/sqlite/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { PrivateKeys } from '../accounts/private-keys.ts';
import type { Wallets } from '../accounts/wallets.ts';
import type { Activities } from '../activities/activities.ts';
import type { Inbox } from '../activities/inbox.ts';
import type { Log } from '../log/log.ts';
import type { Clock, Counting } from '../ports.ts';
import type { ArrangedSlice } from '../tools/arranged.ts';
import { csvCell } from '../tools/csv-cell.ts';

/** Rows that are read at a time. */
const PAGE = 500;
/** A list that changes while it is read is read again, so many times. */
const READINGS = 3;

/** The rows of a list that a file gets: the matches of a search, all or some of them. */
export interface WantedRows {
  readonly list: ListName;
  readonly search: string;
  /** The order of the window. Absent is the list's own. */
  readonly order?: RowOrder | undefined;
  /** Null for every row. */
  readonly chosen: ChosenRows | null;
}

/** A table as the page shows it. */
interface ShownTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Lists as CSV files, from main's own rows. */
export interface Tables {
  /**
   * Writes rows into a file that only the operator can read, one a line below the names of the columns. Throws CANCELLED
   * and the errors of writing.
   */
  write(wanted: WantedRows, to: string, counting?: Counting): Promise<{ path: string; rows: number }>;
  /** Writes a table of the page alike. Its cells are what the page shows, so nothing of it is proven. */
  writeShown(table: ShownTable, to: string): Promise<{ path: string; rows: number }>;
}

/** One list: its rows a page at a time, the id of a row, and the cells by column. */
interface Table<Row> {
  readonly read: (slice: ArrangedSlice) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>;
  readonly idOf: (row: Row) => string;
  readonly columns: Readonly<Record<string, (row: Row) => string | number | null | undefined>>;
}

interface TableParts {
  readonly accounts: Pick<Accounts, 'arranged'>;
  readonly wallets: Pick<Wallets, 'arranged'>;
  readonly privateKeys: Pick<PrivateKeys, 'arranged'>;
  readonly activities: Pick<Activities, 'arranged'>;
  readonly inbox: Inbox;
  readonly log: Pick<Log, 'list'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly organization: { get(): Pick<OrganizationContent, 'secrets' | 'apps'> };
}

const timeOf = (at: number | null) => (at === null ? '' : toRfc3339(at));

/** Reads a page of rows that are few, so they are searched in one go. */
const readFew =
  <Row>(rules: FoundRules<Row>, rowsOf: () => readonly Row[]): Table<Row>['read'] =>
  async ({ search, order = null, offset, limit }) => {
    const found = foundRows(rules, rowsOf(), search, order);
    return { rows: found.slice(offset, offset + limit), total: found.length };
  };

export function createTables(parts: TableParts): Tables {
  const { accounts, wallets, privateKeys, activities, inbox, log, organization, clock } = parts;
  const accountTable: Table<AccountRow> = {
    read: (slice) => accounts.arranged(slice),
    idOf: ({ walletAccountId }) => walletAccountId,
    columns: {
      name: ({ name }) => name,
      address: ({ address }) => address,
      chain: (row) => chainLabel(row),
      format: ({ addressFormat }) => addressFormat,
      curve: ({ curve }) => curve,
      path: ({ path }) => path,
      wallet: ({ walletName }) => walletName,
      public_key: ({ publicKey }) => publicKey,
      exported: ({ exported, keyExported }) => String(keyExported ?? exported),
      imported: ({ imported }) => String(imported),
      created: ({ createdAt }) => timeOf(createdAt),
      account_id: ({ walletAccountId }) => walletAccountId,
    },
  };
  const walletTable: Table<WalletListRow> = {
    read: (slice) => wallets.arranged(slice),
    idOf: ({ walletId }) => walletId,
    columns: {
      name: ({ walletName }) => walletName,
      accounts: ({ accounts: number }) => number,
      chains: ({ chains }) => chains.join(', '),
      exported: ({ exported }) => String(exported),
      imported: ({ imported }) => String(imported),
      backup: ({ backup }) => backup?.state,
      created: ({ createdAt }) => timeOf(createdAt),
      wallet_id: ({ walletId }) => walletId,
    },
  };
  const privateKeyTable: Table<PrivateKeyRow> = {
    read: (slice) => privateKeys.arranged(slice),
    idOf: ({ privateKeyId }) => privateKeyId,
    columns: {
      name: ({ name }) => name,
      curve: ({ curve }) => curve,
      addresses: ({ addresses }) => addresses.map(({ address }) => address).join(' '),
      tags: ({ tags }) => tags.map(({ id, name }) => name ?? id).join(', '),
      exported: ({ exported }) => String(exported),
      imported: ({ imported }) => String(imported),
      public_key: ({ publicKey }) => publicKey,
      created: ({ createdAt }) => timeOf(createdAt),
      private_key_id: ({ privateKeyId }) => privateKeyId,
    },
  };
  const activityTable: Table<ActivityRow> = {
    read: (slice) => activities.arranged(slice),
    idOf: ({ activityId }) => activityId,
    columns: {
      time: ({ createdAt }) => timeOf(createdAt),
      what: ({ words, title }) => words?.what ?? title,
      with: ({ words }) => words?.party?.address,
      with_name: ({ words }) => words?.party?.label,
      by: ({ askedBy }) => askedBy?.name ?? askedBy?.userId,
      operation: ({ title }) => title,
      status: (row) => rowStatus(row, clock.now()).label,
      approvals: ({ approvals }) => approvals,
      needed: ({ missing }) => missing?.needed,
      activity_id: ({ activityId }) => activityId,
      fingerprint: ({ fingerprint }) => fingerprint,
      wire_status: ({ status }) => status,
      wire_type: ({ type }) => type,
    },
  };
  const inboxTable: Table<WaitingRow & { readonly state: string }> = {
    async read({ search, order = null, offset, limit }) {
      const { rows: wanted, others, voted } = await inbox.waiting();
      const inState = (list: readonly WaitingRow[], state: string) => list.map((row) => ({ ...row, state }));
      const all = [
        ...inState(wanted, 'Needs your vote'),
        ...inState(others, 'Waits for others'),
        ...inState(voted, 'You voted'),
      ];
      const rows = foundWaiting(all, search, order);
      return { rows: rows.slice(offset, offset + limit), total: rows.length };
    },
    idOf: ({ activityId }) => activityId,
    columns: {
      time: ({ createdAt }) => timeOf(createdAt),
      request: ({ headline }) => headline,
      warning: ({ warning }) => warning?.text,
      asked_by: ({ askedBy }) => askedBy?.name ?? askedBy?.userId,
      approvals: ({ approvals }) => approvals,
      needed: ({ missing }) => missing?.needed,
      state: ({ expiresAt, state }) => (expiresAt !== null && expiresAt <= clock.now() ? 'Votes expired' : state),
      expires: ({ expiresAt }) => timeOf(expiresAt),
      activity_id: ({ activityId }) => activityId,
      fingerprint: ({ fingerprint }) => fingerprint,
    },
  };
  const auditTable: Table<AuditRow> = {
    read: (slice) => log.list(slice),
    idOf: ({ sequence }) => String(sequence),
    columns: {
      number: ({ sequence }) => sequence,
      time: ({ at }) => timeOf(at),
      what: ({ what }) => what,
      profile: ({ profile }) => profile,
      outcome: ({ outcome }) => (outcome === null ? '' : OUTCOME_WORDS[outcome].label),
      fault: (row) => faultWords(row),
      fingerprint: ({ fingerprint }) => fingerprint,
      wire_outcome: ({ outcome }) => outcome,
      wire_type: ({ operation }) => operation,
    },
  };

  const secretTable: Table<StoredSecret> = {
    read: readFew(SECRET_RULES, () => organization.get().secrets),
    idOf: ({ id }) => id,
    columns: {
      name: ({ name }) => name,
      properties: (secret) => secretProperties(secret),
      added: ({ createdAt }) => timeOf(createdAt),
      secret_id: ({ id }) => id,
    },
  };
  const appTable: Table<AppRow> = {
    read: readFew(APP_RULES, () => organization.get().apps.flatMap(appRowsOf)),
    idOf: ({ id }) => id,
    columns: {
      name: ({ app }) => app.name,
      version: ({ deployment }) => deployment?.version,
      digest: ({ deployment }) => deployment?.digest,
      state: ({ state }) => state,
      image: ({ deployment }) => deployment?.image,
      program: ({ deployment }) => (deployment === null ? '' : [deployment.path, ...deployment.arguments].join(' ')),
      debug: ({ deployment }) => (deployment === null ? '' : String(deployment.isDebug)),
      approvals: ({ deployment }) => deployment?.approvals,
      needed: ({ app }) => app.manifestSet.threshold,
      added: ({ deployment }) => timeOf(deployment?.createdAt ?? null),
      deployment_id: ({ deployment }) => deployment?.id,
      application_id: ({ app }) => app.id,
    },
  };

  const writeTable = async <Row>(
    { read, idOf, columns }: Table<Row>,
    { search, order, chosen }: WantedRows,
    to: string,
    { signal, progress }: Counting,
  ) => {
    const ids = new Set(chosen?.ids);
    const isWanted = (row: Row) => chosen === null || ids.has(idOf(row)) !== chosen.allBut;
    /** The lines by id, in the order of the list. Whole only when the list had the same rows at each page. */
    const readLines = async (): Promise<{ lines: ReadonlyMap<string, string>; isWhole: boolean }> => {
      const lines = new Map<string, string>();
      const seen = new Set<string>();
      let first: number | null = null;
      let [total, isWhole] = [1, true];
      for (let offset = 0; offset < total; offset += PAGE) {
        if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. No file was written.');
        const page = await read({ search, order, offset, limit: PAGE });
        total = page.total;
        first ??= total;
        if (total !== first) isWhole = false;
        for (const row of page.rows) {
          const id = idOf(row);
          if (seen.has(id)) isWhole = false;
          else if (isWanted(row)) lines.set(id, line(Object.values(columns).map((cell) => String(cell(row) ?? ''))));
          seen.add(id);
        }
        progress?.({ done: Math.min(offset + PAGE, total), total, text: 'Reading rows' });
      }
      return { lines, isWhole: isWhole && seen.size === total };
    };
    let found = await readLines();
    for (let again = 1; again < READINGS && !found.isWhole; again += 1) found = await readLines();
    if (!found.isWhole)
      throw new AppError(
        'INVALID_INPUT',
        'The list changed while it was read, each time. No file was written. Try again when it stays the same.',
      );
    const pieces = [line(Object.keys(columns)), ...found.lines.values()].map((text) => utf8Encode(text));
    await inSlices(writePieces(to, pieces));
    return { path: to, rows: found.lines.size };
  };

  return {
    async writeShown({ header, rows }, to) {
      await inSlices(
        writePieces(
          to,
          [header, ...rows].map((cells) => utf8Encode(line(cells))),
        ),
      );
      return { path: to, rows: rows.length };
    },
    write(wanted, to, counting = {}) {
      switch (wanted.list) {
        case 'accounts':
          return writeTable(accountTable, wanted, to, counting);
        case 'wallets':
          return writeTable(walletTable, wanted, to, counting);
        case 'private-keys':
          return writeTable(privateKeyTable, wanted, to, counting);
        case 'activities':
          return writeTable(activityTable, wanted, to, counting);
        case 'inbox':
          return writeTable(inboxTable, wanted, to, counting);
        case 'audit':
          return writeTable(auditTable, wanted, to, counting);
        case 'secrets':
          return writeTable(secretTable, wanted, to, counting);
        case 'tvc-apps':
          return writeTable(appTable, wanted, to, counting);
      }
    },
  };
}

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
