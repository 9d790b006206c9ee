import { SETTINGS_SECTIONS } from '../../renderer/state/settings-sections.ts';
import { createLocalVault, dialog, goTo } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, offered, outOfReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';

/** The sections of the settings, and the menu that has them in a narrow window. */
const SECTIONS: readonly string[] = ['Sections', ...Object.values(SETTINGS_SECTIONS).flat()];
/** The sections of the accounts, with the numbers of their rows. */
const COUNTED = /^(Accounts|Wallets|Private keys)\d*$/;
/** Headings of the audit log, of which a narrow list leaves some out. The menu *Columns and order* has them all. */
const HEADINGS = ['#', 'Time', 'Operation', 'Profile', 'Outcome'];

test('the settings and the current place stay in sight at 200% zoom', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await resize(running, 1280, 800, 2);
  const places = page.getByRole('navigation', { name: 'Places' });
  for (const place of ['Inbox', 'Audit', 'Address book']) {
    await goTo(page, place);
    for (const name of [place, 'Offline station', 'Settings'])
      await expect(places.getByRole('button', { name, exact: true }), `${name} in ${place}`).toBeInViewport({
        ratio: 1,
      });
    const heights = async (name: string) => (await places.getByRole('button', { name, exact: true }).boundingBox())?.y;
    expect((await heights(place)) ?? 0, place).toBeLessThan((await heights('Offline station')) ?? 0);
  }
});

test('every action is in reach in a small window, and at 200% zoom', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  for (const place of [
    'Inbox',
    'Send',
    'Accounts',
    'History',
    'Sign',
    'Activities',
    'Audit',
    'Earn positions',
    'All operations',
    'Address book',
    'Settings',
  ]) {
    await resize(running, 1280, 860, 1);
    await goTo(page, place);
    // A list that is being read offers to stop, and nothing else yet.
    await expect(page.getByRole('button', { name: 'Stop refreshing' })).toHaveCount(0);
    const isElsewhere = (act: string) => SECTIONS.includes(act) || HEADINGS.includes(act) || COUNTED.test(act);
    const acts = async () => (await offered(page)).filter((act) => !isElsewhere(act));
    const all = await acts();
    await expectInReach(running, SMALL_SIZES, (size) => expect.poll(acts, `${place} at ${size}`).toEqual(all));
  }
  await inspectScreen(page, 'settings-narrow');
  await page.getByRole('button', { name: 'Sections', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport();
  await goTo(page, 'All operations');
  await page.getByRole('searchbox', { name: 'Search operations' }).fill('create_policies');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add another policy' }).click();
  await expect.poll(() => outOfReach(page), 'a form').toEqual([]);
  await inspectSize(page, 'operations-narrow');
  await goTo(page, 'Sign');
  await inspectSize(page, 'sign-narrow');
  for (const key of ['Control+n', 'Control+k', '?']) {
    await page.keyboard.press(key);
    await expect(dialog(page)).toBeVisible();
    await expect.poll(() => outOfReach(page), key).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  }
});
