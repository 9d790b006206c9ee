import { useEffect, useMemo, useRef, useState } from 'react';
import type { AccountRow, ActivityRow, AddressRow, NearAddress } from '../../shared/model/index.ts';
import { on } from '../bridge.ts';
import { accountsList, activitiesList, addressesList } from './lists.ts';
import { createRows, type RowsSource } from './rows.ts';

interface Search<Row> {
  readonly found: readonly Row[];
  /** The known address nearest to the searched text, when nothing was found. */
  readonly near: NearAddress | null;
  readonly look: (text: string) => void;
}

/** The first `most` accounts that match the last searched text in any text of their rows. */
export function useAccountSearch(most: number): Search<AccountRow> {
  return useListSearch(accountsList, most);
}

/** The same for the address book. */
export function useAddressSearch(most: number): Search<AddressRow> {
  return useListSearch(addressesList, most);
}

/** The same for the activities, newest first. */
export function useActivitySearch(most: number): Search<ActivityRow> {
  return useListSearch(activitiesList, most);
}

/** The same for another list. */
export function useListSearch<Row>({ load, changed }: RowsSource<Row>, most: number): Search<Row> {
  const [rows] = useState(() => createRows<Row>((question) => load({ ...question, limit: most })));
  const snapshot = rows.use();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the snapshot says when the rows are others
  const found = useMemo(
    () => Array.from({ length: most }, (_row, index) => rows.rowAt(index)).filter((row) => row !== undefined),
    [rows, most, snapshot],
  );
  const hasLooked = useRef(false);
  useEffect(() => on(changed, () => hasLooked.current && rows.invalidate()), [rows, changed]);
  const look = (text: string) => {
    hasLooked.current = true;
    rows.ask(text, null);
    rows.view(0, 0);
  };
  return { found, near: snapshot.near, look };
}
