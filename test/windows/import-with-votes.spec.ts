import { type Desk, railPlace, SEATINGS, seat } from '../e2e/desks.ts';
import { confirm, confirmation, dialog, goTo, listRows } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectScreen } from '../e2e/screens.ts';
import { startTeam, type Team } from '../e2e/team.ts';

const WORDS = 'test test test test test test test test test test test junk';

let team: Team;
test.beforeEach(async () => {
  team = await startTeam();
});
test.afterEach(() => team?.stop());

async function approve({ page }: Desk): Promise<void> {
  await railPlace(page, 'Inbox').click();
  await page.keyboard.press('Control+r');
  await page.getByRole('grid', { name: 'Inbox' }).getByRole('button', { name: 'Approve' }).first().click();
  await confirm(page, 'Approve');
}

test('an import whose start needs a vote is continued from its activity', async ({ launch }) => {
  const [, apart] = SEATINGS;
  const { anna, ben } = await seat(launch, team, apart);
  const { page } = anna;
  await goTo(page, 'Accounts');
  await page.getByRole('button', { name: 'Import…' }).click();
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill('Old wallet');
  await dialog(page).getByRole('button', { name: 'Import…' }).click();
  await confirm(page, 'Start wallet import');
  await expect(dialog(page).getByText('Waiting for votes')).toBeVisible();
  await inspectScreen(page, 'import-waits');
  await dialog(page).getByRole('button', { name: 'Show activity' }).click();

  await approve(ben);
  const again = page.getByRole('button', { name: 'Continue import…' });
  // The vote may arrive after the first reading.
  await expect(async () => {
    await page.keyboard.press('Control+r');
    await expect(again).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await again.click();
  // Nothing that was typed is lost.
  await expect(dialog(page).getByRole('textbox', { name: 'Wallet name' })).toHaveValue('Old wallet');
  await inspectScreen(page, 'import-continued');
  await dialog(page).getByRole('button', { name: 'Continue import…' }).click();
  const asked = await confirmation(page);
  await asked.getByLabel('Word 1', { exact: true }).fill(WORDS);
  await confirm(page, 'Go on');
  await confirm(page, 'Import wallet');
  await expect(dialog(page).getByText('Waiting for votes')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Activity details' })).toBeVisible();
  await expect(again).toHaveCount(0);

  await approve(ben);
  await goTo(page, 'Activities');
  await page.keyboard.press('Control+r');
  await listRows(page, 'Activities').first().click();
  const details = page.getByRole('region', { name: 'Activity details' });
  await expect(details.getByRole('region', { name: 'Result' })).toContainText(/f39F/i);
});
