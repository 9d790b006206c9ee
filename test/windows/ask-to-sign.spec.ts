import type { Page } from 'playwright/test';
import {
  act,
  composeExport,
  composeMessage,
  confirm,
  confirmation,
  createWallet,
  declineFirstBackup,
  dialog,
  goTo,
  press,
} from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectConfirmation, inspectScreen } from '../e2e/screens.ts';

const PIN = 'a PIN of 12';

/** Types a PIN in the open question and confirms it. */
async function answer(page: Page, yes: string, pin = PIN): Promise<void> {
  await (await confirmation(page)).getByRole('textbox', { name: 'PIN' }).fill(pin);
  await confirm(page, yes);
}

/** Types a wrong PIN. The question appears again, with the error. */
async function answerWrongly(page: Page, yes: string, says: string | RegExp, pin = 'a PIN of 13'): Promise<Page> {
  await answer(page, yes, pin);
  const asked = await confirmation(page);
  await expect(asked.getByText(says)).toBeVisible();
  return asked;
}

test('a profile that asks each time needs the PIN for each signature, each reveal and for turning this off', async ({
  launch,
}) => {
  const { page } = await launch();
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('button', { name: 'Create vault' }).click();
  for (const name of ['PIN', 'Repeat PIN'])
    await (await confirmation(page)).getByRole('textbox', { name, exact: true }).fill(PIN);
  await confirm(page, 'Create vault');
  await declineFirstBackup(page);
  await createWallet(page, 'Treasury');

  await test.step('it is turned on in Settings, with the PIN', async () => {
    await goTo(page, 'Settings');
    await act(page, 'local', 'Ask each time it signs…');
    await inspectConfirmation(await confirmation(page), 'settings-ask-to-sign');
    await answer(page, 'Ask each time');
    await expect(page.getByText('Asks each time it signs')).toBeVisible();
    await inspectScreen(page, 'settings-asks-to-sign');
  });

  await test.step('a wrong PIN signs nothing and can be corrected', async () => {
    await composeMessage(page, 'Pay the invoice');
    await inspectConfirmation(await answerWrongly(page, 'Sign message', 'This is not the PIN.'), 'sign-wrong-pin');
    await answer(page, 'Sign message');
    await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
  });

  await test.step('a reveal needs the PIN too', async () => {
    await composeExport(page);
    await answer(page, 'Export key');
    await expect(page.getByRole('dialog', { name: 'Open export' })).toBeVisible();
    await answerWrongly(page, 'Reveal key', 'This is not the PIN.');
    await answer(page, 'Reveal key');
    const shown = await confirmation(page);
    await expect(shown.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
    await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('only the right PIN turns it off, and wrong ones cause a delay', async () => {
    await goTo(page, 'Settings');
    await act(page, 'local', 'Stop asking each time it signs…');
    for (const wrong of ['a PIN of 1', 'a PIN of 2'])
      await answerWrongly(page, 'Stop asking', 'This is not the PIN.', wrong);
    const asked = await answerWrongly(page, 'Stop asking', /Wait 30 seconds, then try again/, 'a PIN of 3');
    await press(asked, asked.getByRole('button', { name: 'Change nothing' }));
    await expect(page.getByText('Asks each time it signs')).toBeVisible();
  });
});
