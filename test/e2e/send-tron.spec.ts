import { type TronStandIn, tronStandIn } from '../peers/tron-node.ts';
import { confirm, confirmation, createLocalVault, goTo } from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { expectInReach, resize, SMALL_SIZES } from './reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from './screens.ts';
import {
  addNode,
  chooseAsset,
  createWalletOf,
  recipient,
  review,
  sendFrom,
  sendFromFirst,
  textbox,
} from './sending.ts';

const RECIPIENT = 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K';
const TRX = 1_000_000;

/** No node of Tron runs here. The stand-in verifies every signature (tron-node.ts). */
test.describe('to a stand-in for a node of Tron', () => {
  let chain: TronStandIn;
  let server: Awaited<ReturnType<TronStandIn['serve']>>;
  test.beforeEach(async () => {
    chain = tronStandIn();
    server = await chain.serve();
  });
  test.afterEach(() => server?.end());

  test('TRX and USDT are sent in six clicks, and followed to their blocks', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    const address = await createWalletOf(page, 'Tron');
    chain.fund(address, 100 * TRX);
    chain.hold(address, 1_250_000_000n);

    await test.step('without a node, the missing node is named, and nothing typed is lost', async () => {
      await sendFromFirst(page);
      await expect(page.getByText('No node of Tron is configured')).toBeVisible();
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in TRX').fill('25');
      await inspectScreen(page, 'send-tron-without-node');
      await addNode(page, { url: server.url, chain: 'Tron', field: 'HTTP address of a full node' });
      await goTo(page, 'Send');
      await expect(recipient(page)).toHaveValue(RECIPIENT);
      await expect(textbox(page, 'Amount in TRX')).toHaveValue('25');
    });

    await goTo(page, 'Accounts');
    const { spent } = await handOf(page);
    await test.step('TRX, to a new account', async () => {
      await sendFrom(page, 'Treasury');
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in TRX').fill('25');
      await expect(page.getByText(/^100 TRX available, 98.6/)).toBeVisible();
      await expect(page.getByText(/^At most 1.4 TRX/)).toBeVisible();
      await expect(page.getByRole('heading', { name: /^Send 25 TRX to/ })).toBeVisible();
      await inspectScreen(page, 'send-tron');
      await review(page).click();
      await inspectConfirmation(await confirmation(page), 'send-tron-question');
      await confirm(page, 'Send 25 TRX');
      await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
      await expect.poll(() => chain.accepted.length).toBe(1);
      chain.mine();
      expect(chain.balance(RECIPIENT)).toBe(25 * TRX);
      await expect(page.getByText(/^In a block of Tron|^Broadcast to Tron/)).toBeVisible();
      await inspectScreen(page, 'send-tron-sent');
      expect(spent(), 'clicks from any place to the broadcast').toBeLessThanOrEqual(6);
    });

    await test.step('USDT, with its fee limit', async () => {
      await page.getByRole('button', { name: 'Send another' }).click();
      await chooseAsset(page, 'USDT');
      await recipient(page).fill(RECIPIENT);
      await expect(page.getByText(/^1,250 USDT available/)).toBeVisible();
      await page.getByRole('button', { name: 'Max' }).click();
      await expect(textbox(page, 'Amount in USDT')).toHaveValue('1250');
      await expect(page.getByText(/^At most 8.1142 TRX/)).toBeVisible();
      await inspectScreen(page, 'send-tron-token');
      await review(page).click();
      await inspectConfirmation(await confirmation(page), 'send-tron-token-question');
      await confirm(page);
      await expect.poll(() => chain.accepted.length).toBe(2);
      chain.mine();
      expect(chain.units(RECIPIENT)).toBe(1_250_000_000n);
    });

    await test.step('a balance that fell during the review is not signed away', async () => {
      await page.getByRole('button', { name: 'Send another' }).click();
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in TRX').fill('20');
      await review(page).click();
      await confirmation(page);
      chain.fund(address, TRX);
      await confirm(page);
      await expect((await confirmation(page)).getByText(/^The balance is now 1 TRX\. It was /)).toBeVisible();
      // Whoever says yes all the same is refused by the service.
      await confirm(page);
      await expect(page.getByText(/1000000 sun, which is not enough/)).toBeVisible();
      expect(chain.accepted).toHaveLength(2);
      await page.getByRole('button', { name: 'Back to the payment' }).click();
      await expect(recipient(page)).toHaveValue(RECIPIENT);
    });

    await test.step('in a small window, and at 200% zoom', async () => {
      await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `send-tron-${size}`));
      await resize(running, 1280, 860, 1);
    });
  });
});
