import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import { OPERATIONS } from '../../shared/operations/index.ts';
import {
  chooseOperation,
  confirm,
  confirmation,
  connectTo,
  dialog,
  goTo,
  listRows,
  place,
  press,
  searchPalette,
  unfold,
} from './flows.ts';
import { expect, test } from './harness.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from './screens.ts';
import { type StandIn, startStandIn } from './stand-in-service.ts';

const { approve_activity: approve, get_activity: get, list_activities: list } = OPERATIONS;

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

/** A proposal of somebody else. Its name holds a character that reverses the text after it. */
const proposed = (walletName: string) =>
  JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: '1790000000000',
    organizationId: OPERATIONS.whoami.example.response.organizationId,
    parameters: { walletName, accounts: [] },
  });
const BODY = proposed('Desk \u202eyrusaerT');
const digestOf = (body: string) => `sha256:${createHash('sha256').update(body).digest('hex')}`;
const fingerprint = digestOf(BODY);
/** Ten thousand characters without a space, which begin by reversing the text after them. */
const LONG = `\u202e${'yrusaerT'.repeat(1_250)}`;
/** Behind every other of the same moment. */
const HOSTILE_ID = '00000000-0000-4000-8000-000000000001';

/** The activity with that fingerprint, as a service shows it when its proposer signed `message`. */
function activity(message: string) {
  const { userId, organizationId } = OPERATIONS.whoami.example.response;
  const { activity: example } = get.example.response;
  const vote = {
    id: userId,
    userId,
    activityId: example.id,
    selection: 'VOTE_SELECTION_APPROVED',
    message,
    publicKey: `02${'0'.repeat(64)}`,
    signature: '00',
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    createdAt: { seconds: '1790000000', nanos: '0' },
  };
  const status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
  return { ...example, organizationId, fingerprint, status, result: null, votes: [vote], canApprove: true };
}

/** Has the service show the activity so, and asks to vote on it. */
async function vote(page: Page, operation: string, message: string): Promise<Page> {
  service.answer(list.path, { activities: [activity(message)] });
  service.answer(get.path, { activity: activity(message) });
  const title = operation === 'approve_activity' ? 'Approve activity' : 'Reject activity';
  await chooseOperation(page, operation, title);
  const pane = page.getByRole('region', { name: 'Operation', exact: true });
  await pane.getByRole('textbox', { name: 'Fingerprint' }).fill(fingerprint);
  await page.keyboard.press('Control+Enter');
  return confirmation(page);
}

test('a vote is confirmed with its activity, and an unproven activity cannot be approved', async ({ launch }) => {
  const { page } = await launch();
  service.allow(await connectTo(page, service));
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await goTo(page, 'All operations');

  await test.step('a service that shows other content than the fingerprinted body', async () => {
    const asked = await vote(page, 'approve_activity', proposed('Harmless'));
    await expect(asked.getByRole('heading', { level: 1 })).toHaveText('You approve: what is not proven');
    await expect(asked.getByText('The service shows no content with this fingerprint.')).toBeVisible();
    await expect(asked.getByText('Harmless')).toBeHidden();
    await expect(asked.getByRole('button')).toHaveText(['Don’t approve']);
    await inspectConfirmation(asked, 'trusted-vote-unproven');
    await press(asked, asked.getByRole('button', { name: 'Don’t approve' }));
    await page.getByRole('button', { name: 'Back to the form' }).click();
  });

  await test.step('the activity can still be rejected', async () => {
    const asked = await vote(page, 'reject_activity', proposed('Harmless'));
    await expect(asked.getByText('a rejection can only stop a request')).toBeVisible();
    await expect(asked.getByRole('button')).toHaveText(['Don’t reject', 'Reject']);
    await press(asked, asked.getByRole('button', { name: 'Don’t reject' }));
    await page.getByRole('button', { name: 'Back to the form' }).click();
  });

  await test.step('a service that shows the right content', async () => {
    const asked = await vote(page, 'approve_activity', BODY);
    await expect(asked.getByRole('heading', { level: 1 })).toHaveText(
      'You approve: Create wallet “Desk U+202EyrusaerT”',
    );
    await expect(asked.getByRole('table', { name: 'You approve' })).toContainText('Desk U+202EyrusaerT');
    await expect(asked.getByRole('region', { name: 'Exact bytes of the request that you approve' })).toHaveText(
      BODY.replace('\u202e', 'U+202E'),
    );
    await unfold(asked, 'Your vote');
    await expect(asked.getByRole('table', { name: 'Your vote' })).toContainText(fingerprint.slice(-8, -4));
    await inspectConfirmation(asked, 'trusted-vote');
    service.answer(approve.path, { activity: activity(BODY) });
    await confirm(page);
    await expect(page.getByText('waits for votes').first()).toBeVisible();
  });

  await test.step('the inbox has the same explanation, with the service’s differences', async () => {
    const hostile = { ...activity(proposed(LONG)), id: HOSTILE_ID, fingerprint: digestOf(proposed(LONG)) };
    const [vote] = hostile.votes;
    service.answer(list.path, {
      activities: [
        activity(BODY),
        { ...hostile, votes: [{ ...vote, user: { userName: `Mallory \u202e${'ytsurT'.repeat(500)}` } }] },
      ],
    });
    const inbox = page.getByRole('button', { name: 'Inbox' });
    await page.keyboard.press('Control+1');
    await expect(place(page, 'Inbox')).toBeVisible();
    await page.keyboard.press('Control+r');
    await expect(inbox).toHaveAccessibleDescription('2 waiting');
    await searchPalette(page, 'votes');
    await expect(dialog(page).getByRole('option', { name: 'Go to inbox 2 waiting' })).toBeVisible();
    await page.keyboard.press('Escape');
    const rows = listRows(page, 'Inbox');
    await expect(rows).toHaveCount(2);
    await inspectScreen(page, 'inbox');
    await page.getByRole('grid', { name: 'Inbox' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    const details = page.getByRole('region', { name: 'Activity details' });
    await expect(details.getByRole('heading', { level: 2, name: 'Create wallet “Desk' })).toBeVisible();
    await expect(details.getByText('The service shows Wallet name differently')).toBeVisible();
    await unfold(details, 'Exact bytes');
    await expect(details.getByRole('region', { name: 'Exact bytes' })).toContainText('Desk U+202EyrusaerT');
    await expect(details.getByRole('row', { name: /^Missing / })).toBeVisible();
    await page.getByRole('grid', { name: 'Inbox' }).focus();
    for (const [name, steps] of [
      ['inbox-told', 0],
      ['inbox-hostile', 1],
    ] as const) {
      for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
      await expect(details.getByRole('heading', { level: 2, name: 'Create wallet' })).toBeVisible();
      await inspectScreen(page, name);
      for (const zoom of [1, 2]) {
        await page.setViewportSize({ width: 960 / zoom, height: 640 / zoom });
        await inspectSize(page, `${name}-small-${zoom}`);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.keyboard.press('ArrowUp');
  });

  await test.step('the vote is cast in the inbox, where a search finds it', async () => {
    const details = page.getByRole('region', { name: 'Activity details' });
    await page.keyboard.press('r');
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toContainText('You reject: Create wallet “Desk');
    await press(asked, asked.getByRole('button', { name: 'Don’t reject' }));
    await expect(details.getByText('You did not sign. Nothing was stamped or sent.')).toBeVisible();
    await inspectScreen(page, 'activity-vote');
    await goTo(page, 'Sign');
    await searchPalette(page, 'wallet treasury');
    await dialog(page)
      .getByRole('option', { name: /^Create wallet “Desk/ })
      .first()
      .click();
    await expect(details.getByRole('heading', { level: 2, name: 'Create wallet “Desk' })).toBeVisible();
  });
});
