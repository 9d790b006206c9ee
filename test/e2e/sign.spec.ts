import { bech32 } from '@scure/base';
import type { Page } from 'playwright/test';
import {
  accountRows,
  act,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  press,
  unfold,
} from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { expectPicture, inspectConfirmation, inspectScreen } from './screens.ts';

/** EIP-1559 on chain 1: nonce 7, 2.5 ether to 0xf39F…2266 at 32 gwei or less. */
const UNSIGNED = '02f001078459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';
const RECIPIENT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** In an hour: an end that is past or far ahead has a finding. */
const DEADLINE = String(Math.floor(Date.now() / 1000) + 3_600);
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
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  message: { owner: RECIPIENT, spender: `0x${'11'.repeat(20)}`, value: '1000000', nonce: 0, deadline: DEADLINE },
});

/** A payment of a P2WPKH `address` to itself with many inputs and outputs, as a wallet hands it over (BIP-174). */
function psbtOf(address: string, inputs = 12, outputs = 30): string {
  const program = Buffer.from(bech32.fromWords(bech32.decode(address as `${string}1${string}`).words.slice(1)));
  const output = (amount: number) => {
    const value = Buffer.alloc(8);
    value.writeBigUInt64LE(BigInt(amount));
    return `${value.toString('hex')}160014${program.toString('hex')}`;
  };
  const list = (length: number, item: (index: number) => string) =>
    Array.from({ length }, (_, at) => item(at)).join('');
  const byte = (number: number) => number.toString(16).padStart(2, '0');
  const transaction = [
    '02000000',
    byte(inputs),
    list(inputs, (index) => `${byte(index + 1).repeat(32)}${byte(index)}00000000fdffffff`),
    byte(outputs),
    list(outputs, (index) => output(50_000 + index)),
    '00000000',
  ].join('');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(transaction.length / 2);
  const utxo = output(150_000);
  return [
    `70736274ff0100fd${length.toString('hex')}${transaction}00`,
    list(inputs, () => `0101${byte(utxo.length / 2)}${utxo}00`),
    list(outputs, () => '00'),
  ].join('');
}

async function chooseAccount(page: Page, search: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Account' }).fill(search);
  const options = page.getByRole('option').filter({ hasText: search });
  await options.first().click();
}

test('a transaction and typed data are explained, verified after signing, or refused', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  const { spent } = await handOf(page);
  await goTo(page, 'Sign');
  await page.getByRole('combobox', { name: 'Account' }).fill('Treasury');
  await page.getByRole('option').first().click();

  const review = page.getByRole('button', { name: 'Review' });
  const transaction = page.getByRole('textbox', { name: 'Unsigned transaction' });

  await test.step('a transaction is decoded before it is signed, and compared after', async () => {
    await page.getByRole('radio', { name: 'Transaction' }).check();
    const written = spent();
    await review.click();
    await expect(page.getByText('Paste the unsigned transaction.')).toBeVisible();
    spent();
    await transaction.fill(UNSIGNED);
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('TRANSACTION_TYPE_ETHEREUM');
    await expect(page.getByRole('heading', { level: 3, name: /^Send 2\.5 ETH to 0x/ })).toBeVisible();
    await expect(page.getByRole('table', { name: 'In short' })).toContainText('Ethereum (1)');
    await inspectScreen(page, 'sign-transaction-told');
    await review.click();
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toHaveText(
      /^Send 2\.5 ETH to 0x.* \(not in your address book\)$/,
    );
    await expect(asked.getByRole('table', { name: 'In short' }).getByRole('row', { name: /^Chain / })).toContainText(
      'Ethereum (1)',
    );
    await inspectConfirmation(asked, 'sign-transaction-review');
    expectPicture('sign-transaction-review-light', 'question.png');
    const reviewed = written + spent();
    await unfold(asked, 'Fields');
    const decoded = asked.getByRole('table', { name: 'EIP-1559 transaction' });
    await expect(decoded.getByRole('row', { name: /^to / })).toContainText(RECIPIENT.slice(-4));
    await expect(decoded.getByRole('row', { name: /^chainId 1/ })).toBeVisible();
    spent();
    await confirm(page);
    expect(reviewed + spent(), 'clicks from any place to the signature').toBeLessThanOrEqual(5);
    await expect(page.getByText(/fields compared with the request that you confirmed/)).toBeVisible();
    await unfold(page, 'Signed bytes');
    await expect(page.getByRole('region', { name: 'Signed transaction' })).toContainText('02f8');
    await expect(page.getByRole('button', { name: 'Copy Transaction id' })).toBeVisible();
    await inspectScreen(page, 'sign-transaction-result');
    expectPicture('sign-transaction-result-light', 'result.png');
  });

  await test.step('an invalid transaction is reported and cannot be signed', async () => {
    await page.getByRole('button', { name: 'Sign another' }).click();
    await transaction.fill(`${UNSIGNED}00`);
    await review.click();
    const asked = await confirmation(page);
    await expect(asked.getByText(/failed to parse transaction/).first()).toBeVisible();
    await expect(asked.getByText('This cannot be signed')).toBeVisible();
    await expect(asked.locator('.trusted-answers').getByRole('button')).toHaveText(['Don’t sign']);
    await inspectConfirmation(asked, 'sign-transaction-refused');
    await press(asked, asked.getByRole('button', { name: 'Don’t sign' }));
    await expect(page.getByText('You did not sign. Nothing was stamped or sent.')).toBeVisible();
  });

  await test.step('typed data is shown member by member', async () => {
    await page.getByRole('radio', { name: 'Typed data' }).check();
    await page.getByRole('textbox', { name: 'Typed data' }).fill(PERMIT);
    await review.click();
    const asked = await confirmation(page);
    await expect(asked.getByRole('row', { name: /^message\.spender|^spender/ })).toBeHidden();
    await unfold(asked, 'Fields');
    await expect(asked.getByRole('row', { name: /spender/ }).first()).toBeVisible();
    await inspectConfirmation(asked, 'sign-typed-data-review');
    await confirm(page);
    await expect(page.getByText('Verified on this machine')).toBeVisible();
  });
});

test('Bitcoin accounts: a long transaction, and a message with Schnorr', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);

  await test.step('every format is offered by name, at free paths', async () => {
    await page.getByRole('button', { name: 'Create wallet', exact: true }).click();
    await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill('Reserve');
    for (const [number, kind, name] of [
      [1, 'Bitcoin SegWit (P2WPKH)', 'Savings'],
      [2, 'Bitcoin Taproot (P2TR)', 'Vaulted'],
      [3, 'Compressed key', 'Signer'],
    ] as const) {
      if (number > 1) await dialog(page).getByRole('button', { name: 'Add another account' }).click();
      const fields = dialog(page).getByRole('group', { name: `Account ${number}` });
      await fields.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
      await fields.getByRole('textbox', { name: 'Name' }).fill(name);
    }
    const key = dialog(page).getByRole('group', { name: 'Account 3' });
    await expect(dialog(page).getByRole('combobox', { name: 'Curve' })).toHaveCount(1);
    await key.getByRole('combobox', { name: 'Curve' }).selectOption('Ed25519');
    await expect(key.getByRole('textbox', { name: 'Path' })).toHaveValue("m/44'/60'/0'/0'/0'");
    await inspectScreen(page, 'wallet-form-bitcoin');
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await confirm(page);
    await expect(dialog(page).getByText('Wallet created')).toBeVisible();
    await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
    await inspectScreen(page, 'accounts-bitcoin');
  });

  const row = accountRows(page).filter({ hasText: 'Savings' });
  const address = /bc1q[a-z0-9]{38}/.exec((await row.textContent()) ?? '')?.[0] ?? '';

  await test.step('further accounts continue at the next free path', async () => {
    await page.getByRole('button', { name: 'Add accounts' }).click();
    await dialog(page).getByRole('combobox', { name: 'Kind' }).selectOption('Bitcoin SegWit (P2WPKH)');
    const path = dialog(page).getByRole('textbox', { name: 'Path' });
    await expect(path).toHaveValue("m/84'/0'/0'/0/1");
    await path.fill("m/84'/0'/0'/0/0");
    await expect(dialog(page).getByText('Another account of this wallet has this path.')).toBeVisible();
    await inspectScreen(page, 'accounts-path-taken');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a long PSBT is shown field by field, with only the beginning of its raw form', async () => {
    await goTo(page, 'Sign');
    await chooseAccount(page, 'Savings');
    await page.getByRole('radio', { name: 'Transaction' }).check();
    await page.getByRole('textbox', { name: 'Unsigned transaction' }).fill(psbtOf(address));
    await page.getByRole('button', { name: 'Review' }).click();
    const asked = await confirmation(page);
    await expect(
      asked.getByRole('table', { name: 'In short' }).getByRole('row', { name: /^You spend / }),
    ).toContainText('BTC');
    await unfold(asked, 'Fields');
    const decoded = asked.getByRole('table', { name: 'Bitcoin transaction (PSBT)' });
    await expect(decoded.getByRole('rowheader', { name: 'outputs[29]' })).toBeAttached();
    await expect(decoded.getByRole('row', { name: /^fee / })).toContainText('satoshi');
    await unfold(asked, 'Request');
    const more = asked.getByRole('table', { name: 'Request' }).getByRole('button', { name: /^Show all/ });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await inspectConfirmation(asked, 'sign-psbt-review');
    await decoded.getByRole('row', { name: /^fee / }).scrollIntoViewIfNeeded();
    await inspectConfirmation(asked, 'sign-psbt-review-middle');
    await more.scrollIntoViewIfNeeded();
    await inspectConfirmation(asked, 'sign-psbt-review-end');
    await confirm(page);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(960, 640));
    await expect(page.getByText(/fields compared with the request that you confirmed/)).toBeVisible();
    await inspectScreen(page, 'sign-psbt-result-small');
    await page.getByRole('button', { name: 'Sign another' }).click();
  });

  await test.step('a Taproot account signs with Schnorr, and cannot sign typed data', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800));
    await chooseAccount(page, 'Vaulted');
    await page.getByRole('radio', { name: 'Typed data' }).check();
    await expect(page.getByText(/Typed data is signed with ECDSA/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review' })).toBeDisabled();
    await inspectScreen(page, 'sign-typed-data-never');
    await page.getByRole('radio', { name: 'Message' }).check();
    await page.getByRole('radio', { name: 'Hex' }).check();
    await page.getByRole('textbox', { name: 'Message' }).fill('00ff'.repeat(400));
    await page.getByRole('button', { name: 'Review' }).click();
    const asked = await confirmation(page);
    await expect(asked.getByText('Bytes can be a transaction of any chain')).toBeVisible();
    await expect(asked.getByText('The effect is unknown, so this cannot be signed')).toBeVisible();
    await expect(asked.getByRole('button')).toHaveText(['Don’t sign']);
    await inspectConfirmation(asked, 'sign-bytes-refused');
    await press(asked, asked.getByRole('button', { name: 'Don’t sign' }));
  });

  await test.step('an undecodable payload is signed only if the profile allows it and its mark is typed', async () => {
    await goTo(page, 'Settings');
    await act(page, 'local', 'Allow blind signing…');
    await inspectConfirmation(await confirmation(page), 'settings-blind-signing');
    await confirm(page, 'Allow it');
    await expect(page.getByText('Blind signing is on')).toBeVisible();
    await goTo(page, 'Sign');
    await page.getByRole('button', { name: 'Review' }).click();
    const asked = await confirmation(page);
    await inspectConfirmation(asked, 'sign-bytes-review');
    await asked.getByLabel('Type ff00ff to sign without knowing what it does').fill('ff00ff');
    await confirm(page, 'Sign blind');
    await unfold(page, 'Checked');
    await expect(page.getByRole('row', { name: /^Scheme / })).toContainText('BIP-340');
    await inspectScreen(page, 'sign-schnorr-result');
  });
});
