import type { SecurityRule } from './rule.ts';

/** No page opens a window (`window.open`, `target=_blank`, a middle click), moves its own or keeps it open. */
export const windows: SecurityRule = {
  name: 'windows',
  reason: 'A second window would come without the checks that were made for the first one.',
  item: 14,
  contents(contents) {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('content-bounds-updated', (event) => event.preventDefault());
    // Overrides `beforeunload`, so that it cannot stop the operator from closing the window.
    contents.on('will-prevent-unload', (event) => event.preventDefault());
  },
};
