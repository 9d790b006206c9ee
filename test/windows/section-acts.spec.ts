import type { Locator, Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, dialog, place } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectScreen } from '../e2e/screens.ts';

const rowOf = (page: Page, grid: string, text: string): Locator =>
  page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: text });
const field = (page: Page, name: string): Locator => dialog(page).getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string): Locator => dialog(page).getByRole('combobox', { name, exact: true });

async function show(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of organization' });
  await sections.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(place(page, name)).toBeVisible();
}

/** Reviews the request of the dialog with the keyboard, checks its headline, and confirms it. */
async function finish(page: Page, headline: RegExp): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await expect((await confirmation(page)).getByRole('heading', { level: 1 })).toContainText(headline);
  await confirm(page);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

/** Opens the row with that text, and chooses its action with the keyboard. */
async function act(page: Page, grid: string, text: string, name: string): Promise<void> {
  await rowOf(page, grid, text).click();
  const button = page.getByRole('region', { name: / details$/ }).getByRole('button', { name });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
}

test('logins, second factors, session profiles and features are made, changed and removed', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await page.keyboard.press('Control+8');
  await expect(place(page, 'Users')).toBeVisible();

  await test.step('a login of a user at an issuer', async () => {
    await show(page, 'OAuth providers');
    await expect(page.getByText('No provider yet.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await choice(page, 'User').selectOption({ index: 1 });
    await field(page, 'Provider name').fill('Work login');
    await field(page, 'Issuer').fill('https://issuer.example.com');
    await field(page, 'Subject').fill('lena');
    await field(page, 'Audience').fill('castellan');
    await inspectScreen(page, 'section-add-provider');
    await finish(page, /Work login/);
    await expect(rowOf(page, 'OAuth providers', 'Work login')).toContainText('https://issuer.example.com');
    await act(page, 'OAuth providers', 'Work login', 'Remove provider…');
    await expect(dialog(page)).toContainText('Removes the login “Work login” of Operator.');
    await finish(page, /Work login/);
    await expect(page.getByText('No provider yet.')).toBeVisible();
  });

  await test.step('a second factor of a user', async () => {
    await show(page, 'Second factors');
    await expect(page.getByText('None is required.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await choice(page, 'User').selectOption({ index: 1 });
    await field(page, 'MFA policy name').fill('Passkey to sign');
    await field(page, 'Condition').fill("activity.action == 'SIGN'");
    await choice(page, 'Type').selectOption({ label: 'API key' });
    await field(page, 'Order').fill('1');
    await inspectScreen(page, 'section-require-factor');
    await finish(page, /Passkey to sign/);
    await expect(rowOf(page, 'Second factors', 'Passkey to sign')).toContainText('Sign');
    await act(page, 'Second factors', 'Passkey to sign', 'Change second factor…');
    await field(page, 'MFA policy name').fill('Key to sign');
    await finish(page, /second factor|MFA policy/i);
    await expect(rowOf(page, 'Second factors', 'Key to sign')).toContainText('API key');
    await act(page, 'Second factors', 'Key to sign', 'Remove second factor…');
    await expect(dialog(page)).toContainText('by the rule “Key to sign”');
    await finish(page, /second factor|MFA policy/i);
    await expect(page.getByText('None is required.')).toBeVisible();
  });

  await test.step('a session profile, which never changes', async () => {
    await show(page, 'Session profiles');
    await page.keyboard.press('Control+Enter');
    await field(page, 'Session profile name').fill('Read only');
    await field(page, 'Scope').fill("activity.action == 'SIGN'");
    await inspectScreen(page, 'section-create-session-profile');
    await finish(page, /Read only/);
    await expect(rowOf(page, 'Session profiles', 'Read only')).toContainText('the default');
  });

  await test.step('a feature', async () => {
    await show(page, 'Features');
    await page.keyboard.press('Control+Enter');
    await choice(page, 'Name').selectOption({ label: 'Passkey origins' });
    await field(page, 'Value').fill('https://app.example.com');
    await inspectScreen(page, 'section-turn-on-feature');
    await finish(page, /feature/i);
    await expect(page.getByRole('grid', { name: 'Features' })).toContainText('https://app.example.com');
    await act(page, 'Features', 'Passkey origins', 'Change value…');
    await field(page, 'Value').fill('https://desk.example.com');
    await finish(page, /feature/i);
    await expect(page.getByRole('grid', { name: 'Features' })).toContainText('https://desk.example.com');
    await act(page, 'Features', 'Passkey origins', 'Turn off…');
    await finish(page, /feature/i);
    await expect(page.getByRole('grid', { name: 'Features' })).not.toContainText('https://desk.example.com');
  });
});
