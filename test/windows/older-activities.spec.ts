import { OPERATIONS } from '../../shared/operations/index.ts';
import { connectTo, goTo } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';
import { startStandIn } from '../e2e/stand-in-service.ts';

const ACTIVITIES = 5_250;
const { get_activity: one, list_activities: all } = OPERATIONS;

/** A page of a service's activities, newest first: one an hour. */
function page(body: Buffer): unknown {
  const { paginationOptions } = JSON.parse(body.toString()) as {
    paginationOptions: { limit: string; after?: string };
  };
  const { limit, after } = paginationOptions;
  const top = after === undefined ? ACTIVITIES : Number(after.slice(-12)) - 1;
  const activities = Array.from({ length: Math.min(Number(limit), top) }, (_, at) => ({
    ...one.example.response.activity,
    id: `00000000-0000-4000-8000-${String(top - at).padStart(12, '0')}`,
    createdAt: { seconds: String(1_770_000_000 + (top - at) * 3_600), nanos: '0' },
  }));
  return { activities };
}

test('activities beyond the first reading are named, and read when they are asked for', async ({ launch }) => {
  const service = await startStandIn();
  service.answer(all.path, page);
  const running = await launch();
  const window = running.page;
  service.allow(await connectTo(window, service));
  await window.getByRole('button', { name: 'Go to accounts' }).click();

  await test.step('the place says that older ones are not shown', async () => {
    await goTo(window, 'Activities');
    await expect(window.getByText('Older activities are not shown')).toBeVisible();
    await expect(window.getByText('5,000 activities', { exact: true })).toBeVisible();
    await inspectScreen(window, 'activities-older');
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(window, `activities-older-${size}`));
    await resize(running, 1280, 800, 1);
    await goTo(window, 'Inbox');
    await expect(window.getByText('Older activities are not shown')).toBeVisible();
    await inspectScreen(window, 'inbox-older');
  });

  await test.step('they are read', async () => {
    await goTo(window, 'Activities');
    await window.getByRole('button', { name: 'Read older activities' }).click();
    await expect(window.getByText('Older activities are not shown')).toBeHidden();
    await expect(window.getByText('5,250 activities', { exact: true })).toBeVisible();
  });
  await service.stop();
});
