import { OPERATIONS } from '../../shared/operations/index.ts';
import { connectTo, goTo, listRows } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { resize, type Size } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';
import { type StandIn, startStandIn } from '../e2e/stand-in-service.ts';

const SIZES: readonly Size[] = [
  [960, 640, 1],
  [1440, 900, 1],
];
const { list_activities: list, get_activity: get } = OPERATIONS;

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

test('an empty list explains itself, and one without its service shows its age', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const inspectAt = async (name: string) => {
    for (const [at, size] of SIZES.entries()) {
      await resize(running, ...size);
      await (at === 0 ? inspectScreen : inspectSize)(page, `${name}-${size[0]}`);
    }
  };
  service.allow(await connectTo(page, service));
  await page.getByRole('button', { name: 'Go to accounts' }).click();

  await test.step('an empty list has its purpose and the action that fills it', async () => {
    for (const [name, text, action] of [
      [
        'Inbox',
        'Inbox lists the requests that need your vote, and those that wait for others. None waits now.',
        'Check again',
      ],
      ['Activities', 'Activities lists every request to the service, with its votes and its result.', 'Create wallet'],
    ] as const) {
      await goTo(page, name);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('main').getByRole('button', { name: action }).first()).toBeVisible();
      await inspectAt(`list-empty-${name.toLowerCase()}`);
    }
  });

  await test.step('an empty list is not called empty now while its service does not answer', async () => {
    await service.stop();
    await goTo(page, 'Inbox');
    await page.keyboard.press('Control+r');
    await expect(page.getByText('and the service does not answer now.')).toBeVisible();
    await expect(page.getByText('None waits now.')).toHaveCount(0);
    await inspectAt('list-offline-inbox');
    await service.restart();
  });

  await test.step('a service that answers with an error is not called silent', async () => {
    service.interfere((_path, response) => {
      const problem = { code: 13, message: 'the database is not available', details: [] };
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(problem));
      return true;
    });
    await goTo(page, 'Activities');
    await page.keyboard.press('Control+r');
    await expect(page.getByText('Activities could not be refreshed')).toBeVisible();
    await expect(page.getByText(/The list was empty .*, and could not be read again\./)).toBeVisible();
    await expect(page.getByText('The rows are from')).toHaveCount(0);
    service.interfere(null);
  });

  await test.step('rows stay, with their age, while the service does not answer', async () => {
    const { activity } = get.example.response;
    service.answer(list.path, { activities: [activity] });
    await goTo(page, 'Activities');
    await page.keyboard.press('Control+r');
    const rows = listRows(page, 'Activities');
    await expect(rows).toHaveCount(1);
    await service.stop();
    // A reading that was under way when the service stopped may still succeed.
    await expect(async () => {
      await page.keyboard.press('Control+r');
      const stale = page.getByText(/not reachable\. Data from|Not refreshed\. Data from/i);
      await expect(stale).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(rows).toHaveCount(1);
    await inspectAt('list-offline-activities');
    await service.restart();
  });
});
