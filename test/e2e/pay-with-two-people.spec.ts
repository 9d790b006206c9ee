import { type AnvilNode, startAnvil } from '../peers/anvil-node.ts';
import { skipWithoutAnvil } from './anvil.ts';
import { type Desk, railPlace, restarted, SEATINGS, seat } from './desks.ts';
import { accountRows, confirm, confirmation, goTo, listRows } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';
import { startTeam, type Team } from './team.ts';

const RECIPIENT = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
/** 2.5 ether in wei. */
const AMOUNT = 2_500_000_000_000_000_000n;
/** EIP-1559 on chain 1: 2.5 ether at 32 gwei or less, with that nonce (RLP writes 0 as 0x80). */
const unsigned = (nonce: number) =>
  `02f0${'01'}${nonce === 0 ? '80' : `0${nonce}`}8459682f0085077359400082520894${RECIPIENT.slice(2)}8822b1c8c1227a000080c0`;

/** Has the desk ask for the payment on the Sign page. */
async function ask(desk: Desk, nonce: number): Promise<void> {
  const { page } = desk;
  await desk.sit();
  await goTo(page, 'Accounts');
  await page.keyboard.press('Control+r');
  await expect(accountRows(page)).toHaveCount(1);
  desk.spent();
  await railPlace(page, 'Sign').click();
  await page.getByRole('combobox', { name: 'Account' }).fill('Treasury');
  await page.getByRole('option').first().click();
  await page.getByRole('radio', { name: 'Transaction' }).click();
  await page.getByRole('textbox', { name: 'Unsigned transaction' }).fill(unsigned(nonce));
  await page.getByRole('button', { name: 'Review' }).click();
  const asked = await confirmation(page);
  // The service runs elsewhere, so nobody is named.
  await expect(asked.getByText('More votes may be needed.')).toBeVisible();
  if (nonce === 0) await inspectConfirmation(asked, 'pay-question');
  await confirm(page, 'Send 2.5 ETH');
  await expect(page.getByText('Waiting for votes').first()).toBeVisible();
  expect(desk.spent(), 'clicks from Accounts to the request').toBeLessThanOrEqual(6);
}

/** Approves the request that waits in the inbox. */
async function vote(desk: Desk): Promise<void> {
  const { page } = desk;
  await desk.sit();
  await goTo(page, 'Accounts');
  desk.spent();
  await railPlace(page, 'Inbox').click();
  await page.getByRole('grid', { name: 'Inbox' }).getByRole('button', { name: 'Approve' }).first().click();
  const asked = await confirmation(page);
  await expect(asked.getByText('More votes may be needed.')).toBeVisible();
  // This question scrolls.
  const receiver = asked.locator('.lead-address .whole-address').first();
  expect(await receiver.evaluate((address) => address.getClientRects().length), 'lines of the receiver').toBe(1);
  await confirm(page, 'Approve');
  expect(desk.spent(), 'clicks of a vote').toBeLessThanOrEqual(3);
}

/** The page that asked shows the result of an approved request when its operator comes back. */
async function expectResultWhereAsked({ page }: Desk): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Broadcast', exact: true })).toBeVisible();
}

/** Broadcasts the selected payment. */
async function broadcast(desk: Desk): Promise<void> {
  await desk.page.getByRole('button', { name: 'Broadcast', exact: true }).click();
  await confirm(desk.page, 'Send');
}

test.describe('a payment of two people', () => {
  let node: AnvilNode;
  let team: Team;
  test.beforeEach(async () => {
    skipWithoutAnvil();
    node = await startAnvil('--chain-id', '1');
    team = await startTeam(node.url);
  });
  test.afterEach(async () => {
    await team?.stop();
    await node?.end();
  });

  for (const seating of SEATINGS) {
    test(`is requested, approved, and broadcast by either of them, ${seating.where}`, async ({ launch }) => {
      const address = await team.createWallet('Treasury');
      await node.call('anvil_setBalance', address, '0x8ac7230489e80000');
      const balance = async () => BigInt(await node.call<string>('eth_getBalance', RECIPIENT, 'latest'));
      const before = await balance();
      const { anna, ben } = await seat(launch, team, seating);

      await test.step('the voter broadcasts where the vote was cast', async () => {
        await ask(anna, 0);
        await vote(ben);
        await expect(ben.page.getByText('Verified on this machine')).toBeVisible();
        await inspectScreen(ben.page, 'pay-voted');
        if (!seating.isShared) await expectResultWhereAsked(anna);
        await broadcast(ben);
        await expect.poll(async () => (await balance()) - before).toBe(AMOUNT);
      });

      await test.step('the payment stands in History with the same result', async () => {
        await ben.page.getByRole('button', { name: 'Open in History' }).click();
        const details = ben.page.getByRole('region', { name: 'Transaction details' });
        await ben.page
          .getByRole('grid', { name: 'History' })
          .getByRole('row', { name: /2.5 ETH/ })
          .click();
        await expect(details.getByRole('region', { name: 'Result' }).getByText('Broadcast as asked')).toBeVisible();
        await inspectScreen(ben.page, 'pay-history');
      });

      await test.step('the requester broadcasts from Activities, after a restart', async () => {
        await ask(anna, 1);
        await vote(ben);
        await expect(ben.page.getByRole('button', { name: 'Broadcast', exact: true })).toBeVisible();
        const again = await restarted(launch, anna);
        await again.sit();
        again.spent();
        await railPlace(again.page, 'Activities').click();
        await listRows(again.page, 'Activities').first().click();
        await expect(again.page.getByText('with the request that you confirmed')).toBeVisible();
        await inspectScreen(again.page, 'pay-completed');
        await broadcast(again);
        expect(again.spent(), 'clicks from the start to the broadcast').toBeLessThanOrEqual(4);
        await expect.poll(async () => (await balance()) - before).toBe(2n * AMOUNT);
      });
    });
  }
});
