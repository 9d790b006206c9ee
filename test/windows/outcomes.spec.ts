import type { Page } from 'playwright/test';
import { act, confirm, confirmation, connectTo, createLocalVault, dialog, goTo, place, press } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectConfirmation, inspectScreen } from '../e2e/screens.ts';
import { type StandIn, startStandIn } from '../e2e/stand-in-service.ts';

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

/** Up to where it failed. */
async function tryToCreateWallet(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+n');
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill(name);
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page);
}

test('requests that were not sent, refused or lost show their outcome and the next step', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await goTo(page, 'Settings');
  service.allow(await connectTo(page, service));
  await service.stop();
  await page.getByRole('button', { name: 'Go to accounts' }).click();

  await test.step('accounts that were never read', async () => {
    await expect(page.getByText('Accounts of production were never read.')).toBeVisible();
    await inspectScreen(page, 'accounts-never-read');
  });

  await test.step('not sent: nothing listens there', async () => {
    await tryToCreateWallet(page, 'Hot');
    await expect(dialog(page).getByText('Create wallet “Hot”: not sent')).toBeVisible();
    await inspectScreen(page, 'outcome-not-sent');
    await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Create wallet “Hot”: not sent.')).toBeVisible();
    await page.getByRole('button', { name: 'Review requests' }).click();
    await inspectScreen(page, 'activities-open');
  });

  await test.step('sent from there, and refused: nothing is open', async () => {
    await service.restart();
    const open = page.getByRole('list', { name: 'Unsettled requests' });
    await open.getByRole('button', { name: 'Send' }).click();
    await expect(open).toBeHidden();
    expect(service.seen.paths).toContain('/public/v1/submit/create_wallet');
    await tryToCreateWallet(page, 'Warm');
    await expect(dialog(page).getByText('Refused by the service', { exact: true })).toBeVisible();
    await expect(page.getByText('may have reached')).toBeHidden();
    await inspectScreen(page, 'outcome-refused');
    await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
  });

  await test.step('unknown outcome: the profile stays until the request is given up', async () => {
    service.cutSubmits(true);
    await tryToCreateWallet(page, 'Cold');
    await expect(dialog(page).getByText('Create wallet “Cold”: outcome not known')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Check again' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Check again' })).toBeVisible();
    await inspectScreen(page, 'outcome-unknown');
    await dialog(page).getByRole('button', { name: 'Give up…' }).click();
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The service is gone for good');
    await dialog(page).getByRole('button', { name: 'Give up', exact: true }).click();
    const asked = await confirmation(page);
    await expect(asked.getByText('The service is gone for good')).toBeVisible();
    await inspectConfirmation(asked, 'trusted-give-up');
    await press(asked, asked.getByRole('button', { name: 'Keep it open' }));
    await expect(dialog(page).getByRole('button', { name: 'Give up', exact: true })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Give up', exact: true }).click();
    await confirm(page, 'Give up');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('1 unsettled request.')).toBeHidden();
  });

  await test.step('another profile does not show it, and can be removed', async () => {
    await tryToCreateWallet(page, 'Another');
    await dialog(page).getByRole('button', { name: 'Give up…' }).click();
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Nobody ans');
    await page.keyboard.press('Escape');
    await goTo(page, 'Activities');
    await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Nobody ans');
    await page.getByRole('button', { name: 'Keep it open' }).click();
    await goTo(page, 'Accounts');
    await expect(page.getByText('Create wallet “Another”: outcome not known.')).toBeVisible();
    await page.evaluate(() => window.castellan.call('profiles.use', { name: 'local' }));
    await expect(place(page, 'Accounts')).toBeVisible();
    await expect(page.getByText('unsettled request')).toBeHidden();
    await goTo(page, 'Settings');
    await act(page, 'production', 'Remove…');
    await confirm(page, 'Remove profile');
    await expect(page.getByText('which could not be settled without it')).toBeVisible();
  });
});
