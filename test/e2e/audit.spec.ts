import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import {
  accountRows,
  addressOf,
  createLocalVault,
  createWallet,
  goTo,
  listRows,
  place,
  signMessage,
  unfold,
  unlock,
} from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { expectInReach, SMALL_SIZES } from './reach.ts';
import { answerSaveDialog } from './save-dialog.ts';
import { inspectScreen, inspectSize } from './screens.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Audit' });
const rowOf = (page: Page, text: string | RegExp) => grid(page).getByRole('row').filter({ hasText: text });
/** The numbers of the entries, as they are listed. */
const numbersOf = async (page: Page): Promise<number[]> =>
  (await grid(page).locator('.grid-cell-sequence').allTextContents()).slice(1).map(Number);
const isNewestFirst = (numbers: readonly number[]) =>
  numbers.every((each, at) => at === 0 || each < (numbers[at - 1] ?? 0));
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search entries' });

test('the log of stamped requests is searched, verified and exported, and a change of it is shown', async ({
  launch,
}) => {
  const running = await launch();
  const { app, page, home, state } = running;
  await createLocalVault(page);
  await createWallet(page, 'Payroll');
  await page.keyboard.press('Escape');
  await goTo(page, 'Accounts');
  const address = await addressOf(accountRows(page).first());
  await signMessage(page, 'a receipt');
  const { spent } = await handOf(page);

  await test.step('every stamped body is listed, and nothing is claimed before a verification', async () => {
    spent();
    await goTo(page, 'Audit');
    await expect(page.getByText('Not verified since Castellan was started.')).toBeVisible();
    await expect(rowOf(page, 'Create wallet “Payroll”')).toHaveCount(1);
    await expect(rowOf(page, 'Change profiles').first()).toBeVisible();
    await inspectScreen(page, 'audit');
  });

  await test.step('the reads of the service are hidden, and shown again', async () => {
    await expect(rowOf(page, 'Read ').first()).toBeVisible();
    await page.getByRole('button', { name: 'Hide reads' }).click();
    await expect(rowOf(page, 'Create wallet “Payroll”')).toHaveCount(1);
    await expect(rowOf(page, 'Change profiles').first()).toBeVisible();
    await expect(rowOf(page, 'Read ')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show reads' }).click();
    await expect(rowOf(page, 'Read ').first()).toBeVisible();
    spent();
  });

  await test.step('one click verifies it', async () => {
    await page.getByRole('button', { name: 'Verify log' }).click();
    await expect(page.getByText(/entries, unbroken\./)).toBeVisible();
    expect(spent(), 'clicks from any place to the verified log').toBeLessThanOrEqual(2);
    await inspectScreen(page, 'audit-verified');
  });

  await test.step('an entry shows its meaning, its place in the chain, its bytes and its stamp', async () => {
    await rowOf(page, 'Create wallet “Payroll”').click();
    const details = page.getByRole('region', { name: 'Entry details' });
    await expect(details.getByRole('heading', { level: 2 })).toContainText('Create wallet “Payroll”');
    await expect(details.getByRole('row', { name: 'Link It matches' })).toBeVisible();
    await expect(details.getByRole('region', { name: 'Result' })).toContainText(address);
    await unfold(details, 'Exact bytes');
    await expect(details.getByRole('region', { name: 'Exact bytes' })).toContainText('"walletName":"Payroll"');
    await unfold(details, 'Stamp');
    await expect(details.getByRole('region', { name: 'X-Stamp' })).toBeVisible();
    await inspectScreen(page, 'audit-entry');
    await details.getByRole('button', { name: 'Open activity' }).click();
    await expect(place(page, 'Activities')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Activity details' })).toContainText('Create wallet “Payroll”');
    await page.keyboard.press('Control+7');
    await expect(details).toBeVisible();
    await details.getByRole('button', { name: 'Close details' }).click();
  });

  await test.step('it is ordered by a column, over all its entries', async () => {
    const number = grid(page).getByRole('columnheader', { name: '#', exact: true });
    await number.getByRole('button').click();
    await expect(number).toHaveAttribute('aria-sort', 'ascending');
    await expect(grid(page).locator('.grid-cell-sequence').nth(1)).toHaveText('1');
    await number.getByRole('button').click();
    await number.getByRole('button').click();
    await expect(number).toHaveAttribute('aria-sort', 'none');
    const operation = grid(page).getByRole('columnheader', { name: 'Operation', exact: true });
    await operation.getByRole('button').click();
    await expect(listRows(page, 'Audit').first()).not.toContainText('Sign');
    await inspectScreen(page, 'audit-in-order');
    await operation.getByRole('button').click();
    await operation.getByRole('button').click();
    await expect.poll(async () => isNewestFirst(await numbersOf(page))).toBe(true);
  });

  await test.step('a signature has its proof and its copy here as well', async () => {
    await rowOf(page, /Sign/).first().click();
    const result = page.getByRole('region', { name: 'Entry details' }).getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Verified on this machine');
    // Only a warning has a box.
    await expect(result.locator('.notice.tone-proven')).toHaveCSS('border-top-width', '0px');
    await expect(result.getByRole('button', { name: 'Copy signature' })).toBeVisible();
    await inspectScreen(page, 'audit-result');
    await page.getByRole('button', { name: 'Close details' }).click();
  });

  await test.step('filters are tokens: Backspace marks the last, and a second one removes it', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('kind:request payroll');
    const token = page.getByRole('button', { name: 'Remove filter kind request' });
    await expect(token).toBeVisible();
    await expect(search(page)).toHaveValue('payroll');
    await expect(listRows(page, 'Audit')).toHaveCount(1);
    await inspectScreen(page, 'audit-filtered');
    for (let step = 0; step < 'payroll'.length; step += 1) await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect(token).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(token).toBeHidden();
    await page.keyboard.type('outcome:accepted ');
  });

  await test.step('the entries shown are exported with their proofs', async () => {
    await answerSaveDialog(app, home);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByText(/entr(y|ies) written to/)).toBeVisible();
    const file = /written to (.*\.jsonl)\./.exec(await page.getByText(/written to/).innerText())?.[1] ?? '';
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries[0]).toMatchObject({ stamp: { header: 'X-Stamp' }, response: { httpStatus: 200 } });
    expect(entries.at(-1)).toHaveProperty('head');
    await page.keyboard.press('Escape');
  });

  await test.step('entries are selected with the keyboard and written as a table', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click();
    await grid(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('2 selected')).toBeVisible();
    await inspectScreen(page, 'audit-selected');
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('checkbox', { name: 'Select all rows' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/selected$/)).toHaveCount(0);
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Export 1 as CSV' }).click();
    await expect(page.getByText('1 row written to')).toBeVisible();
    const file = /written to (.*\.csv)\./.exec(await page.getByText('1 row written to').innerText())?.[1] ?? '';
    expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(2);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
  });

  await test.step('at every size and zoom', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('outcome:accepted ');
    await rowOf(page, 'Create wallet “Payroll”').click();
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `audit-${size}`));
  });

  await running.close();
  const records = join(state, 'records.db');
  const bytes = readFileSync(records);
  for (let at = bytes.indexOf('"Payroll"'); at >= 0; at = bytes.indexOf('"Payroll"')) bytes.write('"Payr0ll"', at);
  writeFileSync(records, bytes);
  const again = await launch({ home });
  await unlock(again.page);
  await goTo(again.page, 'Audit');
  await expect(listRows(again.page, 'Audit').first()).toBeVisible();
  await grid(again.page).focus();
  await again.page.keyboard.press('End');
  await expect(rowOf(again.page, /^[\d,]+.*Entry \d+ does not match \d+/)).toHaveCount(1);
  await again.page.getByRole('button', { name: 'Verify log' }).click();
  await expect(again.page.getByText(/The audit log was changed or damaged/).first()).toBeVisible();
  await expect(again.page.getByText(/unbroken/)).toHaveCount(0);
  await inspectScreen(again.page, 'audit-broken');
});
