import type { Page } from 'playwright/test';
import {
  accountRows,
  addressOf,
  composeMessage,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  goTo,
  place,
  reviewMessage,
  signMessage,
  unlock,
} from '../e2e/flows.ts';
import { child, childrenOf, expect, type Running, test } from '../e2e/harness.ts';
import { resize } from '../e2e/reach.ts';
import { inspectScreen } from '../e2e/screens.ts';
import { recipient, review, sendFromFirst, textbox } from '../e2e/sending.ts';

const RECIPIENT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Without a node the operator types fee and nonce. */
const TYPED_FEE = { 'Fee at most (gwei)': '32', 'Priority fee (gwei)': '1.5', 'Gas limit': '21000', Nonce: '0' };

/** A local vault with one account. */
async function prepare(running: Running): Promise<void> {
  await createLocalVault(running.page);
  await createWallet(running.page, 'Treasury');
}

/** Counts how often that message was signed, from the service's own list of activities. */
async function timesSigned(page: Page, message: string): Promise<number> {
  return page.evaluate(async (payload) => {
    await window.castellan.job('activities.refresh', crypto.randomUUID(), {}, () => undefined);
    const list = (await window.castellan.call('activities.list', { search: '', offset: 0, limit: 100 })) as {
      value: { rows: { activityId: string }[] };
    };
    const details = await Promise.all(
      list.value.rows.map(({ activityId }) => window.castellan.call('activities.get', { activityId })),
    );
    return details.filter((detail) => JSON.stringify(detail).includes(payload)).length;
  }, message);
}

const stage = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Progress' }).getByRole('listitem').filter({ hasText: name });

/** Above the activities: sends the same bytes again, which the service answers with the same activity. */
async function settle(page: Page): Promise<void> {
  const open = page.getByRole('list', { name: 'Unsettled requests' });
  await expect(open.getByText('Sign payload: outcome not known')).toBeVisible();
  await open.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('region', { name: 'Activity details' })).toBeVisible();
  await expect(open).toBeHidden();
}

test('a vault killed during a submit is reported and restarted, and nothing was sent', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await prepare(running);
  await reviewMessage(page, 'stamped by nobody');
  const vault = await child(running, 'vault');
  process.kill(vault, 'SIGSTOP');
  await confirm(page);
  // The audit log's entry is signed by the vault before anything is stamped.
  await expect(stage(page, 'Recording')).toHaveAttribute('aria-current', 'step');
  process.kill(vault, 'SIGKILL');
  await expect(page.getByText(/vault stopped before it answered/i)).toBeVisible();
  await expect(page.getByText('The vault was started again')).toBeVisible();
  await inspectScreen(page, 'vault-killed');
  await expect.poll(async () => (await childrenOf(running)).get('vault')).not.toBe(vault);
  expect(await timesSigned(page, 'stamped by nobody')).toBe(0);
  await signMessage(page, 'stamped after all');
  expect(await timesSigned(page, 'stamped after all')).toBe(1);
});

test('a service killed while it answers is restarted, and the request is settled once', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await prepare(running);
  await reviewMessage(page, 'answered late');
  const custody = await child(running, 'custody');
  process.kill(custody, 'SIGSTOP');
  await confirm(page);
  await expect(stage(page, 'Sending')).toHaveAttribute('aria-current', 'step');
  process.kill(custody, 'SIGKILL');
  await expect(page.getByText('The local service was started again')).toBeVisible();
  await expect(page.getByText('1 unsettled request.')).toBeVisible();
  await inspectScreen(page, 'service-killed');
  await page.getByRole('button', { name: 'Review requests' }).click();
  await expect(place(page, 'Activities')).toBeVisible();
  await inspectScreen(page, 'unsettled');
  await settle(page);
  expect(await timesSigned(page, 'answered late')).toBe(1);
});

test('a payment that is left after its answer comes back to Send when the service fails', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await prepare(running);
  await sendFromFirst(page);
  await recipient(page).fill(RECIPIENT);
  await textbox(page, 'Amount in ETH').fill('2.5');
  for (const [field, value] of Object.entries(TYPED_FEE)) await textbox(page, field).fill(value);
  await review(page).click();
  await confirmation(page);
  const custody = await child(running, 'custody');
  process.kill(custody, 'SIGSTOP');
  await confirm(page, 'Send 2.5 ETH');
  await expect(stage(page, 'Sending')).toHaveAttribute('aria-current', 'step');
  await goTo(page, 'Accounts');
  await goTo(page, 'Send');
  await expect(recipient(page)).toHaveValue('');
  process.kill(custody, 'SIGKILL');
  await expect(page.getByText('1 unsettled request.')).toBeVisible();
  await expect(recipient(page)).toHaveValue(RECIPIENT);
  await expect(textbox(page, 'Amount in ETH')).toHaveValue('2.5');
  await expect(textbox(page, 'Nonce')).toHaveValue('0');
});

test('after main is killed during a request, the next start shows it and settles it once', async ({ launch }) => {
  const first = await launch();
  await prepare(first);
  await reviewMessage(first.page, 'on its way');
  const custody = await child(first, 'custody');
  process.kill(custody, 'SIGSTOP');
  await confirm(first.page);
  await expect(stage(first.page, 'Sending')).toHaveAttribute('aria-current', 'step');
  const ended = first.app.waitForEvent('close');
  process.kill(first.pid, 'SIGKILL');
  process.kill(custody, 'SIGCONT');
  await ended;

  const { page } = await launch({ home: first.home });
  await unlock(page);
  await expect(page.getByText('1 unsettled request.')).toBeVisible();
  await page.getByRole('button', { name: 'Review requests' }).click();
  await settle(page);
  expect(await timesSigned(page, 'on its way')).toBe(1);
});

test('a crashed page is loaded again and nothing is lost', async ({ launch }) => {
  const running = await launch();
  await prepare(running);
  const page = await child(running, 'Tab');
  process.kill(page, 'SIGKILL');
  // Playwright gives a crashed page up, so main reads the heading of the new one.
  const heading = () =>
    running.app.evaluate(({ BrowserWindow }, old) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined || contents.getOSProcessId() === old || contents.isCrashed() || contents.isLoading())
        return '';
      const asked = contents.executeJavaScript('document.querySelector("h1")?.textContent ?? ""') as Promise<string>;
      // A document that is just being replaced never answers.
      const unanswered = new Promise<string>((resolve) => void setTimeout(resolve, 1_000, ''));
      return Promise.race([asked, unanswered]);
    }, page);
  await expect.poll(heading).toBe('Accounts');
});

test('a crash of the page keeps what was typed in Send and in other forms', async ({ launch }) => {
  const running = await launch();
  const { page, app } = running;
  await prepare(running);
  await composeMessage(page, 'typed and not signed');
  await goTo(page, 'Accounts');
  const from = await addressOf(accountRows(page).first());
  await sendFromFirst(page);
  await recipient(page).fill('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  await textbox(page, 'Amount in ETH').fill('2.5');
  // Main gets a draft a moment after the last key.
  const drafts = () => page.evaluate(async () => JSON.stringify(await window.castellan.call('drafts.list', {})));
  await expect.poll(drafts).toContain('2.5');
  await expect.poll(drafts).toContain('typed and not signed');
  await expect.poll(drafts).toContain(from);

  const old = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const id = contents?.getOSProcessId();
    contents?.forcefullyCrashRenderer();
    return id;
  });
  // Playwright gives a crashed page up, so main opens the places of the new one and reads their fields.
  const valuesIn = (place: string | null) =>
    app.evaluate(
      ({ BrowserWindow }, { before, name }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        if (contents === undefined || contents.getOSProcessId() === before || contents.isLoading()) return '';
        const click = `document.querySelector('nav[aria-label="Places"] button[title="${name}"]')?.click();`;
        const read = contents.executeJavaScript(`
          ${name === null ? '' : click}
          new Promise((done) => setTimeout(() => done([...document.querySelectorAll('h1, input, textarea, .account-chosen')]
            .map((field) => field.value ?? field.textContent.replaceAll(/\\s/g, '')).join('|')), 300))`) as Promise<string>;
        const unanswered = new Promise<string>((resolve) => void setTimeout(resolve, 2_000, ''));
        return Promise.race([read, unanswered]);
      },
      { before: old, name: place },
    );
  // The place and the account are the same without a click.
  await expect.poll(() => valuesIn(null)).toContain('Send|');
  for (const typed of [from, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '2.5'])
    await expect.poll(() => valuesIn(null)).toContain(typed);
  await expect.poll(() => valuesIn('Sign')).toContain('typed and not signed');
});

test('a batch that a crash stopped is named by a notice, and its list never hides Resume', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await prepare(running);
  await sendFromFirst(page);
  await page.getByRole('button', { name: 'Send many' }).click();
  await page.getByRole('checkbox', { name: 'Set fee and first nonce' }).click();
  const table = ['to,amount', ...['1', '2', '3', '4', '5'].map((amount) => `${RECIPIENT},${amount}`)].join('\n');
  const { 'Gas limit': gas, Nonce: nonce, ...fees } = TYPED_FEE;
  const typed = { Table: table, Name: 'payroll', ...fees, 'Gas limit of each': gas, 'First nonce': nonce };
  for (const [name, value] of Object.entries(typed)) await textbox(page, name).fill(value);
  await page.getByRole('button', { name: 'Check lines' }).click();
  await page.getByRole('button', { name: 'Review 5 payments' }).click();
  await confirmation(page);
  const vault = await child(running, 'vault');
  process.kill(vault, 'SIGSTOP');
  await confirm(page, 'Send 5 payments');
  process.kill(vault, 'SIGKILL');
  await expect(page.getByText('5 lines of 5 not signed')).toBeVisible();

  await goTo(page, 'Accounts');
  await expect(page.getByText('A batch is not finished.')).toBeVisible();
  await inspectScreen(page, 'batch-interrupted');
  await page.getByRole('button', { name: 'Open batch' }).click();
  await expect(page.getByText('A batch is not finished.')).toBeHidden();
  await resize(running, 1280, 800, 2);
  await page.getByRole('table', { name: 'Lines' }).getByRole('row').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeInViewport();
  await page.getByRole('button', { name: 'Resume' }).click();
  await confirm(page, 'Send 5 payments');
  await expect(page.getByText('5 lines signed', { exact: true })).toBeVisible();
});
