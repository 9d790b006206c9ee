import { createLocalVault, createWallet, goTo } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectScreen } from './screens.ts';

/** EIP-1559 on chain 1: nonce 1, one wei to 0xf39F…2266, as the field's libraries serialise it (PROTOCOL 6.2). */
const UNSIGNED = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const RECIPIENT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const PERMIT = JSON.stringify({
  domain: {
    name: 'USD Coin',
    version: '2',
    chainId: 1,
    verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  primaryType: 'Permit',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  message: { owner: RECIPIENT, spender: `0x${'11'.repeat(20)}`, value: '1000000' },
});

test('a transaction and typed data: what they say, what came back, and what is refused', async ({ launch }) => {
  test.setTimeout(120_000);
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await goTo(page, 'Sign');
  await page.getByRole('combobox', { name: 'Account' }).fill('Treasury');
  await page.getByRole('option').first().click();

  const preview = page.getByRole('button', { name: 'Preview' });
  const transaction = page.getByRole('textbox', { name: 'Unsigned transaction' });

  await test.step('a transaction is decoded before it is signed, and compared after', async () => {
    await page.getByRole('radio', { name: 'Transaction' }).check();
    await preview.click();
    await expect(page.getByText('Paste the unsigned transaction.')).toBeVisible();
    await transaction.fill(UNSIGNED);
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('TRANSACTION_TYPE_ETHEREUM');
    await preview.click();
    const decoded = page.getByRole('table', { name: 'EIP-1559 transaction' });
    await expect(decoded.getByRole('row', { name: /^to / })).toContainText(RECIPIENT.slice(-4));
    await expect(decoded.getByRole('row', { name: /^chainId 1/ })).toBeVisible();
    await inspectScreen(page, 'sign-transaction-review');
    await page.getByRole('button', { name: 'Sign and submit' }).click();
    await expect(page.getByText(/fields compared with what you confirmed/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Signed transaction' })).toContainText('02f8');
    await expect(page.getByRole('button', { name: 'Copy Transaction id' })).toBeVisible();
    await inspectScreen(page, 'sign-transaction-result');
  });

  await test.step('what is no transaction is said to be none, and the service refuses it', async () => {
    await page.getByRole('button', { name: 'Sign another' }).click();
    await transaction.fill(`${UNSIGNED}00`);
    await preview.click();
    await expect(page.getByText(/failed to parse transaction/).first()).toBeVisible();
    await inspectScreen(page, 'sign-transaction-refused');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('typed data is shown member by member', async () => {
    await page.getByRole('radio', { name: 'Typed data' }).check();
    await page.getByRole('textbox', { name: 'Typed data' }).fill(PERMIT);
    await preview.click();
    await expect(page.getByRole('row', { name: /spender/ }).first()).toBeVisible();
    await inspectScreen(page, 'sign-typed-data-review');
    await page.getByRole('button', { name: 'Sign and submit' }).click();
    await expect(page.getByText('Verified on this machine')).toBeVisible();
  });
});
