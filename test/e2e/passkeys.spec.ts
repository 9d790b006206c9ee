import type { ElectronApplication, Page } from 'playwright/test';
import { confirm, createLocalVault, createWallet, goTo } from './flows.ts';
import { expect, test } from './harness.ts';

test.describe.configure({ mode: 'parallel' });

/** Puts a security key of Chromium's own into every passkey window that opens from now on; they share what it holds. */
const plugIn = (app: ElectronApplication, options: { verified?: boolean } = {}) =>
  app.evaluate(({ app: electron }, { verified = true }) => {
    interface Kept {
      keptPasskeys: Record<string, unknown>[];
    }
    const kept = globalThis as unknown as Kept;
    kept.keptPasskeys = [];
    electron.on('web-contents-created', (_event, contents) => {
      contents.on('did-start-navigation', (details) => {
        if (!details.url.startsWith('https://') || !details.isMainFrame) return;
        const inside = contents.debugger;
        if (!inside.isAttached()) inside.attach();
        void (async () => {
          await inside.sendCommand('WebAuthn.enable', { enableUI: false });
          const { authenticatorId } = await inside.sendCommand('WebAuthn.addVirtualAuthenticator', {
            options: {
              ...{ protocol: 'ctap2', transport: 'usb', hasResidentKey: true, hasUserVerification: true },
              ...{ isUserVerified: verified, automaticPresenceSimulation: true },
            },
          });
          for (const credential of kept.keptPasskeys)
            await inside.sendCommand('WebAuthn.addCredential', { authenticatorId, credential });
          inside.on('message', (_from, method, { credential }) => {
            if (method !== 'WebAuthn.credentialAdded' && method !== 'WebAuthn.credentialAsserted') return;
            kept.keptPasskeys = [
              ...kept.keptPasskeys.filter(({ credentialId }) => credentialId !== credential.credentialId),
              credential,
            ];
          });
        })();
      });
    });
  }, options);

/** Main's window for passkeys, once it has asked. */
async function passkeyWindow(page: Page): Promise<Page> {
  const find = () =>
    page
      .context()
      .pages()
      .find((other) => other.url().startsWith('https://'));
  await expect.poll(() => find() !== undefined).toBe(true);
  const asked = find() as Page;
  await expect(asked.getByRole('heading', { level: 1 })).not.toHaveText('Passkey');
  return asked;
}

const keys = (page: Page) => page.getByRole('table', { name: 'Keys' });

async function addPasskey(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Relying party' })).toHaveValue('localhost');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('YubiKey');
  await dialog.getByRole('button', { name: 'Make passkey' }).click();
}

/** A local vault whose profile signs with a passkey. */
async function useKey(page: Page): Promise<void> {
  await addPasskey(page);
  await confirm(page);
  await expect(page.getByText('The passkey YubiKey is registered.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign with YubiKey' }).click();
  await confirm(page, 'Use this key');
  await expect(keys(page).getByRole('row', { name: /YubiKey.*signs for it/ })).toBeVisible();
}

test('is made, registered and chosen in the window, and signs what was confirmed', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await plugIn(app);
  await useKey(page);
  const row = keys(page).getByRole('row', { name: /YubiKey/ });
  await expect(row).toContainText('Passkey for localhost');
  await expect(row).toContainText('Cannot be copied');
  await goTo(page, 'Accounts');
  await createWallet(page, 'By passkey');
  // The service keeps how it was voted for.
  const votes = await page.evaluate(async () => {
    const listed = await window.castellan.call('operations.ask', { operation: 'list_activities', request: {} });
    return JSON.stringify(listed);
  });
  expect(votes).toContain('SIGNATURE_SCHEME_TK_WEBAUTHN');
});
