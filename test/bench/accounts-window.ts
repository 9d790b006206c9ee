import { effort } from './effort.ts';
import { openPage } from './page-window.ts';

/** The argument by which the benchmarks start themselves once more, for the window alone. */
export const ACCOUNTS = 'accounts-window';

const COUNT = 5_001;
const ROUNDS = effort(9, 1);

/**
 * Runs in the page. Unlocks the vault, and returns the milliseconds until the rows are on the screen. Main is a stand-in, which
 * unlocks at once.
 */
const UNLOCK = `new Promise((resolve) => {
  const rows = () => document.querySelector('[role="grid"][aria-label="Accounts"][aria-rowcount="${COUNT + 1}"] [aria-rowindex="12"]');
  const begun = performance.now();
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begun)));
  new MutationObserver((_changes, observer) => {
    if (rows() === null) return;
    observer.disconnect();
    drawn();
  }).observe(document, { subtree: true, childList: true, attributes: true });
  document.querySelector('main.lock button').click();
})`;

/** The milliseconds from unlocking to the rows of 5,001 accounts, for each round. */
export async function accountTimes(out: string): Promise<{ readonly times: readonly number[] }> {
  const { main, found, inPage, openGrid } = await openPage(out, { now: Date.now(), accounts: COUNT });
  await openGrid('Accounts');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await main.call('vault.lock', {});
    await found(`document.querySelector('main.lock button:not(:disabled)')`);
    times.push((await inPage(UNLOCK)) as number);
  }
  return { times };
}
