import { type AnvilNode, startAnvil } from '../peers/anvil-node.ts';
import { skipWithoutAnvil } from './anvil.ts';
import {
  accountRows,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  place,
  press,
  unlock,
} from './flows.ts';
import { handOf } from './hand.ts';
import { child, expect, test } from './harness.ts';
import { expectInReach, resize, SMALL_SIZES } from './reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from './screens.ts';
import { addNode, recipient, review, sendFrom, sendFromFirst, textbox } from './sending.ts';

const RECIPIENT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The same four characters at both ends. */
const LOOKALIKE = '0xf39f11223344556677889900aabbccddeeff2266';
const TEN_ETHER = '0x8ac7230489e80000';
/** 2.5 ether in wei. */
const AMOUNT = 2_500_000_000_000_000_000n;

test.describe('with a node', () => {
  let node: AnvilNode;
  test.beforeEach(async () => {
    skipWithoutAnvil();
    node = await startAnvil('--chain-id', '1');
  });
  test.afterEach(() => node?.end());

  test('a private key pays from its address', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    await page.getByRole('navigation', { name: 'Sections of accounts' }).getByText('Private keys').click();
    await page.getByRole('button', { name: 'Create private key' }).first().click();
    await dialog(page).getByRole('textbox', { name: 'Private key name' }).fill('Payout key');
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
    await page.keyboard.press('Escape');
    const row = page.getByRole('grid', { name: 'Private keys' }).getByRole('row').filter({ hasText: 'Payout key' });
    await expect(row).toHaveCount(1);
    const address = await page.evaluate(async () => {
      const keys = await window.castellan.call('privateKeys.list', { search: '', offset: 0, limit: 1 });
      return (keys as { value: { rows: { addresses: { address: string }[] }[] } }).value.rows[0]?.addresses[0]?.address;
    });
    await node.call('anvil_setBalance', address ?? '', TEN_ETHER);
    await addNode(page, node);
    const before = BigInt(await node.call<string>('eth_getBalance', RECIPIENT, 'latest'));
    await goTo(page, 'Accounts');
    await page.getByRole('navigation', { name: 'Sections of accounts' }).getByText('Private keys').click();
    await row.click();
    await inspectScreen(page, 'private-keys-send');
    await page.getByRole('button', { name: 'Send from this private key' }).click();
    await expect(place(page, 'Send')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('Payout key');
    await recipient(page).fill(RECIPIENT);
    await textbox(page, 'Amount in ETH').fill('2.5');
    await expect(page.getByText('10 ETH available')).toBeVisible();
    await inspectScreen(page, 'send-from-private-key');
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `send-from-private-key-${size}`));
    await resize(running, 1280, 800, 1);
    await review(page).click();
    const asked = await confirmation(page);
    await expect(asked.locator('main')).toContainText('Payout key');
    await confirm(page, 'Send 2.5 ETH');
    await page.getByRole('button', { name: 'Broadcast', exact: true }).click();
    await confirm(page, 'Send');
    await expect
      .poll(async () => BigInt(await node.call<string>('eth_getBalance', RECIPIENT, 'latest')) - before)
      .toBe(AMOUNT);
  });

  test('2.5 ETH are sent to somebody in six clicks, until the money has arrived', async ({ launch }) => {
    const { page } = await launch();
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    const address = await addressOf(accountRows(page).first());
    await node.call('anvil_setBalance', address, TEN_ETHER);
    await addNode(page, node);
    const balance = async () => BigInt(await node.call<string>('eth_getBalance', RECIPIENT, 'latest'));
    const before = await balance();

    await goTo(page, 'Accounts');
    await expect(accountRows(page).first()).toContainText('10 ETH · just now');
    await inspectScreen(page, 'accounts-balance');
    await accountRows(page).first().click();
    await expect(page.getByRole('table', { name: 'Balances' })).toContainText('Ethereum10 ETH · just now');
    await page.keyboard.press('Escape');

    const { spent } = await handOf(page);
    await sendFrom(page, 'Treasury');
    await recipient(page).fill(RECIPIENT);
    await textbox(page, 'Amount in ETH').fill('2.5');
    await expect(page.getByText('10 ETH available')).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Send 2.5 ETH to/ })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Chain nonce 0 Ethereum' })).toBeVisible();
    await inspectScreen(page, 'send');
    await review(page).click();
    const asked = await confirmation(page);
    await inspectConfirmation(asked, 'send-question');
    await expect(asked.locator('main')).toContainText('2.5 ETH');
    await confirm(page, 'Send 2.5 ETH');
    await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
    await inspectScreen(page, 'send-signed');
    await page.getByRole('button', { name: 'Broadcast', exact: true }).click();
    await confirm(page, 'Send');
    await expect.poll(async () => (await balance()) - before).toBe(AMOUNT);
    expect(spent(), 'clicks from any place to the broadcast').toBeLessThanOrEqual(6);

    await test.step('the next payment starts empty, with the next nonce', async () => {
      await page.getByRole('button', { name: 'Send another' }).click();
      await expect(recipient(page)).toHaveValue('');
      await expect(textbox(page, 'Nonce')).toHaveAttribute('placeholder', '1');
    });

    await test.step('a payment that is left behind after its answer is not offered again', async () => {
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in ETH').fill('0.001');
      await expect(page.getByRole('heading', { name: /^Send 0.001 ETH to/ })).toBeVisible();
      await review(page).click();
      await confirm(page, 'Send 0.001 ETH');
      await goTo(page, 'Accounts');
      await expect(accountRows(page).first()).toBeVisible();
      await sendFrom(page, 'Treasury');
      await expect(recipient(page)).toHaveValue('');
    });

    await test.step('Max leaves the fee, and more than that is refused', async () => {
      await recipient(page).fill(RECIPIENT);
      await page.getByRole('button', { name: 'Max' }).click();
      await expect(textbox(page, 'Amount in ETH')).toHaveValue(/^7\.49\d+$/);
      await textbox(page, 'Amount in ETH').fill('9');
      await textbox(page, 'Nonce').fill('0');
      await review(page).click();
      await expect(page.getByText(/^The account has 7\.49/)).toBeVisible();
      await expect(page.getByText('The nonce 0 is used already.')).toBeVisible();
      await expect(review(page)).not.toHaveAttribute('aria-disabled');
      await inspectScreen(page, 'send-refused');
    });

    await test.step('locking keeps the typed values', async () => {
      await page.keyboard.press('Control+l');
      await expect(place(page, 'Vault locked')).toBeVisible();
      await unlock(page);
      await goTo(page, 'Send');
      await expect(textbox(page, 'Amount in ETH')).toHaveValue('9');
      await expect(recipient(page)).toHaveValue(RECIPIENT);
    });
  });

  test('a payment is asked about again when the chain changes during the question', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    const address = await addressOf(accountRows(page).first());
    await node.call('anvil_setBalance', address, TEN_ETHER);
    await addNode(page, node);
    await sendFromFirst(page);
    await recipient(page).fill(RECIPIENT);
    await textbox(page, 'Amount in ETH').fill('2.5');
    await expect(page.getByText('10 ETH available')).toBeVisible();
    const custody = await child(running, 'custody');
    process.kill(custody, 'SIGSTOP');
    await review(page).click();
    await expect(page.getByText('Checking the payment before its review.')).toBeVisible();
    process.kill(custody, 'SIGCONT');
    await expect((await confirmation(page)).getByText('No other vote is needed.')).toBeVisible();

    await node.call('anvil_setNonce', address, '0x1');
    await node.call('anvil_setBalance', address, '0xde0b6b3a7640000');
    await confirm(page, 'Send 2.5 ETH');
    const again = await confirmation(page);
    await expect(again.getByText('The chain changed after you answered')).toBeVisible();
    await expect(again.getByText('Nonce 0 was used meanwhile. The next one is 1.')).toBeVisible();
    await expect(again.getByText('The balance is now 1 ETH. It was 10 ETH.')).toBeVisible();
    await inspectConfirmation(again, 'send-changed');
    await press(again, again.getByRole('button', { name: 'Don’t send' }));
    await expect(page.getByText('Nothing was stamped or sent').first()).toBeVisible();
  });

  test('a look-alike of a known address needs a choice', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    await goTo(page, 'Address book');
    await page.getByRole('button', { name: 'Add address' }).first().click();
    await dialog(page).getByRole('textbox', { name: 'Address' }).fill(RECIPIENT);
    await dialog(page).getByRole('textbox', { name: 'Label' }).fill('Coinbase Prime');
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await confirm(page);
    await addNode(page, node);
    await sendFromFirst(page);

    await recipient(page).fill(LOOKALIKE);
    await textbox(page, 'Amount in ETH').fill('1');
    await expect(page.getByText('This is not “Coinbase Prime”')).toBeVisible();
    await expect(page.getByText('Choose one of the two addresses first.')).toBeVisible();
    await expect(review(page)).toHaveAttribute('aria-disabled', 'true');
    await inspectScreen(page, 'send-lookalike');
    await page.getByRole('button', { name: 'Keep pasted address' }).click();
    await expect(page.getByText('This is not “Coinbase Prime”')).toBeHidden();
    await expect(review(page)).not.toHaveAttribute('aria-disabled', 'true');

    await recipient(page).fill(LOOKALIKE.replace('1122', '1123'));
    await page.getByRole('button', { name: 'Use Coinbase Prime' }).click();
    await expect(recipient(page)).toHaveValue(RECIPIENT);
    await expect(page.getByRole('heading', { name: 'Send 1 ETH to Coinbase Prime' })).toBeVisible();

    await test.step('names are completed', async () => {
      await recipient(page).fill('coinb');
      await page.getByRole('option', { name: /Coinbase Prime/ }).click();
      await expect(recipient(page)).toHaveValue(RECIPIENT);
    });

    await test.step('in a small window, and at 200% zoom', async () => {
      await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `send-${size}`));
      await resize(running, 1280, 860, 1);
    });
  });
});

test('without a node the operator types fee and nonce, and no typed value is lost', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await sendFromFirst(page);
  await expect(page.getByText('No node of Ethereum is configured')).toBeVisible();
  await recipient(page).fill('0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266');
  await textbox(page, 'Amount in ETH').fill('2.5');
  await expect(page.getByText(/^This address has wrong upper or lower case letters/)).toBeVisible();
  await recipient(page).fill(RECIPIENT);
  await review(page).click();
  await expect(page.getByText('Enter the nonce: no node reports it.')).toBeVisible();

  await page.getByRole('button', { name: 'Open Network settings' }).click();
  await expect(place(page, 'Settings')).toBeVisible();
  await goTo(page, 'Send');
  await expect(recipient(page)).toHaveValue(RECIPIENT);
  await textbox(page, 'Fee at most (gwei)').fill('32');
  await textbox(page, 'Priority fee (gwei)').fill('1.5');
  await textbox(page, 'Gas limit').fill('21000');
  await textbox(page, 'Nonce').fill('0');
  await inspectScreen(page, 'send-without-node');
  await review(page).click();
  const asked = await confirmation(page);
  await expect(asked.locator('main')).toContainText('0.000672 ETH');
  await confirm(page, 'Send 2.5 ETH');
  await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
});
