import { failureOf } from '../../storage/sqlite/index.ts';
import type { Store } from '../store/index.ts';
import type { Conditions } from './conditions.ts';
import type { Counters } from './counters.ts';

/** Returns the store with counted commits. A failed commit for a full disk begins a condition, and the next one ends it. */
export function measuredStore(
  store: Store,
  { counters, conditions, steady }: { counters: Counters; conditions: Conditions; steady: () => number },
): Store {
  return {
    ...store,
    transaction(work) {
      let worked = 0;
      try {
        const result = store.transaction(() => {
          const done = work();
          worked = steady();
          return done;
        });
        counters.committed(steady() - worked);
        conditions.ended('disk_full');
        return result;
      } catch (error) {
        if (failureOf(error) === 'full') conditions.occurred('disk_full');
        throw error;
      }
    },
  };
}
