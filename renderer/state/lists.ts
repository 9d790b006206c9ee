import type { AccountRow, ActivityRow, AddressRow } from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import type { Place } from './route.ts';
import type { RowsSource } from './rows.ts';
import { createWork, type Refresh } from './work.ts';

/** A list of main that the window shows. */
export interface ListSource<Row> extends RowsSource<Row> {
  /** The place that shows it; names its rows in words too. */
  readonly place: Place;
  /** One of its rows in words. */
  readonly one: string;
  /** Has main read them from the service; null for rows that are kept here only. */
  readonly refresh: Refresh | null;
}

type ReadList<Row> = ListSource<Row> & { readonly refresh: Refresh };

export const accountsList: ReadList<AccountRow> = {
  place: 'accounts',
  one: 'account',
  load: (question) => call('accounts.list', question),
  changed: 'accounts.changed',
  refresh: createWork('accounts.refresh'),
};

export const activitiesList: ReadList<ActivityRow> = {
  place: 'activities',
  one: 'activity',
  load: (question) => call('activities.list', question),
  changed: 'activities.changed',
  refresh: createWork('activities.refresh'),
};

export const addressesList: ListSource<AddressRow> = {
  place: 'addresses',
  one: 'address',
  load: async (question) => ({ ...(await call('addresses.list', question)), refreshedAt: null }),
  changed: 'documents.changed',
  refresh: null,
};
