import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, dialog, goTo, place } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';

const run = promisify(execFile);

interface Arrived {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver on this machine that answers with `status`. */
async function receiver() {
  const arrived: Arrived[] = [];
  const state = { status: 400, body: '<b>bad signature</b> \u202e' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(state.status, { 'content-type': 'text/html' }).end(state.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { url, arrived, state, close: () => server.close() };
}

const rowOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('grid').getByRole('row').filter({ hasText: text });
const fill = (page: Page, name: string, text: string) =>
  dialog(page).getByRole('textbox', { name, exact: true }).fill(text);
const verification = (page: Page) => page.getByRole('region', { name: 'Verification' });
const steps = (page: Page) => verification(page).getByRole('listitem');

/** Answers yes in the confirmation window, and closes the dialog with the outcome. */
async function review(
  page: Page,
  { outcome = 'The service completed it.', look = async (_asked: Page) => {} } = {},
): Promise<void> {
  await expect(dialog(page).locator('[data-act="true"]')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await look(await confirmation(page));
  await confirm(page);
  await expect(dialog(page).getByText(outcome)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

test('endpoints, deliveries and the bench work with the keyboard', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const hook = await receiver();
  await createLocalVault(page);

  await test.step('an endpoint is added from a form with typed events and filters', async () => {
    await page.keyboard.press('Control+b');
    await expect(place(page, 'Webhooks')).toBeVisible();
    await expect(page.getByText('No endpoint yet.')).toBeVisible();
    await inspectScreen(page, 'webhooks-empty');
    const { spent } = await handOf(page);
    await page.keyboard.press('Control+Enter');
    await fill(page, 'Name', 'Accounting');
    await fill(page, 'URL', hook.url);
    await dialog(page)
      .getByRole('combobox', { name: 'Only these activities (optional)' })
      .selectOption('Create wallet');
    await dialog(page)
      .getByRole('combobox', { name: 'Only these activities (optional)' })
      .selectOption('Create webhook endpoint');
    await dialog(page).getByRole('checkbox', { name: 'Completed' }).check();
    await inspectScreen(page, 'webhooks-add');
    await review(page, { outcome: 'The endpoint was added.' });
    expect(spent(), 'clicks from the webhooks to an endpoint with three filters').toBeLessThanOrEqual(9);
    await expect(page.getByRole('button', { name: /^Accounting/ })).toContainText('Activities (filtered)');
  });

  await test.step('a refused delivery is final, and a replay sends the same event again', async () => {
    await expect.poll(() => hook.arrived.length).toBe(1);
    await expect(async () => {
      await page.keyboard.press('Control+r');
      await expect(rowOf(page, '400, final')).toHaveCount(1, { timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('button', { name: /^Accounting/ })).toContainText('1 failed');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Home');
    const details = page.getByRole('region', { name: 'Delivery details' });
    await expect(details).toContainText('The last attempt ended with HTTP 400');
    await expect(details.getByRole('heading', { name: 'Create webhook endpoint, completed' })).toBeVisible();
    await expect(details).toContainText('A status from 300 to 499 is final');
    await expect(details.getByRole('row', { name: /^Attempt 1/ })).toContainText(/[\d.]+ m?s/);
    await expect(details.getByRole('row', { name: /^Body [\d,]+ bytes$/ })).toBeVisible();
    await expect(details.getByRole('row', { name: /^Signed by key/ })).toBeVisible();
    await expect(details).toContainText('by the receiver, 24 bytes');
    await expect(page.getByRole('status').filter({ hasText: '1 delivery, 1 failed' })).toBeVisible();
    // The markup of the receiver is text, and its invisible character is named.
    await expect(details.getByRole('region', { name: 'Response body' })).toHaveText('<b>bad signature</b> U+202E');
    await inspectScreen(page, 'webhooks-failed');
    await page.getByRole('grid').press('Shift+R');
    await expect(dialog(page)).toContainText('Sends every failed delivery to “Accounting” again, oldest first');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Endpoint actions' }).click();
    await page.getByRole('menuitem', { name: 'Replay 1 failed…' }).click();
    await expect(dialog(page)).toContainText('Sends every failed delivery to “Accounting” again, oldest first');
    await page.keyboard.press('Escape');
    hook.state.status = 200;
    await page.getByRole('grid').press('r');
    await expect(dialog(page)).toContainText('Sends the same body and event id again');
    await review(page);
    await expect.poll(() => hook.arrived.length).toBe(2);
    const [first, second] = hook.arrived;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-turnkey-event-id']).toBe(first?.headers['x-turnkey-event-id']);
    await expect(async () => {
      await page.keyboard.press('Control+r');
      await expect(rowOf(page, '200')).toHaveCount(1, { timeout: 1000 });
    }).toPass();
    await expect(details.getByRole('row', { name: 'Response HTTP 200' })).toBeVisible();
  });

  await test.step('the bench names the failing step and shows the first differing byte', async () => {
    await page.getByRole('grid').press('b');
    await expect(page.getByText('Its body is compared with the service’s record.')).toBeVisible();
    const { headers = {}, body = '' } = hook.arrived[1] ?? {};
    const log = Object.entries(headers)
      .map(([name, value]) => `14:20:11 INFO [hooks] ${name.toUpperCase()}: ${value}`)
      .join('\n');
    await page.getByRole('textbox', { name: 'Headers' }).fill(log);
    const typed = page.getByRole('textbox', { name: 'Body, as the receiver read it' });
    await typed.fill(body);
    await page.keyboard.press('Control+Enter');
    await expect(verification(page)).toContainText('This delivery is genuine');
    await inspectScreen(page, 'bench-genuine');

    await typed.fill(body.replace('"id"', '"iD"'));
    await page.keyboard.press('Control+Enter');
    await expect(verification(page)).toContainText('The body was changed before it was checked');
    await expect(verification(page)).toContainText('Step 7 of 7 fails.');
    await expect(steps(page).nth(6)).toContainText('Failed: Signature fits the bytes');
    await expect(verification(page).locator('mark').first()).toHaveText('d');
    await inspectScreen(page, 'bench-changed');

    await page
      .getByRole('textbox', { name: 'Headers' })
      .fill(log.replaceAll(/TIMESTAMP: \d+/g, 'TIMESTAMP: 1700000000000'));
    await page.keyboard.press('Control+Enter');
    await expect(steps(page).nth(1)).toContainText('Failed: Time is fresh');
    await expect(steps(page).nth(2)).toContainText('not checked');
  });

  await test.step('it receives deliveries, and signs a test delivery for curl', async () => {
    await page.getByRole('textbox', { name: 'Port' }).fill('0');
    await page.getByRole('button', { name: /^Listen on/ }).click();
    await confirm(page, 'Listen');
    const notice = page.getByText(/^Listening on http:\/\/127\.0\.0\.1:\d+\/$/);
    await expect(notice).toBeVisible();
    const url = (await notice.innerText()).replace('Listening on ', '');
    await page.getByRole('button', { name: 'Sign test delivery…' }).click();
    await fill(page, 'Address of your receiver', url);
    await fill(page, 'Body', `{"it":"is a 'test'"}`);
    await dialog(page).getByRole('button', { name: 'Sign test delivery' }).click();
    const command = await dialog(page).getByRole('region', { name: 'Command' }).innerText();
    await inspectScreen(page, 'bench-signed');
    const keySet = await dialog(page).getByRole('region', { name: 'Key set' }).innerText();
    const { stdout } = await run('sh', ['-c', command]);
    // The service does not publish the test key, so its listener refuses the delivery.
    expect(stdout).toContain('401');
    expect(stdout).toContain('{"ok":false}');
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    const received = page.getByRole('region', { name: 'Received deliveries' }).getByRole('button');
    await expect(received).toContainText('missing_key');
    await received.click();
    await expect(steps(page).nth(4)).toContainText('Failed: Key is known');
    expect(JSON.parse(keySet)).toHaveProperty('keys');
    await inspectScreen(page, 'bench-received');
    await page.getByRole('button', { name: 'Stop listening' }).click();
    await expect(page.getByRole('button', { name: 'Listen on 127.0.0.1:0' })).toBeVisible();
  });

  await test.step('at every size and zoom', async () => {
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `bench-${size}`));
    await page.getByRole('radio', { name: 'Endpoints' }).check({ force: true });
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `webhooks-${size}`));
  });
  hook.close();
});

test('an endpoint is tested, edited, turned off and removed, and the signing key is rotated', async ({ launch }) => {
  const { page } = await launch();
  const hook = await receiver();
  hook.state.status = 200;
  await createLocalVault(page);
  await goTo(page, 'Webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await fill(page, 'Name', 'Desk');
  await fill(page, 'URL', hook.url);
  await review(page, { outcome: 'The endpoint was added.' });
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Endpoint actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Edit endpoint…');
  await fill(page, 'Name', 'Desk bot');
  await review(page);
  const endpoint = page.getByRole('button', { name: /^Desk bot/ });
  await expect(endpoint).toBeVisible();
  await test.step('a test delivery is sent once, and each attempt has its result and failed step', async () => {
    await act('Send test delivery…');
    await expect(dialog(page)).toContainText('Its body says that nothing happened.');
    await review(page, {
      async look(asked) {
        await expect(asked.getByRole('heading', { level: 1 })).toContainText(`“Desk bot at ${hook.url}”`);
        await inspectConfirmation(asked, 'webhooks-test-question');
      },
    });
    await expect.poll(() => hook.arrived.filter(({ body }) => body.includes('WEBHOOK_TEST')).length).toBe(1);
    const tested = rowOf(page, 'Test delivery');
    await expect(tested).toHaveCount(1);
    await expect(tested).toContainText(/200, [\d.]+ m?s/);
    await tested.click();
    const details = page.getByRole('region', { name: 'Delivery details' });
    await expect(details).toContainText('HTTP 200. The receiver accepted it.');
    hook.state.status = 500;
    await page.getByRole('grid').press('r');
    await review(page);
    await expect(details).toContainText('HTTP 500. It failed at the response of the receiver.');
    await expect(details.getByRole('row', { name: /^Attempt [12]/ })).toHaveCount(2);
    await inspectScreen(page, 'webhooks-test');
    hook.state.status = 200;
    await page.keyboard.press('Escape');
  });
  await act('Turn off…');
  await review(page);
  await expect(endpoint).toContainText(/Off since \d+ \w+ \d{4}, by /);
  await inspectScreen(page, 'webhooks-off');
  await act('Rotate signing key…');
  await expect(dialog(page)).toContainText('It signs deliveries a day later');
  await review(page);
  await act('Remove endpoint…');
  await review(page);
  await expect(page.getByText('No endpoint yet.')).toBeVisible();
  hook.close();
});
