import type { ElectronApplication, Page } from 'playwright/test';
import { catalogueOf } from '../../scripts/lib/language/catalogue.mjs';
import {
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  place,
  press,
  reviewMessage,
} from '../e2e/flows.ts';
import { expect, newHome, test } from '../e2e/harness.ts';

const GERMAN = catalogueOf('de');
/** The name of a wallet is data, though it equals a text of the program. */
const WALLET = 'Appearance';
/** Further names: the first user of an organization, and English in its own words. */
const DATA = [WALLET, 'Operator', 'English'];
const german = (text: string): string => GERMAN[text] ?? text;
/** English texts that German never has. “Profile” is a German plural. */
const SAID = new Set(Object.values(GERMAN));
const ENGLISH = Object.keys(GERMAN).filter((key) => !key.includes('{') && !SAID.has(key));
const PLACES = [
  'Inbox',
  'Send',
  'Accounts',
  'History',
  'Sign',
  'Activities',
  'Audit',
  'Organization',
  'Earn positions',
];
const MORE = ['All operations', 'Address book', 'Webhooks', 'Offline station', 'Settings'];

/** Chooses a language by the keyboard alone, and waits for the page in it. */
async function choose(page: Page, language: 'English' | 'Deutsch', key: 'ArrowLeft' | 'ArrowRight'): Promise<void> {
  const chosen = page
    .locator('.segments', { has: page.getByRole('radio', { name: 'Deutsch' }) })
    .locator('input:checked');
  await chosen.focus();
  await page.keyboard.press(key);
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'English' ? 'en' : 'de');
  await expect(page.getByRole('radio', { name: language })).toBeChecked();
}

/** Returns the texts on a page, outside of English sentences and of data, that the catalogue has in German. */
const stillEnglish = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ keys, data }) => {
      // A name is data.
      const known = new Set(keys.filter((key) => !data.includes(key)));
      const found = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
        if (element.closest('[lang="en"], option, .mono, code') !== null) return [];
        const own = [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.nodeValue);
        const names = ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name));
        return [...own, ...names].flatMap((text) =>
          text !== null && known.has(text.trim()) ? [`${text.trim()} in ${element.className || element.tagName}`] : [],
        );
      });
      return [...new Set(found)];
    },
    { keys: ENGLISH, data: DATA },
  );

/** Returns the labels of the application's menu. */
const menuOf = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items ?? [];
    return items.flatMap((item) => [item.label, ...(item.submenu?.items ?? []).map(({ label }) => label)]);
  });

/** Keeps the newest tooltip of the tray from now on. */
const followTray = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Tray }) => {
    const show = Tray.prototype.setToolTip;
    Tray.prototype.setToolTip = function (text) {
      Object.assign(globalThis, { shownTooltip: text });
      show.call(this, text);
    };
  });
const tooltip = (app: ElectronApplication): Promise<unknown> =>
  app.evaluate(() => (globalThis as { shownTooltip?: unknown }).shownTooltip);

const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: german('Places') }).getByRole('button', { name: german(name) });

test('German is chosen in the settings, keeps place and drafts, stays after a restart, and is left again', async ({
  launch,
}) => {
  const home = newHome();
  const first = await launch({ home });
  await createLocalVault(first.page);
  await createWallet(first.page, WALLET);
  await goTo(first.page, 'Address book');
  await first.page.getByRole('button', { name: 'Add address' }).first().click();
  await dialog(first.page).getByRole('textbox', { name: 'Label' }).fill('Draft');
  await first.page.keyboard.press('Escape');
  await goTo(first.page, 'Settings');
  expect(await menuOf(first.app)).toEqual(expect.arrayContaining(['Lock vault', 'Paste', 'Window']));
  await followTray(first.app);
  await choose(first.page, 'Deutsch', 'ArrowRight');
  await expect
    .poll(() => menuOf(first.app))
    .toEqual(expect.arrayContaining([german('Lock vault'), german('Paste'), 'Fenster']));
  await expect.poll(() => tooltip(first.app)).toMatch(/, entsperrt$/);
  await expect(place(first.page, german('Settings'))).toBeVisible();
  await open(first.page, 'Address book').click();
  await first.page
    .getByRole('button', { name: german('Add address') })
    .first()
    .click();
  await expect(dialog(first.page).getByRole('textbox', { name: german('Label') })).toHaveValue('Draft');
  await first.close();

  const { app, page } = await launch({ home });
  const menu = await menuOf(app);
  expect(menu).toContain(german('Quit Castellan'));
  expect(menu.filter((label) => ENGLISH.includes(label))).toEqual([]);
  await page.getByRole('button', { name: german('Unlock…') }).click();
  const asked = await confirmation(page);
  await expect(asked.locator('html')).toHaveAttribute('lang', 'de');
  await press(asked, asked.getByRole('button', { name: german('Unlock') }));
  await expect(open(page, 'Accounts')).toBeVisible();
  const found: string[] = [];
  for (const name of [...PLACES, ...MORE]) {
    await open(page, name).click();
    await expect(open(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const text of await stillEnglish(page)) found.push(`${name}: ${text}`);
  }
  expect(found).toEqual([]);
  await expect(page.getByRole('heading', { name: german('Appearance') })).toBeVisible();
  // Main wrote these in English.
  const checks = page.getByRole('list', { name: german('Checks') });
  await expect(checks.getByText(german('State folder'))).toBeVisible();
  await expect(checks.getByText(german('Each is as you confirmed it.'))).toBeVisible();
  await expect(checks.getByText(/, nur für Sie lesbar\.$/)).toBeVisible();
  expect(await stillEnglish(page)).toEqual([]);
  await open(page, 'Accounts').click();
  await expect(page.getByText(WALLET, { exact: true }).first()).toBeVisible();

  await test.step('the palette finds operations by their German titles', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(german('Set IP allowlist'));
    await expect(page.getByRole('option', { name: german('Set IP allowlist') })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await open(page, 'Settings').click();
  await choose(page, 'English', 'ArrowLeft');
  await expect.poll(() => menuOf(app)).toContain('Quit Castellan');
  await expect(place(page, 'Settings')).toBeVisible();
  await reviewMessage(page, 'hello');
  await expect((await confirmation(page)).locator('html')).toHaveAttribute('lang', 'en');
});
