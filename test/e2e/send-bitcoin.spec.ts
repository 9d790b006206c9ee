import { type BitcoinStandIn, bitcoinStandIn } from '../peers/bitcoin-node.ts';
import { confirm, confirmation, createLocalVault, goTo } from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { expectInReach, resize, SMALL_SIZES } from './reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from './screens.ts';
import { addNode, createWalletOf, recipient, review, sendFrom, sendFromFirst, textbox } from './sending.ts';

const RECIPIENT = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';

/** Bitcoin Core and Esplora run nowhere here. The stand-in verifies every signature (bitcoin-node.ts). */
test.describe('to a stand-in for a node of Bitcoin', () => {
  let chain: BitcoinStandIn;
  let server: Awaited<ReturnType<BitcoinStandIn['serve']>>;
  test.beforeEach(async () => {
    chain = bitcoinStandIn();
    server = await chain.serve();
  });
  test.afterEach(() => server?.end());

  test('bitcoin is sent in six clicks, and followed to its block', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    const address = await createWalletOf(page, 'Bitcoin SegWit (P2WPKH)');
    chain.fund(address, 50_000_000);
    chain.fund(address, 30_000_000);
    chain.fund(address, 1_000_000, false);

    await test.step('without a node, the missing node is named, and nothing typed is lost', async () => {
      await sendFromFirst(page);
      await expect(page.getByText('No node of Bitcoin is configured')).toBeVisible();
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in BTC').fill('0.6');
      await inspectScreen(page, 'send-bitcoin-without-node');
      await addNode(page, { url: server.esplora, chain: 'Bitcoin', field: 'Esplora or Bitcoin Core address' });
      await goTo(page, 'Send');
      await expect(recipient(page)).toHaveValue(RECIPIENT);
      await expect(textbox(page, 'Amount in BTC')).toHaveValue('0.6');
    });

    await test.step('an amount below the least, and a lying node, are explained', async () => {
      await textbox(page, 'Amount in BTC').fill('0.00000001');
      await expect(page.getByText(/^Nodes do not relay less than 0.00000294 BTC/)).toBeVisible();
      chain.lie = (path) => (path === '/fee-estimates' ? { 2: 100_000 } : undefined);
      await textbox(page, 'Amount in BTC').fill('0.5');
      await expect(
        page.getByText(/asks for a fee of 100000 satoshi per virtual byte, more than Castellan/),
      ).toBeVisible();
      chain.lie = () => undefined;
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect(page.getByText(/^0.8 BTC available/)).toBeVisible();
    });

    await goTo(page, 'Accounts');
    const { spent } = await handOf(page);
    await test.step('an amount of two outputs', async () => {
      await sendFrom(page, 'Treasury');
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in BTC').fill('0.6');
      await expect(page.getByText(/0.01 BTC more are in no block yet/)).toBeVisible();
      await expect(page.getByText(/10 satoshi per virtual byte/)).toBeVisible();
      await expect(page.getByRole('heading', { name: /^Send 0.6 BTC to/ })).toBeVisible();
      await inspectScreen(page, 'send-bitcoin');
      await review(page).click();
      await inspectConfirmation(await confirmation(page), 'send-bitcoin-question');
      await confirm(page, 'Send 0.6 BTC');
      await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
      await expect.poll(() => chain.balance(RECIPIENT)).toBe(60_000_000);
      chain.mine();
      await expect(page.getByText(/^In a block of Bitcoin|^Broadcast to Bitcoin/)).toBeVisible();
      await inspectScreen(page, 'send-bitcoin-sent');
      expect(spent(), 'clicks from any place to the broadcast').toBeLessThanOrEqual(6);
    });

    await test.step('an output that was spent during the review is not signed', async () => {
      await page.getByRole('button', { name: 'Send another' }).click();
      await recipient(page).fill(RECIPIENT);
      await expect(page.getByText(/^0.2099791 BTC available/)).toBeVisible();
      await page.getByRole('button', { name: 'Max' }).click();
      await expect(textbox(page, 'Amount in BTC')).toHaveValue('0.2099613');
      await review(page).click();
      await confirmation(page);
      chain.lie = (path) => (path.endsWith('/utxo') ? [] : undefined);
      await confirm(page);
      await expect(page.getByText(/was spent since/)).toBeVisible();
      chain.lie = () => undefined;
      await inspectScreen(page, 'send-bitcoin-spent');
      expect(chain.accepted).toHaveLength(1);
    });

    await test.step('in a small window, and at 200% zoom', async () => {
      await page.getByRole('button', { name: 'Back to the payment' }).click();
      await expect(recipient(page)).toHaveValue(RECIPIENT);
      await page.getByRole('radio', { name: 'Set fee…' }).check();
      await textbox(page, 'Fee rate (satoshi per virtual byte)').fill('0.5');
      await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `send-bitcoin-${size}`));
      await resize(running, 1280, 860, 1);
    });
  });
});
