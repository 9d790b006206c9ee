import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalVault } from './flows.ts';
import { expect, newHome, test } from './harness.ts';
import { expectInReach, SMALL_SIZES } from './reach.ts';
import { inspectScreen, inspectSize } from './screens.ts';

const NOTICE = {
  version: '99.1.0',
  minimumVersion: '99.0.0',
  published: '2026-11-20',
  notes: ['A fault in the import of wallets is mended.', 'Backups are written twice as fast.'],
};

test('a verified notice of a newer release leads to what is new, with the keyboard', async ({ launch }) => {
  const home = newHome();
  const state = join(home, 'state');
  mkdirSync(state, { mode: 0o777 });
  const seen = { format: 'castellan-updates', version: 1, checkedAt: Date.parse('2026-11-25T08:00:00Z'), number: 3 };
  writeFileSync(join(state, 'updates.json'), JSON.stringify({ ...seen, notice: NOTICE }), { mode: 0o666 });
  const running = await launch({ home });
  const { page } = running;
  await createLocalVault(page);
  const banner = page.getByRole('region', { name: 'Notices' });
  await expect(banner).toContainText('Version 99.1.0 should be installed.');
  await banner.getByRole('button', { name: 'Show the notice' }).focus();
  await page.keyboard.press('Enter');
  const section = page.getByRole('region', { name: 'Updates' });
  await expect(section).toContainText('99.1.0, of 20 Nov 2026');
  await expect(section).toContainText('The project advises against every version before 99.0.0.');
  await expect(section).toContainText('Backups are written twice as fast.');
  // This copy was built without a release key.
  await expect(section.getByRole('button', { name: 'Check now' })).toBeDisabled();
  await expect(section).toContainText('built without a release key');
  await inspectScreen(page, 'settings-updates');
  await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `settings-updates-${size}`));
});
