import { generateP256KeyPair } from '@turnkey/crypto';
import type { Locator, Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, dialog, place, searchPalette } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';

const rowOf = (page: Page, grid: string, text: string | RegExp): Locator =>
  page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: text });
const fill = (page: Page, name: string, text: string) =>
  dialog(page).getByRole('textbox', { name, exact: true }).fill(text);
const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of organization' });

/** As long as the service allows, right to left, with emoji. */
const LONG_NAME = `مستخدم ${'🦊'.repeat(120)}`;

/** Answers yes in the confirmation window, and closes the dialog with the outcome. */
async function review(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await confirm(page);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

async function showSection(page: Page, name: string): Promise<void> {
  await sections(page).getByRole('button', { name }).click();
  await expect(place(page, name)).toBeVisible();
}

test('users, keys and policies are read and changed by name, with the keyboard', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);

  await test.step('the place opens by a key, and names the organization, its quorum and the reader', async () => {
    await page.keyboard.press('Control+8');
    await expect(place(page, 'Users')).toBeVisible();
    await expect(page.getByText('Quorum 1 of 1')).toBeVisible();
    await expect(rowOf(page, 'Users', ' you')).toHaveCount(1);
    await inspectScreen(page, 'organization-users');
  });

  await test.step('a tag and a user with it are added, and nobody types an id', async () => {
    await sections(page).getByRole('button', { name: 'Users' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(place(page, 'Tags')).toBeVisible();
    await expect(page.getByText('No tags yet.')).toBeVisible();
    await inspectScreen(page, 'organization-empty');
    await page.keyboard.press('Control+Enter');
    await fill(page, 'User tag name', 'Approvers');
    await review(page);
    await expect(rowOf(page, 'Tags', 'Approvers')).toContainText('nobody');
    await sections(page).getByRole('button', { name: 'Tags' }).focus();
    await page.keyboard.press('u');
    await expect(place(page, 'Users')).toBeVisible();
    const { spent } = await handOf(page);
    await page.keyboard.press('Control+Enter');
    await fill(page, 'User name', 'Lena Fischer');
    await dialog(page).getByRole('combobox', { name: 'Choose a tag for “Tags”' }).selectOption('Approvers');
    await inspectScreen(page, 'organization-add-user');
    await review(page);
    expect(spent(), 'clicks from the users to a new one with a tag').toBeLessThanOrEqual(6);
    await expect(rowOf(page, 'Users', 'Lena Fischer')).toContainText('Approvers');
  });

  await test.step('a user without a key gets one that ends soon', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('lena');
    await expect(page.getByText('1 found')).toBeVisible();
    await page.keyboard.press('Enter');
    const details = page.getByRole('region', { name: 'User details' });
    await expect(details).toContainText('This user has no key and no passkey.');
    await details.getByRole('button', { name: 'Add API key…' }).click();
    await fill(page, 'API key name', 'Laptop');
    await fill(page, 'Public key', generateP256KeyPair().publicKey);
    await dialog(page).getByRole('button', { name: 'Add lifetime in seconds' }).click();
    await fill(page, 'Lifetime in seconds', String(3 * 24 * 3600));
    await review(page);
    await expect(details).toContainText('Laptop in 3 days');
    await inspectScreen(page, 'organization-user');
  });

  await test.step('keys are grouped by their ends, and those that end soon are one command away', async () => {
    await searchPalette(page, 'API keys that end');
    await page.keyboard.press('Enter');
    await expect(place(page, 'API keys')).toBeVisible();
    await expect(rowOf(page, 'API keys', 'Laptop')).toContainText('Lena Fischer');
    await expect(page.getByText('1 other key ends later or has no end.')).toBeVisible();
    await rowOf(page, 'API keys', 'Laptop').click();
    const details = page.getByRole('region', { name: 'Key details' });
    await expect(details).toContainText('This key ends in 3 days');
    await inspectScreen(page, 'organization-keys');
    await details.getByRole('button', { name: 'Remove key…' }).click();
    await expect(dialog(page)).toContainText('Removes the API key “Laptop” of Lena Fischer.');
    await page.keyboard.press('Control+Enter');
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toContainText(/API key/i);
    await confirm(page);
    await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await page.getByRole('button', { name: 'Show all keys' }).first().click();
    await expect(rowOf(page, 'API keys', 'Laptop')).toHaveCount(0);
  });

  await test.step('a policy is shown in words, in the order of decision, with its exact text', async () => {
    await showSection(page, 'Policies');
    await expect(page.getByText('No policy: only root users act.')).toBeVisible();
    await page.getByRole('button', { name: 'Write policy' }).click();
    const type = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
    await type('Name', 'New accounts');
    await type('Condition', "activity.resource == 'WALLET' && activity.action == 'CREATE'");
    await type('Consensus', 'approvers.count() >= 2');
    await review(page);
    await expect(rowOf(page, 'Policies', 'New accounts')).toContainText('Two people');
    await expect(rowOf(page, 'Policies', 'Root quorum')).toContainText('1 of 1 root users can do everything.');
    await page.getByRole('grid', { name: 'Policies' }).focus();
    await page.keyboard.press('Home');
    const details = page.getByRole('region', { name: 'Policy details' });
    await expect(details.getByRole('region', { name: 'Condition' })).toHaveText(/activity\.resource == 'WALLET'/);
    await inspectScreen(page, 'organization-policies');
    await details.getByRole('button', { name: 'Edit policy…' }).click();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert')).toHaveText('Nothing is changed yet.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('grid', { name: 'Policies' }).focus();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  });

  await test.step('F6 goes from the rail over the sections and the rows to the details', async () => {
    await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Organization' }).focus();
    await page.keyboard.press('F6');
    await expect(sections(page).getByRole('button', { name: 'Policies' })).toBeFocused();
    await page.keyboard.press('F6');
    await expect(page.getByRole('grid', { name: 'Policies' })).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('F6');
    await expect(page.getByRole('button', { name: 'Close details' })).toBeFocused();
    await page.keyboard.press('Shift+F6');
    await expect(page.getByRole('grid', { name: 'Policies' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('a name of any length and script stays in its cell, and its user is removed', async () => {
    await showSection(page, 'Users');
    await page.getByRole('button', { name: 'Add user' }).click();
    await fill(page, 'User name', LONG_NAME);
    await review(page);
    const row = rowOf(page, 'Users', 'مستخدم');
    await row.click();
    await inspectScreen(page, 'organization-long-name');
    const details = page.getByRole('region', { name: 'User details' });
    await details.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove user…' }).click();
    await expect(page.getByRole('button', { name: 'Review removal' })).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    await expect(page.getByText('All requests are complete.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row).toHaveCount(0);
    await expect(details).toBeHidden();
  });

  await test.step('every other section opens without a violation', async () => {
    for (const name of [
      'Passkeys',
      'OAuth providers',
      'Limits',
      'Quorum',
      'Second factors',
      'Session profiles',
      'Features',
      'Sub-organizations',
      'Secrets',
      'TVC apps',
    ]) {
      await showSection(page, name);
      await expect(page.getByRole('button', { name: 'Stop refreshing' })).toHaveCount(0);
      await inspectScreen(page, `organization-${name.toLowerCase().replaceAll(' ', '-')}`);
    }
    await showSection(page, 'Quorum');
    await page.getByRole('button', { name: 'Change quorum' }).click();
    await inspectScreen(page, 'organization-change-quorum');
    await expect(page.getByText('Nothing changes.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Add member' }).selectOption({ label: 'Lena Fischer, cannot sign in' });
    await page.getByRole('spinbutton', { name: 'Votes needed' }).fill('2');
    const effect = page.getByRole('region', { name: 'Effect' });
    await expect(effect).toContainText('2 of 2 instead of 1 of 1');
    await expect(effect).toContainText('No member may be lost');
    await inspectScreen(page, 'organization-quorum-danger');
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `organization-quorum-${size}`));
    await resize(running, 1280, 800, 1);
    await page.getByRole('spinbutton', { name: 'Votes needed' }).fill('1');
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Quorum', 'Lena Fischer')).toHaveCount(1);
  });

  await test.step('at every size and zoom, with the sections in a menu where the column has no room', async () => {
    await showSection(page, 'Users');
    await rowOf(page, 'Users', 'Lena Fischer').click();
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `organization-users-${size}`));
    await page.getByRole('button', { name: 'Close details' }).click();
    await expect(sections(page)).toBeHidden();
    await page.getByRole('button', { name: 'Sections', exact: true }).click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(14);
    await page.getByRole('menuitemradio', { name: /Policies/ }).click();
    await expect(place(page, 'Policies')).toBeVisible();
    await resize(running, 1280, 800, 1);
    await inspectScreen(page, 'organization-policies-1280');
  });
});
