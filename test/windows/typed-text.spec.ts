import type { Page } from 'playwright/test';
import { act, chooseOperation, createLocalVault, createWallet, goTo, place, unlock } from '../e2e/flows.ts';
import { child, childrenOf, expect, test } from '../e2e/harness.ts';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

interface Form {
  readonly open: (page: Page) => Promise<unknown>;
  readonly close?: (page: Page) => Promise<unknown>;
  /** The texts by the names of their fields. */
  readonly texts: Readonly<Record<string, string>>;
  /** True for a form that may hold a key, which the page alone keeps. */
  readonly isPageOnly?: true;
}

const pressEscape = (page: Page) => page.keyboard.press('Escape');

/** Leaves a page of the organization, and keeps its draft. */
const backTo = (page: Page, name: string) =>
  page.locator('.place-bar').getByRole('button', { name, exact: true }).click();

async function openSection(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+8');
  await page
    .getByRole('navigation', { name: 'Sections of organization' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await expect(place(page, name)).toBeVisible();
}

const FORMS: Readonly<Record<string, Form>> = {
  Send: {
    open: (page) => goTo(page, 'Send'),
    texts: { 'Amount in ETH': '2.5', 'Fee at most (gwei)': '32', Nonce: '7', 'Gas limit': '21000' },
  },
  'Send many': {
    open: async (page) => {
      await goTo(page, 'Send');
      await button(page, 'Send many').click();
    },
    close: (page) => button(page, 'Send one').click(),
    texts: { Table: `to,amount,asset\n${ADDRESS},1,ETH`, Name: 'payroll' },
  },
  Sign: { open: (page) => goTo(page, 'Sign'), texts: { Message: 'typed and not signed' } },
  Import: {
    open: async (page) => {
      await goTo(page, 'Accounts');
      await button(page, 'Import…').click();
    },
    close: pressEscape,
    texts: { 'Wallet name': 'Old wallet' },
  },
  'Write policy': {
    open: async (page) => {
      await openSection(page, 'Policies');
      await button(page, 'Write policy').click();
    },
    close: (page) => backTo(page, 'Policies'),
    texts: { Name: 'Treasurers pay', Condition: "activity.resource == 'WALLET'" },
  },
  'New limit': {
    open: async (page) => {
      await openSection(page, 'Limits');
      await button(page, 'Create limit').click();
    },
    close: (page) => backTo(page, 'Limits'),
    texts: { Name: 'Ether a day', 'Amount in ETH': '10.25' },
  },
  'Add endpoint': {
    open: async (page) => {
      await page.keyboard.press('Control+b');
      await expect(place(page, 'Webhooks')).toBeVisible();
      await button(page, 'Add endpoint').click();
    },
    close: pressEscape,
    texts: { Name: 'Accounting', URL: 'https://hooks.example.com/castellan' },
  },
  'Add node': {
    open: async (page) => {
      await goTo(page, 'Settings');
      await button(page, 'Add node').click();
    },
    close: pressEscape,
    texts: { 'JSON-RPC address': 'https://node.example.com/a-key' },
    isPageOnly: true,
  },
  'Rename key': {
    open: async (page) => {
      await goTo(page, 'Settings');
      await act(page, 'Workstation of local', 'Rename…');
    },
    close: pressEscape,
    texts: { Name: 'Key of the treasury' },
  },
  'All operations': {
    open: async (page) => {
      await goTo(page, 'All operations');
      await chooseOperation(page, 'create_user_tag', 'Create user tag');
    },
    texts: { 'User tag name': 'Approvers' },
  },
  'Address book': {
    open: async (page) => {
      await goTo(page, 'Address book');
      await button(page, 'Add address').click();
    },
    close: pressEscape,
    texts: { Address: ADDRESS, Label: 'Coinbase Prime' },
  },
};

/** Opens each form, and runs a step with its fields. */
async function visit(
  page: Page,
  forms: readonly Form[],
  step: (field: ReturnType<Page['getByRole']>, text: string) => Promise<void>,
): Promise<void> {
  for (const { open, close, texts } of forms) {
    await open(page);
    for (const [name, text] of Object.entries(texts))
      await step(page.getByRole('textbox', { name, exact: true }).first(), text);
    await close?.(page);
  }
}

test('a typed text outlives a lock, a stopped service and a new page, in every form', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  const forms = Object.values(FORMS);
  const isThere = (field: ReturnType<Page['getByRole']>, text: string) => expect(field).toHaveValue(text);
  await visit(page, forms, (field, text) => field.fill(text));

  await test.step('a lock', async () => {
    await page.keyboard.press('Control+l');
    await expect(place(page, 'Vault locked')).toBeVisible();
    await unlock(page);
    await visit(page, forms, isThere);
  });

  await test.step('a service that stopped', async () => {
    const custody = await child(running, 'custody');
    process.kill(custody, 'SIGKILL');
    await expect.poll(async () => (await childrenOf(running)).get('custody')).not.toBe(custody);
    await visit(page, forms, isThere);
  });

  await test.step('a page that is loaded again, as after its crash', async () => {
    const texts = forms.filter(({ isPageOnly }) => isPageOnly !== true).flatMap((form) => Object.values(form.texts));
    const drafts = () => page.evaluate(async () => JSON.stringify(await window.castellan.call('drafts.list', {})));
    // Main gets a draft a moment after the last key.
    for (const text of texts) await expect.poll(drafts).toContain(text.split('\n')[0]);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
    await page.waitForSelector('html[data-ready="true"]');
    await visit(
      page,
      forms.filter(({ isPageOnly }) => isPageOnly !== true),
      isThere,
    );
  });
});
