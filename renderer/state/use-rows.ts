import { useEffect, useState, useSyncExternalStore } from 'react';
import type { EventName } from '../../shared/ipc/index.ts';
import { on } from '../bridge.ts';
import { touchClock } from './clock.ts';
import { type PageAnswer, PagedRows, type PageQuestion, type RowsSnapshot } from './rows.ts';

/**
 * A list of main seen through a window: `load` reads one page, `changed` is the event after which to read again.
 * `search` may change with every key typed.
 */
export function useRows<Row>(
  load: (question: PageQuestion) => Promise<PageAnswer<Row>>,
  changed: EventName,
  search: string,
): RowsSnapshot & { readonly list: PagedRows<Row> } {
  const [list] = useState(() => new PagedRows(load, search));
  const snapshot = useSyncExternalStore(list.subscribe, list.snapshot);
  useEffect(() => {
    list.view(0, 0);
    return on(changed, () => {
      touchClock();
      list.invalidate();
    });
  }, [list, changed]);
  useEffect(() => list.search(search), [list, search]);
  return { ...snapshot, list };
}
