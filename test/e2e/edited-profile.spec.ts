import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, confirm, confirmation, connectTo, dialog, goTo, place, press, readToEnd, unlock } from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';
import { type StandIn, startStandIn } from './stand-in-service.ts';

let service: StandIn;
let theirs: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
  theirs = await startStandIn();
});
test.afterEach(async () => {
  await service.stop();
  await theirs.stop();
});

test('nothing is sent with an externally changed profile until the operator confirmed the changes', async ({
  launch,
}) => {
  const first = await launch();
  const publicKey = await connectTo(first.page, service);
  for (const one of [service, theirs]) one.allow(publicKey);
  await first.close();
  const path = join(first.state, 'profiles.json');
  const content = readFileSync(path, 'utf8');
  expect(content).toContain(service.baseUrl);
  writeFileSync(path, content.replace(service.baseUrl, theirs.baseUrl));

  const { page } = await launch({ home: first.home });
  await unlock(page);
  await goTo(page, 'Settings');
  await expect(page.getByText('Changed outside Castellan: baseUrl')).toBeVisible();
  await act(page, 'production', 'Check connection');
  const alert = page.getByRole('alert').filter({ hasText: 'was changed outside Castellan' });
  await expect(page.getByRole('region', { name: 'Profiles' }).getByRole('alert')).toHaveCount(1);
  await expect(alert.first()).toContainText(`baseUrl is ${theirs.baseUrl} and was ${service.baseUrl}`);
  await inspectScreen(page, 'settings-changed-profile');
  expect(theirs.seen.paths).toEqual([]);

  await page.getByRole('button', { name: 'Confirm production' }).click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('row', { name: `New ${theirs.baseUrl}` })).toBeVisible();
  await expect(asked.getByRole('row', { name: `Before ${service.baseUrl}` })).toBeVisible();
  await inspectConfirmation(asked, 'confirm-changed-profile');
  await press(asked, asked.getByRole('button', { name: 'Don’t use it' }));
  // An alert is about the last action only.
  await expect(page.getByRole('region', { name: 'Profiles' }).getByRole('alert')).toHaveCount(0);
  await act(page, 'production', 'Check connection');
  await expect(alert.first()).toBeVisible();
  expect(theirs.seen.paths).toEqual([]);

  await page.getByRole('button', { name: 'Confirm production' }).click();
  const again = await confirmation(page);
  await readToEnd(again);
  const confirm = again.getByRole('button', { name: 'Confirm profile' });
  await expect(confirm).not.toHaveAttribute('aria-disabled');
  await press(again, confirm);
  await expect(page.getByRole('region', { name: 'Profiles' }).getByText('changed outside Castellan')).toHaveCount(0);
  await act(page, 'production', 'Check connection');
  await expect.poll(() => theirs.seen.paths.length).toBeGreaterThan(0);
});

test('a profile’s address changes after a confirmation, and requests go to the new address', async ({ launch }) => {
  const { page } = await launch();
  const publicKey = await connectTo(page, service);
  for (const one of [service, theirs]) one.allow(publicKey);
  await page.getByRole('button', { name: 'Check connection' }).click();
  await page.getByRole('button', { name: 'Go to accounts' }).click();

  await test.step('a typed address outlives a lock', async () => {
    await goTo(page, 'Settings');
    await act(page, 'production', 'Change address…');
    await dialog(page).getByRole('textbox', { name: 'Service address' }).fill('https://typed.example');
    await page.keyboard.press('Control+l');
    await expect(place(page, 'Vault locked')).toBeVisible();
    await unlock(page);
    await goTo(page, 'Settings');
    await act(page, 'production', 'Change address…');
    await expect(dialog(page).getByRole('textbox', { name: 'Service address' })).toHaveValue('https://typed.example');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await goTo(page, 'Accounts');
  });

  const { spent } = await handOf(page);
  await goTo(page, 'Settings');
  await act(page, 'production', 'Change address…');
  await dialog(page).getByRole('textbox', { name: 'Service address' }).fill(theirs.baseUrl);
  await inspectScreen(page, 'settings-address');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('row', { name: `New ${theirs.baseUrl}` })).toBeVisible();
  await expect(asked.getByRole('row', { name: `Before ${service.baseUrl}` })).toBeVisible();
  await inspectConfirmation(asked, 'profile-address');
  expect(theirs.seen.paths).toEqual([]);
  await confirm(page, 'Change address');
  expect(spent(), 'clicks from any place to the new address').toBeLessThanOrEqual(5);
  await expect(page.getByRole('region', { name: 'Profiles' }).getByText(theirs.baseUrl)).toBeVisible();
  await act(page, 'production', 'Check connection');
  await expect(page.getByText('Connected as Operator')).toBeVisible();
  expect(theirs.seen.paths).not.toEqual([]);
});
