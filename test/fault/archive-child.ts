import { NOW } from '../unit/custody/store/archived.ts';
import { openSealed } from '../unit/custody/store/sealed-store.ts';

/**
 * Archives the activities of a store, and ends itself with SIGKILL at a step. The steps of a month begin with three rows
 * of its plan and its 114 rows. Two follow around the listing of its archive. At last its rows follow again, with one step
 * behind each removal.
 */
const [directory = '', step = ''] = process.argv.slice(2);
const store = openSealed(directory);
let steps = 0;
const next = (): void => {
  steps += 1;
  if (steps === Number(step)) process.kill(process.pid, 'SIGKILL');
};
const { checked } = store.seals.evidence;
Object.assign(store.seals.evidence, {
  checked: (...row: Parameters<typeof checked>) => {
    next();
    return checked(...row);
  },
});
const { insert } = store.archiveList;
Object.assign(store.archiveList, {
  insert(row: Parameters<typeof insert>[0]) {
    next();
    insert(row);
    next();
  },
});
await store.archiving.run({ now: NOW, pause: async () => next(), noteDamage: () => undefined });
store.close();
