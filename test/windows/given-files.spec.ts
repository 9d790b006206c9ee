import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalVault, goTo, place } from '../e2e/flows.ts';
import { give } from '../e2e/given.ts';
import { expect, test } from '../e2e/harness.ts';
import { answerOpenDialog } from '../e2e/save-dialog.ts';
import { inspectScreen } from '../e2e/screens.ts';

const TABLE = 'to,amount\n0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266,1\n';
const PHRASE = 'test test test test test test test test test test test junk';
const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a file is chosen in the system’s dialog, or dropped anywhere and given to the place that takes it', async ({
  launch,
}) => {
  const { page, app, home } = await launch();
  const put = (name: string, text: string) => {
    const path = join(home, name);
    writeFileSync(path, text);
    return path;
  };
  await createLocalVault(page);
  const table = page.getByRole('textbox', { name: 'Table' });

  await test.step('a table is chosen for Send many, and a secret never reaches the page', async () => {
    await goTo(page, 'Send');
    await page.getByRole('button', { name: 'Send many' }).click();
    await answerOpenDialog(app, put('secret.csv', `note\n${PHRASE}\n`));
    await page.getByRole('button', { name: 'Choose file…' }).click();
    await expect(page.getByText('Nothing was kept.')).toBeVisible();
    await expect(table).toHaveValue('');
    await answerOpenDialog(app, put('payroll.csv', TABLE));
    await page.getByRole('button', { name: 'Choose file…' }).click();
    await expect(table).toHaveValue(TABLE);
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('payroll');
    await inspectScreen(page, 'batch-chosen');
    await table.fill('');
  });

  await test.step('a message is chosen for Sign, and a delivery for the bench', async () => {
    await goTo(page, 'Sign');
    await answerOpenDialog(app, put('note.txt', 'Hello from a file'));
    await page.getByRole('button', { name: 'Choose file…' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello from a file');
    await inspectScreen(page, 'sign-chosen');
    await page.getByRole('button', { name: 'Webhooks' }).first().click();
    await page.getByRole('radio', { name: 'Bench' }).click();
    await answerOpenDialog(app, put('body.json', '{"event":"x"}\r\n'));
    await page.getByRole('button', { name: 'Choose body file…' }).click();
    await expect(page.getByText('15 bytes, exact')).toBeVisible();
    await inspectScreen(page, 'bench-chosen');
  });

  await test.step('a file that is dropped where no field takes it is offered to the places that can', async () => {
    await goTo(page, 'Accounts');
    const main = page.getByRole('main');
    const before = page.url();
    await give('drop', main, { name: 'payroll.csv', type: 'text/csv', content: bytesOf(TABLE) });
    await expect(page.getByText('“payroll.csv” was not taken. Choose what to do with it.')).toBeVisible();
    await inspectScreen(page, 'dropped-file');
    await expect(place(page, 'Accounts')).toBeVisible();
    await page.getByRole('button', { name: 'Send many' }).click();
    await expect(table).toHaveValue(TABLE);
    expect(page.url()).toBe(before);
    await goTo(page, 'Accounts');
    await give('drop', main, { name: 'words.txt', type: 'text/plain', content: bytesOf(PHRASE) });
    await expect(page.getByText('This is a recovery phrase. Nothing was kept.', { exact: true })).toBeVisible();
    await expect(page.getByText('“words.txt”')).toHaveCount(0);
  });
});
