import { type Desk, railPlace, restarted, SEATINGS, seat } from './desks.ts';
import { accountRows, confirm, confirmation, dialog, goTo, listRows, press } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectScreen } from './screens.ts';
import { startTeam, type Team } from './team.ts';

/** Has the desk ask for the key of the only account. */
async function ask(desk: Desk, address: string): Promise<void> {
  const { page } = desk;
  await desk.sit();
  await goTo(page, 'Accounts');
  await page.keyboard.press('Control+r');
  await expect(accountRows(page)).toHaveCount(1);
  desk.spent();
  await accountRows(page).first().click();
  await page.getByRole('button', { name: 'Export account' }).click();
  await dialog(page)
    .getByRole('textbox', { name: 'Type the last six characters of the address' })
    .fill(address.slice(-6));
  await confirm(page, 'Export key');
  await expect(dialog(page).getByText('Waiting for votes')).toBeVisible();
  expect(desk.spent(), 'clicks of a request').toBeLessThanOrEqual(3);
  await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
}

/** Approves the request that waits in the inbox. An export is dangerous, so its row leads to the inspector. */
async function vote(desk: Desk): Promise<void> {
  const { page } = desk;
  await desk.sit();
  await goTo(page, 'Accounts');
  desk.spent();
  await railPlace(page, 'Inbox').click();
  await listRows(page, 'Inbox').first().waitFor();
  await page.getByRole('grid', { name: 'Inbox' }).focus();
  await page.keyboard.press('Home');
  const approve = page.getByRole('region', { name: 'Activity details' }).getByRole('button', { name: 'Approve' });
  await expect(approve).toBeVisible();
  // A finding of danger stands above it, so it does not look like the usual next step.
  await expect(page.getByText('Read this').first()).toBeVisible();
  await expect(approve).not.toHaveClass(/button-primary/);
  await page.keyboard.press('a');
  await confirm(page, 'Approve');
  expect(desk.spent(), 'clicks of a vote').toBeLessThanOrEqual(3);
}

test.describe('an export of two people', () => {
  let team: Team;
  test.beforeEach(async () => {
    team = await startTeam();
  });
  test.afterEach(() => team?.stop());

  for (const seating of SEATINGS) {
    test(`is requested, approved, opened after a restart and revealed, ${seating.where}`, async ({ launch }) => {
      const address = await team.createWallet('Treasury');
      const { anna, ben } = await seat(launch, team, seating);
      await ask(anna, address);
      await vote(ben);
      await expect(ben.page.getByText('Only Anna can open this export')).toBeVisible();
      await expect(ben.page.getByRole('button', { name: 'Open export' })).toHaveCount(0);
      await inspectScreen(ben.page, 'export-voted');

      const again = await restarted(launch, anna);
      const { page } = again;
      await again.sit();
      again.spent();
      await railPlace(page, 'Activities').click();
      await listRows(page, 'Activities').first().click();
      await expect(page.getByRole('button', { name: 'Open export' })).toBeVisible();
      await inspectScreen(page, 'export-completed');
      await page.getByRole('button', { name: 'Open export' }).click();
      await expect((await confirmation(page)).getByText('This key belongs to the address you asked for')).toBeVisible();
      await confirm(page, 'Reveal key');
      const shown = await confirmation(page);
      await expect(shown.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
      expect(again.spent(), 'clicks from the start to the revealed key').toBeLessThanOrEqual(4);
      await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));
      await expect(page.getByText('This export cannot be opened any more')).toBeVisible();
    });
  }
});
