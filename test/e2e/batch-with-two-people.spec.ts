import { type AnvilNode, startAnvil } from '../peers/anvil-node.ts';
import { skipWithoutAnvil } from './anvil.ts';
import { railPlace, restarted, seat } from './desks.ts';
import { accountRows, confirm, confirmation, declineFirstBackup, goTo, place } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectScreen } from './screens.ts';
import { addNode, sendFromFirst, textbox } from './sending.ts';
import { startTeam, type Team } from './team.ts';

const PAID = ['1.5', '0.25'].map((amount, index) => ({ to: `0x${`${index + 11}`.repeat(20)}`, amount }));
const TABLE = ['to,amount', ...PAID.map(({ to, amount }) => `${to},${amount}`)].join('\n');

test.describe('a batch of two people', () => {
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

  test('shows the votes of the other one, and is broadcast after a restart', async ({ launch }) => {
    const address = await team.createWallet('Treasury');
    await node.call('anvil_setBalance', address, '0x8ac7230489e80000');
    const { anna, ben } = await seat(launch, team, { where: 'on two machines', isShared: false });
    const { page } = anna;

    await test.step('the vault on this machine is added, whose service asks the node', async () => {
      await page.getByRole('button', { name: /^Profile: / }).click();
      await page.getByRole('menuitem', { name: 'Use the vault on this machine' }).click();
      await page.getByRole('button', { name: 'Create vault' }).click();
      await confirm(page, 'Create vault');
      await declineFirstBackup(page);
      await page.getByRole('button', { name: /^Profile: / }).click();
      await expect(page.getByRole('menuitem', { name: 'Connect to a service' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Use the vault on this machine' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await anna.sit();
    });

    await test.step('one asks for two payments', async () => {
      await addNode(page, node);
      await goTo(page, 'Accounts');
      await page.keyboard.press('Control+r');
      await expect(accountRows(page)).toHaveCount(1);
      await sendFromFirst(page);
      await page.getByRole('button', { name: 'Send many' }).click();
      await textbox(page, 'Table').fill(TABLE);
      await textbox(page, 'Name').fill('payroll');
      await page.getByRole('button', { name: 'Check lines' }).click();
      await page.getByRole('button', { name: 'Review 2 payments' }).click();
      await confirm(page, 'Send 2 payments');
      await expect(page.getByText('0 lines signed, 2 waiting at the service', { exact: true })).toBeVisible();
      await inspectScreen(page, 'batch-waiting');
    });

    await test.step('the other one approves both', async () => {
      await railPlace(ben.page, 'Inbox').click();
      await ben.page.keyboard.press('Control+r');
      const inbox = ben.page.getByRole('grid', { name: 'Inbox' });
      for (const left of [1, 0]) {
        await inbox.getByRole('button', { name: 'Approve' }).first().click();
        await confirmation(ben.page);
        await confirm(ben.page, 'Approve');
        await expect(inbox.getByRole('button', { name: 'Approve' })).toHaveCount(left);
      }
    });

    const states = (of: typeof page) => of.getByRole('table', { name: 'Lines' });
    await test.step('the first one returns to the window, which shows both signatures', async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(page.getByText('2 signatures not checked yet')).toBeVisible();
      await inspectScreen(page, 'batch-unchecked');
      await page.getByRole('button', { name: 'Check signatures' }).click();
      await expect(page.getByRole('button', { name: 'Broadcast all 2' })).toBeVisible();
      await expect(states(page).getByRole('cell', { name: 'Signed', exact: true })).toHaveCount(2);
      await inspectScreen(page, 'batch-voted');
    });

    await test.step('the batch goes on after a restart', async () => {
      const again = (await restarted(launch, anna)).page;
      await goTo(again, 'Send');
      await again.getByRole('button', { name: 'Send many' }).click();
      await expect(place(again, 'Send many')).toBeVisible();
      await again.getByRole('button', { name: 'Open batch payroll' }).click();
      await expect(states(again).getByRole('cell', { name: 'Signed', exact: true })).toHaveCount(2);
      await again.getByRole('button', { name: 'Broadcast all 2' }).click();
      await confirm(again, 'Broadcast 2 payments');
      await expect(states(again).getByRole('cell', { name: 'Broadcast', exact: true })).toHaveCount(2);
      const asked = PAID.map(({ to }) => ['eth_getBalance', to, 'latest'] as const);
      // The node puts a transaction into a block after it has answered.
      await expect
        .poll(async () => (await node.callAll<string>(asked)).map((wei) => Number(BigInt(wei)) / 1e18))
        .toEqual(PAID.map(({ amount }) => Number(amount)));
    });
  });
});
