import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, dialog, place, press } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { answerSaveDialog } from '../e2e/save-dialog.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';

const KEY = '04'.repeat(130);
const rows = (page: Page, grid: string): Locator => page.getByRole('grid', { name: grid }).getByRole('row');
const fill = (page: Page, name: string, text: string) =>
  dialog(page).getByRole('textbox', { name, exact: true }).first().fill(text);

/** The ids in the text of a dialog, once so many are there. */
async function idsIn(shown: Locator, count = 1): Promise<readonly string[]> {
  const read = async () => (await shown.textContent())?.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count);
  return read();
}

async function show(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Sections of organization' })
    .getByRole('button', { name, exact: false })
    .click();
  await expect(place(page, name)).toBeVisible();
}

/** Reviews the request of the dialog, answers yes, and closes the dialog. */
async function review(page: Page, headline: RegExp, name: string | null = null): Promise<void> {
  await page.keyboard.press('Control+Enter');
  const asked = await confirmation(page);
  await expect(asked.getByRole('heading', { level: 1 })).toContainText(headline);
  if (name !== null) await inspectConfirmation(asked, name);
  await confirm(page);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

async function importSecret(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await dialog(page).getByRole('textbox', { name: 'Secret name' }).fill(name);
  await dialog(page).getByRole('button', { name: 'Import…' }).click();
  await confirm(page);
  const asked = await confirmation(page);
  await asked.getByRole('textbox', { name: 'Secret', exact: true }).fill('a token of an exchange');
  await confirm(page, 'Go on');
  await confirmation(page);
  await confirm(page);
  await expect(dialog(page).getByText('Secret imported')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(rows(page, 'Secrets').filter({ hasText: name })).toHaveCount(1);
}

test('secrets are imported and deleted by name, and applications are deployed', async ({ launch }) => {
  const running = await launch();
  const { app, page, home } = running;
  /** Exports the list that is shown, and returns the lines of the file. */
  const exported = async (name: string): Promise<readonly string[]> => {
    await answerSaveDialog(app, home);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(page.getByText(/ written to /).last()).toBeVisible();
    const file = () => readdirSync(home).find((found) => found.startsWith(name));
    await expect.poll(file).toBeDefined();
    return readFileSync(join(home, file() ?? ''), 'utf8')
      .trimEnd()
      .split('\r\n');
  };
  await createLocalVault(page);
  await page.keyboard.press('Control+8');

  await test.step('secrets are imported in the confirmation window', async () => {
    await show(page, 'Secrets');
    await expect(page.getByText('No secrets yet.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(dialog(page).getByRole('textbox', { name: 'Secret name' })).toBeVisible();
    await inspectScreen(page, 'organization-import-secret');
    await page.keyboard.press('Escape');
    await importSecret(page, 'Exchange key');
    await importSecret(page, 'Custody token');
  });

  await test.step('what is shown of them is exported as CSV', async () => {
    await page.getByRole('searchbox', { name: 'Search secrets' }).fill('exchange');
    await expect(page.getByText('1 found')).toBeVisible();
    await inspectScreen(page, 'organization-secrets');
    const [head, ...lines] = await exported('secrets');
    expect(head).toBe('name,properties,added,secret_id');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Exchange key,');
    await page.getByRole('searchbox', { name: 'Search secrets' }).fill('');
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `organization-secrets-${size}`));
    await resize(running, 1280, 800, 1);
  });

  await test.step('one is exported, and shown in the confirmation window alone', async () => {
    await rows(page, 'Secrets').filter({ hasText: 'Exchange key' }).click();
    const details = page.getByRole('region', { name: 'Secret details' });
    await inspectScreen(page, 'organization-secret');
    await details.getByRole('button', { name: 'Export secret…' }).click();
    const [id = ''] = await idsIn(dialog(page));
    await inspectScreen(page, 'organization-export-secret');
    await dialog(page)
      .getByRole('textbox', { name: 'Type the last six characters of the secret id' })
      .fill(id.slice(-6));
    await confirm(page, 'Export secret');
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Reveal the exported text');
    await expect(asked.locator('main')).toContainText('No address was compared');
    await inspectConfirmation(asked, 'trusted-reveal-secret');
    await confirm(page, 'Reveal text');
    const shown = await confirmation(page);
    await expect(shown.getByRole('img', { name: 'Exported text, 22 characters' })).toBeVisible();
    await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('two are exported by one request, and shown one after the other', async () => {
    await page.getByRole('grid', { name: 'Secrets' }).focus();
    await page.keyboard.press('Control+a');
    await inspectScreen(page, 'organization-secrets-selected');
    await page.getByRole('button', { name: 'Export 2 secrets…' }).click();
    const last = (await idsIn(dialog(page), 2)).at(-1) ?? '';
    await inspectScreen(page, 'organization-export-secrets');
    await dialog(page)
      .getByRole('textbox', { name: /^Type the last six characters/ })
      .fill(last.slice(-6));
    const question = await confirmation(page);
    for (const name of ['Exchange key', 'Custody token'])
      await expect(question.getByRole('heading', { level: 1 })).toContainText(`“${name}”`);
    await inspectConfirmation(question, 'trusted-export-secrets');
    await confirm(page, 'Export secrets');
    for (const [at, close] of [
      [1, 'Wipe, then the next one'],
      [2, 'Close and wipe'],
    ] as const) {
      const asked = await confirmation(page);
      await expect(asked.getByRole('heading', { level: 1 })).toHaveText(`Reveal the exported text, ${at} of 2`);
      await expect(asked.getByRole('radio', { name: 'Kept 1 day' })).toHaveCount(at - 1);
      await inspectConfirmation(asked, `trusted-reveal-secret-${at}`);
      await confirm(page, 'Reveal text');
      const shown = await confirmation(page);
      await expect(shown.getByRole('img', { name: 'Exported text, 22 characters' })).toBeVisible();
      await press(shown, shown.getByRole('button', { name: close }));
    }
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
  });

  await test.step('two are deleted, and the question has their names', async () => {
    const details = page.getByRole('region', { name: 'Secret details' });
    await details.getByRole('button', { name: 'Delete secrets…' }).click();
    await dialog(page).getByRole('combobox', { name: 'Choose a secret for “Secrets”' }).selectOption('Custody token');
    await inspectScreen(page, 'organization-delete-secrets');
    await review(page, /Delete 2 secrets: “Exchange key”, “Custody token”/, 'organization-delete-secrets');
    await expect(page.getByText('No secrets yet.')).toBeVisible();
  });

  await test.step('an application is created and deployed, and a deployment is made live', async () => {
    await show(page, 'TVC apps');
    await expect(page.getByText('No app deployed.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    // The form appears after the organization was read, and then has the focus.
    await expect(dialog(page).getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type('Signer');
    await fill(page, 'Quorum public key', KEY);
    for (const set of ['manifest set', 'share set']) {
      await dialog(page)
        .getByRole('button', { name: `Add ${set}`, exact: true })
        .click();
      const group = dialog(page).getByRole('group', { name: new RegExp(`^${set}$`, 'i') });
      await group.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Operators');
      await group.getByRole('button', { name: 'Add new operators', exact: true }).click();
      await group.getByRole('button', { name: 'Add new operator', exact: true }).click();
      await group.getByRole('textbox', { name: 'Name', exact: true }).last().fill('One');
      await group.getByRole('textbox', { name: 'Public key' }).fill(KEY);
      await group.getByRole('textbox', { name: 'Threshold' }).fill('1');
    }
    await inspectScreen(page, 'organization-create-app');
    await review(page, /Create the application “Signer”/);
    await expect(rows(page, 'TVC apps').filter({ hasText: 'no deployment' })).toHaveCount(1);
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByRole('combobox', { name: 'Application' }).selectOption('Signer');
    await fill(page, 'QOS version', '1.0.0');
    await fill(page, 'Pivot container image URL', 'registry.example.com/signer:1');
    await fill(page, 'Pivot path', '/signer');
    await fill(page, 'Expected pivot digest', 'ab'.repeat(32));
    await fill(page, 'Health check port', '3000');
    await fill(page, 'Public ingress port', '3000');
    await inspectScreen(page, 'organization-deploy-app');
    await review(page, /Deploy registry\.example\.com\/signer:1 as the application “Signer”/);
    const row = rows(page, 'TVC apps').filter({ hasText: 'not live' });
    await expect(row).toHaveCount(1);
    await row.click();
    const details = page.getByRole('region', { name: 'Deployment details' });
    await expect(details).toContainText('registry.example.com/signer:1');
    await inspectScreen(page, 'organization-deployment');
    expect((await exported('tvc-apps'))[1]).toContain('Signer,1.0.0,');
    await details.getByRole('button', { name: 'Make live…' }).click();
    await expect(dialog(page)).toContainText('“registry.example.com/signer:1” of “Signer”');
    await review(page, /the live one of its application/);
    await expect(rows(page, 'TVC apps').filter({ hasText: 'not live' })).toHaveCount(0);
    await expect(details.getByRole('button', { name: 'Delete deployment…' })).toHaveCount(0);
  });
});
