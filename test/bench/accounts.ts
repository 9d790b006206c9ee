import { ACCOUNTS, type accountTimes } from './accounts-window.ts';
import { summarize } from './measure.ts';
import { fromWindow, windowObstacle } from './page-window.ts';
import type { Group } from './report.ts';
import type { Setting } from './setting.ts';

/** The accounts of an unlocked vault: how long the page takes to draw them, with main's answers at hand. */
export function accounts(setting: Setting): Group {
  const group = { title: '5,001 accounts in the window, from unlocking', unit: 'ms' } as const;
  const skipped = windowObstacle();
  if (skipped !== null) return { ...group, results: [], skipped };
  const { times } = fromWindow(setting, ACCOUNTS) as Awaited<ReturnType<typeof accountTimes>>;
  return {
    ...group,
    results: [summarize('rows on the screen, with ready-made answers of main', times)],
    skipped: null,
  };
}
