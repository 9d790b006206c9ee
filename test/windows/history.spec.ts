import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { confirm, connectTo, createLocalVault, goTo, place } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { answerSaveDialog } from '../e2e/save-dialog.ts';
import { inspectScreen } from '../e2e/screens.ts';
import { startStandIn } from '../e2e/stand-in-service.ts';

const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ROWS = 250;

/** A page of a service's history of Ethereum, newest first: a payment every hour. */
function page(body: Buffer): unknown {
  const { address, caip2, paginationOptions } = JSON.parse(body.toString()) as {
    address: string;
    caip2: string;
    paginationOptions: { limit: string; after?: string };
  };
  if (caip2 !== 'eip155:1') return { transactions: [] };
  const start = paginationOptions.after === undefined ? 0 : Number(paginationOptions.after);
  const end = Math.min(start + Number(paginationOptions.limit), ROWS);
  const transactions = Array.from({ length: end - start }, (_row, index) => {
    const n = start + index;
    return {
      transactionHash: `0x${(n + 1).toString(16).padStart(64, '0')}`,
      block: {
        number: String(20_000_000 - n),
        hash: `0x${n.toString(16).padStart(64, '0')}`,
        timestamp: new Date(Date.now() - n * 3_600_000).toISOString(),
      },
      status: n === 0 ? 'CONFIRMED' : 'FINALIZED',
      origin: 'EXTERNAL',
      from: PAYER,
      to: address,
      fee: { amount: '21000000000000', caip19: 'eip155:1/slip44:60' },
      transfers: [
        {
          direction: 'IN',
          asset: { caip19: 'eip155:1/slip44:60', symbol: 'ETH', name: 'Ether', decimals: 18 },
          amount: `${n + 1}500000000000000001`,
          counterparty: PAYER,
        },
      ],
    };
  });
  return { transactions, pageInfo: { hasNextPage: end < ROWS, endCursor: String(end) } };
}

test('a history is read, searched, labelled and exported, and stays when the service is offline', async ({
  launch,
}) => {
  const service = await startStandIn();
  const account = OPERATIONS.list_wallet_accounts.example.response.accounts[0];
  service.answer(OPERATIONS.list_wallet_accounts.path, {
    accounts: [
      { ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    ],
  });
  service.answer(OPERATIONS.list_eth_transaction_history.path, page);
  const { app, page: window, home } = await launch();
  service.allow(await connectTo(window, service));
  await window.getByRole('button', { name: 'Go to accounts' }).click();
  await goTo(window, 'History');
  const grid = window.getByRole('grid', { name: 'History' });
  const name = `history-production-${new Date().toISOString().slice(0, 10)}.csv`;
  await expect(window.getByText('250 transactions')).toBeVisible();
  await expect(grid.getByRole('row').nth(1)).toContainText('Today');
  await expect(grid.getByRole('row').nth(2)).toContainText('+1.500000… ETH');
  await expect(grid.getByRole('row').nth(2)).toContainText('Not final yet');

  await test.step('a transaction is opened, and its counterparty gets a label', async () => {
    await grid.focus();
    await window.keyboard.press('ArrowDown');
    const details = window.getByRole('region', { name: 'Transaction details' });
    await expect(details.getByRole('heading', { level: 3 })).toHaveText(
      `Received 1.500000000000000001 ETH from ${PAYER} on Ethereum`,
    );
    await inspectScreen(window, 'history');
    const { spent } = await handOf(window);
    await details.getByRole('button', { name: 'Add label' }).click();
    await window.getByRole('textbox', { name: 'Label' }).fill('Acme payroll');
    await window.getByRole('button', { name: 'Review' }).click();
    await confirm(window, 'Change address book');
    expect(spent(), 'clicks from a transaction to the label of its sender').toBeLessThanOrEqual(3);
    await expect(grid.getByRole('row').nth(2)).toContainText('Acme payroll');
  });

  await test.step('it is searched by words and filters', async () => {
    const search = window.getByRole('searchbox', { name: 'Search transactions' });
    await search.fill('acme');
    await expect(window.getByText('250 found')).toBeVisible();
    await search.fill('0000fa');
    await expect(window.getByText('1 found')).toBeVisible();
    await search.fill('');
    await window.getByRole('button', { name: 'State any' }).click();
    await window.getByRole('menuitemradio', { name: 'Not final yet' }).click();
    await expect(window.getByRole('button', { name: 'Remove filter state confirmed' })).toBeVisible();
    await expect(search).toHaveValue('');
    await expect(window.getByText('1 found')).toBeVisible();
    await window.getByRole('button', { name: 'Remove filter state confirmed' }).click();
    await expect(window.getByText('250 transactions', { exact: true })).toBeVisible();
    await search.fill('direction:out ');
    await expect(window.getByRole('button', { name: 'Remove filter direction out' })).toBeVisible();
    await window.getByRole('button', { name: 'Clear search' }).click();
  });

  await test.step('it is ordered by a column, over all its transactions', async () => {
    const amount = window.getByRole('columnheader', { name: 'Amount', exact: true });
    await amount.getByRole('button').click();
    await amount.getByRole('button').click();
    await expect(amount).toHaveAttribute('aria-sort', 'descending');
    await expect(grid.getByRole('row').nth(1)).toContainText('+250.500000… ETH');
    await goTo(window, 'Accounts');
    await goTo(window, 'History');
    await expect(grid.getByRole('row').nth(1)).toContainText('+250.500000… ETH');
    await inspectScreen(window, 'history-in-order');
  });

  await test.step('transactions are selected, and only those are exported', async () => {
    await grid.getByRole('row').nth(1).getByRole('checkbox').click();
    await grid.getByRole('row').nth(3).getByRole('checkbox').click();
    await expect(window.getByText('2 selected')).toBeVisible();
    await answerSaveDialog(app, join(home, 'state', 'chosen'));
    await window.getByRole('button', { name: 'Export 2 as CSV' }).click();
    await expect(window.getByText(/2 transactions written to/)).toBeVisible();
    const lines = readFileSync(join(home, 'state', 'chosen', name), 'utf8').split('\r\n');
    expect(lines.slice(1, 3).map((line) => /,(\d+)\.5/.exec(line)?.[1])).toEqual(['250', '248']);
    await window.getByRole('button', { name: 'Clear', exact: true }).click();
    await window.getByRole('columnheader', { name: 'Amount', exact: true }).getByRole('button').click();
    await expect(grid.getByRole('row').nth(1)).toContainText('Today');
  });

  await test.step('the keys select across days, and never a heading', async () => {
    await grid.focus();
    await window.keyboard.press('Control+a');
    await expect(window.getByText('250 selected')).toBeVisible();
    await window.keyboard.press('Escape');
    await window.keyboard.press('Home');
    for (let rows = 0; rows < 30; rows += 1) await window.keyboard.press('Shift+ArrowDown');
    await expect(window.getByText('31 selected')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByText('250 transactions', { exact: true })).toBeVisible();
  });

  await test.step('it is exported to the chosen file, or not at all', async () => {
    const press = () => window.getByRole('button', { name: 'Export CSV' }).click();
    const answered = await answerSaveDialog(app, null);
    await press();
    await answered();
    await expect(window.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
    await expect(window.getByText(/written/)).toHaveCount(0);
    await answerSaveDialog(app, '/sys');
    await press();
    await expect(window.getByRole('alert')).toContainText(/history-production-.*\.csv could not be written/);
    await answerSaveDialog(app, join(home, 'state'));
    await press();
    await expect(window.getByText(/250 transactions written to/)).toBeVisible();
    await expect(window.getByRole('alert')).toHaveCount(0);
    const path = join(home, 'state', name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8').split('\r\n')[1]).toContain(`${PAYER},Acme payroll,1.500000000000000001,ETH`);
    expect(readdirSync(join(home, 'state')).filter((each) => each.includes(name))).toEqual([name]);
  });

  await test.step('it stays, with its age, when the service is offline', async () => {
    await service.stop();
    await window.getByRole('button', { name: 'Refresh transactions' }).click();
    await expect(window.getByText(/Service not reachable\. Data from/).first()).toBeVisible();
    await expect(window.getByText('250 transactions', { exact: true })).toBeVisible();
  });
});

test('without an endpoint the vault on this machine says where to add one', async ({ launch }) => {
  const { page: window } = await launch();
  await createLocalVault(window);
  await goTo(window, 'History');
  await expect(window.getByText('They are read from a node that you name. Add an RPC endpoint.')).toBeVisible();
  await inspectScreen(window, 'history-empty');
  await window.getByRole('button', { name: 'Add an RPC endpoint' }).click();
  await expect(place(window, 'Settings')).toBeVisible();
});
