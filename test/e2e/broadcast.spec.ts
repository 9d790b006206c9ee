import { type AnvilNode, startAnvil } from '../peers/anvil-node.ts';
import { skipWithoutAnvil } from './anvil.ts';
import { confirm, confirmation, createLocalVault, createWallet, dialog, goTo } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';

/** EIP-1559 on chain 1: nonce 0, 2.5 ether to 0xf39F…2266 at 32 gwei or less. */
const UNSIGNED = '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';

test.describe('a signed transaction', () => {
  let node: AnvilNode;
  test.beforeAll(async () => {
    skipWithoutAnvil();
    node = await startAnvil('--chain-id', '1', '--no-mining');
  });
  test.afterAll(() => node?.end());

  test('is broadcast after a second confirmation, and followed until it is final', async ({ launch }) => {
    const { page } = await launch();
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Add node' }).click();
    await dialog(page).getByRole('textbox', { name: 'JSON-RPC address' }).fill(node.url);
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await confirm(page, 'Change list of nodes');

    await goTo(page, 'Sign');
    await page.getByRole('combobox', { name: 'Account' }).fill('Treasury');
    await page.getByRole('option').first().click();
    await page.getByRole('radio', { name: 'Transaction' }).check();
    await page.getByRole('textbox', { name: 'Unsigned transaction' }).fill(UNSIGNED);
    await page.getByRole('button', { name: 'Review' }).click();
    await confirm(page);
    const broadcast = page.getByRole('button', { name: 'Broadcast', exact: true });
    await expect(broadcast).toBeVisible();
    await inspectScreen(page, 'broadcast-offered');

    const address = await page.evaluate(async () => {
      const reply = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 });
      return (reply as { value: { rows: { address: string }[] } }).value.rows[0]?.address ?? '';
    });
    await node.call('anvil_setBalance', address, '0x8ac7230489e80000');
    await broadcast.click();
    const asked = await confirmation(page);
    await inspectConfirmation(asked, 'broadcast-confirm');
    await expect(asked.locator('main')).toContainText('2.5 ETH');
    await confirm(page);
    await expect(page.getByText('It is in no block yet')).toBeVisible();
    await inspectScreen(page, 'broadcast-waiting');

    await expect.poll(() => node.call('txpool_status')).toMatchObject({ pending: '0x1' });
    await node.call('anvil_mine', '0x1');
    await expect(page.getByText(/^In block 1 of Ethereum/)).toBeVisible();
    await node.call('anvil_mine', '0x64');
    await expect(page.getByText('Final on Ethereum')).toBeVisible();
    await inspectScreen(page, 'broadcast-final');
  });
});
