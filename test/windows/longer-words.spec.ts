import type { Page } from 'playwright/test';
import { ORGANIZATION_SECTIONS } from '../../renderer/state/organization-sections.ts';
import {
  accountRows,
  chooseOperation,
  composeExport,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  listRows,
  place,
  press,
  reviewMessage,
  signMessage,
} from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { cutByLongerWords } from '../e2e/longer-words.ts';
import { resize } from '../e2e/reach.ts';

/** Names that the test gives, and those of standards and chains. */
const NAMES = [
  ...['Treasury', 'Payroll', 'Workstation', 'local', 'Castellan', 'Ethereum', 'Bitcoin', 'Solana', 'Tron', 'Cosmos'],
  ...['ETH', 'BTC', 'SOL', 'TRX', 'USDC', 'API', 'URL', 'CSV', 'JSON', 'PIN', 'QR', 'Ctrl', 'Tempo', 'Base'],
] as const;

type Open = (page: Page) => Promise<unknown>;

const show =
  (name: string): Open =>
  (page) =>
    page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name }).click();
const button =
  (name: string): Open =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click();
/** Opens a form by its button. */
const form =
  (name: string): Open =>
  async (page) => {
    await button(name)(page);
    await expect(dialog(page)).toBeVisible();
  };

const section =
  (name: string): Open =>
  async (page) => {
    const title = new RegExp(`^${name}\\s*\\d*$`);
    // A narrow window has a menu in place of the column.
    const menu = page.getByRole('button', { name: 'Sections', exact: true });
    if (await menu.isVisible()) {
      await menu.click();
      await page.getByRole('menuitemradio', { name: title }).click();
    } else await page.locator('.second-level-section').filter({ hasText: title }).click();
  };
const first =
  (name: string): Open =>
  async (page) => {
    await goTo(page, name);
    await listRows(page, name).first().click();
  };
const key =
  (keys: string): Open =>
  async (page) => {
    await page.keyboard.press(keys);
    await expect(dialog(page)).toBeVisible();
  };

const VIEWS: Readonly<Record<string, Open>> = {
  Accounts: async (page) => {
    await goTo(page, 'Accounts');
    await accountRows(page).first().click();
  },
  'an address to receive at': (page) => page.keyboard.press('r'),
  'the accounts without details': (page) => page.getByRole('button', { name: 'Close details' }).click(),
  'Add accounts': form('Add accounts'),
  Import: form('Import…'),
  Wallets: async (page) => {
    await section('Wallets')(page);
    await page.getByRole('grid', { name: 'Wallets' }).getByRole('row').nth(1).click();
  },
  'Private keys': section('Private keys'),
  Inbox: show('Inbox'),
  Send: async (page) => {
    await goTo(page, 'Send');
    await page.getByRole('button', { name: 'Review payment' }).click();
  },
  'Send many': button('Send many'),
  'Send one': button('Send one'),
  History: show('History'),
  Sign: show('Sign'),
  'Typed data': (page) => page.getByRole('radio', { name: 'Typed data' }).check(),
  Transaction: (page) => page.getByRole('radio', { name: 'Transaction' }).check(),
  Message: (page) => page.getByRole('radio', { name: 'Message' }).check(),
  Activities: first('Activities'),
  Audit: first('Audit'),
  Organization: show('Organization'),
  ...Object.fromEntries(Object.values(ORGANIZATION_SECTIONS).map(({ title }) => [title, section(title)])),
  'a new policy': async (page) => {
    await section('Policies')(page);
    await page.getByRole('button', { name: 'Write policy' }).first().click();
  },
  'the policies again': (page) => page.getByRole('button', { name: 'Policies', exact: true }).click(),
  'Earn positions': show('Earn positions'),
  'the form of an operation': async (page) => {
    await goTo(page, 'All operations');
    await chooseOperation(page, 'create policies', 'Create policies');
    await page.getByRole('button', { name: 'Review' }).click();
  },
  Webhooks: show('Webhooks'),
  'Add endpoint': form('Add endpoint'),
  'the bench': (page) => page.getByRole('radio', { name: 'Bench' }).check(),
  'the endpoints again': (page) => page.getByRole('radio', { name: 'Endpoints' }).check(),
  'Address book': show('Address book'),
  'Add address': form('Add address'),
  'Import addresses': form('Import'),
  'Offline station': show('Offline station'),
  Settings: show('Settings'),
  'Add node': form('Add node'),
  'Create wallet': key('Control+n'),
  'the palette': key('Control+k'),
  'the shortcuts': key('?'),
  'the help': key('F1'),
};

test('no text is cut when the words are a third longer', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const found: string[] = [];
  const look = async (where: string, on = page) => {
    for (const finding of await cutByLongerWords(on, NAMES)) found.push(`${where}: ${finding}`);
  };
  await resize(running, 960, 640, 1);
  await look('the first question');
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  await look('a service to connect to');
  await page.getByRole('button', { name: 'Back' }).click();
  await createLocalVault(page);
  for (const name of ['Treasury', 'Payroll']) await createWallet(page, name);
  await signMessage(page, 'hello');
  for (const [width, height] of [
    [960, 640],
    [1280, 800],
  ] as const) {
    await resize(running, width, height, 1);
    for (const [name, open] of Object.entries(VIEWS)) {
      await open(page);
      await look(`${name} at ${width}`);
      if (!(await dialog(page).isVisible())) continue;
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
    }
  }
  await reviewMessage(page, 'hello again');
  const signed = await confirmation(page);
  await look('the question for a message', signed);
  await press(signed, signed.locator('.trusted-answers').getByRole('button').first());
  await composeExport(page);
  const exported = await confirmation(page);
  await look('the question for an export', exported);
  await press(exported, exported.locator('.trusted-answers').getByRole('button').first());
  await expect(dialog(page).getByText('Not signed')).toBeVisible();
  await look('an export that was refused');
  await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('Control+l');
  await expect(place(page, 'Vault locked')).toBeVisible();
  await look('the lock');
  expect(found).toEqual([]);
});
