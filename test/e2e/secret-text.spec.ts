import { composeMessage, confirmation, createLocalVault, createWallet } from './flows.ts';
import { expect, test } from './harness.ts';

/** The words of BIP-39's first test vector, and a text that may be a private key. */
const WORDS = `${'abandon '.repeat(11)}about`;
const DIGITS = 'c1'.repeat(32);

test('a recovery phrase typed as a message is refused, and 64 hexadecimal digits are asked about first', async ({
  launch,
}) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await composeMessage(page, WORDS);
  await expect(page.getByText('This is a private key. Nothing was kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('This is a private key. Nothing was kept.')).toBeVisible();
  await composeMessage(page, DIGITS);
  await expect(page.getByText('Is this a private key?').first()).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect((await confirmation(page)).getByRole('table', { name: 'Meaning' })).toBeVisible();
});
