import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, createWallet, dialog, goTo, press } from '../e2e/flows.ts';
import { expect, newHome, test } from '../e2e/harness.ts';
import { expectInReach, SMALL_SIZES, scrollsAway } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { AUTHORITY, EXPIRED_SERVER, INTERMEDIATE, SERVER, SERVER_KEY } from '../unit/main/certificates.ts';

const KEY = 'node-key-5f1c9ab7';

/** Asks the nodes of Ethereum for balances from the page. Returns the reply. */
async function askForBalances(page: Page): Promise<string> {
  const reply = await page.evaluate(async () => {
    const accounts = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 });
    const [row] = (accounts as { value: { rows: { address: string }[] } }).value.rows;
    return window.castellan.call('operations.ask', {
      operation: 'get_wallet_address_balances',
      request: { address: row?.address ?? '', caip2: 'eip155:1' },
    });
  });
  expect(JSON.stringify(reply)).not.toContain(KEY);
  return JSON.stringify(reply);
}

test('a node is added, confirmed without the key in its address, and removed', async ({ launch }) => {
  let isNonsense = true;
  const node = createServer(async (request, response) => {
    const questions = JSON.parse((await text(request)) || '[]') as { id: number } | { id: number }[];
    // Whatever it is asked, it answers with the number of another chain.
    const answers = [questions].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x89' }));
    response.end(isNonsense ? 'no JSON-RPC' : JSON.stringify(Array.isArray(questions) ? answers : answers[0]));
  });
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
  await expect(dialog(page).getByRole('alert')).toContainText('write https://');
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

  // The response is not one of a node.
  expect(await askForBalances(page)).toContain('the node of eip155:1 cannot be used');
  await expect(row).toContainText('Not used, because what it answered is no JSON-RPC');
  await inspectScreen(page, 'settings-nodes');

  // A node of another chain. None of its answers counts.
  isNonsense = false;
  await expect.poll(() => askForBalances(page)).toContain('it is a node of Polygon');
  await expect(row).toContainText('it is a node of Polygon');

  await section.getByRole('button', { name: 'Remove' }).click();
  await confirm(page, 'Change list of nodes');
  await expect(section.getByText('No node yet')).toBeVisible();
  node.close();
});

test('a fault of a node’s certificate is shown beside the node, with advice', async ({ launch }) => {
  const home = newHome();
  const authorities = join(home, 'authorities.pem');
  writeFileSync(authorities, AUTHORITY, { mode: 0o644 });
  const asked: (string | undefined)[] = [];
  const shown = [EXPIRED_SERVER, `${SERVER}\n${INTERMEDIATE}`];
  const servers = shown.map((cert) =>
    createTlsServer({ cert, key: SERVER_KEY }, ({ url }, response) => {
      asked.push(url);
      response.end();
    }),
  );
  const running = await launch({ home, environment: { SSL_CERT_FILE: authorities } });
  const { page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await goTo(page, 'Settings');
  const section = page.getByRole('region', { name: 'Network' });
  const rows = section.getByRole('row', { name: 'Ethereum' });
  for (const [at, server] of servers.entries()) {
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await section.getByRole('button', { name: 'Add node' }).click();
    await dialog(page)
      .getByRole('textbox', { name: 'JSON-RPC address' })
      .fill(`https://desk:${KEY}@127.0.0.1:${port}/v1/${KEY}`);
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await confirm(page, 'Change list of nodes');
    await expect(rows).toHaveCount(at + 1);
  }
  expect(await askForBalances(page)).toContain('the node of eip155:1 cannot be used: its certificate');
  await expect(rows.nth(0)).toContainText('Not used, because its certificate is from an authority that');
  await expect(rows.nth(0)).toContainText('SSL_CERT_FILE');
  await expect(rows.nth(1)).toContainText('Not used, because its certificate is for another name');
  await expect(page.locator('body')).not.toContainText(KEY);
  expect(asked).toEqual([]);
  await expectInReach(running, SMALL_SIZES, async (size) => {
    await expect.poll(() => scrollsAway(page)).toBe(0);
    await rows.nth(0).scrollIntoViewIfNeeded();
    await inspectSize(page, `settings-nodes-${size}`);
  });
  for (const server of servers) server.close();
});
