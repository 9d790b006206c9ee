import { generateP256KeyPair } from '@turnkey/crypto';
import type { Locator, Page } from 'playwright/test';
import { connectAs, railPlace } from '../e2e/desks.ts';
import { confirm, confirmation, createLocalVault, dialog, place, press, searchPalette, unlock } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { startTeam } from '../e2e/team.ts';

const rowOf = (page: Page, grid: string, text: string | RegExp): Locator =>
  page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: text });
const access = (page: Page, row: string): Locator =>
  page
    .getByRole('table', { name: 'Access' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row }) });
const requests = (page: Page): Locator => page.getByRole('region', { name: 'Requests' }).getByRole('listitem');
const settled = (page: Page) => expect(page.getByRole('button', { name: /^(Review removal|Continue)$/ })).toBeEnabled();

/** Opens the removal of a user by the palette, with the keyboard. */
async function leave(page: Page, name: string): Promise<void> {
  await searchPalette(page, 'Remove a user');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'User' }).selectOption({ label: name });
  await expect(place(page, `Remove ${name}`)).toBeVisible();
}

/** Confirms a request from a form, and closes its dialog. */
async function finish(page: Page): Promise<void> {
  await confirm(page);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

/** Adds a user with a key that lasts, by the form. */
async function addUser(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add user' }).click();
  await dialog(page).getByRole('textbox', { name: 'User name', exact: true }).fill(name);
  await page.keyboard.press('Control+Enter');
  await finish(page);
  await rowOf(page, 'Users', name).click();
  const details = page.getByRole('region', { name: 'User details' });
  await details.getByRole('button', { name: 'Add API key…' }).click();
  await dialog(page).getByRole('textbox', { name: 'API key name', exact: true }).fill(`Key of ${name}`);
  await dialog(page).getByRole('textbox', { name: 'Public key', exact: true }).fill(generateP256KeyPair().publicKey);
  await page.keyboard.press('Control+Enter');
  await finish(page);
  await expect(details).toContainText(`Key of ${name}`);
}

test('a person leaves: power until then, one request after the other, and a stop in the middle', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await page.keyboard.press('Control+8');
  await expect(place(page, 'Users')).toBeVisible();
  await addUser(page, 'Lena Fischer');

  await test.step('yourself, the last member of the quorum, cannot be removed', async () => {
    await rowOf(page, 'Users', ' you').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Remove user…' }).click();
    await expect(page.getByText('This is your own user')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review removal' })).toBeDisabled();
    await inspectScreen(page, 'leaving-refused');
    await page.keyboard.press('Escape');
    await expect(place(page, 'Users')).toBeVisible();
  });

  await test.step('the page says what the user has, and what no request takes back', async () => {
    await leave(page, 'Lena Fischer');
    await settled(page);
    await expect(page.getByText('Lena Fischer loses all access when you confirm')).toBeVisible();
    await expect(access(page, 'API keys')).toContainText('Key of Lena Fischer');
    await expect(access(page, 'API keys')).toContainText('removed with the user');
    await expect(page.getByRole('complementary', { name: 'Until then' })).toContainText('signs with no wallet or key.');
    await access(page, 'API keys').getByRole('checkbox').check();
    await expect(access(page, 'API keys')).toContainText('removed first');
    await expect(requests(page)).toHaveCount(2);
    await inspectScreen(page, 'leaving');
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `leaving-${size}`));
    await resize(running, 1280, 800, 1);
  });

  await test.step('locking keeps the choice of removals', async () => {
    await page.keyboard.press('Control+l');
    await expect(place(page, 'Vault locked')).toBeVisible();
    await unlock(page);
    await expect(place(page, 'Remove Lena Fischer')).toBeVisible();
    await settled(page);
    await expect(access(page, 'API keys').getByRole('checkbox')).toBeChecked();
  });

  await test.step('one button withdraws the question, and leaves the page as it was', async () => {
    await page.keyboard.press('Control+Enter');
    await confirmation(page);
    await expect(page.getByRole('button', { name: /^(Stop|Cancel)/ })).toHaveText(['Stop removal']);
    await inspectScreen(page, 'leaving-asked');
    await page.getByRole('button', { name: 'Stop removal' }).click();
    await expect(page.getByText('0 of 2 requests are done. The other 2 are not done.')).toBeVisible();
    await settled(page);
  });

  await test.step('a no in the middle leaves the rest undone, and says so', async () => {
    await page.keyboard.press('Control+Enter');
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toContainText('Lena Fischer');
    await inspectConfirmation(asked, 'leaving-question');
    await confirm(page);
    await expect(requests(page).first()).toContainText('done');
    const second = await confirmation(page);
    await expect(second.getByRole('heading', { level: 1 })).toContainText('Lena Fischer');
    await press(second, second.locator('.trusted-answers').getByRole('button').first());
    await expect(page.getByText('1 of 2 requests are done. The other one is not done.')).toBeVisible();
    await expect(requests(page)).toContainText([/API key.*done/, /Remove the user.*not done/]);
    await inspectScreen(page, 'leaving-stopped');
  });

  await test.step('the next request is carried to the offline station', async () => {
    await page.getByRole('button', { name: 'Carry to the offline station' }).click();
    await expect(page.getByRole('heading', { level: 2, name: /^Stamp a request: / })).toBeVisible();
    await page.keyboard.press('Control+8');
    await settled(page);
  });

  await test.step('the page left and opened again goes on with the rest', async () => {
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Users', 'Lena Fischer')).toHaveCount(1);
    const { spent } = await handOf(page);
    await leave(page, 'Lena Fischer');
    await settled(page);
    await expect(requests(page)).toHaveCount(1);
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    expect(spent(), 'clicks from any place to the removal').toBeLessThanOrEqual(6);
    await expect(page.getByText('Lena Fischer is no longer a user of this organization')).toBeVisible();
    await expect(page.getByText('All requests are complete.')).toBeVisible();
    await inspectScreen(page, 'leaving-done');
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Users', 'Lena Fischer')).toHaveCount(0);
  });
});

/** Approves the requests that wait in the inbox, which are as many. */
async function voteOnAll(page: Page, count: number): Promise<void> {
  await railPlace(page, 'Inbox').click();
  await page.keyboard.press('Control+r');
  const waiting = page.getByRole('grid', { name: 'Inbox' }).getByRole('row', { name: /Anna/ });
  await expect(waiting).toHaveCount(count);
  for (let left = count; left > 0; left -= 1) {
    await waiting.first().click();
    await page.getByRole('region', { name: 'Activity details' }).getByRole('button', { name: 'Approve' }).click();
    await confirm(page, 'Approve');
    await expect(waiting).toHaveCount(left - 1);
  }
}

test('a member of the quorum leaves: on three machines, another member votes on each request', async ({ launch }) => {
  const team = await startTeam();
  try {
    await team.createWallet('Treasury');
    const [anna, ben, cleo] = [await launch(), await launch(), await launch()];
    const colleagues = [
      await connectAs(anna.page, 'Anna', team),
      await connectAs(ben.page, 'Ben', team),
      await connectAs(cleo.page, 'Cleo', team),
    ];
    await team.handOver(colleagues);
    const { page } = anna;
    await cleo.page.keyboard.press('Control+8');
    await expect(rowOf(cleo.page, 'Users', 'Ben')).toHaveCount(1);
    await page.keyboard.press('Control+8');
    await expect(rowOf(page, 'Users', 'Cleo')).toHaveCount(1);

    await test.step('the page names the quorum that remains, and the power until then is not known', async () => {
      await leave(page, 'Cleo');
      await settled(page);
      await expect(access(page, 'Root quorum')).toContainText('2 of 2 without Cleo');
      await expect(page.getByText('No member may be lost in the root quorum afterwards')).toBeVisible();
      // The service runs outside this program, which cannot have it decide requests.
      await expect(page.getByText('The rights of Cleo are not known.')).toBeVisible();
      await inspectScreen(page, 'leaving-quorum');
    });

    await test.step('each request waits for a vote, by name, and the user is held until the quorum is changed', async () => {
      await page.keyboard.press('Control+Enter');
      await confirm(page);
      await confirm(page);
      await expect(requests(page)).toContainText([
        /out of the root quorum.*waits for.*1 more vote, from Ben or Cleo/,
        /API key.*waits for.*1 more vote, from Ben or Cleo/,
        /Remove the user.*after the quorum change/,
      ]);
      await expect(page.getByText('The rest waits for votes')).toBeVisible();
      await inspectScreen(page, 'leaving-waiting');
    });

    await test.step('the page opened again knows what was asked, and asks nothing twice', async () => {
      await page.keyboard.press('Escape');
      // Each section names the people who vote next.
      const open = page.getByRole('list', { name: 'Requests that wait for votes' }).getByRole('listitem');
      await expect(open).toContainText([/1 more vote, from Ben or Cleo/, /1 more vote, from Ben or Cleo/]);
      await inspectScreen(page, 'organization-waiting');
      await leave(page, 'Cleo');
      await expect(requests(page)).toContainText([/waits for/, /waits for/, /after the quorum change/]);
      await expect(page.getByRole('button', { name: 'Review removal' })).toBeDisabled();
    });

    await test.step('after the votes only the user is left, which needs a vote too', async () => {
      await voteOnAll(ben.page, 2);
      await page.getByRole('button', { name: 'Check votes again' }).click();
      await expect(requests(page)).toContainText([/Remove the user/]);
      await settled(page);
      await page.keyboard.press('Control+Enter');
      await confirm(page);
      await expect(requests(page)).toContainText([/Remove the user.*waits for/]);
      await voteOnAll(ben.page, 1);
      await page.getByRole('button', { name: 'Check votes again' }).click();
      await expect(page.getByText('Cleo is no longer a user of this organization')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(rowOf(page, 'Users', 'Cleo')).toHaveCount(0);
    });

    await test.step('the quorum is changed by both who are left, and both machines show it', async () => {
      const quorum = (machine: Page) =>
        machine.getByRole('navigation', { name: 'Sections of organization' }).getByRole('button', { name: 'Quorum' });
      await quorum(page).click();
      await page.getByRole('button', { name: 'Change quorum' }).click();
      await page.getByRole('spinbutton', { name: 'Votes needed' }).fill('1');
      await page.keyboard.press('Control+Enter');
      await confirm(page);
      await expect(dialog(page)).toContainText('Waiting for votes');
      await page.keyboard.press('Escape');
      await voteOnAll(ben.page, 1);
      await ben.page.keyboard.press('Control+8');
      await page.getByRole('button', { name: 'Refresh members' }).click();
      for (const machine of [page, ben.page]) await expect(machine.getByText('Quorum 1 of 2')).toBeVisible();
    });

    await test.step('the machine of the removed user keeps its old rows, and says that its key is refused', async () => {
      await cleo.page.getByRole('button', { name: 'Refresh users' }).click();
      await expect(cleo.page.getByRole('alert')).toContainText('The service refuses this key');
      await expect(cleo.page.locator('.status-line')).toContainText('Service refuses this key. Data from');
      await expect(rowOf(cleo.page, 'Users', 'Ben')).toHaveCount(1);
    });
  } finally {
    await team.stop();
  }
});
