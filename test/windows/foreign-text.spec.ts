import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright/test';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { confirmation, connectTo, createLocalVault, createWallet, press, reviewMessage } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { outOfReach } from '../e2e/reach.ts';
import { inspectConfirmation } from '../e2e/screens.ts';
import { startStandIn } from '../e2e/stand-in-service.ts';

/** The height of the question in the trusted window, in a window of that size and zoom. */
async function heightOfQuestion(app: ElectronApplication, asked: Page, width: number, height: number, zoom: number) {
  await app.evaluate(
    ({ BrowserWindow }, [w, h, factor]) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().startsWith('castellan://trusted/'),
      );
      window?.setContentSize(w, h);
      window?.webContents.setZoomFactor(factor);
    },
    [width, height, zoom] as const,
  );
  await expect.poll(() => asked.evaluate(() => Math.round(innerWidth))).toBe(width / zoom);
  return asked.evaluate(() => document.querySelector('.trusted-body')?.getBoundingClientRect().height ?? 0);
}

test('a confirmation shows an address as requests will use it', async ({ launch }) => {
  const { page } = await launch();
  await page.evaluate(() => {
    const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
    // A letter that looks like another, and one that is not seen.
    const baseUrl = 'https://serv\u0456\u00adce.example\\desk';
    void window.castellan.call('setup.connect', {
      name: 'production',
      baseUrl,
      organizationId,
      signerKey: null,
      store: 'keychain',
    });
  });
  const asked = await confirmation(page);
  await expect(asked.getByRole('row', { name: 'Service address' })).toContainText(
    'https://xn--servce-svf.example/desk',
  );
  await press(asked, asked.getByRole('button', { name: 'Don’t connect' }));
});

test('text from a service or a file cannot forge or cover the question', async ({ launch }) => {
  const service = await startStandIn();
  const { app, page, state } = await launch();
  const { response } = OPERATIONS.whoami.example;
  service.answer(OPERATIONS.whoami.path, { ...response, organizationName: 'Desk · key\u00ad\u202e' });
  service.allow(await connectTo(page, service));
  await page.evaluate(() => window.castellan.call('profiles.check', {}));
  const ask = async () => {
    await page.evaluate(() => void window.castellan.call('profiles.confirm', { name: 'production' }));
    return confirmation(page);
  };
  const refuse = (asked: Page) => press(asked, asked.getByRole('button', { name: 'Don’t use it' }));

  const asked = await ask();
  await expect(asked.locator('header')).toHaveText('productioncalled “Desk · key”');
  await refuse(asked);

  const path = join(state, 'profiles.json');
  const stored = JSON.parse(readFileSync(path, 'utf8')) as { profiles: object[] };
  const [profile] = stored.profiles;
  const baseUrl = `https://serv\u0456ce.example/${'long/'.repeat(300)}`;
  const edited = { ...profile, baseUrl, organizationId: 'x\u202e', organizationName: 'Desk '.repeat(3_000) };
  writeFileSync(path, JSON.stringify({ ...stored, profiles: [edited] }));
  const again = await ask();
  await expect(again.getByRole('table', { name: 'Service address' })).toContainText('https://xn--servce-svf.example/');
  await expect(again.getByRole('table', { name: 'Organization id' })).toBeVisible();
  await expect.poll(() => heightOfQuestion(app, again, 560, 720, 1)).toBeGreaterThan(400);
  const [top, who] = [
    await again.locator('header').boundingBox(),
    await again.getByText('production').first().boundingBox(),
  ];
  expect(who?.y ?? -1).toBeGreaterThanOrEqual(top?.y ?? 0);
  await inspectConfirmation(again, 'trusted-long-profile');
  await refuse(again);
  await service.stop();
});

test('a message to sign shows every character in its place, even in the smallest window at 200%', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await reviewMessage(page, `Pay \u202e1000\u202c\u200b \\u{200b} e${'\u0301'.repeat(6)}`);
  const asked = await confirmation(page);
  for (const shown of [
    asked.getByRole('row', { name: /^Payload / }),
    asked.getByRole('region', { name: 'Exact bytes' }),
  ])
    await expect(shown).toContainText(/Pay U\+202E1000U\+202CU\+200B .*u\{200b\} e\u0301{4}U\+0301U\+0301/);
  await expect(asked.getByText('shown by their code points')).toBeVisible();
  await inspectConfirmation(asked, 'trusted-hidden-characters');
  await expect.poll(() => heightOfQuestion(app, asked, 440, 480, 2)).toBeGreaterThan(90);
  await expect.poll(() => outOfReach(asked)).toEqual([]);
});
