import { generateP256KeyPair } from '@turnkey/crypto';
import type { Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, createWallet, dialog, place, press } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectConfirmation } from '../e2e/screens.ts';

const fill = (page: Page, name: string, text: string) =>
  dialog(page).getByRole('textbox', { name, exact: true }).fill(text);

async function showSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections of organization' }).getByRole('button', { name }).click();
  await expect(place(page, name)).toBeVisible();
}

/** Reviews a form, expects the sentences in the question, and confirms it. */
async function asked(page: Page, name: string, sentences: readonly (string | RegExp)[]): Promise<void> {
  await page.keyboard.press('Control+Enter');
  const question = await confirmation(page);
  for (const sentence of sentences) await expect(question.getByText(sentence)).toBeVisible();
  await inspectConfirmation(question, `effect-${name}`);
  await confirm(page);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

test('a change of people, keys, tags, policies or the quorum is asked with what it gives or takes', async ({
  launch,
}) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await page.keyboard.press('Control+8');
  await expect(place(page, 'Users')).toBeVisible();

  await test.step('a new user without tags gains nothing, and the question names what was not tried', async () => {
    await page.getByRole('button', { name: 'Add user' }).click();
    await fill(page, 'User name', 'Bob');
    await asked(page, 'user', [/^Not tried: other accounts, operations, amounts/]);
    await page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: 'Bob' }).click();
    await page.getByRole('region', { name: 'User details' }).getByRole('button', { name: 'Add API key…' }).click();
    await fill(page, 'API key name', 'Laptop');
    await fill(page, 'Public key', generateP256KeyPair().publicKey);
    await asked(page, 'key', []);
  });

  await test.step('a policy names the user who can then sign, and with how many wallets', async () => {
    await showSection(page, 'Tags');
    await page.getByRole('button', { name: 'Create tag' }).first().click();
    await fill(page, 'User tag name', 'Payers');
    await asked(page, 'new-tag', []);
    await showSection(page, 'Policies');
    await page.getByRole('button', { name: 'Write policy' }).first().click();
    const type = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
    await type('Name', 'Everybody signs');
    await type('Condition', "activity.action == 'SIGN'");
    await type('Consensus', "approvers.any(user, user.alias == 'Bob')");
    await asked(page, 'policy', [
      '“Bob” can then send on Ethereum, sign messages and sign digests alone with 1 wallet.',
    ]);
  });

  await test.step('a key of the user then gives that power to its holder', async () => {
    await showSection(page, 'Users');
    await page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: 'Bob' }).click();
    await page.getByRole('region', { name: 'User details' }).getByRole('button', { name: 'Add API key…' }).click();
    await fill(page, 'API key name', 'Second');
    await fill(page, 'Public key', generateP256KeyPair().publicKey);
    await asked(page, 'second-key', [
      'Anyone with a credential of “Bob” can send on Ethereum, sign messages and sign digests alone with 1 wallet.',
    ]);
  });

  await test.step('a quorum change names who gains everything', async () => {
    await showSection(page, 'Quorum');
    await page.getByRole('button', { name: 'Change quorum' }).click();
    await page.getByRole('combobox', { name: 'Add member' }).selectOption({ label: 'Bob' });
    await page.keyboard.press('Control+Enter');
    const question = await confirmation(page);
    await expect(
      question.getByText(/^“Bob” can then create wallets, .*change the root quorum.* alone\.$/),
    ).toBeVisible();
    await inspectConfirmation(question, 'effect-quorum');
    await press(question, question.locator('.trusted-answers').getByRole('button').first());
  });
});
