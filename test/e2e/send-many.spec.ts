import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import {
  accountRows,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  place,
  unfold,
  unlock,
} from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { expectInReach, resize, SMALL_SIZES } from './reach.ts';
import { answerSaveDialog } from './save-dialog.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from './screens.ts';

const KNOWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The same four characters at both ends. */
const LOOKALIKE = '0xf39f11223344556677889900aabbccddeeff2266';
const PAID = (index: number) => `0x${String(index).padStart(2, '0').repeat(20)}`;

/** Twelve payments: one to a look-alike, two alike, one with an amount that can be read in two ways. */
const TABLE = [
  'Recipient,Amount,Asset,Note',
  `${KNOWN},12500,USDC,invoice 2290`,
  ...Array.from({ length: 7 }, (_, index) => `${PAID(index + 11)},${index + 1}.5,USDC,=SUM(A1)`),
  `${PAID(11)},1.5,USDC,again`,
  `${LOOKALIKE},2.5,ETH,invoice 2291`,
  `${PAID(20)},"1,000",USDC,`,
  `${PAID(21)},0.25,ETH,tip\u202e`,
].join('\n');

const textbox = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const review = (page: Page, count: number) => page.getByRole('button', { name: `Review ${count} payments` });
const row = (page: Page, line: number) =>
  page.getByRole('listitem').getByRole('button', { name: new RegExp(`^Line ${line} `) });

async function writeTable(page: Page): Promise<void> {
  await textbox(page, 'Table').fill(TABLE);
  await textbox(page, 'Name').fill('payroll');
  await textbox(page, 'Fee at most (gwei)').fill('32');
  await textbox(page, 'Priority fee (gwei)').fill('1.5');
  await textbox(page, 'Gas limit of each').fill('70000');
  await textbox(page, 'First nonce').fill('7');
}

test('the payments of a table are signed with one answer, and their results are exported', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const file = join(running.home, 'chosen', 'batch-results.csv');
  await answerSaveDialog(running.app, join(running.home, 'chosen'));
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await goTo(page, 'Address book');
  await page.getByRole('button', { name: 'Add address' }).first().click();
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill(KNOWN);
  await dialog(page).getByRole('textbox', { name: 'Label' }).fill('Coinbase Prime');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page);
  await goTo(page, 'Accounts');
  await accountRows(page).first().click();
  await page.keyboard.press('s');

  const { spent } = await handOf(page);
  await page.getByRole('button', { name: 'Send many' }).click();
  await expect(place(page, 'Send many')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Set fee and first nonce' }).click();
  await writeTable(page);
  await inspectScreen(page, 'batch-table');
  await page.getByRole('button', { name: 'Check lines' }).click();
  await expect(review(page, 10)).toBeVisible();
  await expect(page.getByText('10 of 12 payments. 2 lines are held back until you resolve them.')).toBeVisible();
  const written = spent();
  await inspectScreen(page, 'batch-lines');

  await test.step('a line is opened, and a danger line is held back until it is included by itself', async () => {
    await row(page, 12).click();
    await expect(page.getByText(/can be read as 1000 and as 1.000/)).toBeVisible();
    await row(page, 11).click();
    await expect(page.getByRole('region', { name: 'Line details' })).toContainText('Look-alike address');
    await inspectScreen(page, 'batch-lookalike');
    await page.getByRole('button', { name: 'Include line 11…' }).click();
    await page.getByRole('button', { name: 'Include line 11', exact: true }).click();
    await expect(review(page, 11)).toBeVisible();
    await page.getByRole('button', { name: 'Remove line 11' }).click();
    await expect(review(page, 10)).toBeVisible();
    await row(page, 13).click();
    await expect(page.getByRole('region', { name: 'Line details' })).toContainText('U+202E');
    await page.getByRole('button', { name: 'Close details' }).click();
  });

  await test.step('the columns and their first cells stand side by side', async () => {
    await unfold(page, 'Columns');
    const tooWide = (fields: Element[]) => fields.filter((field) => field.scrollWidth > field.clientWidth).length;
    await expect(page.locator('.batch-columns .field')).toHaveCount(4);
    expect(await page.locator('.batch-columns .field').evaluateAll(tooWide)).toBe(0);
    await page.locator('summary', { hasText: 'Columns' }).click();
  });

  await test.step('in a small window, and at 200% zoom', async () => {
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `batch-lines-${size}`));
    await resize(running, 1280, 860, 1);
  });

  await test.step('locking keeps the table and the choices', async () => {
    await page.keyboard.press('Control+l');
    await unlock(page);
    await goTo(page, 'Send');
    await expect(review(page, 10)).toBeVisible();
    await page.getByRole('button', { name: 'Back to the table' }).click();
    await expect(textbox(page, 'Name')).toHaveValue('payroll');
    await expect(page.getByRole('alert').filter({ hasText: 'invoice 2290' })).toBeVisible();
    await page.getByRole('button', { name: 'Check lines' }).click();
    await expect(review(page, 10)).toBeVisible();
  });

  spent();
  await review(page, 10).click();
  const asked = await confirmation(page);
  const yes = asked.getByRole('button', { name: 'Send 10 payments' });
  await expect(asked.getByRole('heading', { level: 1 })).toContainText('Send 10 payments');
  await expect(asked.getByRole('row', { name: /USDC 9 payments/ })).toContainText('12,533');
  await inspectConfirmation(asked, 'batch-question');
  await asked.getByTestId('end').evaluate((end) => end.scrollIntoView());
  await expect(asked.getByText('Open every page to continue')).toBeVisible();
  await expect(yes).toHaveAttribute('aria-disabled', 'true');
  const pageEnd = asked.getByTestId('page-end');
  const next = asked.getByRole('button', { name: 'Next page' });
  await pageEnd.evaluate((end) => end.scrollIntoView());
  await expect(next).not.toHaveAttribute('aria-disabled');
  await next.click();
  await expect(asked.getByRole('list', { name: 'Page 2 of 2' })).toContainText('0.25 ETH');
  await pageEnd.evaluate((end) => end.scrollIntoView());
  await expect(asked.getByText('Open every page to continue')).toBeHidden();
  await confirm(page, 'Send 10 payments');
  await expect(page.getByText('10 lines signed', { exact: true })).toBeVisible();
  expect(written + spent(), 'clicks from Send to the signatures').toBeLessThanOrEqual(6);
  await inspectScreen(page, 'batch-signed');

  await test.step('all signed lines can be broadcast at once, which needs a node', async () => {
    const states = page.getByRole('table', { name: 'Lines' });
    await expect(states.getByRole('cell', { name: 'Not broadcast', exact: true })).toHaveCount(10);
    await page.getByRole('button', { name: 'Broadcast all 10' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'no node' })).toBeVisible();
    await expect(states.getByRole('cell', { name: 'Not broadcast', exact: true })).toHaveCount(10);
    await inspectScreen(page, 'batch-not-broadcast');
  });

  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => existsSync(file)).toBe(true);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(11);
  expect(lines[2]).toContain(",'=SUM(A1),signed,");

  await test.step('the batch is in the list, and its payments are known when the table comes again', async () => {
    await page.getByRole('button', { name: 'All batches' }).click();
    await expect(page.getByText('10 lines signed')).toBeVisible();
    await writeTableAgain(page);
    await page.getByRole('button', { name: 'Check lines' }).click();
    await row(page, 2).click();
    await expect(page.getByText('In an earlier batch').first()).toBeVisible();
  });
});

async function writeTableAgain(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Set fee and first nonce' }).click();
  await writeTable(page);
  // The batch has used the nonces from 7 to 16.
  await textbox(page, 'First nonce').fill('17');
}
