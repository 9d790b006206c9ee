import type { ElectronApplication, Page } from 'playwright/test';
import { CONTRACT, type Entry, TRUSTED_CHANNELS } from '../../shared/ipc/index.ts';
import {
  composeMessage,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  exportFirstAccount,
  goTo,
  holdEnter,
  place,
  press,
  readToEnd,
  reviewMessage,
  submitWallet as submit,
  unfold,
} from './flows.ts';
import { expect, type Running, test } from './harness.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';
import { foundInFiles } from './secrets.ts';

test.describe.configure({ mode: 'parallel' });

const yes = (asked: Page) => asked.getByRole('button', { name: 'Sign message', exact: true });
const no = (asked: Page) => asked.getByRole('button', { name: 'Don’t sign' });

const windows = (app: ElectronApplication) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** A local vault with one account. */
async function prepare(running: Running): Promise<void> {
  await createLocalVault(running.page);
  await createWallet(running.page, 'Treasury');
}

const closeQuestions = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().startsWith('castellan://trusted/'))
      ?.close(),
  );

test('signs a message only after the approval in main’s own window', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await prepare(running);
  await reviewMessage(page, 'Pay the invoice of November. '.repeat(200));
  const asked = await confirmation(page);
  await expect(page.getByText('Waiting for your answer in the confirmation window')).toBeVisible();
  await expect(no(asked)).toBeFocused();
  await expect(asked.locator('header')).toHaveText('localLocal vaultkey Workstation');
  await expect(asked.getByRole('row', { name: /^From 0x.*“Treasury”/ })).toBeVisible();
  await inspectConfirmation(asked, 'trusted-sign');

  await test.step('its page has four functions and not the page’s bridge', async () => {
    expect(
      await asked.evaluate(() => [
        Object.keys((window as unknown as { castellanTrusted: object }).castellanTrusted),
        typeof (window as unknown as { castellan?: unknown }).castellan,
      ]),
    ).toEqual([['confirm', 'refuse', 'copy', 'resize'], 'undefined']);
    expect(
      await page.evaluate(() => typeof (window as unknown as { castellanTrusted?: unknown }).castellanTrusted),
    ).toBe('undefined');
  });

  await test.step('the approval is disabled until the end was on the screen', async () => {
    await expect(yes(asked)).toHaveAttribute('aria-disabled', 'true');
    await yes(asked).click({ force: true });
    await asked.evaluate(() => document.querySelector<HTMLElement>('footer button:last-child')?.click());
    await readToEnd(asked);
    await expect(yes(asked)).not.toHaveAttribute('aria-disabled');
    await unfold(asked, 'Request');
    await expect(asked.getByRole('row', { name: /^Stamped with Workstation 0[23]/ })).toBeVisible();
    // A synthetic click does not count.
    await asked.evaluate(() => document.querySelector<HTMLElement>('footer button:last-child')?.click());
    await expect(yes(asked)).toBeVisible();
  });

  await press(asked, yes(asked));
  await expect(page.getByText('Verified on this machine')).toBeVisible();
  await expect.poll(() => windows(app)).toBe(1);

  await test.step('text typed over a signed draft stays', async () => {
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Pay the invoice of December');
    await expect(page.getByText('Verified on this machine')).toBeHidden();
    await expect(message).toHaveValue('Pay the invoice of December');
  });
});

test('is refused by the button, Escape, closing the window, and withdrawal in the page', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await prepare(running);
  const ends: [string, (asked: Page) => Promise<unknown>][] = [
    ['button', (asked) => press(asked, no(asked))],
    [
      'Escape',
      async (asked) => {
        // A key that comes sooner may have been held since before the question.
        const isClosed = async () => {
          if (!asked.isClosed()) await asked.keyboard.press('Escape').catch(() => undefined);
          return asked.isClosed();
        };
        await expect.poll(isClosed, { intervals: [1_200] }).toBe(true);
      },
    ],
    ['closing', () => closeQuestions(app)],
  ];
  for (const [name, end] of ends) {
    await reviewMessage(page, `refused by ${name}`);
    await end(await confirmation(page));
    await expect(page.getByText('You did not sign. Nothing was stamped or sent.')).toBeVisible();
    await expect.poll(() => windows(app)).toBe(1);
  }
  await test.step('a fourth request in a row is paused', async () => {
    await composeMessage(page, 'withdrawn');
    const paused = await confirmation(page);
    await expect(paused.getByRole('heading', { level: 1 })).toHaveText('You refused three requests in a row');
    await inspectConfirmation(paused, 'trusted-paused');
    await confirm(page, 'Show next request');
    await expect((await confirmation(page)).getByRole('table', { name: 'In short' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled before it was confirmed. Nothing was done.')).toBeVisible();
  await expect.poll(() => windows(app)).toBe(1);
  await inspectScreen(page, 'sign-withdrawn');
});

test('a held key, a double click and a forged message are no answer', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await prepare(running);

  await test.step('Control with Enter held asks once and signs nothing', async () => {
    await goTo(page, 'Sign');
    await page.getByRole('combobox', { name: 'Account' }).fill('Treasury');
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Message' }).fill('held');
    const held = holdEnter(app, false);
    await page.keyboard.down('Control');
    for (let count = 0; count < 30; count += 1) {
      await page.keyboard.down('Enter');
      await page.waitForTimeout(50);
    }
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    const asked = await confirmation(page);
    await expect(asked.getByText(/^1 of/)).toBeHidden();
    await held;
    await holdEnter(app, true);
    await readToEnd(asked);
    await yes(asked).focus();
    await holdEnter(app, true);
    await expect(yes(asked)).not.toHaveAttribute('aria-disabled');
  });

  await test.step('foreign and incomplete messages are ignored', async () => {
    const asked = await confirmation(page);
    await app.evaluate(
      ({ ipcMain, webContents }, [channel, refuse]) => {
        const all = webContents.getAllWebContents();
        const own = all.find((contents) => contents.getURL().startsWith('castellan://trusted/'));
        const other = all.find((contents) => contents.getURL().startsWith('castellan://app/'));
        const ids = Array.from({ length: 20 }, (_, index) => index);
        for (const id of ids) {
          const message = { id, passphrase: null, format: null, keep: null, typed: null, sealTo: null };
          ipcMain.emit(channel, { sender: other, senderFrame: other?.mainFrame }, message);
          other?.ipc.emit(channel, { sender: other, senderFrame: other.mainFrame }, message);
          own?.ipc.emit(channel, { sender: other, senderFrame: other?.mainFrame }, message);
          own?.ipc.emit(channel, { sender: own, senderFrame: other?.mainFrame }, message);
          own?.ipc.emit(channel, { sender: own, senderFrame: null }, message);
          own?.ipc.emit(channel, { sender: own, senderFrame: own.mainFrame }, { ...message, more: 1 });
          own?.ipc.emit(refuse, { sender: other, senderFrame: other?.mainFrame }, { id });
        }
      },
      [TRUSTED_CHANNELS.confirm, TRUSTED_CHANNELS.refuse] as const,
    );
    await expect(yes(asked)).toBeVisible();
  });

  await test.step('a double click answers only one of two questions', async () => {
    const asked = await confirmation(page);
    // A question that moves in the queue is not sent again: it may hold a secret.
    const moved = await asked.evaluateHandle(() => {
      const promise = new Promise<unknown>((resolve) => {
        window.addEventListener('message', ({ data }) => resolve(Object.values(data)[0]), { once: true });
      });
      return { promise };
    });
    expect(await submit(page, 'second')).toBe('waiting');
    await expect(asked.getByText('1 of 2')).toBeVisible();
    expect(await moved.evaluate(({ promise }) => promise)).toMatchObject({ position: 1, total: 2, question: null });
    await inspectConfirmation(asked, 'trusted-queue');
    await readToEnd(asked);
    await expect(yes(asked)).not.toHaveAttribute('aria-disabled');
    await yes(asked).dblclick({ noWaitAfter: true });
    await expect(asked.getByText('2 of 2')).toBeVisible();
    await expect(page.getByText('Verified on this machine')).toBeVisible();
    await press(asked, asked.getByRole('button', { name: 'Don’t create' }));
    await expect.poll(() => windows(app)).toBe(1);
  });
});

test('a hijacked page cannot stamp, open, unlock, connect or remove anything', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await prepare(running);
  await exportFirstAccount(page);
  const proof = await confirmation(page);
  await press(proof, proof.getByRole('button', { name: 'Close and wipe' }));
  await expect.poll(() => windows(app)).toBe(1);
  const marker = 'taken-over-page';

  await test.step('a limited number of questions waits, and more are refused', async () => {
    const outcomes = await page.evaluateHandle(() => [] as string[]);
    await outcomes.evaluate(async (codes, text) => {
      for (let index = 0; index < 9; index += 1) {
        const parameters = { walletName: `${text}-${index}`, accounts: [] };
        const prepared = await window.castellan.call('requests.prepare', { operation: 'create_wallet', parameters });
        const { requestId } = (prepared as unknown as { value: { requestId: string } }).value;
        void window.castellan
          .job('requests.submit', crypto.randomUUID(), { requestId }, () => undefined)
          .then((reply) => codes.push(reply.ok ? 'ok' : reply.error.code));
      }
    }, marker);
    const refused = Array.from({ length: 4 }, () => 'NOT_CONFIRMED');
    await expect.poll(() => outcomes.jsonValue()).toEqual(refused);
    await expect((await confirmation(page)).getByText('1 of 5')).toBeVisible();
    expect(await outcomes.jsonValue(), 'outcomes beside five that wait').toEqual(refused);
    await closeQuestions(app);
    await expect.poll(() => windows(app)).toBe(1);
  });

  await test.step('every call of the contract, with all possible inputs', async () => {
    const entries = Object.entries(CONTRACT).flatMap(([group, members]) =>
      Object.entries<Entry>(members).map(([name, { kind }]) => ({ name: `${group}.${name}`, kind })),
    );
    const outcomes = await page.evaluate(
      async ([all, text]) => {
        type Rows = { ok: boolean; value: { rows: Record<string, string>[] } };
        const listed = (await window.castellan.call('activities.list', {
          search: '',
          offset: 0,
          limit: 100,
        })) as unknown as Rows;
        const activities = listed.value.rows.map(({ activityId }) => ({ activityId }));
        const prepared = (await window.castellan.call('requests.prepare', {
          operation: 'create_wallet',
          parameters: { walletName: text, accounts: [] },
        })) as unknown as { value: { requestId: string } };
        const { requestId } = prepared.value;
        const passphrase = new TextEncoder().encode('guess');
        const organizationId = crypto.randomUUID();
        const connect = {
          name: text,
          baseUrl: 'https://example.com',
          organizationId,
          signerKey: null,
          store: 'keychain',
        };
        const address = { address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', chain: null };
        const inputs: unknown[] = [
          {},
          { requestId },
          ...[{ passphrase }, { passphrase: null }, { port: 0, maximumAge: 1 }],
          { store: 'keychain' },
          { store: 'file', passphrase },
          connect,
          { ...connect, passphrase },
          ...[{ name: 'local' }, { revealId: '1', format: 'hex' }],
          { entry: { ...address, label: text, note: '', tags: [], allowed: true }, former: null },
          { text: `address,label,allowed\n${address.address},${text},true\n`, take: true },
          address,
          { ...address, name: text, chain: 'eip155:1', text: '[{"type":"function","name":"deposit","inputs":[]}]' },
          { body: passphrase, eventType: 'ACTIVITY_UPDATES' },
          { headers: '{}', body: passphrase, keySet: '{}', maximumAge: 1, now: 1, deliveryId: null },
          ...activities,
        ];
        const harmless = ['vault.lock', 'profiles.use'];
        const done: string[] = [];
        for (const { name, kind } of all) {
          if (kind === 'event' || harmless.includes(name)) continue;
          for (const input of inputs) {
            const heard = () => void (name === 'deliveries.listen' && done.push(name));
            const reply =
              kind === 'call'
                ? window.castellan.call(name, input)
                : window.castellan.job(name, crypto.randomUUID(), input, heard);
            const late = new Promise<null>((resolve) => setTimeout(resolve, 300, null));
            const first = await Promise.race([reply, late]);
            if (first?.ok === true) done.push(name);
          }
        }
        return [...new Set(done)];
      },
      [entries, `${marker}-entry`] as const,
    );
    // All that answered without the operator shows, drafts or reads.
    const allowed =
      /^(app\.|drafts\.list$|vault\.idleTime$|signIn\.(list|end)|earn\.(list|get|refresh)|profiles\.(list|check)|addresses\.(list|about|write)|(endpoints|interfaces)\.list|tokens\.modules|accounts\.|activities\.|history\.|requests\.(unsettled|discard)|audit\.|moves\.(choices|plan)|batches\.list|payments\.replacement$|(organization|factors|webhooks|privateKeys)\.(get|refresh)|deliveries\.(check|received|sign)|policies\.(around|try)|access\.check|station\.(codes|forgetCodes)$|updates\.check$)/;
    expect(outcomes.filter((name) => !allowed.test(name))).toEqual([]);
    await closeQuestions(app);
    await expect.poll(() => windows(app)).toBe(1);
  });

  await test.step('a locked vault stays locked', async () => {
    await page.evaluate(async () => {
      await window.castellan.call('vault.lock', {});
      for (let count = 0; count < 3; count += 1) void window.castellan.call('vault.unlock', {});
    });
    await expect(place(page, 'Vault locked')).toBeVisible();
    // The reveal and twice all questions were refused before.
    await confirm(page, 'Show next request');
    const asked = await confirmation(page);
    await expect(asked.getByText('2 of 4')).toBeVisible();
    await inspectConfirmation(asked, 'trusted-unlock');
    await closeQuestions(app);
    await expect(place(page, 'Vault locked')).toBeVisible();
  });

  // A stamped body would be in the audit log. A body that reached the service would be in its database.
  await running.close();
  const needle = { name: marker, form: 'text', bytes: Buffer.from(marker) };
  expect(foundInFiles([needle], running.state).hits).toEqual([]);
});

test('a new passphrase is checked in the trusted window', async ({ launch }) => {
  const { page } = await launch({ environment: { CASTELLAN_E2E_KEYRING: 'none' } });
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('button', { name: 'Create vault' }).click();
  const asked = await confirmation(page);
  const first = asked.getByRole('textbox', { name: 'Passphrase', exact: true });
  await expect(first).toBeFocused();
  await inspectConfirmation(asked, 'trusted-passphrase');
  await first.fill('short');
  await readToEnd(asked);
  const create = asked.getByRole('button', { name: 'Create vault' });
  await create.click();
  await expect(asked.getByText('Use at least 8 characters.')).toBeVisible();
  await first.fill('correct horse');
  await asked.getByRole('textbox', { name: 'Repeat passphrase' }).fill('correct mule');
  await create.click();
  await expect(asked.getByText('The two passphrases differ. Type both again.')).toBeVisible();
  await expect(first).toHaveValue('');
  await press(asked, asked.getByRole('button', { name: 'Don’t create' }));
  await expect(page.getByRole('button', { name: 'Create vault' })).toBeVisible();
});
