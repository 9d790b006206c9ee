import type { Locator } from 'playwright/test';
import decodeQR from 'qr/decode.js';
import { accountRows, addressOf, createLocalVault, createWallet, dialog, goTo, searchPalette } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';

/** Pixels of a module when it is drawn for the reader. */
const SCALE = 4;

/** Reads a QR code as a camera would: from the dark squares that are drawn. */
async function readCode(code: Locator): Promise<string> {
  const { size, path } = await code.evaluate((svg) => ({
    size: (svg as SVGSVGElement).viewBox.baseVal.width,
    path: svg.querySelector('path')?.getAttribute('d') ?? '',
  }));
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, left, top] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let y = 0; y < SCALE; y += 1)
      for (let x = 0; x < SCALE; x += 1) {
        const pixel = ((Number(top) * SCALE + y) * width + Number(left) * SCALE + x) * 4;
        data.fill(0, pixel, pixel + 3);
      }
  return decodeQR({ width, height: width, data });
}

test('an account shows its receiving address, whole and as a QR code', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  const row = accountRows(page).first();
  const address = await addressOf(row);
  await row.click();
  const details = page.getByRole('region', { name: 'Account details' });
  await expect(details).toBeVisible();
  const receive = details.getByRole('region', { name: 'Receive' });

  await test.step('the key R shows and hides it', async () => {
    await page.keyboard.press('r');
    await expect(receive).toBeVisible();
    await page.keyboard.press('r');
    await expect(receive).toBeHidden();
  });

  const { spent } = await handOf(page);
  await details.getByRole('button', { name: 'Receive' }).click();
  await expect(receive).toContainText(address);
  await expect(receive).toContainText('Derived on this machine, by the local service');
  await expect(receive).toContainText('The address is the same on all of them.');
  expect(await readCode(receive.getByRole('img', { name: 'QR code of the address' }))).toBe(address);
  await inspectScreen(page, 'receive');

  await receive.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('Address copied.')).toBeVisible();
  expect(spent(), 'clicks from the account to its copied address').toBeLessThanOrEqual(2);
  expect(await running.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(address);

  await test.step('it fits a small window and 200% zoom', async () => {
    await expectInReach(running, SMALL_SIZES, async (size) => {
      await expect(receive.getByRole('img')).toBeVisible();
      await inspectSize(page, `receive-${size}`);
    });
    await resize(running, 1280, 860, 1);
  });

  await test.step('the palette shows it in any place', async () => {
    await page.keyboard.press('r');
    await goTo(page, 'Sign');
    await searchPalette(page, 'Receive');
    await dialog(page)
      .getByRole('option', { name: /^Receive with/ })
      .click();
    await expect(receive).toBeVisible();
  });
});
