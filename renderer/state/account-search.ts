import { useMemo, useState } from 'react';
import type { AccountRow } from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { createRows } from './rows.ts';

/** The first `most` accounts that fit what was looked for last, by any part of their name, address or wallet. */
export function useAccountSearch(most: number): {
  readonly found: readonly AccountRow[];
  readonly look: (text: string) => void;
} {
  const [rows] = useState(() =>
    createRows<AccountRow>((question) => call('accounts.list', { ...question, limit: most })),
  );
  const snapshot = rows.use();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the snapshot says when the rows are others
  const found = useMemo(
    () => Array.from({ length: most }, (_row, index) => rows.rowAt(index)).filter((row) => row !== undefined),
    [rows, most, snapshot],
  );
  const look = (text: string) => {
    rows.search(text);
    rows.view(0, 0);
  };
  return { found, look };
}
