import { createHash } from 'node:crypto';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { confirm, confirmation, connectTo, dialog, goTo, listRows, place, press } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectConfirmation, inspectScreen } from '../e2e/screens.ts';
import { type StandIn, startStandIn } from '../e2e/stand-in-service.ts';

const { approve_activity: approve, get_activity: get, list_activities: list } = OPERATIONS;
const { create_wallet: wallet, create_policy: policy } = OPERATIONS;

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

/** A proposal of somebody else. */
const bodyOf = (type: string, parameters: object) =>
  JSON.stringify({
    type,
    timestampMs: '1790000000000',
    organizationId: OPERATIONS.whoami.example.response.organizationId,
    parameters,
  });
const walletOf = (walletName: string) => bodyOf(wallet.activityType, { walletName, accounts: [] });
const POLICY = bodyOf(policy.activityType, {
  policyName: 'Everybody',
  effect: 'EFFECT_ALLOW',
  condition: 'true',
  consensus: 'true',
  notes: '',
});
const digestOf = (body: string) => `sha256:${createHash('sha256').update(body).digest('hex')}`;

/** An activity whose votes need another one, whose first vote is `hours` old. */
function activity(index: number, message: string, hours = 1) {
  const { userId, organizationId } = OPERATIONS.whoami.example.response;
  const { activity: example } = get.example.response;
  const id = `00000000-0000-4000-8000-00000000000${index}`;
  const seconds = String(Math.floor(Date.now() / 1000) - hours * 3600);
  const vote = {
    id: userId,
    userId,
    activityId: id,
    selection: 'VOTE_SELECTION_APPROVED',
    message,
    user: { userName: 'Ben' },
    publicKey: `02${'0'.repeat(64)}`,
    signature: '00',
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    createdAt: { seconds, nanos: '0' },
  };
  const { type, parameters } = JSON.parse(message) as { type: string; parameters: object };
  const { intentMember } = type === policy.activityType ? policy : wallet;
  return {
    ...example,
    id,
    organizationId,
    type,
    fingerprint: digestOf(message),
    result: null,
    votes: [vote],
    intent: { [intentMember]: parameters },
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    canApprove: true,
    createdAt: { seconds, nanos: '0' },
  };
}

test('several requests are approved with one answer, and a dangerous one alone', async ({ launch }) => {
  const { page } = await launch();
  const all = [
    activity(1, walletOf('Payroll')),
    activity(2, POLICY),
    activity(3, walletOf('Cold storage')),
    activity(4, walletOf('Old desk'), 30),
  ];
  service.answer(list.path, { activities: all });
  service.answer(get.path, (body: Buffer) => {
    const { activityId } = JSON.parse(body.toString()) as { activityId: string };
    return { activity: all.find(({ id }) => id === activityId) };
  });
  const voted: string[] = [];
  service.answer(approve.path, (body: Buffer) => {
    const { fingerprint } = JSON.parse(body.toString()).parameters as { fingerprint: string };
    voted.push(fingerprint);
    // The service refuses the second vote, because somebody else has decided that request.
    const found = voted.length === 2 ? undefined : all.find((one) => one.fingerprint === fingerprint);
    return found === undefined ? undefined : { activity: { ...found, canApprove: false } };
  });
  service.allow(await connectTo(page, service));
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await page.keyboard.press('Control+1');
  await expect(place(page, 'Inbox')).toBeVisible();
  await page.keyboard.press('Control+r');
  const grid = page.getByRole('grid', { name: 'Inbox' });
  await expect(listRows(page, 'Inbox')).toHaveCount(4);
  await expect(grid.getByText('Its votes expired after 24 hours. Your vote begins anew.')).toBeVisible();

  await test.step('the selected requests are reviewed, the dangerous one apart', async () => {
    await grid.focus();
    await page.keyboard.press('Control+a');
    await inspectScreen(page, 'inbox-selected');
    await page.getByRole('button', { name: 'Review 4 votes' }).click();
    const alone = dialog(page).getByRole('region', { name: 'Vote on this one alone' });
    await expect(alone.getByText('Let policy “Everybody”')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Approve 3' })).toBeVisible();
    const old = dialog(page).getByRole('listitem').filter({ hasText: 'Old desk' });
    await old.getByRole('button', { name: 'Take out' }).press('Enter');
    await expect(dialog(page).getByRole('button', { name: 'Take out' }).last()).toBeFocused();
    await inspectScreen(page, 'group-votes');
  });

  await test.step('one question shows the others whole, and its answer votes on each', async () => {
    await dialog(page).getByRole('button', { name: 'Approve 2' }).click();
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Approve 2 requests');
    await expect(asked.getByText('Payroll').first()).toBeVisible();
    await expect(asked.getByText('Cold storage').first()).toBeVisible();
    await expect(asked.getByText('“Everybody”')).toHaveCount(0);
    await inspectConfirmation(asked, 'trusted-group-votes');
    await press(asked, asked.getByRole('button', { name: 'Don’t approve' }));
    await expect(dialog(page).getByText('You did not vote')).toBeVisible();
    expect(voted).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Approve 2' }).click();
    await confirm(page, 'Approve 2 requests');
  });

  await test.step('a vote that the service did not take is named', async () => {
    await expect(dialog(page).getByRole('heading', { name: '1 of 2 votes cast' })).toBeVisible();
    expect(voted).toHaveLength(2);
    const first = dialog(page).getByRole('listitem').first();
    await expect(first).toContainText('Not taken by the service');
    await inspectScreen(page, 'group-votes-done');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: /^Review \d/ })).toHaveCount(0);
  });

  await test.step('a group that is stopped shows no outcome of an earlier one', async () => {
    await page.keyboard.press('Control+r');
    await grid.focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: /^Review \d votes?$/ }).click();
    await dialog(page)
      .getByRole('button', { name: /^Approve \d$/ })
      .click();
    await confirmation(page);
    await dialog(page).getByRole('button', { name: 'Stop' }).click();
    await expect(dialog(page).getByRole('button', { name: /^Approve \d$/ })).toBeVisible();
    await expect(dialog(page).getByRole('heading', { name: /^Review \d votes?$/ })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(voted).toHaveLength(2);
  });

  await test.step('Activities marks a request whose votes expired', async () => {
    await goTo(page, 'Activities');
    const row = page.getByRole('grid', { name: 'Activities' }).getByRole('row').filter({ hasText: 'Old desk' });
    await expect(row).toContainText('Votes expired');
    await row.click();
    const details = page.getByRole('region', { name: 'Activity details' });
    await expect(details.getByText('It was not decided within 24 hours of its first vote')).toBeVisible();
    await inspectScreen(page, 'activity-expired');
  });
});
