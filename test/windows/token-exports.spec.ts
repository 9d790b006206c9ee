import type { Page } from 'playwright/test';
import { SoftTokens } from '../contract/tokens/soft-token.ts';
import {
  accountRows,
  addKey,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  press,
} from '../e2e/flows.ts';
import { child, expect, test } from '../e2e/harness.ts';
import { foundInMemory } from '../e2e/memory.ts';
import { inspectConfirmation, inspectScreen } from '../e2e/screens.ts';
import type { Secret } from '../e2e/secrets.ts';
import { enterTokenPin, openTokens, SOFT_MODULE } from '../e2e/soft-token.ts';

let soft: SoftTokens;
test.beforeEach(() => {
  soft = new SoftTokens();
  soft.add('desk');
  openTokens(soft);
});
test.afterEach(() => soft.close());

async function enterPin(page: Page, headline: string): Promise<void> {
  await expect((await confirmation(page)).getByText(headline)).toBeVisible();
  await enterTokenPin(page);
}

async function addKeyOnToken(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await addKey(page, 'Key on a token…');
  await dialog(page).getByRole('combobox', { name: 'Module' }).selectOption({ label: SOFT_MODULE });
  await dialog(page).getByRole('button', { name: 'Find tokens' }).click();
  await confirm(page, 'Load module');
  await expect(dialog(page).getByRole('radio', { name: 'desk' })).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page, 'Make key');
  await enterPin(page, 'The token stays open until you lock Castellan');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
}

test('an export is sealed to a token’s key, opened with the PIN, and the key is destroyed on the token', async ({
  launch,
}) => {
  const running = await launch({ environment: soft.environment });
  const { app, page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await addKeyOnToken(page);
  await expect.poll(() => soft.objects()).toBe(2);

  await goTo(page, 'Accounts');
  const row = accountRows(page).first();
  const address = await addressOf(row);
  await row.click();
  await page.getByRole('region', { name: 'Account details' }).getByRole('button', { name: 'Export account' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'In the vault on this machine' })).toBeChecked();
  await dialog(page).getByRole('radio', { name: 'On the token “desk”' }).check();
  await expect(dialog(page).getByText('a key that only your token has')).toBeVisible();
  await inspectScreen(page, 'export-on-token');
  const typed = dialog(page).getByRole('textbox', { name: 'Type the last six characters of the address' });
  await typed.fill(address.slice(-6));
  await confirm(page);
  await expect.poll(() => soft.objects()).toBe(4);
  await inspectConfirmation(await confirmation(page), 'token-pin-opening');
  await enterPin(page, 'The key that opens this export is on the token');
  const proof = await confirmation(page);
  await expect(proof.getByText('This key belongs to the address you asked for')).toBeVisible();
  await confirm(page, 'Reveal key');
  const shown = await confirmation(page);
  await shown.getByRole('button', { name: 'Copy key' }).click();
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(copied).toMatch(/^[0-9a-f]{64}$/);
  const secret: Secret = { name: 'exported key', bytes: new Uint8Array(Buffer.from(await copied(), 'hex')) };
  await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => soft.objects()).toBe(2);

  await test.step('the token’s process holds no part of the opened export', async () => {
    const pid = await child(running, 'token');
    if (process.getuid?.() === 0) expect(foundInMemory([secret], [{ pid, what: 'token' }])).toEqual([]);
  });
});
