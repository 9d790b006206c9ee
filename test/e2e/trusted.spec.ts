import type { Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, createWallet, readToEnd, reviewMessage } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation } from './screens.ts';

const yes = (asked: Page) => asked.getByRole('button', { name: 'Sign', exact: true });
const no = (asked: Page) => asked.getByRole('button', { name: 'Don’t sign' });

test('signs a message only after the answer in main’s own window', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');

  await reviewMessage(page, 'Pay the invoice of November');
  const asked = await confirmation(page);
  await expect(page.getByText('Waiting for your answer in the confirmation window')).toBeVisible();
  await expect(no(asked)).toBeFocused();
  await expect(asked.getByRole('row', { name: 'Payload Pay the invoice of November' })).toBeVisible();
  await inspectConfirmation(asked, 'trusted-sign');

  await test.step('exposes two functions and nothing of the page’s bridge', async () => {
    expect(
      await asked.evaluate(() => [
        Object.keys((window as unknown as { castellanTrusted: object }).castellanTrusted),
        typeof (window as unknown as { castellan?: unknown }).castellan,
      ]),
    ).toEqual([['confirm', 'refuse'], 'undefined']);
    expect(
      await page.evaluate(() => typeof (window as unknown as { castellanTrusted?: unknown }).castellanTrusted),
    ).toBe('undefined');
  });

  await test.step('the yes is out of reach before the end was on the screen', async () => {
    await expect(asked.getByText('Scroll to the end to sign')).toBeVisible();
    await expect(yes(asked)).toHaveAttribute('aria-disabled', 'true');
    await yes(asked).click({ force: true });
    await readToEnd(asked);
    await expect(yes(asked)).not.toHaveAttribute('aria-disabled');
  });

  await confirm(page);
  await expect(page.getByText('Verified on this machine')).toBeVisible();
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
