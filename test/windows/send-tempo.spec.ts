import { accountRows, addressOf, confirm, confirmation, createLocalVault, createWallet, goTo } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import {
  addNode,
  chooseAsset,
  recipient,
  review,
  sendFrom,
  sendFromFirst,
  textbox,
  typeChoice,
} from '../e2e/sending.ts';
import { ALPHA, BETA, type TempoStandIn, tempoStandIn } from '../peers/tempo-node.ts';

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MEMO = 'INV-12345';

/** No node of Tempo runs here. The stand-in verifies every signature (tempo-node.ts). */
test.describe('to a stand-in for a node of Tempo', () => {
  let chain: TempoStandIn;
  let server: Awaited<ReturnType<TempoStandIn['serve']>>;
  test.beforeEach(async () => {
    chain = tempoStandIn();
    server = await chain.serve();
  });
  test.afterEach(() => server?.end());

  test('a stablecoin is sent with a memo in six clicks, and another one pays the fee', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    const address = await addressOf(accountRows(page).first());
    chain.hold(ALPHA, address, 1_250_000_000n);
    chain.hold(BETA, address, 50_000n);

    await test.step('without a node, the missing node is named, and nothing typed is lost', async () => {
      await sendFromFirst(page);
      await page.getByRole('combobox', { name: 'Chain' }).selectOption({ label: 'Tempo testnet' });
      await expect(page.getByText('No node of Tempo testnet is configured')).toBeVisible();
      await chooseAsset(page, 'AlphaUSD');
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in AlphaUSD').fill('25');
      await inspectScreen(page, 'send-tempo-without-node');
      await addNode(page, { url: server.url, chain: 'Tempo testnet' });
      await goTo(page, 'Send');
      await expect(recipient(page)).toHaveValue(RECIPIENT);
      await expect(textbox(page, 'Amount in AlphaUSD')).toHaveValue('25');
    });

    const { spent } = await handOf(page);
    await test.step('all but the fee, whose token is chosen', async () => {
      const most = page.getByRole('button', { name: 'Max' });
      await expect(page.getByText('1,250 AlphaUSD available')).toBeVisible();
      await most.click();
      await expect(textbox(page, 'Amount in AlphaUSD')).toHaveValue('1249.9892');
      await page.getByRole('combobox', { name: 'Fee paid in' }).selectOption({ label: 'BetaUSD, 0.05 available' });
      await most.click();
      await expect(textbox(page, 'Amount in AlphaUSD')).toHaveValue('1250');
      await textbox(page, 'Amount in AlphaUSD').fill('1');
      await typeChoice(page, 'Fee paid in', 'AlphaUSD');
      await goTo(page, 'Accounts');
      spent();
      await sendFrom(page, 'Treasury');
      // The only chain with a node is chosen.
      await expect(page.getByRole('combobox', { name: 'Chain' })).toHaveValue('eip155:42431');
      await typeChoice(page, 'Asset', 'AlphaUSD');
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in AlphaUSD').fill('1250');
      await typeChoice(page, 'Fee paid in', 'BetaUSD');
      await textbox(page, /^Memo/).fill(MEMO);
      await expect(page.getByText(/^At most 0.01098 USD, paid in BetaUSD/)).toBeVisible();
      await expect(page.getByText('nonce 0')).toBeVisible();
      await inspectScreen(page, 'send-tempo');
      await review(page).click();
      const asked = await confirmation(page);
      await inspectConfirmation(asked, 'send-tempo-question');
      await expect(asked.locator('main')).toContainText(RECIPIENT.slice(-4));
      await expect(asked.locator('main')).toContainText('BetaUSD');
      await confirm(page, 'Send 1,250 AlphaUSD');
      await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Broadcast', exact: true }).click();
      await confirm(page, 'Send');
      await expect.poll(() => chain.accepted.length).toBe(1);
      chain.mine();
      expect(chain.units(ALPHA, RECIPIENT)).toBe(1_250_000_000n);
      expect(chain.transfers[0]?.memo).toBe(`0x${Buffer.from(MEMO).toString('hex').padEnd(64, '0')}`);
      expect(spent(), 'clicks from any place to the broadcast').toBeLessThanOrEqual(6);
      await expect(page.getByText(/^(In block 1001 of|Final on) Tempo testnet/)).toBeVisible();
      await inspectScreen(page, 'send-tempo-sent');
    });

    await test.step('a payment that the node refuses is broadcast again with the same bytes', async () => {
      chain.hold(ALPHA, address, 10_000_000n);
      await page.getByRole('button', { name: 'Send another' }).click();
      await chooseAsset(page, 'AlphaUSD');
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in AlphaUSD').fill('5');
      await expect(page.getByText('nonce 1')).toBeVisible();
      await review(page).click();
      await confirmation(page);
      await confirm(page);
      await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
      chain.refuses = 'insufficient liquidity of the fee token';
      await page.getByRole('button', { name: 'Broadcast', exact: true }).click();
      await confirm(page);
      await expect(page.getByText('Your node of Tempo testnet does not have it')).toBeVisible();
      await expect(page.getByText(/No node took it: .*insufficient liquidity/)).toBeVisible();
      await inspectScreen(page, 'send-tempo-refused');
      chain.refuses = null;
      await page.getByRole('button', { name: 'Broadcast again' }).click();
      await confirm(page);
      await expect.poll(() => chain.accepted.length).toBe(2);
      await expect(page.getByText('Your node of Tempo testnet does not have it')).toBeHidden();
      chain.mine();
      expect(chain.units(ALPHA, RECIPIENT)).toBe(1_255_000_000n);
    });

    await test.step('in a small window, and at 200% zoom', async () => {
      await page.getByRole('button', { name: 'Send another' }).click();
      await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `send-tempo-${size}`));
      await resize(running, 1280, 860, 1);
    });
  });
});
