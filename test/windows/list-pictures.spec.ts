import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright/test';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { confirm, connectTo, dialog, goTo } from '../e2e/flows.ts';
import { expect, type Running, test } from '../e2e/harness.ts';
import { cutTexts, resize } from '../e2e/reach.ts';
import { inspectScreen } from '../e2e/screens.ts';
import { type StandIn, startStandIn } from '../e2e/stand-in-service.ts';

const { list_activities, list_wallets, list_wallet_accounts, list_webhook_endpoints, get_activity } = OPERATIONS;
const PLACES = ['Accounts', 'Activities', 'Inbox', 'History', 'Audit', 'Address book', 'Webhooks'] as const;
/** Rows of a huge list. Each list reads them in pages. */
const MANY = 1_000;

const idOf = (at: number): string => `3f1c6f0e-54a5-4f3c-9a55-${String(at).padStart(12, '0')}`;
/** Addresses that do not look alike. */
const addressAt = (at: number): string => `0x${createHash('sha256').update(String(at)).digest('hex').slice(0, 40)}`;

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

/** A profile of the stand-in, in the smallest window. */
async function prepare(running: Running): Promise<void> {
  const { page } = running;
  service.allow(await connectTo(page, service));
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await resize(running, 960, 640, 1);
}

/** Reads each place again with its key, and photographs it in both themes. */
async function photographAll(page: Page, state: string, isSettled: boolean): Promise<void> {
  for (const name of PLACES) {
    await goTo(page, name);
    await page.keyboard.press('Control+r');
    if (isSettled) await expect(page.getByRole('main').getByText(/^(Reading|Refreshing|Loading)/)).toHaveCount(0);
    // A list drops columns after it was drawn.
    await expect.poll(() => cutTexts(page), name).toEqual([]);
    const search = page.locator('.search-input');
    await expect.poll(async () => (await search.boundingBox())?.width ?? 0, `search of ${name}`).toBeGreaterThan(80);
    await inspectScreen(page, `list-${state}-${name.toLowerCase().replace(' ', '-')}`);
  }
}

test('each list has a state for nothing, reading, a failing service and no service', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  service.answer(list_wallets.path, { wallets: [] });
  service.answer(list_wallet_accounts.path, { accounts: [] });
  service.answer(list_webhook_endpoints.path, { webhookEndpoints: [] });
  const held: ServerResponse[] = [];
  await prepare(running);

  await test.step('reading', async () => {
    service.interfere((_path, response) => {
      held.push(response);
      return true;
    });
    await photographAll(page, 'loading', false);
    service.interfere(null);
    for (const response of held) response.destroy();
  });
  await test.step('nothing', () => photographAll(page, 'none', true));
  await test.step('a failing service', async () => {
    service.interfere((_path, response) => {
      const problem = { code: 13, message: 'the database is not available', details: [] };
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(problem));
      return true;
    });
    await photographAll(page, 'failing', true);
    service.interfere(null);
  });
  await test.step('no service', async () => {
    await service.stop();
    await photographAll(page, 'offline', true);
    await service.restart();
  });
});

test('each list shows very many rows', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const [wallet] = list_wallets.example.response.wallets;
  const [account] = list_wallet_accounts.example.response.accounts;
  const { activity } = get_activity.example.response;
  service.answer(list_wallet_accounts.path, (body: Buffer) => {
    const { walletId } = JSON.parse(body.toString()) as { walletId?: string };
    const accounts = Array.from({ length: MANY }, (_, at) => ({
      ...account,
      walletId: walletId ?? wallet?.walletId,
      walletAccountId: idOf(at),
      address: addressAt(at),
      path: `m/44'/60'/0'/0/${at}`,
    }));
    return { accounts };
  });
  service.answer(list_activities.path, (body: Buffer) => {
    const { paginationOptions: { limit = '100', after = '' } = {} } = JSON.parse(body.toString()) as {
      paginationOptions?: { limit?: string; after?: string };
    };
    const start = after === '' ? 0 : Number(after.slice(-12)) + 1;
    const count = Math.max(0, Math.min(Number(limit), MANY - start));
    const activities = Array.from({ length: count }, (_, at) => ({
      ...activity,
      id: idOf(start + at),
      createdAt: { seconds: String(1_790_000_000 - (start + at) * 977), nanos: '0' },
    }));
    return { activities };
  });
  await prepare(running);
  await goTo(page, 'Address book');
  await page.getByRole('button', { name: 'Import' }).first().click();
  const lines = Array.from({ length: 40 }, (_, at) => `${addressAt(at)},Counterparty ${at}`);
  await dialog(page)
    .getByRole('textbox', { name: 'CSV, JSON or BIP-329 labels' })
    .fill(['address,label', ...lines].join('\n'));
  await dialog(page).getByRole('button', { name: 'Check' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Review \d+ entries$/ })
    .click();
  await confirm(page, 'Change address book');
  await expect(dialog(page)).toBeHidden();
  await photographAll(page, 'huge', true);
});
