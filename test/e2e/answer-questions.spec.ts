import type { ElectronApplication, Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, createWallet, place, press, submitWallet } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation } from './screens.ts';

const windows = (app: ElectronApplication) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('after three refusals of repeated requests, one answer stops them and locks', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  for (const text of ['first', 'second', 'third']) {
    expect(await submitWallet(page, text)).toBe('waiting');
    const asked = await confirmation(page);
    await press(asked, asked.getByRole('button', { name: 'Don’t create' }));
    await expect.poll(() => windows(app)).toBe(1);
  }
  expect(await submitWallet(page, 'fourth')).toBe('waiting');
  const paused = await confirmation(page);
  await expect(paused.getByRole('heading', { level: 1 })).toHaveText('You refused three requests in a row');
  await press(paused, paused.getByRole('button', { name: 'Stop and lock' }));
  await expect(place(page, 'Vault locked')).toBeVisible();
  await expect.poll(() => windows(app)).toBe(1);
});

test('no question takes the focus from a question: the second request waits', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  expect(await submitWallet(page, 'first')).toBe('waiting');
  const asked = await confirmation(page);
  const focused = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.id ?? null);
  const refusal = asked.getByRole('button', { name: 'Don’t create' });
  await asked.bringToFront();
  await expect(refusal).toBeFocused();
  await asked.keyboard.press('Shift+Tab');
  const place = asked.locator(':focus');
  const before = [await focused(), await place.innerText(), await asked.locator('main').getAttribute('data-question')];

  expect(await submitWallet(page, 'second')).toBe('waiting');
  await expect(asked.getByText('1 of 2')).toBeVisible();
  expect(await windows(app)).toBe(2);
  await expect(asked.locator('main')).toContainText('first');
  await expect(asked.locator('main')).not.toContainText('second');
  const after = [await focused(), await place.innerText(), await asked.locator('main').getAttribute('data-question')];
  expect(after).toEqual(before);

  await press(asked, refusal);
  await expect(asked.locator('main')).toContainText('second');
  await press(asked, refusal);
  await expect.poll(() => windows(app)).toBe(1);
});

test('the question’s window fits its contents and follows the page’s zoom', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  const shapeOf = (asked: Page) =>
    asked.evaluate(() => {
      const body = document.querySelector('.trusted-body');
      const hidden = body === null ? 0 : body.scrollHeight - body.clientHeight;
      const headline = getComputedStyle(document.querySelector('h1') as Element).fontSize;
      return { width: innerWidth, height: innerHeight, zoom: devicePixelRatio, isWhole: hidden <= 0, headline };
    });
  const shapeAt = async (zoom: number) => {
    await app.evaluate(
      ({ BrowserWindow }, factor) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor),
      zoom,
    );
    expect(await submitWallet(page, `Zoom ${zoom}`)).toBe('waiting');
    const asked = await confirmation(page);
    // The window takes on the height after its question was drawn.
    await expect.poll(async () => (await shapeOf(asked)).height).toBeLessThan(720);
    await inspectConfirmation(asked, `trusted-zoom-${zoom}`);
    const shape = await shapeOf(asked);
    await press(asked, asked.getByRole('button', { name: 'Don’t create' }));
    return shape;
  };
  const [usual, zoomed] = [await shapeAt(1), await shapeAt(2)];
  expect(usual).toMatchObject({ width: 560, zoom: 1, isWhole: true, headline: '22px' });
  expect(usual.height).toBeGreaterThanOrEqual(400);
  // The display of the test is lower than the question at this zoom.
  expect(zoomed).toMatchObject({ width: 560, zoom: 2 });
});

test('a question appears at its own height, not before', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  const shown = app.evaluate(
    ({ app: electron }) =>
      new Promise<number>((resolve) => {
        // A busy machine may draw the question after the two seconds in which main waits for its height.
        const { setTimeout: wait } = globalThis;
        globalThis.setTimeout = ((act: () => void, delay: number) =>
          wait(act, delay === 2_000 ? 600_000 : delay)) as typeof setTimeout;
        electron.once('browser-window-created', (_event, made) =>
          made.once('show', () => resolve(made.getBounds().height)),
        );
      }),
  );
  await page.evaluate(() => window.castellan.call('vault.lock', {}));
  await page.getByRole('button', { name: 'Unlock…' }).click();
  expect(await shown).toBeLessThan(720);
  await confirm(page, 'Unlock');
});
