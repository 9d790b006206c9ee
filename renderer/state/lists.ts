import {
  ACCOUNT_RULES,
  ACTIVITY_RULES,
  type AccountRow,
  type ActivityRow,
  ADDRESS_RULES,
  type AddressRow,
  AUDIT_ORDERS,
  type AuditRow,
  type EarnRow,
  foundWaiting,
  HISTORY_FILTERS,
  HISTORY_ORDERS,
  type HistoryLine,
  PRIVATE_KEY_RULES,
  type PrivateKeyRow,
  type RowRules,
  WAITING_RULES,
  WALLET_RULES,
  type WaitingRow,
  type WalletListRow,
} from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import type { ListPlace } from './route.ts';
import type { RowsSource } from './rows.ts';
import { createWork, type Refresh } from './work.ts';

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
  refresh: createWork('accounts.refresh'),
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
  refresh: createWork('privateKeys.refresh'),
};

/** Transactions, with a heading row before those of each day. Main orders and filters them. */
export const historyList: ReadList<HistoryLine> = {
  place: 'history',
  idOf: (line) => ('id' in line ? String(line.id) : null),
  orders: HISTORY_ORDERS,
  filters: HISTORY_FILTERS,
  one: 'transaction',
  many: 'transactions',
  load: (question) => call('history.list', question),
  changed: 'history.changed',
  refresh: createWork('history.refresh'),
};

export const activitiesList: ReadList<ActivityRow> = {
  place: 'activities',
  idOf: ({ activityId }) => activityId,
  ...ruledBy(ACTIVITY_RULES),
  one: 'activity',
  many: 'activities',
  load: (question) => call('activities.list', question),
  changed: 'activities.changed',
  refresh: createWork('activities.refresh'),
  isShared: true,
};

export const earnList: ReadList<EarnRow> = {
  place: 'earn',
  one: 'position',
  many: 'positions',
  load: (question) => call('earn.list', question),
  changed: 'earn.changed',
  refresh: createWork('earn.refresh'),
};

/** The entries of the audit log, of all profiles. */
export const auditList: ListSource<AuditRow> = {
  place: 'audit',
  idOf: ({ sequence }) => String(sequence),
  one: 'entry',
  many: 'entries',
  orders: AUDIT_ORDERS,
  filters: ['profile', 'operation', 'outcome', 'kind', 'after', 'before'],
  load: async (question) => ({ ...(await call('audit.list', question)), refreshedAt: null }),
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

/** The activities that wait for this operator's vote. They are few, so the page searches them. */
export const inboxList: ReadList<WaitingRow> = {
  place: 'inbox',
  idOf: ({ activityId }) => activityId,
  ...ruledBy(WAITING_RULES),
  one: 'request',
  many: 'requests',
  async load({ search, offset, limit, order = null }) {
    const { rows, refreshedAt } = await call('activities.waiting', {});
    const found = foundWaiting(rows, search, order);
    return { rows: found.slice(offset, offset + limit), total: found.length, refreshedAt };
  },
  changed: 'activities.changed',
  refresh: activitiesList.refresh,
  isShared: true,
};
