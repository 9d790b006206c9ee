import { accountRows, connectTo, goTo, unlock } from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';
import { type StandIn, startStandIn } from './stand-in-service.ts';

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

test('connect to a service elsewhere with a key made here', async ({ launch }) => {
  const { page } = await launch();
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  await test.step('typed values survive Escape and leaving', async () => {
    const name = page.getByRole('textbox', { name: 'Profile name' });
    await name.fill('half a na');
    await inspectScreen(page, 'connect');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Connect to a service' }).click();
    await expect(name).toHaveValue('half a na');
    await page.getByRole('button', { name: 'Back' }).click();
  });
  const publicKey = await connectTo(page, service, (asked) => inspectConfirmation(asked, 'connect-confirm'));
  expect(publicKey).toMatch(/^0[23][0-9a-f]{64}$/);

  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('could not find public key')).toBeVisible();
  await inspectScreen(page, 'connect-not-registered');

  service.allow(publicKey);
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('Connected as Operator')).toBeVisible();
  await inspectScreen(page, 'connect-registered');
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await expect(accountRows(page)).toHaveCount(1);

  expect(service.seen.headers['user-agent']).toMatch(/^Castellan\/\d+\.\d+\.\d+-test$/);
  expect(service.seen.headers.cookie).toBeUndefined();
  expect(new Set(service.seen.paths)).toContain('/public/v1/query/list_wallet_accounts');
});

test('with the service offline, accounts come from the cache with their age', async ({ launch }) => {
  const first = await launch();
  service.allow(await connectTo(first.page, service));
  await first.page.getByRole('button', { name: 'Check connection' }).click();
  await first.page.getByRole('button', { name: 'Go to accounts' }).click();
  await expect(accountRows(first.page)).toHaveCount(1);

  await service.stop();
  await first.page.getByRole('button', { name: 'Refresh accounts' }).click();
  await expect(first.page.getByText(/Service not reachable/).first()).toBeVisible();
  await expect(accountRows(first.page)).toHaveCount(1);
  await inspectScreen(first.page, 'accounts-offline');
  await first.close();

  const second = await launch({ home: first.home });
  await unlock(second.page);
  await expect(accountRows(second.page)).toHaveCount(1);
  await expect(second.page.getByText(/Data from/).first()).toBeVisible();
  await second.page.getByRole('searchbox', { name: 'Search accounts' }).fill('treasury');
  await expect(accountRows(second.page)).toHaveCount(1);

  await service.restart();
  await second.page.getByRole('button', { name: 'Refresh accounts' }).click();
  await expect(second.page.getByText('Up to date')).toBeVisible();
  await goTo(second.page, 'Activities');
});
