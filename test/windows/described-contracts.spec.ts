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
import { expect, test } from '../e2e/harness.ts';
import { inspectConfirmation, inspectScreen } from '../e2e/screens.ts';
import bip39 from '../vectors/bip-39.json' with { type: 'json' };

const TILL = '0x7070707070707070707070707070707070707070';
const OTHER = '0x7171717171717171717171717171717171717171';
const ABI = JSON.stringify([
  {
    type: 'function',
    name: 'pay',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
]);
const FOREIGN = JSON.stringify({
  context: { contract: { deployments: [{ chainId: 1, address: OTHER }] } },
  display: { formats: { 'pay(address to, uint256 amount)': { intent: 'Pay', fields: [] } } },
});
/** Unsigned EIP-1559 on chain 1: pay(0x2222…2222, 5) of the till. */
const ARGUMENTS = `${'0'.repeat(24)}${'2'.repeat(40)}${'5'.padStart(64, '0')}`;
const CALL = `02f86e0107843b9aca008506fc23ac008303d09094${TILL.slice(2)}80b844c4076876${ARGUMENTS}c0`;

test('a contract’s description is confirmed with its functions, and explains its calls', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Contracts you described' });
  await expect(section.getByText('No contract is described yet')).toBeVisible();
  await section.getByRole('button', { name: 'Add contract' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Till');
  await dialog(page).getByRole('textbox', { name: 'Contract address' }).fill(TILL);
  const text = dialog(page).getByRole('textbox', { name: 'ABI or descriptor' });
  const review = dialog(page).getByRole('button', { name: 'Review' });
  for (const [wrong, why] of [
    ['approve everything', 'it is not JSON'],
    [FOREIGN, `it is for other contracts than ${TILL}`],
  ] as const) {
    await text.fill(wrong);
    await review.click();
    await expect(dialog(page).getByRole('alert')).toContainText(why);
  }
  await inspectScreen(page, 'described-contract-wrong');
  await text.fill('');
  const drop = async (content: string) => {
    const dataTransfer = await page.evaluateHandle((held) => {
      const files = new DataTransfer();
      files.items.add(new File([held], 'till.json'));
      return files;
    }, content);
    await text.dispatchEvent('drop', { dataTransfer });
  };
  // A phrase in the wrong file enters no field.
  await drop(bip39.words[1]?.[2] ?? '');
  await expect(page.getByText('This is a recovery phrase. Nothing was kept.').first()).toBeVisible();
  await expect(text).toHaveValue('');
  await drop(ABI);
  await expect(text).toHaveValue(ABI);
  // The typed text is here again after Escape, and after a lock, which closes the dialog.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.evaluate(() => window.castellan.call('vault.lock', {}));
  await unlock(page);
  await section.getByRole('button', { name: 'Add contract' }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Till');
  await expect(text).toHaveValue(ABI);
  await review.click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Explain calls of “Till” on Ethereum');
  await expect(asked.getByRole('row', { name: /^pay\(address,uint256\)/ })).toBeVisible();
  await inspectConfirmation(asked, 'described-contract-confirm');
  await confirm(page, 'Change list of contracts you described');
  await expect(section.getByRole('row', { name: /^Till/ })).toContainText('JSON ABI');
  await inspectScreen(page, 'described-contracts');

  await submitTransaction(page, CALL);
  const question = await confirmation(page);
  await expect(question.getByRole('heading', { level: 1 })).toContainText('Call “pay” of');
  await expect(question.getByText('Explained by an ABI that you added').first()).toBeVisible();
  await inspectConfirmation(question, 'described-contract-call');
  await press(question, question.getByRole('button', { name: 'Don’t sign' }));

  await section.getByRole('button', { name: 'Remove Till' }).click();
  await confirm(page, 'Change list of contracts you described');
  await expect(section.getByText('No contract is described yet')).toBeVisible();
});
