import { childrenOf, expect, test } from './harness.ts';
test('explore', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const snap = async (n: string) => { console.log(`##### ${n}\n`, await page.locator('body').ariaSnapshot()); await page.screenshot({ path: `/tmp/castellan-main/shots/${n}.png` }); };
  page.on('console', (m) => console.log('console', m.text()));
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('button', { name: 'Create vault' }).click();
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await page.getByRole('button', { name: 'Create your first wallet' }).click();
  
  await page.getByRole('textbox', { name: 'Wallet name' }).fill('Treasury');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.waitForTimeout(700);
  
  await page.getByRole('dialog').getByRole('button', { name: 'Create wallet' }).click();
  await page.waitForTimeout(1500);
  
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.waitForTimeout(1500);
  
  await page.getByRole('row').nth(1).click();
  await page.waitForTimeout(300);
  
  await page.getByRole('button', { name: 'Sign a message' }).last().click();
  await page.waitForTimeout(300);
  
  await page.getByRole('textbox', { name: 'Message' }).fill('hello');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.waitForTimeout(700);
  
  await page.getByRole('button', { name: 'Sign and submit' }).click();
  await page.waitForTimeout(1500);
  
  await page.getByRole('button', { name: 'Show activity' }).click();
  await page.waitForTimeout(700);
  await snap('activity');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.waitForTimeout(1500);
  await snap('settings');
  await page.getByRole('button', { name: 'In flight' }).click();
  await snap('inflight');
  await page.getByRole('button', { name: 'Accounts' }).click();
  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Export account' }).click();
  await snap('export1');
  await page.getByRole('textbox').last().fill('zzzzzz');
  const address = (await page.evaluate(() => (window as any).castellan.call('accounts.list', { search: '', offset: 0, limit: 10 }))).value.rows[0].address;
  await page.getByRole('dialog').getByRole('textbox').fill(address.slice(-6));
  await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click();
  await page.waitForTimeout(700);
  await snap('export2');
  await page.getByRole('dialog').getByRole('button', { name: 'Export account' }).click();
  await page.waitForTimeout(1500);
  await snap('export3');
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal key' }).click();
  await page.waitForTimeout(700);
  await snap('export4');
  await page.getByRole('dialog').getByRole('button', { name: 'Close and wipe' }).click();
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Lock vault' }).click();
  await page.waitForTimeout(500);
  await snap('locked');
  console.log(await childrenOf(running));
  expect(1).toBe(1);
});
