import { generateP256KeyPair } from '@turnkey/crypto';
import type { Page } from 'playwright/test';
import { connectTo, createLocalVault, dialog, goTo, place, searchPalette } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { answerByKeys, chooseIn, chooseItem, expectFocus, pressOn, tabTo, typeInto } from '../e2e/keys.ts';
import { plugIn } from '../e2e/security-key.ts';
import { startStandIn } from '../e2e/stand-in-service.ts';

const LENA = 'Lena Fischer';
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });
const row = (page: Page, grid: string, text: string) =>
  page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: text });

/** Goes to a place or a section by the palette. */
async function go(page: Page, name: string): Promise<void> {
  await searchPalette(page, name);
  await expect(dialog(page).getByRole('option').first()).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(place(page, name)).toBeVisible();
}

/** Runs the main action of a place, once it has one. */
async function act(page: Page): Promise<void> {
  await expect(page.locator('[data-act="true"]').first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
}

/** Reviews a form, answers yes, and closes the dialog with the outcome. */
async function review(page: Page, outcome = 'The service completed it.'): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await answerByKeys(page);
  await expect(dialog(page).getByText(outcome)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

test('the places of an organization are managed without a pointer', async ({ launch }) => {
  const [service, moved] = [await startStandIn(), await startStandIn()];
  const { app, page } = await launch();
  await createLocalVault(page);
  await goTo(page, 'Settings');
  const publicKey = await connectTo(page, service);
  for (const one of [service, moved]) one.allow(publicKey);
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await expect(place(page, 'Accounts')).toBeVisible();
  await page.evaluate(() => window.castellan.call('profiles.use', { name: 'local' }));
  await plugIn(app);
  const { pointers } = await handOf(page);

  await test.step('a user with a tag', async () => {
    await go(page, 'Tags');
    await act(page);
    await typeInto(page, field(page, 'User tag name'), 'Approvers');
    await review(page);
    await expectFocus(page, 'a new tag');
    await go(page, 'Users');
    await act(page);
    await typeInto(page, field(page, 'User name'), LENA);
    const tags = dialog(page).getByRole('combobox', { name: 'Choose a tag for “Tags”' });
    await expect(tags.locator('option', { hasText: 'Approvers' })).toBeAttached();
    await tabTo(page, tags);
    // The only tag.
    await page.keyboard.type('A');
    await expect(dialog(page).getByText('Approvers')).toBeVisible();
    await review(page);
    await expect(row(page, 'Users', LENA)).toContainText('Approvers');
  });

  await test.step('a passkey', async () => {
    await go(page, 'Passkeys');
    await act(page);
    await chooseIn(page, dialog(page).getByRole('combobox', { name: 'User' }), 'Operator');
    await typeInto(page, field(page, 'Name'), 'Second key');
    await page.keyboard.press('Enter');
    await answerByKeys(page);
    await expect(row(page, 'Passkeys', 'Second key')).toHaveCount(1);
  });

  await test.step('a policy', async () => {
    await go(page, 'Policies');
    await act(page);
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type('New wallets');
    await typeInto(
      page,
      page.getByRole('textbox', { name: 'Condition', exact: true }),
      "activity.resource == 'WALLET'",
    );
    await review(page);
    await expect(row(page, 'Policies', 'New wallets')).toHaveCount(1);
  });

  await test.step('a limit that binds', async () => {
    await go(page, 'Limits');
    await act(page);
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type('Ether a day');
    await typeInto(page, page.getByRole('textbox', { name: 'Amount in ETH' }), '10');
    await review(page);
    await expect(page.getByText('Next: create policy.')).toBeFocused();
    await review(page);
    await expect(row(page, 'Limits', 'Ether a day')).toContainText('0 of 10 ETH');
  });

  await test.step('a sub-organization', async () => {
    await go(page, 'Sub-organizations');
    await act(page);
    await typeInto(page, field(page, 'Sub-organization name'), 'Customer 17');
    await typeInto(page, field(page, 'User name'), LENA);
    await pressOn(page, dialog(page).getByRole('button', { name: /^Add API key/ }));
    await typeInto(page, field(page, 'API key name'), 'Laptop');
    await typeInto(page, field(page, 'Public key'), generateP256KeyPair().publicKey);
    await review(page);
    await expect(row(page, 'Sub-organizations', 'Customer 17')).toHaveCount(1);
  });

  await test.step('a user leaves', async () => {
    await searchPalette(page, 'Remove a user');
    await page.keyboard.press('Enter');
    const users = page.getByRole('combobox', { name: 'User' });
    await expect(users.locator('option', { hasText: LENA })).toBeAttached();
    await tabTo(page, users);
    // The first letter opens the page of this user.
    await page.keyboard.type('L');
    await expect(place(page, `Remove ${LENA}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review removal' })).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await answerByKeys(page);
    await expect(page.getByText(`${LENA} is no longer a user of this organization`)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('an endpoint', async () => {
    await page.keyboard.press('Control+b');
    await expect(place(page, 'Webhooks')).toBeVisible();
    await act(page);
    await typeInto(page, field(page, 'Name'), 'Accounting');
    await typeInto(page, field(page, 'URL'), 'https://hooks.example.com/castellan');
    await review(page, 'The endpoint was added.');
  });

  await test.step('a verified audit log', async () => {
    await page.keyboard.press('Control+7');
    await pressOn(page, page.getByRole('button', { name: 'Verify log' }));
    await expect(page.getByText(/entries, unbroken\./)).toBeVisible();
  });

  await test.step('a node for the history', async () => {
    await page.keyboard.press('Control+4');
    await expect(place(page, 'History')).toBeVisible();
    await pressOn(page, page.getByRole('button', { name: 'Add an RPC endpoint' }));
    await expect(place(page, 'Settings')).toBeVisible();
  });

  await test.step('a session', async () => {
    await pressOn(page, page.getByRole('button', { name: 'Actions for local', exact: true }));
    await chooseItem(page, 'Sign in for reading…');
    await pressOn(page, dialog(page).getByRole('button', { name: 'Review' }));
    await answerByKeys(page);
    await expect(page.getByText('Signed in for reading until')).toBeVisible();
    await expectFocus(page, 'a session');
  });

  await test.step('the address of a profile', async () => {
    await pressOn(page, page.getByRole('button', { name: 'Actions for production', exact: true }));
    await chooseItem(page, 'Change address…');
    await typeInto(page, field(page, 'Service address'), moved.baseUrl);
    await page.keyboard.press('Enter');
    await answerByKeys(page, 'Change address');
    await expect(page.getByRole('region', { name: 'Profiles' }).getByText(moved.baseUrl)).toBeVisible();
  });
  expect(pointers(), 'uses of the pointer').toBe(0);
  for (const one of [service, moved]) await one.stop();
});
