import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import {
  act,
  addKey,
  confirm,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  place,
  signMessage,
  unlessClosed,
  unlock,
} from './flows.ts';
import { expect, newHome, test } from './harness.ts';
import { addPasskey, keys, passkeyWindow, useKey } from './passkey.ts';
import { outOfReach, resize } from './reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from './screens.ts';
import { heldKeys, holdKeys, plugIn } from './security-key.ts';

test.describe.configure({ mode: 'parallel' });

test('is created, registered and chosen in the window, and signs confirmed requests', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await plugIn(app);
  await useKey(page, (asked) => inspectConfirmation(asked, 'passkey-use'));
  const row = keys(page).getByRole('row', { name: /YubiKey/ });
  await expect(row).toContainText('Passkey for localhost');
  await expect(row).toContainText('Cannot be copied');
  await inspectScreen(page, 'settings-passkey');
  await goTo(page, 'Accounts');
  await createWallet(page, 'By passkey');
  // The service keeps how it was voted for.
  const votes = await page.evaluate(async () => {
    const listed = await window.castellan.call('operations.ask', { operation: 'list_activities', request: {} });
    return JSON.stringify(listed);
  });
  expect(votes).toContain('SIGNATURE_SCHEME_TK_WEBAUTHN');
});

test('can be the only key of a profile: it signs after a restart and a lock, and other actions name the needed key', async ({
  launch,
}) => {
  const home = newHome();
  const first = await launch({ home });
  await createLocalVault(first.page);
  await createWallet(first.page, 'Treasury');
  await plugIn(first.app);
  await useKey(first.page);
  for (const [what, yes] of [
    ['Retire…', 'Retire key'],
    ['Destroy…', 'Destroy key'],
  ] as const) {
    await act(first.page, 'Workstation of local', what);
    await confirm(first.page, yes);
  }
  await expect(keys(first.page).getByRole('row', { name: /Workstation/ })).toHaveCount(0);
  const held = await heldKeys(first.app);
  await first.close();

  const running = await launch({ home });
  const { app, page } = running;
  await holdKeys(app, held);
  await plugIn(app);
  await unlock(page);
  await signMessage(page, 'Pay the invoice');
  await page.keyboard.press('Control+l');
  await expect(place(page, 'Vault locked')).toBeVisible();
  await unlock(page);
  await signMessage(page, 'Pay the next one');

  await goTo(page, 'Settings');
  const row = keys(page).getByRole('row', { name: /YubiKey/ });
  await expect(row).toContainText('signs for it');
  const section = page.getByRole('region', { name: 'Keys' });
  await act(page, 'YubiKey of local', 'Retire…');
  await expect(section.getByRole('alert')).toContainText('Make another key and register it.');
  await act(page, 'YubiKey of local', 'Destroy…');
  // The earlier error is no longer shown.
  await expect(section.getByRole('alert')).toHaveCount(1);
  await expect(section.getByRole('alert')).toContainText('the only way to its wallets');
  await expect(row).toBeVisible();
  await inspectScreen(page, 'passkey-alone');
  for (const zoom of [1, 2]) {
    await resize(running, 960, 640, zoom);
    await addKey(page, 'Passkey…');
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await (zoom === 1 ? inspectScreen : inspectSize)(page, `passkey-add-960-${zoom * 100}`);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  }
  await resize(running, 1280, 800, 1);
  await act(page, 'local', 'Ask each time it signs…');
  await expect(
    page.getByRole('alert').filter({ hasText: 'which already needs a touch for each signature' }),
  ).toBeVisible();
  await inspectScreen(page, 'passkey-alone-asking');
});

test('is used in main’s own window, which explains faults of a security key', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await plugIn(app, { touched: false });
  await addPasskey(page);
  const making = await passkeyWindow(page);
  await expect(making.getByRole('heading', { level: 1 })).toHaveText(
    'Touch your security key to make a passkey for local',
  );
  await inspectConfirmation(making, 'passkey-create');
  // Until it is answered the page gets no input.
  const takesInput = async () => (await app.browserWindow(page)).evaluate((window) => window.isEnabled());
  await expect.poll(takesInput).toBe(false);
  await making.getByRole('button', { name: 'Cancel' }).click({ noWaitAfter: true }).catch(unlessClosed(making));
  await expect(dialog(page).getByText('No passkey was added')).toBeVisible();
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  await expect.poll(takesInput).toBe(true);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await plugIn(app);
  await useKey(page);
  await plugIn(app, { holds: false });
  await goTo(page, 'Accounts');
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill('Treasury');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page);
  const signing = await passkeyWindow(page);
  await expect(signing.getByRole('heading', { level: 1 })).toHaveText('Touch your security key to sign as local');
  await expect(signing.getByRole('alert')).toContainText('that holds “YubiKey” is missing');
  await inspectConfirmation(signing, 'passkey-problem');
  // Its page asks for passkeys of its own relying party only.
  expect(
    await signing.evaluate(() =>
      navigator.credentials
        .get({ publicKey: { rpId: 'example.com', challenge: new Uint8Array(32) } })
        .catch((error: DOMException) => error.name),
    ),
  ).toBe('SecurityError');
  const window = await app.browserWindow(signing);
  await window.evaluate((real) => real.webContents.setZoomFactor(2));
  await inspectConfirmation(signing, 'passkey-problem-200');
  await expect.poll(() => signing.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await signing.getByRole('button', { name: 'Try again' }).scrollIntoViewIfNeeded();
  await expect(signing.getByRole('button', { name: 'Try again' })).toBeInViewport({ ratio: 1 });
  await signing.keyboard.press('Escape').catch(() => undefined);
  await expect(dialog(page).getByText('You closed the window for the passkey')).toBeVisible();
});

test('its window can only ask its one question, and nothing else reaches it', async ({ launch }) => {
  const reached: string[] = [];
  const listener = createServer((socket) => {
    reached.push('tcp');
    socket.on('error', () => undefined).destroy();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await plugIn(app, { touched: false });
  await addPasskey(page);
  const asked = await passkeyWindow(page);
  const home = asked.url();
  expect(home).toBe('https://localhost/');

  await test.step('its page cannot send, open or navigate', async () => {
    const results = await asked.evaluate(async (tcp) => {
      const settled = (work: () => Promise<unknown>) =>
        Promise.resolve()
          .then(work)
          .then(
            () => 'done',
            () => 'refused',
          );
      const loaded = (name: string, attribute: string, url: string) =>
        new Promise<void>((resolve, reject) => {
          const made = document.createElement(name);
          made.onload = () => resolve();
          made.onerror = () => reject(new Error('refused'));
          made.setAttribute(attribute, url);
          if (name === 'link') made.setAttribute('rel', 'stylesheet');
          document.body.append(made);
        });
      const socket = () =>
        new Promise<void>((resolve, reject) => {
          const made = new WebSocket(`ws://127.0.0.1:${tcp}/`);
          made.onopen = () => resolve();
          made.onerror = () => reject(new Error('refused'));
        });
      navigator.sendBeacon(`http://127.0.0.1:${tcp}/`, 'x');
      const outside = await Promise.all(
        [
          () => fetch(`http://127.0.0.1:${tcp}/`),
          () => fetch('https://example.com/'),
          () => fetch('/'),
          () => loaded('img', 'src', `http://127.0.0.1:${tcp}/`),
          () => loaded('link', 'href', `http://127.0.0.1:${tcp}/`),
          socket,
          async () => {
            if (window.open('https://localhost/') === null) throw new Error('refused');
          },
        ].map(settled),
      );
      const form = document.createElement('form');
      form.action = `http://127.0.0.1:${tcp}/`;
      document.body.append(form);
      form.submit();
      location.href = `http://127.0.0.1:${tcp}/`;
      return outside;
    }, port);
    expect(new Set(results)).toEqual(new Set(['refused']));
    await asked.evaluate(() => {
      location.href = 'https://example.com/';
    });
    await asked.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(asked.url()).toBe(home);
    expect(reached).toEqual([]);
  });

  await test.step('its origin is served only in its own session, with one page', async () => {
    const statuses = await app.evaluate(async ({ session }) => {
      const status = (own: Electron.Session, url: string) =>
        own.fetch(url).then(
          (answer) => answer.status,
          (error: Error) => error.message,
        );
      const own = session.fromPartition('passkey https://localhost/');
      const found: Record<string, unknown> = {};
      for (const path of ['', 'index.html', 'passkey/index.html', 'trusted/index.html', '?x', '../main/index.cjs'])
        found[path] = await status(own, `https://localhost/${path}`);
      found.elsewhere = await status(own, 'https://example.com/');
      found.otherPort = await status(own, 'https://localhost:8443/');
      found.subdomain = await status(own, 'https://a.localhost/');
      found.plain = await status(own, 'http://localhost/');
      found.mainPage = await status(session.defaultSession, 'https://localhost/');
      found.trusted = await status(session.fromPartition('trusted'), 'https://localhost/');
      found.route = await own.resolveProxy('https://example.com/');
      return found;
    });
    expect(statuses).toMatchObject({ '': 200, 'index.html': 404, 'passkey/index.html': 404, '?x': 404 });
    expect(statuses).toMatchObject({ 'trusted/index.html': 404, '../main/index.cjs': 404, route: 'PROXY 127.0.0.1:9' });
    expect(statuses).toMatchObject({ elsewhere: 404, otherPort: 404, subdomain: 404 });
    for (const other of ['plain', 'mainPage', 'trusted'])
      expect([other, statuses[other]]).toEqual([other, expect.stringContaining('ERR_BLOCKED_BY_CLIENT')]);
  });

  await test.step('it has three functions and no permission', async () => {
    const found = await asked.evaluate(async () => {
      const own = window as unknown as Record<string, object | undefined>;
      const permissions = ['geolocation', 'notifications', 'camera', 'clipboard-read', 'midi'] as PermissionName[];
      const states = await Promise.all(permissions.map((name) => navigator.permissions.query({ name })));
      return {
        functions: Object.keys(own.castellanPasskey ?? {}),
        others: ['castellan', 'castellanTrusted', 'require', 'process'].filter((name) => own[name] !== undefined),
        states: [...new Set(states.map(({ state }) => state))],
      };
    });
    expect(found).toEqual({
      functions: ['created', 'used', 'refuse'],
      others: [],
      states: ['denied'],
    });
  });

  await test.step('messages for another question, of another kind or shape are ignored', async () => {
    await asked.evaluate(() => {
      type Functions = Record<string, (...values: unknown[]) => void>;
      const { created, used, refuse } = (window as unknown as { castellanPasskey: Functions }).castellanPasskey;
      const bytes = new Uint8Array(8);
      const answer = { credentialId: bytes, clientDataJson: bytes, authenticatorData: bytes, signature: bytes };
      used?.(1, answer);
      refuse?.(7);
      created?.(7, { credentialId: bytes, clientDataJson: bytes, attestationObject: bytes, transports: [] });
      created?.(1, { credentialId: 'x', clientDataJson: bytes, attestationObject: bytes, transports: [] });
      created?.(1, { ...answer, attestationObject: new Uint8Array(1 << 20), transports: [] });
    });
    await asked.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(asked.isClosed()).toBe(false);
    await expect(dialog(page).getByRole('button', { name: 'Waiting for your security key' })).toBeVisible();
  });

  await test.step('the page reaches neither the window nor its origin', async () => {
    const tried = await page.evaluate(async () => [
      window.open('https://localhost/') === null,
      await fetch('https://localhost/').then(
        () => 'reached',
        () => 'refused',
      ),
      'credentials' in navigator,
    ]);
    expect(tried).toEqual([true, 'refused', false]);
  });

  await test.step('a made-up answer is refused, and nothing is registered', async () => {
    await asked
      .evaluate(() => {
        const bytes = new Uint8Array(8);
        const made = { credentialId: bytes, clientDataJson: bytes, attestationObject: bytes, transports: [] };
        (
          window as unknown as { castellanPasskey: { created(id: number, made: object): void } }
        ).castellanPasskey.created(1, made);
      })
      .catch(() => undefined);
    await expect(dialog(page).getByText('The passkey’s answer was refused', { exact: true })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(keys(page).getByRole('row', { name: /YubiKey/ })).toHaveCount(0);
  });
  listener.close();
  expect(reached).toEqual([]);
});

test('its window and question close when the vault locks or the page is left', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await plugIn(app, { touched: false });
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await addPasskey(page);
  await passkeyWindow(page);
  await page.reload();
  await expect.poll(windows).toBe(1);
  await addPasskey(page);
  await passkeyWindow(page);
  await page.evaluate(() => window.castellan.call('vault.lock', {}));
  await expect.poll(windows).toBe(1);
});
