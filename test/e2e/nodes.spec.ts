import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { confirm, confirmation, createLocalVault, createWallet, dialog, goTo, press } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';

const KEY = 'node-key-5f1c9ab7';

test('a node is named, asked about without the key in its address, and taken away', async ({ launch }) => {
  const node = createServer((_request, response) => response.end('no JSON-RPC'));
  await new Promise<void>((done) => void node.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Network' });
  await expect(section.getByText('No node yet')).toBeVisible();

  await section.getByRole('button', { name: 'Add node' }).click();
  const address = dialog(page).getByRole('textbox', { name: 'JSON-RPC address' });
  const review = dialog(page).getByRole('button', { name: 'Review' });
  await address.fill(`http://node.test/${KEY}`);
  await review.click();
  await expect(dialog(page).getByRole('alert')).toContainText('begins with https://');
  await inspectScreen(page, 'node-wrong');

  await address.fill(`${origin}/v1/${KEY}`);
  await review.click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('heading', { level: 1 })).toHaveText(`Ask ${new URL(origin).host} about Ethereum`);
  await expect(asked.locator('body')).not.toContainText(KEY);
  await inspectConfirmation(asked, 'node-confirm');
  await press(asked, asked.getByRole('button', { name: 'Don’t change' }));
  await expect(section.getByRole('table')).toHaveCount(0);

  await review.click();
  await confirm(page, 'Change list of nodes');
  const row = section.getByRole('row', { name: 'Ethereum' });
  await expect(row).toContainText(`${origin}/…`);
  await expect(row).toContainText('Not asked yet');
  await expect(page.locator('body')).not.toContainText(KEY);

  // What comes back is no answer of a node.
  const reply = await page.evaluate(async () => {
    const accounts = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 });
    const [row] = (accounts as { value: { rows: { address: string }[] } }).value.rows;
    return window.castellan.call('operations.ask', {
      operation: 'get_wallet_address_balances',
      request: { address: row?.address ?? '', caip2: 'eip155:1' },
    });
  });
  expect(JSON.stringify(reply)).toContain('the node of eip155:1 cannot be used');
  expect(JSON.stringify(reply)).not.toContain(KEY);
  await expect(row).toContainText('Not used, because what it answered is no JSON-RPC');
  await inspectScreen(page, 'settings-nodes');

  await section.getByRole('button', { name: 'Remove' }).click();
  await confirm(page, 'Change list of nodes');
  await expect(section.getByText('No node yet')).toBeVisible();
  node.close();
});
