import { connectAs, railPlace } from '../e2e/desks.ts';
import { accountRows, confirm, confirmation, createLocalVault, createWallet, dialog, press } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { resize } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { startTeam, type Team } from '../e2e/team.ts';

test.describe('a move to another service', () => {
  let team: Team;
  test.beforeEach(async () => {
    team = await startTeam();
  });
  test.afterEach(() => team?.stop());

  test('asks for the move and for each request, and shows what was compared and what was not moved', async ({
    launch,
  }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    await railPlace(page, 'Accounts').click();
    await accountRows(page).first().click();
    const move = page.getByRole('button', { name: 'Move to another service…' });
    await move.click();
    await expect(dialog(page).getByText('No other service')).toBeVisible();
    await inspectScreen(page, 'move-nowhere');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();

    await team.handOver([await connectAs(page, 'Board', team)], 1);
    await page.getByRole('button', { name: /^Profile: / }).click();
    await page.getByRole('menuitemradio', { name: 'local' }).click();
    await accountRows(page).first().click();
    await move.click();
    await expect(dialog(page).getByRole('combobox', { name: 'To' })).toContainText('Board');
    await inspectScreen(page, 'move');
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await expect(dialog(page).getByText('1 address will be compared')).toBeVisible();
    await inspectScreen(page, 'move-planned');
    await resize(running, 960, 640, 1);
    await inspectSize(page, 'move-planned-960');
    await resize(running, 1280, 800, 1);

    await test.step('a no to the move sends nothing', async () => {
      await dialog(page).getByRole('button', { name: 'Move…' }).click();
      const asked = await confirmation(page);
      await expect(asked.getByText('The service of Board will hold this key too')).toBeVisible();
      await inspectConfirmation(asked, 'move-question');
      await press(asked, asked.getByRole('button', { name: 'Don’t move' }));
      await expect(dialog(page).getByRole('button', { name: 'Move…' })).toBeVisible();
    });

    await dialog(page).getByRole('button', { name: 'Move…' }).click();
    await confirm(page, 'Move');
    await inspectScreen(page, 'move-running');
    for (let request = 0; request < 3; request += 1) await confirm(page);
    await expect(dialog(page).getByText('Moved to Board')).toBeVisible();
    await expect(
      dialog(page).getByText('1 address compared: the same at both services. It stays at local.'),
    ).toBeVisible();
    await inspectScreen(page, 'move-done');
    await dialog(page).getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: /^Profile: / }).click();
    await page.getByRole('menuitemradio', { name: 'Board' }).click();
    await page.keyboard.press('Control+r');
    await expect(accountRows(page)).toHaveCount(1);
    await expect(accountRows(page).first()).toContainText('Treasury');

    await test.step('the way back finds it, and lists the rights of the other user', async () => {
      await accountRows(page).first().click();
      await move.click();
      await dialog(page).getByRole('button', { name: 'Review' }).click();
      await expect(dialog(page).getByText('It is already at local')).toBeVisible();
      await expect(dialog(page).getByRole('row', { name: 'Rights of users Administrator' })).toBeVisible();
      await resize(running, 960, 640, 1);
      await inspectScreen(page, 'move-there-960');
      await dialog(page).getByRole('button', { name: 'Done' }).click();
      await expect(dialog(page)).toHaveCount(0);
    });
  });
});
