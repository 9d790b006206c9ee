import type { Locator, Page } from 'playwright/test';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { connectTo, goTo, listRows } from '../e2e/flows.ts';
import { expect, type Running, test } from '../e2e/harness.ts';
import { cutTexts, outOfReach, resize, type Size } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';
import { type StandIn, startStandIn } from '../e2e/stand-in-service.ts';

const { list_activities, get_activity, list_wallet_accounts, list_eth_transaction_history } = OPERATIONS;
const { list_webhook_endpoints, list_webhook_deliveries } = OPERATIONS;
/** Requests that wait for a vote. Castellan reads 5,000 at a time. */
const WAITING = 12_000;
const TRANSACTIONS = 21_000;
/** Transactions of one page of the history. Each page is a stamped request, with an entry in the audit log. */
const OF_PAGE = 10;
const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SIZES: readonly Size[] = [
  [1280, 800, 2],
  [1440, 900, 1],
  [2560, 1440, 1],
];

const idOf = (at: number): string => `3f1c6f0e-54a5-4f3c-9a55-${String(at).padStart(12, '0')}`;
const grid = (page: Page, name: string): Locator => page.getByRole('grid', { name });
const status = (page: Page): Locator => page.locator('.status-line');

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

/** Photographs a list in both themes in the smallest window, and at the other sizes. */
async function photograph(running: Running, name: string): Promise<void> {
  const { page } = running;
  await resize(running, 960, 640, 1);
  await expect.poll(() => cutTexts(page), name).toEqual([]);
  await expect.poll(() => outOfReach(page), name).toEqual([]);
  await inspectScreen(page, `huge-${name}`);
  for (const size of SIZES) {
    await resize(running, ...size);
    // The grid drops columns after the window has its size.
    await expect.poll(() => cutTexts(page), name).toEqual([]);
    await inspectSize(page, `huge-${name}-${size[0]}`);
  }
  await resize(running, 1280, 800, 1);
}

/** Returns the number of lines of a list that was read: its rows and the headings of their groups. */
async function linesOf(page: Page, name: string): Promise<number> {
  await expect(listRows(page, name).first()).toBeVisible();
  return Number(await grid(page, name).getAttribute('aria-rowcount')) - 1;
}

/** Goes from the first row to the last one and back with keys. */
async function goThrough(page: Page, name: string, rows: number): Promise<void> {
  await expect(grid(page, name)).toHaveAttribute('aria-rowcount', String(rows + 1));
  await grid(page, name).focus();
  await test.step(`${name}: to the last row`, async () => {
    await page.keyboard.press('End');
    await expect(grid(page, name).locator(`[aria-rowindex="${rows + 1}"]`)).toBeInViewport();
  });
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('PageUp');
  await test.step(`${name}: to the first row`, async () => {
    await page.keyboard.press('Home');
    await expect(grid(page, name).locator('[aria-rowindex="2"]')).toBeInViewport();
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: / details$/ })).toHaveCount(0);
}

test('an inbox and a webhook with more than their lists hold say so', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const { activity } = get_activity.example.response;
  service.answer(list_activities.path, (body: Buffer) => {
    const { paginationOptions: { limit = '100', after = '' } = {} } = JSON.parse(body.toString()) as {
      paginationOptions?: { limit?: string; after?: string };
    };
    const start = after === '' ? 0 : Number(after.slice(-12)) + 1;
    const count = Math.max(0, Math.min(Number(limit), WAITING - start));
    const activities = Array.from({ length: count }, (_, at) => ({
      ...activity,
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      canApprove: true,
      canReject: true,
      id: idOf(start + at),
      createdAt: { seconds: String(1_790_000_000 - (start + at) * 977), nanos: '0' },
    }));
    return { activities };
  });
  const { endpoint, deliveries } = webhooks();
  service.answer(list_webhook_endpoints.path, { webhookEndpoints: [endpoint] });
  service.answer(list_webhook_deliveries.path, { webhookDeliveries: deliveries });
  service.allow(await connectTo(page, service));
  await page.getByRole('button', { name: 'Go to accounts' }).click();

  await test.step('the inbox lists the newest, counts the others, and shows them in Activities', async () => {
    await goTo(page, 'Inbox');
    await page.keyboard.press('Control+r');
    const note = page.getByText('The newest 500 requests are listed.');
    await expect(note).toContainText('4,500 older ones wait for votes too.');
    await page.getByRole('button', { name: 'Read older activities' }).click();
    await expect(note).toContainText('9,500 older ones wait for votes too.');
    await expect(page.getByRole('navigation', { name: 'Places' }).getByText('99+')).toBeVisible();
    // The heading of their group is a line as well.
    await goThrough(page, 'Inbox', 501);
    await photograph(running, 'inbox');
    await test.step('a search', async () => {
      await page.keyboard.press('/');
      await page.keyboard.insertText(idOf(499));
      await expect(status(page)).toContainText('1 found');
    });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show all in Activities' }).click();
    await expect(status(page)).toContainText('10,000 found');
    await goThrough(page, 'Activities', await linesOf(page, 'Activities'));
    await photograph(running, 'activities');
  });

  await test.step('the ledger lists the newest deliveries of an endpoint, and leads to the others', async () => {
    await goTo(page, 'Webhooks');
    await page.keyboard.press('Control+r');
    await expect(page.getByText('The newest 100 deliveries are listed.')).toBeVisible();
    await goThrough(page, 'Ledger', 100);
    await photograph(running, 'webhooks');
  });
});

/** An endpoint with as many deliveries as are read. */
function webhooks() {
  const [endpoint] = list_webhook_endpoints.example.response.webhookEndpoints;
  const [delivery] = list_webhook_deliveries.example.response.webhookDeliveries;
  const deliveries = Array.from({ length: 100 }, (_, at) => ({
    ...delivery,
    endpointId: endpoint?.endpointId,
    deliveryId: idOf(at),
    eventId: idOf(at + 1_000),
    createdAt: { seconds: String(1_790_000_000 - at * 977), nanos: '0' },
  }));
  return { endpoint, deliveries };
}

/** A page of a service's history of Ethereum, newest first: a payment every ten minutes. */
function historyPage(body: Buffer): unknown {
  const { address, caip2, paginationOptions } = JSON.parse(body.toString()) as {
    address: string;
    caip2: string;
    paginationOptions: { after?: string };
  };
  if (caip2 !== 'eip155:1') return { transactions: [] };
  const start = Number(paginationOptions.after ?? 0);
  const end = Math.min(start + OF_PAGE, TRANSACTIONS);
  const transactions = Array.from({ length: end - start }, (_row, index) => {
    const n = start + index;
    const hex = (n + 1).toString(16).padStart(64, '0');
    return {
      transactionHash: `0x${hex}`,
      status: 'FINALIZED',
      origin: 'EXTERNAL',
      from: PAYER,
      to: address,
      block: {
        number: String(20_000_000 - n),
        hash: `0x${hex}`,
        timestamp: new Date(Date.now() - n * 600_000).toISOString(),
      },
      fee: { amount: '21000000000000', caip19: 'eip155:1/slip44:60' },
      transfers: [
        {
          direction: 'IN',
          amount: `${n + 1}500000000000000001`,
          counterparty: PAYER,
          asset: { caip19: 'eip155:1/slip44:60', symbol: 'ETH', name: 'Ether', decimals: 18 },
        },
      ],
    };
  });
  return { transactions, pageInfo: { hasNextPage: end < TRANSACTIONS, endCursor: String(end) } };
}

test('a history of tens of thousands of rows and a long audit log scroll, search and order', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const account = list_wallet_accounts.example.response.accounts[0];
  service.answer(list_wallet_accounts.path, {
    accounts: [
      { ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    ],
  });
  service.answer(list_eth_transaction_history.path, historyPage);
  service.allow(await connectTo(page, service));
  await page.getByRole('button', { name: 'Go to accounts' }).click();

  await test.step('History', async () => {
    await goTo(page, 'History');
    await expect(page.getByText('21,000 transactions')).toBeVisible({ timeout: 300_000 });
    await photograph(running, 'history');
    await test.step('a search', async () => {
      await page.keyboard.press('/');
      await page.keyboard.insertText(`0x${(15_000).toString(16).padStart(64, '0')}`);
      await expect(status(page)).toContainText('1 found');
    });
    await page.keyboard.press('Escape');
    await grid(page, 'History').getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
    await expect(page.getByText('The rows are not in this order')).toBeVisible();
    await photograph(running, 'history-in-order');
    await page.getByRole('button', { name: 'Use the usual order' }).click();
    await expect(page.getByText('The rows are not in this order')).toBeHidden();
  });

  await test.step('Audit', async () => {
    await goTo(page, 'Audit');
    await goThrough(page, 'Audit', await linesOf(page, 'Audit'));
    await photograph(running, 'audit');
    const operation = grid(page, 'Audit').getByRole('columnheader', { name: 'Operation', exact: true });
    await operation.getByRole('button').click();
    await expect(operation).toHaveAttribute('aria-sort', 'ascending');
    await photograph(running, 'audit-in-order');
    await page.getByRole('button', { name: 'Verify log' }).click();
    await expect(page.getByText(/entries, unbroken\./)).toBeVisible();
  });
});
