import { confirm, confirmation, createLocalVault, dialog, goTo } from './flows.ts';
import { expect, test } from './harness.ts';
import { outOfReach, resize } from './reach.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';

test('a key is tried, renamed and rotated in the window; each step of power is asked in the trusted one', async ({
  launch,
}) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await goTo(page, 'Settings');
  const keys = page.getByRole('table', { name: 'Keys' });
  await expect(keys.getByRole('row', { name: 'Workstation' })).toContainText('signs for it');
  await keys.getByRole('button', { name: 'Test Workstation of local' }).click();
  await expect(page.getByText('Workstation signs, and the service knows it as Operator.')).toBeVisible();

  await keys.getByRole('button', { name: 'Rename… Workstation of local' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Desk key');
  await dialog(page).getByRole('button', { name: 'Rename…' }).click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('heading', { name: 'Rename Workstation' })).toBeVisible();
  await inspectConfirmation(asked, 'key-rename-confirm');
  await confirm(page, 'Rename');
  await expect(keys).toContainText('Desk key');

  const before = await keys.getByRole('row', { name: 'Desk key' }).textContent();
  await keys.getByRole('button', { name: 'Rotate… Desk key of local' }).click();
  await inspectScreen(page, 'key-rotate');
  await dialog(page).getByRole('button', { name: 'Rotate…' }).click();
  await expect((await confirmation(page)).getByRole('heading', { level: 1 })).toContainText('API key');
  await confirm(page);
  await expect(dialog(page).getByText('Deleting the old key at the service')).toBeVisible();
  await confirm(page);
  await expect(page.getByText('Desk key.2 took the place of Desk key.')).toBeVisible({ timeout: 20_000 });
  await expect(keys.getByRole('row')).toHaveCount(2);
  await expect(keys.getByRole('row', { name: 'Desk key.2' })).toContainText('signs for it');
  expect(await keys.getByRole('row', { name: 'Desk key.2' }).textContent()).not.toBe(before);
  await keys.getByRole('button', { name: 'Test Desk key.2 of local' }).click();
  await expect(page.getByText('Desk key.2 signs, and the service knows it as Operator.')).toBeVisible();

  await keys.scrollIntoViewIfNeeded();
  await inspectScreen(page, 'keys');
  for (const [width, height, zoom] of [
    [960, 640, 1],
    [960, 640, 2],
  ] as const) {
    await resize(running, width, height, zoom);
    expect(await outOfReach(page)).toEqual([]);
    await keys.getByRole('button', { name: 'Rotate… Desk key.2 of local' }).scrollIntoViewIfNeeded();
    await inspectScreen(page, `keys-${width}-${zoom * 100}`);
  }
});
