import type { Page } from 'playwright/test';
import { skipWithoutAnvil } from '../e2e/anvil.ts';
import { confirm, createLocalVault, createWallet, dialog, goTo, unlock } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { outOfReach, resize, scrollsAway } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';
import { type AnvilNode, startAnvil } from '../peers/anvil-node.ts';
import { logging, TRANSFER, word, wordOf } from '../peers/evm-code.ts';
import { startSlowNode } from '../peers/slow-node.ts';

const STRANGER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const COIN = 10n ** 18n;
/** Transfers of the past, 80 blocks apart. */
const PAYMENTS = 12;
/** The service asks its node every two seconds. */
const READ = { timeout: 120_000 };

async function addNode(page: Page, url: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add node' }).click();
  await dialog(page).getByRole('textbox', { name: 'JSON-RPC address' }).fill(url);
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page, 'Change list of nodes');
}

const firstAddress = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const reply = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 });
    return (reply as { value: { rows: { address: string }[] } }).value.rows[0]?.address ?? '';
  });

test.describe('the history of an account on a real chain', () => {
  let node: AnvilNode;
  test.beforeAll(async () => {
    skipWithoutAnvil();
    node = await startAnvil('--chain-id', '1');
  });
  test.afterAll(() => node?.end());

  test('shows incoming and outgoing transactions, becomes final, follows a reorganization, and stays offline', async ({
    launch,
  }) => {
    const { page } = await launch();
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    await addNode(page, node.url);
    const address = await firstAddress(page);
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
    /** Refreshes until the place shows it. */
    const becomes = (shows: () => Promise<void>) =>
      expect(async () => {
        await page.getByRole('button', { name: 'Refresh transactions' }).click({ timeout: 1_000 });
        await shows();
      }).toPass(READ);
    const shown = (text: string) => () => expect(row(text)).toBeVisible({ timeout: 1_000 });

    await test.step('incoming and outgoing transactions are shown as not final', async () => {
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

    await test.step('the transactions become final', async () => {
      await node.call('anvil_mine', '0x50');
      await becomes(() => expect(row('Not final yet')).toHaveCount(0, { timeout: 1_000 }));
      await expect(page.getByText('3 transactions', { exact: true })).toBeVisible();
    });

    await test.step('a reorganization removes and adds transactions', async () => {
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

    await test.step('the history stays and can be searched when the node is offline', async () => {
      await node.end();
      await becomes(shown('+9 ETH'));
      await expect(page.getByText(/^Ethereum is not read\. Data from /)).toBeVisible();
      await expect(page.getByText('Up to date')).toHaveCount(0);
      await expect(page.getByText(/^Ethereum is not read since \d\d:\d\d$/)).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search transactions' }).fill('usdc');
      await expect(page.getByText('1 found')).toBeVisible();
      await expect(row('+1.25 USDC')).toBeVisible();
    });
  });

  test('earlier history is read back, can be paused across a restart, and resumes', async ({ launch }) => {
    const first = await launch();
    await createLocalVault(first.page);
    await createWallet(first.page, 'Treasury');
    const address = await firstAddress(first.page);
    const chain = await startAnvil('--chain-id', '1');
    const slow = await startSlowNode(chain.url, 40);
    slow.holdAfter(12);
    await chain.call('anvil_setCode', USDC, logging(3));
    for (let number = 1; number <= PAYMENTS; number += 1) {
      const data = [TRANSFER, wordOf(STRANGER), wordOf(address), word(BigInt(number) * 1_000_000n)].join('');
      const hash = await chain.call('eth_sendTransaction', {
        from: STRANGER,
        to: USDC,
        gas: '0x30d40',
        data: `0x${data}`,
      });
      await expect.poll(() => chain.call('eth_getTransactionReceipt', hash)).not.toBeNull();
      await chain.call('anvil_mine', '0x50');
    }
    await addNode(first.page, slow.url);
    await goTo(first.page, 'History');
    const progress = (page: Page) => page.getByText(/^Ethereum: [\d,]+ of [\d,]+ blocks read, \d+%(, paused)?$/);
    const percent = async (page: Page) => Number(/(\d+)%/.exec((await progress(page).textContent()) ?? '')?.[1]);
    let paused: string | null;
    const missing = (page: Page) => page.getByText(/^Ethereum: inner transfers of \d+ blocks? (is|are) missing\. /);
    let untraced: string | null;

    await test.step('it shows its progress, and stops when paused', async () => {
      await expect.poll(() => percent(first.page), READ).toBeGreaterThan(15);
      await first.page.getByRole('button', { name: 'Pause' }).click();
      await expect(progress(first.page)).toContainText('paused');
      slow.release();
      // The answers that are on their way still count.
      await first.page.waitForTimeout(1_000);
      paused = await progress(first.page).textContent();
      untraced = await missing(first.page).textContent();
      expect(untraced).toContain('The node could not trace');
      expect(await percent(first.page)).toBeLessThan(90);
      await inspectScreen(first.page, 'history-paused');
      const fitsSmallWindows = async (name: string) => {
        for (const zoom of [1, 2]) {
          await resize(first, 960, 640, zoom);
          await expect.poll(() => outOfReach(first.page), `${zoom * 100}%`).toEqual([]);
          await expect.poll(() => scrollsAway(first.page), `${zoom * 100}%`).toBe(0);
          await inspectSize(first.page, `history-${name}-small-${zoom}`);
        }
        await resize(first, 1280, 860, 1);
      };
      await fitsSmallWindows('paused');
      await first.page.getByRole('button', { name: 'Refresh transactions' }).click();
      await expect(first.page.getByRole('grid', { name: 'History' })).toBeVisible();
      await fitsSmallWindows('paused-rows');
      await first.page.waitForTimeout(3_000);
      expect(await progress(first.page).textContent()).toBe(paused);
    });

    await test.step('it stays paused after a restart', async () => {
      await first.close();
      const asked = slow.ranges();
      const second = await launch({ home: first.home });
      await unlock(second.page);
      await goTo(second.page, 'History');
      await expect(progress(second.page)).toHaveText(paused ?? '', READ);
      await expect(missing(second.page)).toHaveText(untraced ?? '');
      await second.page.waitForTimeout(3_000);
      expect(await progress(second.page).textContent()).toBe(paused);
      expect(slow.ranges()).toBe(asked);
      await second.page.getByRole('button', { name: 'Resume' }).click();
      await expect(progress(second.page)).toHaveCount(0, READ);
      await expect(second.page.getByText(`${PAYMENTS} transactions`, { exact: true })).toBeVisible(READ);
      await expect(second.page.getByText('Up to date')).toBeVisible();
      await expect(missing(second.page)).toContainText(`of ${PAYMENTS} blocks`);
      await inspectScreen(second.page, 'history-untraced');
      await second.page.getByRole('button', { name: 'Name a node' }).click();
      await expect(second.page.getByRole('button', { name: 'Add node' })).toBeVisible();
      // Blocks read before the pause are not read again.
      expect(slow.ranges()).toBeLessThan(70);
    });
    await slow.end();
    await chain.end();
  });
});
