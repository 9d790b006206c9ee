import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { startIssuer } from '../contract/authentication/oidc-issuer.ts';
import {
  act,
  confirm,
  confirmation,
  createLocalVault,
  dialog,
  goTo,
  place,
  press,
  readToEnd,
  unlock,
} from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, type Running, test } from '../e2e/harness.ts';
import { outOfReach, resize } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';

const CONTACT = 'operator@example.com';
const begin = (page: Page) => act(page, 'local', 'Sign in for reading…');
const signedIn = (page: Page) => page.getByRole('table', { name: 'Profiles' }).getByText('Signed in for reading until');

/** Makes the page request an activity by itself, and confirms it. */
async function carryOut(page: Page, operation: string, parameters: object): Promise<void> {
  const done = page.evaluate(
    async (asked) => {
      const prepared = await window.castellan.call('requests.prepare', asked);
      const { requestId } = (prepared as { value: { requestId: string } }).value;
      return window.castellan.job('requests.submit', crypto.randomUUID(), { requestId }, () => undefined);
    },
    { operation, parameters },
  );
  await confirm(page);
  expect(await done).toMatchObject({ ok: true });
}

const userId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const reply = await window.castellan.call('profiles.check', {});
    return (reply as { value: { userId: string } }).value.userId;
  });

/** The code that the service sent last. */
function sentCode({ state }: Running): string {
  const lines = readFileSync(join(state, 'service', 'outbox.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return (JSON.parse(lines.at(-1) ?? '') as { code: string }).code;
}

test('a session starts after a confirmation, reads with its own key, and ends by sign-out or lock', async ({
  launch,
}) => {
  const { page } = await launch();
  await createLocalVault(page);
  await goTo(page, 'Settings');
  const signIn = async (look = async () => {}) => {
    await begin(page);
    await dialog(page).getByRole('combobox', { name: 'For' }).selectOption('1 hour');
    await look();
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await confirm(page);
    await expect(signedIn(page)).toBeVisible();
  };
  const { spent } = await handOf(page);
  await signIn(() => inspectScreen(page, 'sign-in'));
  expect(spent(), 'clicks from the settings to the session').toBeLessThanOrEqual(6);
  await act(page, 'local', 'Check connection');
  await expect(page.getByText('Connected as Operator in Local vault.')).toBeVisible();
  await act(page, 'local', 'End session');
  await expect(signedIn(page)).toBeHidden();
  await signIn();
  await page.getByRole('button', { name: 'Lock vault' }).click();
  await expect(place(page, 'Vault locked')).toBeVisible();
  await unlock(page);
  await goTo(page, 'Settings');
  await expect(signedIn(page)).toBeHidden();
});

test('a one-time code is typed in the trusted window, and a wrong one ends the sign-in without a key', async ({
  launch,
}) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await carryOut(page, 'update_user', { userId: await userId(page), userEmail: CONTACT });
  await goTo(page, 'Settings');
  await begin(page);
  await dialog(page).getByRole('combobox', { name: 'Sign in with' }).selectOption('A code by email');
  await expect(dialog(page).getByRole('button', { name: 'Review' })).toBeDisabled();
  await dialog(page).getByRole('textbox', { name: 'Email address' }).fill(CONTACT);
  await inspectScreen(page, 'sign-in-code');
  for (const zoom of [1, 2]) {
    await resize(running, 960, 640, zoom);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await inspectSize(page, `sign-in-code-960-${zoom * 100}`);
  }
  await resize(running, 1280, 800, 1);
  const typeCode = async (code: () => string, look: (asked: Page) => Promise<void> = async () => {}) => {
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    await confirm(page);
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { name: 'Type the code that was sent' })).toBeVisible();
    await asked.getByRole('textbox', { name: 'Code' }).fill(code());
    await look(asked);
    await confirm(page, 'Use code');
    await confirm(page);
  };
  await typeCode(
    () => '000000000',
    (asked) => inspectConfirmation(asked, 'sign-in-code-confirm'),
  );
  await expect(dialog(page).getByText('its key was wiped')).toBeVisible();
  await inspectScreen(page, 'sign-in-code-wrong');
  await typeCode(() => sentCode(running));
  expect(await page.locator('body').innerText()).not.toContain(sentCode(running));
  await confirm(page);
  await expect(signedIn(page)).toBeVisible();
  await act(page, 'local', 'Check connection');
  await expect(page.getByText('Connected as Operator in Local vault.')).toBeVisible();
});

test('an OIDC token with the shown nonce is entered in the trusted window', async ({ launch }) => {
  const issuer = await startIssuer();
  try {
    const { app, page } = await launch();
    await createLocalVault(page);
    const oidcToken = await issuer.token(Date.now());
    const oauthProviders = [{ providerName: 'Issuer', oidcToken }];
    await carryOut(page, 'create_oauth_providers', { userId: await userId(page), oauthProviders });
    await goTo(page, 'Settings');
    await begin(page);
    await dialog(page)
      .getByRole('combobox', { name: 'Sign in with' })
      .selectOption('A token of an OpenID Connect issuer');
    await inspectScreen(page, 'sign-in-token');
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    const asked = await confirmation(page);
    await asked.getByRole('button', { name: 'Copy nonce' }).click();
    const read = () => app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(read).toMatch(/^[0-9a-f]{64}$/);
    const nonce = await read();
    await expect(asked.locator('main')).toContainText(nonce.slice(0, 8));
    await asked.getByRole('textbox', { name: 'OIDC token' }).fill(await issuer.token(Date.now(), { nonce }));
    await inspectConfirmation(asked, 'sign-in-token-confirm');
    await asked.setViewportSize({ width: 440, height: 480 });
    await inspectConfirmation(asked, 'sign-in-token-confirm-small');
    await readToEnd(asked);
    await press(asked, asked.getByRole('button', { name: 'Use token' }));
    await confirm(page);
    await expect(signedIn(page)).toBeVisible();
  } finally {
    await issuer.close();
  }
});
