import { failureOf } from '../../storage/sqlite/index.ts';
import type { Store } from '../store/index.ts';
import type { Conditions } from './conditions.ts';
import type { Counters } from './counters.ts';

/** Counts the commits of a store. A full or failing disk begins a condition, and the next commit ends it. */
export function watchCommits(
  store: Pick<Store, 'watchCommits'>,
  { counters, conditions }: { readonly counters: Counters; readonly conditions: Conditions },
): void {
  store.watchCommits({
    committed(milliseconds) {
      counters.committed(milliseconds);
      conditions.ended('disk_full');
      conditions.ended('disk_failed');
    },
    failed(error) {
      const failure = failureOf(error);
      if (failure === 'full') conditions.occurred('disk_full');
      if (failure === 'failing') conditions.occurred('disk_failed');
    },
  });
}
