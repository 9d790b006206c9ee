import { type AnvilNode, anvilMissing, startAnvil } from '../peers/anvil-node.ts';
import { logging, TRANSFER, word, wordOf } from '../peers/evm-code.ts';
import { confirm, createLocalVault, createWallet, dialog, goTo } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectScreen } from './screens.ts';

const STRANGER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const COIN = 10n ** 18n;
/** The service asks its node every two seconds. */
const READ = { timeout: 60_000 };

test.describe('the history of an account on a real chain', () => {
  let node: AnvilNode;
  test.beforeAll(async () => {
    const missing = anvilMissing();
    test.skip(missing !== null, missing ?? '');
    node = await startAnvil('--chain-id', '1');
  });
  test.afterAll(() => node?.end());

  test('comes in and goes out, becomes final, goes back with its chain, and stays without it', async ({ launch }) => {
    test.setTimeout(240_000);
    const { page } = await launch();
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Add node' }).click();
    await dialog(page).getByRole('textbox', { name: 'JSON-RPC address' }).fill(node.url);
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await confirm(page, 'Change list of nodes');
    const address = await page.evaluate(async () => {
      const reply = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 });
      return (reply as { value: { rows: { address: string }[] } }).value.rows[0]?.address ?? '';
    });
    const send = async (transaction: Readonly<Record<string, string>>) => {
      const hash = await node.call('eth_sendTransaction', { gas: '0x30d40', ...transaction });
      await expect.poll(() => node.call('eth_getTransactionReceipt', hash)).not.toBeNull();
    };
    const pay = (from: string, to: string, value: bigint) => send({ from, to, value: `0x${value.toString(16)}` });
    await node.call('anvil_impersonateAccount', address);
    await node.call('anvil_setCode', USDC, logging(3));
    await goTo(page, 'History');
    const grid = page.getByRole('grid', { name: 'History' });
    const row = (text: string) => grid.getByRole('row').filter({ hasText: text });
    /** Reads anew until the place shows it. */
    const becomes = (shows: () => Promise<void>) =>
      expect(async () => {
        await page.getByRole('button', { name: 'Refresh transactions' }).click({ timeout: 1_000 });
        await shows();
      }).toPass(READ);
    const shown = (text: string) => () => expect(row(text)).toBeVisible({ timeout: 1_000 });

    await test.step('what comes in and goes out is shown, and is not final yet', async () => {
      await pay(STRANGER, address, 3n * COIN);
      const amount = [TRANSFER, wordOf(STRANGER), wordOf(address), word(1_250_000n)].join('');
      await send({ from: STRANGER, to: USDC, data: `0x${amount}` });
      await pay(address, STRANGER, COIN / 2n);
      await becomes(shown('−0.5 ETH'));
      await becomes(shown('+3 ETH'));
      await becomes(shown('+1.25 USDC'));
      await expect(row('Not final yet')).toHaveCount(3);
      await expect(page.getByText('3 transactions', { exact: true })).toBeVisible();
      await inspectScreen(page, 'history-chain');
    });

    await test.step('it becomes final', async () => {
      await node.call('anvil_mine', '0x50');
      await becomes(() => expect(row('Not final yet')).toHaveCount(0, { timeout: 1_000 }));
      await expect(page.getByText('3 transactions', { exact: true })).toBeVisible();
    });

    await test.step('what a reorganization takes away goes, and what it brings comes', async () => {
      const before = await node.call<string>('evm_snapshot');
      await pay(STRANGER, address, 7n * COIN);
      await becomes(shown('+7 ETH'));
      await node.call('evm_revert', before);
      await node.call('anvil_mine', '0x1');
      await pay(STRANGER, address, 9n * COIN);
      await becomes(shown('+9 ETH'));
      await becomes(() => expect(row('+7 ETH')).toHaveCount(0, { timeout: 1_000 }));
      await expect(page.getByText('4 transactions', { exact: true })).toBeVisible();
    });

    await test.step('it stays, and is searched, when its chain is away', async () => {
      await node.end();
      await becomes(shown('+9 ETH'));
      await expect(page.getByText(/^(Up to date|As of .*)$/)).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search transactions' }).fill('usdc');
      await expect(page.getByText('1 found')).toBeVisible();
      await expect(row('+1.25 USDC')).toBeVisible();
    });
  });
});
