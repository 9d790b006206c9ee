import {
  ACCOUNT_RULES,
  ACTIVITY_RULES,
  type AccountRow,
  type ActivityLine,
  type ActivityRow,
  ADDRESS_RULES,
  type AddressRow,
  AUDIT_ORDERS,
  type EarnRow,
  foundWaiting,
  type GroupHeading,
  groupsOf,
  HISTORY_FILTERS,
  HISTORY_ORDERS,
  type HistoryLine,
  headingsOf,
  type LogLine,
  PRIVATE_KEY_RULES,
  type PrivateKeyRow,
  pageOfLines,
  type RowRules,
  WAITING_RULES,
  WALLET_RULES,
  type WaitingRow,
  type WalletListRow,
} from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { onComeBack } from './come-back.ts';
import type { ListPlace } from './route.ts';
import type { RowsSource } from './rows.ts';
import { createRefresh, type Refresh } from './work.ts';

/** A list of main that the window shows. */
export interface ListSource<Row> extends RowsSource<Row> {
  /** The place or the section that shows it. */
  readonly place: ListPlace;
  /** The id of a row, for lists with a selection of several. Null for a heading. Absent for none. */
  readonly idOf?: (row: Row) => string | null;
  /** The words for one row, and for several. */
  readonly one: string;
  readonly many: string;
  /** Makes main read the rows from the service. Null for rows that exist on this machine only. */
  readonly refresh: Refresh | null;
  /** The columns that order the rows, by their keys. Absent for none. */
  readonly orders?: readonly string[];
  /** The filters of the search, such as `profile` of `profile:staging`. Absent for none. */
  readonly filters?: readonly string[];
  /** Other people change the rows, so they are read again whenever the operator returns to the window. */
  readonly isShared?: true;
}

const ruledBy = <Row>({ orders, filters }: RowRules<Row>) => ({
  orders: Object.keys(orders),
  filters: Object.keys(filters),
});

type ReadList<Row> = ListSource<Row> & { readonly refresh: Refresh };

export const accountsList: ReadList<AccountRow> = {
  place: 'accounts',
  idOf: ({ walletAccountId }) => walletAccountId,
  ...ruledBy(ACCOUNT_RULES),
  one: 'account',
  many: 'accounts',
  load: (question) => call('accounts.list', question),
  changed: 'accounts.changed',
  refresh: createRefresh('accounts.refresh'),
};

/** The wallets come with the accounts. */
export const walletsList: ReadList<WalletListRow> = {
  place: 'wallets',
  idOf: ({ walletId }) => walletId,
  ...ruledBy(WALLET_RULES),
  one: 'wallet',
  many: 'wallets',
  load: (question) => call('wallets.list', question),
  changed: 'wallets.changed',
  refresh: accountsList.refresh,
};

/** The private keys that belong to no wallet. */
export const privateKeysList: ReadList<PrivateKeyRow> = {
  place: 'private-keys',
  idOf: ({ privateKeyId }) => privateKeyId,
  ...ruledBy(PRIVATE_KEY_RULES),
  one: 'private key',
  many: 'private keys',
  load: (question) => call('privateKeys.list', question),
  changed: 'privateKeys.changed',
  refresh: createRefresh('privateKeys.refresh'),
};

/** Transactions, with a heading before those of each day. Main orders and filters them. */
export const historyList: ReadList<HistoryLine> = {
  place: 'history',
  idOf: (line) => ('id' in line ? String(line.id) : null),
  orders: HISTORY_ORDERS,
  filters: HISTORY_FILTERS,
  one: 'transaction',
  many: 'transactions',
  load: (question) => call('history.list', question),
  changed: 'history.changed',
  refresh: createRefresh('history.refresh'),
};

export const activitiesList: ReadList<ActivityRow> = {
  place: 'activities',
  idOf: ({ activityId }) => activityId,
  ...ruledBy(ACTIVITY_RULES),
  one: 'activity',
  many: 'activities',
  load: (question) => call('activities.list', question),
  changed: 'activities.changed',
  refresh: createRefresh('activities.refresh'),
  isShared: true,
};

/** Reads the activities now, each time the operator comes back, and every 30 seconds. Returns the function that ends it. */
export function keepActivitiesFresh(): () => void {
  // Others vote while this operator waits, or is elsewhere.
  const read = () => void activitiesList.refresh.start({});
  read();
  const stop = onComeBack(read);
  const timer = setInterval(() => {
    if (!document.hidden) read();
  }, 30_000);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** The activities for the place: a heading before the open ones and before each day, unless they are ordered by a column. */
export const activityLines: ReadList<ActivityLine> = {
  ...activitiesList,
  idOf: (line) => ('group' in line ? null : line.activityId),
  load: (question) => call('activities.lines', question),
};

export const earnList: ReadList<EarnRow> = {
  place: 'earn',
  one: 'position',
  many: 'positions',
  load: (question) => call('earn.list', question),
  changed: 'earn.changed',
  refresh: createRefresh('earn.refresh'),
};

/** The entries of the audit log, of all profiles, with a heading before those of each day. */
export const auditList: ListSource<LogLine> = {
  place: 'audit',
  idOf: (line) => ('group' in line ? null : String(line.sequence)),
  one: 'entry',
  many: 'entries',
  orders: AUDIT_ORDERS,
  filters: ['profile', 'operation', 'outcome', 'kind', 'after', 'before'],
  load: async (question) => ({ ...(await call('audit.lines', question)), refreshedAt: null }),
  changed: 'audit.changed',
  refresh: null,
};

export const addressesList: ListSource<AddressRow> = {
  place: 'addresses',
  ...ruledBy(ADDRESS_RULES),
  one: 'address',
  many: 'addresses',
  load: async (question) => ({ ...(await call('addresses.list', question)), refreshedAt: null }),
  changed: 'documents.changed',
  refresh: null,
};

/** A waiting request with its group. */
export type GroupedRequest = WaitingRow & { readonly in: 'wanted' | 'others' | 'voted' };
export type WaitingLine = GroupHeading | GroupedRequest;

/**
 * The requests that wait for votes: those that want this operator's vote, those of others, and those that have it. They
 * are few, so the page searches them. In an order they have no headings.
 */
export const inboxList: ReadList<WaitingLine> = {
  place: 'inbox',
  idOf: (line) => ('group' in line ? null : line.activityId),
  ...ruledBy(WAITING_RULES),
  one: 'request',
  many: 'requests',
  async load({ search, offset, limit, order = null }) {
    const { rows, others, voted, refreshedAt } = await call('activities.waiting', {});
    const groupOf = (list: readonly WaitingRow[], group: GroupedRequest['in']): GroupedRequest[] =>
      list.map((row) => ({ ...row, in: group }));
    const all = [...groupOf(rows, 'wanted'), ...groupOf(others, 'others'), ...groupOf(voted, 'voted')];
    const found = foundWaiting(all, search, order);
    const groups = order === null ? groupsOf(found, (row) => row.in) : [];
    const page = order === null ? pageOfLines(groups, { offset, limit }) : null;
    const { offset: first, limit: most } = page?.rows ?? { offset, limit };
    const shown = found.slice(first, first + most);
    return {
      rows: page?.linesOf(shown) ?? shown,
      total: page?.total ?? found.length,
      found: found.length,
      headings: headingsOf(groups),
      refreshedAt,
    };
  },
  changed: 'activities.changed',
  refresh: activitiesList.refresh,
  isShared: true,
};
