import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateP256KeyPair } from '@turnkey/crypto';
import type { ElectronApplication, Page } from 'playwright/test';
import { confirm, createLocalVault, dialog, goTo, place, searchPalette, unlock } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { environmentOf, executable, expect, newHome, test } from '../e2e/harness.ts';
import { inspectScreen } from '../e2e/screens.ts';

/** Starts the program again with a link, as the desktop does. */
async function followLink(home: string, link: string): Promise<void> {
  const second = spawn(executable, ['--disable-gpu', '--', link], { env: environmentOf(home), stdio: 'ignore' });
  const [code] = (await once(second, 'close')) as [number];
  expect(code).toBe(0);
}

interface Recorded {
  readonly labels: string[];
  readonly notices: { title: string; body: string }[];
}

/**
 * Records what main gives to the desktop. This display has no tray and no daemon for notifications, so the two methods
 * that reach them are stand-ins. The window counts as in the background.
 */
const recordDesktop = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, Notification, Tray }) => {
    const state = { menu: null as Electron.Menu | null, shown: [] as Electron.Notification[] };
    Object.assign(globalThis, { recordedDesktop: state });
    Tray.prototype.setContextMenu = (menu) => {
      state.menu = menu;
    };
    Notification.prototype.show = function show(this: Electron.Notification) {
      state.shown.push(this);
    };
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false;
  });

const recorded = (app: ElectronApplication): Promise<Recorded> =>
  app.evaluate(() => {
    const { menu, shown } = (
      globalThis as unknown as { recordedDesktop: { menu: Electron.Menu | null; shown: Electron.Notification[] } }
    ).recordedDesktop;
    return {
      labels: menu?.items.map(({ label }) => label).filter((label) => label !== '') ?? [],
      notices: shown.map(({ title, body }) => ({ title, body })),
    };
  });

const clickTray = (app: ElectronApplication, label: string) =>
  app.evaluate((_electron, wanted) => {
    const { menu } = (globalThis as unknown as { recordedDesktop: { menu: Electron.Menu } }).recordedDesktop;
    // After the answer: the item may close what the test is attached to.
    setImmediate(() => menu.items.find((item) => item.label === wanted)?.click());
  }, label);

const clickNotice = (app: ElectronApplication, at: number) =>
  app.evaluate((_electron, index) => {
    const { shown } = (globalThis as unknown as { recordedDesktop: { shown: Electron.Notification[] } })
      .recordedDesktop;
    shown[index]?.emit('click');
  }, at);

/** Adds a key of this operator that ends in three days. */
async function addEndingKey(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+8');
  await page
    .getByRole('navigation', { name: 'Sections of organization' })
    .getByRole('button', { name: 'Users' })
    .click();
  await page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: ' you' }).click();
  const details = page.getByRole('region', { name: 'User details' });
  await details.getByRole('button', { name: 'Add API key…' }).click();
  const fill = (field: string, text: string) =>
    dialog(page).getByRole('textbox', { name: field, exact: true }).fill(text);
  await fill('API key name', name);
  await fill('Public key', generateP256KeyPair().publicKey);
  await dialog(page).getByRole('button', { name: 'Add lifetime in seconds' }).click();
  await fill('Lifetime in seconds', String(3 * 24 * 3600));
  await page.keyboard.press('Control+Enter');
  await confirm(page);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
}

test('a link opens a place and says so, waits for a dialog and the lock, and a hostile one is refused', async ({
  launch,
}) => {
  const { page, home } = await launch();
  await createLocalVault(page);
  const { pointers, spent } = await handOf(page);
  await followLink(home, 'castellan:webhooks/bench');
  await expect(place(page, 'Webhooks')).toBeVisible();
  await expect(page.getByText('A link opened Webhooks.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Bench' })).toBeChecked();
  expect(spent(), 'clicks in the window after a link').toBeLessThanOrEqual(0);
  expect(pointers(), 'uses of the pointer').toBe(0);
  await inspectScreen(page, 'link-opened');

  for (const [link, reason] of [
    ['castellan://app/?act=sign', 'it names a host'],
    ['castellan:send?to=0x00&amount=1', 'it has a query or a fragment'],
    ['castellan:connect', 'it names no place of the window'],
  ] as const) {
    await followLink(home, link);
    await expect(page.getByText(`A link was refused, because ${reason}. Nothing was opened.`)).toBeVisible();
    await expect(place(page, 'Webhooks')).toBeVisible();
  }
  await inspectScreen(page, 'link-refused');

  await test.step('an open form stays', async () => {
    await page.keyboard.press('Control+n');
    await expect(dialog(page)).toBeVisible();
    await followLink(home, 'castellan:audit');
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(place(page, 'Audit')).toBeVisible();
  });

  await test.step('a locked vault stays locked', async () => {
    await page.keyboard.press('Control+l');
    await expect(place(page, 'Vault locked')).toBeVisible();
    await followLink(home, 'castellan:settings/notifications');
    await expect(place(page, 'Vault locked')).toBeVisible();
    await unlock(page);
    await expect(place(page, 'Settings')).toBeVisible();
  });
});

test('the tray locks, and notifications show no amounts and only open a place', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  await recordDesktop(app);

  await test.step('a key that ends soon is announced without its name, and a click shows it', async () => {
    await addEndingKey(page, 'CI token');
    await expect.poll(async () => (await recorded(app)).notices).toHaveLength(1);
    expect((await recorded(app)).notices[0]).toEqual({
      title: '1 API key ends within 7 days',
      body: 'local: the first ends in 3 days.',
    });
    await goTo(page, 'Accounts');
    await clickNotice(app, 0);
    await expect(place(page, 'API keys')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove filter ends within-30-days' })).toBeVisible();
  });

  await test.step('names are added and kinds are switched off in the settings', async () => {
    await goTo(page, 'Settings');
    const option = (name: string) => page.getByRole('checkbox', { name });
    await option('Show names and amounts, also on a locked screen').check();
    await page.getByRole('heading', { name: 'Notifications' }).scrollIntoViewIfNeeded();
    await inspectScreen(page, 'settings-notifications');
    await option('Show names and amounts, also on a locked screen').check();
    await addEndingKey(page, 'Payroll token');
    await expect.poll(async () => (await recorded(app)).notices).toHaveLength(2);
    expect((await recorded(app)).notices[1]?.body).toContain('Payroll token of ');
    await goTo(page, 'Settings');
    await option('API keys that end within 30 days').uncheck();
    await addEndingKey(page, 'Quiet token');
  });

  await test.step('the tray names the state and locks', async () => {
    await expect
      .poll(async () => (await recorded(app)).labels)
      .toEqual([
        ...['local, unlocked', 'Open Castellan', 'Search…', 'Lock vault'],
        ...['No backup yet', 'Quit Castellan'],
      ]);
    await clickTray(app, 'Search…');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.press('Escape');
    await clickTray(app, 'Lock vault');
    await expect(place(page, 'Vault locked')).toBeVisible();
    await expect
      .poll(async () => (await recorded(app)).labels)
      .toEqual(['local, locked', 'Open Castellan', 'Unlock…', 'No backup yet', 'Quit Castellan']);
    expect((await recorded(app)).notices, 'notices, without one of the last key').toHaveLength(2);
  });
});

test('the window opens with its last size', async ({ launch }) => {
  const home = newHome();
  const first = await launch({ home });
  const size = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize());
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1010, 690));
  await expect.poll(() => size(first.app)).toEqual([1010, 690]);
  const file = join(first.state, 'window-bounds.json');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('"width":1010,"height":690');
  await first.close();
  const again = await launch({ home });
  await expect.poll(() => size(again.app)).toEqual([1010, 690]);
});

test('help of a place and the news of an update are read offline', async ({ launch }) => {
  const home = newHome();
  const first = await launch({ home });
  await createLocalVault(first.page);
  await test.step('F1 shows one sentence and the page of the guide', async () => {
    const { page } = first;
    await goTo(page, 'Webhooks');
    await page.keyboard.press('F1');
    await expect(dialog(page).getByRole('heading', { name: 'Help: Webhooks' })).toBeVisible();
    await expect(dialog(page)).toContainText('the bench that explains a signature');
    await expect(dialog(page).getByRole('heading', { name: 'Verify a delivery' })).toBeVisible();
    await inspectScreen(page, 'help');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await searchPalette(page, 'what’s new');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('heading', { name: 'What’s new' })).toBeVisible();
    await expect(dialog(page).getByRole('listitem').first()).toBeVisible();
    await inspectScreen(page, 'news');
    await page.keyboard.press('Escape');
  });
  await first.close();
  writeFileSync(join(first.state, 'window-version'), '0.0.9');
  const again = await launch({ home });
  await unlock(again.page);
  await expect(again.page.getByText(/^Castellan was updated from 0\.0\.9 to /)).toBeVisible();
  await again.close();
  writeFileSync(join(first.state, 'window-version'), '99.0.0');
  const older = await launch({ home });
  await unlock(older.page);
  await expect(older.page.getByText(/The newer version 99\.0\.0 ran here before\.$/)).toBeVisible();
});
