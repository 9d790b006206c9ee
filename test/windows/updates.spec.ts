import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalVault, dialog, searchPalette } from '../e2e/flows.ts';
import { expect, newHome, test } from '../e2e/harness.ts';
import { expectInReach, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';

const FORGED = JSON.stringify({
  version: '99.1.0',
  minimumVersion: '99.0.0',
  published: '2026-11-20',
  notes: ['Download it from evil.example.'],
  files: [{ name: 'castellan_99.1.0_amd64.deb', bytes: 1, sha256: 'ab'.repeat(32) }],
});

test('updates are found with the keyboard, and a notice that another program wrote is not believed', async ({
  launch,
}) => {
  const home = newHome();
  const state = join(home, 'state');
  mkdirSync(state, { mode: 0o777 });
  // A folder that is open to others is one of this program when it has a file of it.
  writeFileSync(join(state, 'castellan.log'), '', { mode: 0o666 });
  const kept = { format: 'castellan-updates', version: 1, checkedAt: 1, notice: FORGED, signature: 'none' };
  writeFileSync(join(state, 'updates.json'), JSON.stringify(kept), { mode: 0o666 });
  const running = await launch({ home });
  const { page } = running;
  await createLocalVault(page);
  await searchPalette(page, 'update');
  await expect(dialog(page).getByRole('option').first()).toContainText('Settings: Updates');
  await page.keyboard.press('Enter');
  const section = page.getByRole('region', { name: 'Updates' });
  // This copy was built without a release key.
  await expect(section).toContainText('built without a release key');
  await expect(section.getByRole('button', { name: 'Check now' })).toBeDisabled();
  await expect(page.locator('body')).not.toContainText('99.1.0');
  await expect(page.locator('body')).not.toContainText('evil.example');
  await inspectScreen(page, 'settings-updates');
  await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `settings-updates-${size}`));
});
