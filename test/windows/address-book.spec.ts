import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  press,
  submitTransaction,
  unlock,
} from '../e2e/flows.ts';
import { expect, newHome, test } from '../e2e/harness.ts';
import { answerSaveDialog } from '../e2e/save-dialog.ts';
import { inspectConfirmation, inspectScreen } from '../e2e/screens.ts';

const EXCHANGE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const WRONG = EXCHANGE.replace('BF2', 'B02');

/** Unsigned EIP-1559 on chain 1: 0.01 ETH. */
const TRANSFER = `02ee0180843b9aca00847735940082520894d8da${'1'.repeat(32)}6045872386f26fc1000080c0`;

test('names are added, confirmed, found by a mistyped character, imported, and shown in a question', async ({
  launch,
}) => {
  const home = newHome();
  const { app, page } = await launch({ home });
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await goTo(page, 'Address book');
  await expect(page.getByText('No address is named yet.')).toBeVisible();
  await inspectScreen(page, 'address-book-empty');

  await page.getByRole('button', { name: 'Add address' }).click();
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill(EXCHANGE.replace('d8dA', 'd8da'));
  await dialog(page).getByRole('textbox', { name: 'Label' }).fill('Exchange');
  await dialog(page).getByRole('textbox', { name: /^Tags/ }).fill('hot, eu');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(`The nearest right one is ${EXCHANGE}`);
  await inspectScreen(page, 'address-book-wrong');
  // The typed text is here again after a lock, which closes the dialog.
  await page.evaluate(() => window.castellan.call('vault.lock', {}));
  await unlock(page);
  await page.getByRole('button', { name: 'Add address' }).first().click();
  await expect(dialog(page).getByRole('textbox', { name: 'Label' })).toHaveValue('Exchange');
  await expect(dialog(page).getByRole('textbox', { name: /^Tags/ })).toHaveValue('hot, eu');
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill(EXCHANGE);
  await dialog(page).getByRole('combobox', { name: 'Chain' }).selectOption('eip155:1');
  await dialog(page).getByRole('combobox', { name: 'Allowed counterparty' }).selectOption('yes');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Add “Exchange” to the address book');
  await expect(asked.getByText('“Exchange”; allowed; tags hot, eu')).toBeVisible();
  await inspectConfirmation(asked, 'address-book-confirm');
  await confirm(page, 'Change address book');

  const rows = page
    .getByRole('grid', { name: 'Address book' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(
    page.getByRole('region', { name: 'Address details' }).getByRole('button', { name: 'Copy explorer link' }),
  ).toBeVisible();
  await inspectScreen(page, 'address-book');

  const search = page.getByRole('searchbox', { name: 'Search addresses' });
  await search.fill('ethereum');
  await expect(rows).toHaveCount(1);
  await search.fill(WRONG);
  await expect(page.getByText('The nearest is “Exchange”')).toBeVisible();
  await inspectScreen(page, 'address-book-nearest');
  await page.getByRole('button', { name: 'Show the nearest' }).click();
  await expect(rows).toHaveCount(1);
  await search.fill('');

  await page.getByRole('button', { name: 'Import' }).click();
  await dialog(page)
    .getByRole('textbox')
    .fill(`address,label\n0x${'2'.repeat(40)},Second\nnobody,Third\n`);
  await dialog(page).getByRole('button', { name: 'Check' }).click();
  await expect(dialog(page).getByText('1 entry can be taken, 1 line cannot.')).toBeVisible();
  await expect(
    dialog(page).getByText('Line 3: nobody is not an address of a chain that Castellan knows'),
  ).toBeVisible();
  await inspectScreen(page, 'address-book-import');
  await dialog(page).getByRole('button', { name: 'Review 1 entry' }).click();
  await confirm(page, 'Change address book');
  await expect(rows).toHaveCount(2);

  await test.step('it is exported to the chosen file, or not at all', async () => {
    const write = async () => {
      await page.getByRole('button', { name: 'Export addresses' }).click();
      await page.getByRole('menuitem', { name: 'Export CSV' }).click();
    };
    const answered = await answerSaveDialog(app, null);
    await write();
    await answered();
    await expect(page.getByText(/was written/)).toHaveCount(0);
    await answerSaveDialog(app, '/sys');
    await write();
    await expect(page.getByRole('alert')).toContainText('/sys/address-book.csv could not be written');
    const folder = join(home, 'chosen');
    await answerSaveDialog(app, folder);
    await write();
    const path = join(folder, 'address-book.csv');
    await expect(page.getByText(`The address book was written to ${path}.`)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain(`${EXCHANGE},eip155:1,Exchange,,hot;eu,yes`);
    expect(existsSync(join(home, 'state', 'address-book.csv'))).toBe(false);
  });

  await submitTransaction(page, TRANSFER);
  const question = await confirmation(page);
  await expect(question.getByRole('heading', { level: 1 })).toContainText('not in your address book');
  await expect(question.getByText(/looks like/).first()).toBeVisible();
  await inspectConfirmation(question, 'address-resembles');
  await press(question, question.getByRole('button', { name: 'Don’t send' }));
});
