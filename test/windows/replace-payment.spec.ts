import type { Locator, Page } from 'playwright/test';
import { skipWithoutAnvil } from '../e2e/anvil.ts';
import {
  accountRows,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  goTo,
  place,
} from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { addNode, createWalletOf, recipient, review, sendFromFirst, textbox } from '../e2e/sending.ts';
import { type AnvilNode, startAnvil } from '../peers/anvil-node.ts';
import { type BitcoinStandIn, bitcoinStandIn } from '../peers/bitcoin-node.ts';

const BITCOIN_RECIPIENT = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';
const RECIPIENT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const firstActivity = (page: Page, what: RegExp): Locator =>
  page.getByRole('grid', { name: 'Activities' }).getByRole('row', { name: what }).first();

/** Pays from the first account, up to the signature. */
async function pay(page: Page, { to, amount, field }: { to: string; amount: string; field: string }): Promise<void> {
  await sendFromFirst(page);
  await recipient(page).fill(to);
  await textbox(page, field).fill(amount);
  await expect(page.getByText(/ available/)).toBeVisible();
  await expect(page.getByRole('heading', { name: new RegExp(`^Send ${amount} .* to`) })).toBeVisible();
  await review(page).click();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
}

/** Bitcoin Core and Esplora run nowhere here. The stand-in verifies every signature, and BIP-125 (bitcoin-node.ts). */
test.describe('to a stand-in for a node of Bitcoin', () => {
  let chain: BitcoinStandIn;
  let server: Awaited<ReturnType<BitcoinStandIn['serve']>>;
  test.beforeEach(async () => {
    chain = bitcoinStandIn();
    server = await chain.serve();
  });
  test.afterEach(() => server?.end());

  test('a stuck payment is paid once, with a higher fee, in four clicks, and then cancelled', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    const address = await createWalletOf(page, 'Bitcoin SegWit (P2WPKH)');
    chain.fund(address, 50_000_000);
    await addNode(page, { url: server.esplora, chain: 'Bitcoin', field: 'Esplora or Bitcoin Core address' });
    await pay(page, { to: BITCOIN_RECIPIENT, amount: '0.1', field: 'Amount in BTC' });
    await expect.poll(() => chain.accepted.length).toBe(1);

    await goTo(page, 'Activities');
    const { spent } = await handOf(page);
    await firstActivity(page, /Send 0\.1 BTC/).click();
    await expect(page.getByRole('button', { name: 'Raise fee…' })).toBeVisible();
    await inspectScreen(page, 'replace-bitcoin-offered');
    await page.getByRole('button', { name: 'Raise fee…' }).click();
    const rate = textbox(page, 'Fee rate (satoshi per virtual byte)');
    await expect(rate).toHaveValue('20');

    await test.step('a fee that nodes would refuse is not reviewed', async () => {
      await rate.fill('10');
      await expect(page.getByText(/^Nodes take at least 11/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Review higher fee' })).toHaveAttribute('aria-disabled', 'true');
      await rate.fill('25');
      await inspectScreen(page, 'replace-bitcoin-fee');
    });
    await page.getByRole('button', { name: 'Review higher fee' }).click();
    const asked = await confirmation(page);
    await expect(asked.getByText('This replaces a payment')).toBeVisible();
    await expect(asked.locator('main')).toContainText('Only one of both can be paid');
    await inspectConfirmation(asked, 'replace-bitcoin-question');
    await confirm(page, 'Send 0.1 BTC');
    await expect.poll(() => chain.accepted.length).toBe(2);
    expect(chain.balance(BITCOIN_RECIPIENT)).toBe(10_000_000);
    expect(spent(), 'clicks from Activities to the replacement').toBeLessThanOrEqual(4);
    await expect(page.getByRole('region', { name: 'Replacement' })).toBeVisible();
    await inspectScreen(page, 'replace-bitcoin-done');

    await test.step('in a small window, and at 200% zoom', async () => {
      await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `replace-bitcoin-${size}`));
      await resize(running, 1280, 860, 1);
    });

    await test.step('the replaced payment offers nothing any more, and shows its replacement', async () => {
      await goTo(page, 'Accounts');
      await goTo(page, 'Activities');
      const rows = page.getByRole('grid', { name: 'Activities' }).getByRole('row', { name: /Send 0\.1 BTC/ });
      await expect(rows).toHaveCount(2);
      await rows.nth(1).click();
      await expect(page.getByText('Another payment took its place')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Raise fee…' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Cancel payment…' })).toHaveCount(0);
      await inspectScreen(page, 'replace-bitcoin-replaced');
      await page.getByRole('button', { name: 'Show replacement' }).click();
      await expect(page.getByRole('button', { name: 'Raise fee…' })).toBeVisible();
      expect(chain.accepted).toHaveLength(2);
    });

    await test.step('by keyboard the replacement is cancelled: everything goes back to the account', async () => {
      await goTo(page, 'Accounts');
      await goTo(page, 'Activities');
      await firstActivity(page, /Send 0\.1 BTC/).click();
      await page.getByRole('button', { name: 'Cancel payment…' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('form', { name: 'Cancel the payment' })).toBeVisible();
      await textbox(page, 'Fee rate (satoshi per virtual byte)').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('60');
      await page.keyboard.press('Enter');
      const question = await confirmation(page);
      await expect(question.getByText('This replaces a payment')).toBeVisible();
      await inspectConfirmation(question, 'replace-bitcoin-cancel');
      await confirm(page);
      await expect.poll(() => chain.accepted.length).toBe(3);
      expect(chain.balance(BITCOIN_RECIPIENT)).toBe(0);
      chain.mine(6);
    });
  });
});

test.describe('with a node that mines when it is asked', () => {
  let node: AnvilNode;
  test.beforeEach(async () => {
    skipWithoutAnvil();
    node = await startAnvil('--chain-id', '1', '--no-mining');
  });
  test.afterEach(() => node?.end());

  test('a stuck payment of ether is paid once, with a higher fee, in six clicks', async ({ launch }) => {
    const { page } = await launch();
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    const address = await addressOf(accountRows(page).first());
    await node.call('anvil_setBalance', address, '0x8ac7230489e80000');
    await addNode(page, node);
    const balance = async () => BigInt(await node.call<string>('eth_getBalance', RECIPIENT, 'latest'));
    const waiting = async () => {
      const { pending } = await node.call<{ pending: Record<string, object> }>('txpool_content');
      return Object.values(pending).flatMap((of) => Object.values(of)) as { hash: string; maxFeePerGas: string }[];
    };
    const before = await balance();
    await pay(page, { to: RECIPIENT, amount: '2.5', field: 'Amount in ETH' });
    await page.getByRole('button', { name: 'Broadcast', exact: true }).click();
    await confirm(page, 'Send');
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const [first] = await waiting();

    await goTo(page, 'Activities');
    const { spent } = await handOf(page);
    await firstActivity(page, /Send 2\.5 ETH(?!.*[Bb]roadcast)/).click();
    await page.getByRole('button', { name: 'Raise fee…' }).click();
    await inspectScreen(page, 'replace-ether-fee');
    await page.getByRole('button', { name: 'Review higher fee' }).click();
    const asked = await confirmation(page);
    await expect(asked.getByText('This replaces a payment')).toBeVisible();
    await inspectConfirmation(asked, 'replace-ether-question');
    await confirm(page, 'Send 2.5 ETH');
    await page.getByRole('region', { name: 'Replacement' }).getByRole('button', { name: 'Broadcast' }).click();
    await confirm(page, 'Send');
    expect(spent(), 'clicks from Activities to the replacement').toBeLessThanOrEqual(6);
    await expect.poll(async () => (await waiting())[0]?.hash).not.toBe(first?.hash);
    expect(await waiting()).toHaveLength(1);

    await test.step('the replaced payment offers nothing any more, and shows its replacement', async () => {
      await goTo(page, 'Accounts');
      await goTo(page, 'Activities');
      const rows = page
        .getByRole('grid', { name: 'Activities' })
        .getByRole('row', { name: /Send 2\.5 ETH(?!.*[Bb]roadcast)/ });
      await expect(rows).toHaveCount(2);
      await rows.nth(1).click();
      await expect(page.getByText('Another payment took its place')).toBeVisible();
      await expect(page.getByRole('button', { name: /^(Broadcast|Raise fee…|Cancel payment…)$/ })).toHaveCount(0);
      await page.getByRole('button', { name: 'Show replacement' }).click();
      await expect(page.getByRole('button', { name: 'Raise fee…' })).toBeVisible();
    });
    await node.call('anvil_mine', '0x1');
    await expect.poll(async () => (await balance()) - before).toBe(2_500_000_000_000_000_000n);
    await expect(place(page, 'Activities')).toBeVisible();
  });
});
