import type { ElectronApplication } from 'playwright/test';
import { confirmation, createLocalVault, createWallet, press, reviewMessage, signMessage } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { outOfReach } from '../e2e/reach.ts';
import { inspectConfirmation } from '../e2e/screens.ts';

const zoom = (app: ElectronApplication, factor: number) =>
  app.evaluate(
    ({ webContents }, wanted) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith('castellan://trusted/'))
        ?.setZoomFactor(wanted),
    factor,
  );

test('a repeated signature of the same contents is reported, also at 200%', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await signMessage(page, 'Pay the invoice of November');
  await reviewMessage(page, 'Pay the invoice of November');
  const again = await confirmation(page);
  await expect(again.getByText(/^You signed these exact bytes at \d\d:\d\d$/)).toBeVisible();
  await inspectConfirmation(again, 'trusted-again');
  await zoom(app, 2);
  await expect.poll(() => again.evaluate(() => innerWidth)).toBeLessThan(300);
  await expect.poll(() => outOfReach(again)).toEqual([]);
  await expect.poll(() => again.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await zoom(app, 1);
  await press(again, again.getByRole('button', { name: 'Don’t sign' }));
});
