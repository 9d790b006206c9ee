import type { Page } from 'playwright/test';
import { skipWithoutAnvil } from '../e2e/anvil.ts';
import { confirm, confirmation, createLocalVault, createWallet, dialog, goTo } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, offered, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { type EarnChain, ONE, startEarnChain } from '../peers/earn-vault.ts';

const close = (page: Page) =>
  dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close', exact: true }).click();

test.describe('a vault that earns', () => {
  let chain: EarnChain;
  test.beforeAll(async () => {
    skipWithoutAnvil();
    chain = await startEarnChain();
  });
  test.afterAll(() => chain?.end());

  test('is wrapped, gets deposits, pays withdrawals and fees on a real node, and stays listed offline', async ({
    launch,
  }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    await goTo(page, 'Earn positions');
    await expect(page.getByText('No earn positions yet.')).toBeVisible();
    await inspectScreen(page, 'earn-empty');
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Add node' }).click();
    await dialog(page).getByRole('combobox', { name: 'Chain' }).selectOption('eip155:8453');
    await dialog(page).getByRole('textbox', { name: 'JSON-RPC address' }).fill(chain.node.url);
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await confirm(page, 'Change list of nodes');
    const account = await page.evaluate(async () => {
      const reply = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 });
      return (reply as { value: { rows: { address: string }[] } }).value.rows[0]?.address ?? '';
    });
    await chain.fund(account, 1000n * ONE);
    const grid = page.getByRole('grid', { name: 'Earn positions' });
    const details = page.getByRole('region', { name: 'Position details' });
    const has = () => chain.read<bigint>(chain.token, 'balanceOf', account);
    const chooseAccount = async (name = 'Account') => {
      await dialog(page).getByRole('combobox', { name }).fill('Treasury');
      await page.getByRole('option', { name: /^Treasury/ }).click();
    };

    await test.step('a wrapper is deployed', async () => {
      await goTo(page, 'Earn positions');
      await page.getByRole('button', { name: 'Deploy wrapper' }).click();
      await dialog(page).getByRole('textbox', { name: 'Vault address' }).fill(chain.vault);
      await dialog(page).getByRole('combobox', { name: 'Chain' }).selectOption('eip155:8453');
      await dialog(page).getByRole('textbox', { name: 'Fee in per cent' }).fill('12.5');
      await dialog(page).getByRole('combobox', { name: 'Fee wallet' }).fill('Treas');
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(dialog(page).getByRole('combobox', { name: 'Fee wallet' })).toHaveAttribute(
        'aria-expanded',
        'false',
      );
      await chooseAccount('Fee wallet');
      await inspectScreen(page, 'earn-deploy');
      await dialog(page).getByRole('button', { name: 'Review' }).click();
      const asked = await confirmation(page);
      await expect(asked.locator('main')).toContainText('12.5 %');
      await expect(asked.locator('main')).toContainText('on Base');
      await inspectConfirmation(asked, 'earn-deploy-confirm');
      await confirm(page);
      await expect(dialog(page).getByText(/^Wrapper around the vault .*: done$/)).toBeVisible();
      await close(page);
      await expect(grid.getByRole('row').nth(1)).toContainText('none of yours');
    });

    await test.step('a deposit is followed to the end, and listed with its own decimals', async () => {
      await page.getByRole('button', { name: 'Deposit', exact: true }).first().click();
      await chooseAccount();
      await dialog(page)
        .getByRole('textbox', { name: /^Amount/ })
        .fill('1.5');
      await dialog(page).getByRole('button', { name: 'Review' }).click();
      await expect(dialog(page).getByText('Use a whole number')).toBeVisible();
      await dialog(page)
        .getByRole('textbox', { name: /^Amount/ })
        .fill(String(400n * ONE));
      await dialog(page).getByRole('button', { name: 'Review' }).click();
      const asked = await confirmation(page);
      await expect(asked.locator('main')).toContainText('Deposit 400,000,000 smallest units of its asset');
      await inspectConfirmation(asked, 'earn-deposit-confirm');
      await confirm(page);
      await expect(dialog(page).getByText(/^Deposit of .*: done$/)).toBeVisible();
      await close(page);
      const row = grid.getByRole('row').nth(1);
      await expect(row).toContainText('Treasury');
      await expect(row).toContainText('400');
      await expect(row).toContainText('Not reported');
      await expect.poll(has).toBe(600n * ONE);
    });

    await test.step('a part is withdrawn with the right decimals', async () => {
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await expect(details.getByRole('row', { name: 'Fee 12.5 % of what it earns' })).toBeVisible();
      await details.getByRole('button', { name: 'Withdraw' }).click();
      await dialog(page)
        .getByRole('textbox', { name: /^Amount/ })
        .fill('36.5');
      await expect(dialog(page).getByText('36,500,000 of its smallest unit')).toBeVisible();
      await inspectScreen(page, 'earn-withdraw');
      await dialog(page).getByRole('button', { name: 'Review' }).click();
      const asked = await confirmation(page);
      await expect(asked.locator('main')).toContainText('Withdraw 36,500,000 smallest units of its asset');
      await inspectConfirmation(asked, 'earn-withdraw-confirm');
      await confirm(page);
      await expect(dialog(page).getByText(/^Withdrawal of 36.5 .*: done$/)).toBeVisible();
      await close(page);
      await expect.poll(has).toBe(636n * ONE + ONE / 2n);
      await expect(grid.getByRole('row').nth(1)).toContainText('363.5');
    });

    await test.step('an excessive withdrawal is refused with a message, and nothing is sent', async () => {
      await details.getByRole('button', { name: 'Withdraw' }).click();
      await dialog(page)
        .getByRole('textbox', { name: /^Amount/ })
        .fill('4000');
      await dialog(page).getByRole('button', { name: 'Review' }).click();
      await confirm(page);
      await expect(dialog(page).getByText(/which is less/)).toBeVisible();
      await inspectScreen(page, 'earn-refused');
      await close(page);
      expect(await has()).toBe(636n * ONE + ONE / 2n);
    });

    await test.step('the fee wallet claims the fee', async () => {
      await chain.write(chain.token, 'mint', chain.vault, 40n * ONE);
      await page.getByRole('button', { name: 'Refresh positions' }).click();
      await details.getByRole('button', { name: 'Claim fees' }).click();
      await dialog(page).getByRole('button', { name: 'Review' }).click();
      const asked = await confirmation(page);
      await expect(asked.locator('main')).toContainText('claim all fees of the earn wrapper');
      await inspectConfirmation(asked, 'earn-claim-confirm');
      await confirm(page);
      await expect(dialog(page).getByText(/^Fees of .*: done$/)).toBeVisible();
      await inspectScreen(page, 'earn-claimed');
      await close(page);
      await expect.poll(has).toBeGreaterThan(640n * ONE);
      await inspectScreen(page, 'earn');
      await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `earn-${size}`));
      await resize(running, 1280, 860, 1);
      await expect.poll(() => offered(page)).toContain('Withdraw');
    });

    await test.step('the rest is withdrawn', async () => {
      await details.getByRole('button', { name: 'Withdraw' }).click();
      await dialog(page).getByRole('checkbox', { name: 'All of it' }).check();
      await dialog(page).getByRole('button', { name: 'Review' }).click();
      await expect((await confirmation(page)).locator('main')).toContainText('Withdraw all that there is');
      await confirm(page);
      await expect(dialog(page).getByText(/^Withdrawal of all of .*: done$/)).toBeVisible();
      await close(page);
      await expect(grid.getByRole('row').nth(1)).toContainText('none of yours');
      await expect.poll(has).toBeGreaterThan(1039n * ONE);
    });

    await test.step('the vault stays listed when the node is offline', async () => {
      await chain.node.end();
      await page.getByRole('button', { name: 'Refresh positions' }).click();
      await expect(page.getByText(/Not refreshed\. Data from/).first()).toBeVisible();
      const row = grid.getByRole('row').nth(1);
      await expect(row).toContainText('none of yours');
      await expect(row).toContainText(/on Base, as of /);
      await expect(page.getByText(/^Base could not be asked\. Its rows are from /)).toBeVisible();
      await row.click();
      await expect(details).toContainText('Base could not be asked');
      await expect(details).toContainText('it did not answer');
      await expectInReach(running, [...SMALL_SIZES, [1280, 860, 1]], (size) => inspectSize(page, `earn-stale-${size}`));
    });
  });
});
