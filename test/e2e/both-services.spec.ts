import type { Locator, Page } from 'playwright/test';
import { connectAs } from './desks.ts';
import { confirm, confirmation, connectTo, dialog, goTo, place, searchPalette } from './flows.ts';
import { expect, test } from './harness.ts';
import { localOrganization } from './local-organization.ts';
import { publicOrganization, publicPolicy, publicTag, publicUser } from './public-organization.ts';
import { inspectScreen } from './screens.ts';
import { startStandIn } from './stand-in-service.ts';
import { startTeam } from './team.ts';

const rowOf = (page: Page, grid: string, text: string): Locator =>
  page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: text });

async function show(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of organization' });
  await sections.getByRole('button', { name }).click();
  await expect(place(page, name)).toBeVisible();
}

/** The story that Anna plays at each service. */
async function playOrganization(page: Page, service: string): Promise<void> {
  await test.step('users, keys, tags and policies are shown by name', async () => {
    await page.keyboard.press('Control+8');
    await expect(rowOf(page, 'Users', 'Ben')).toContainText('Treasurers');
    await expect(rowOf(page, 'Users', 'Anna')).toContainText('you');
    await show(page, 'API keys');
    await expect(rowOf(page, 'API keys', 'Key of Anna')).toContainText('no end');
    await show(page, 'Tags');
    await expect(rowOf(page, 'Tags', 'Treasurers')).toContainText('Ben');
    await show(page, 'Policies');
    await expect(rowOf(page, 'Policies', 'Treasurers make wallets')).toContainText('Create wallet');
  });

  await test.step('a user is added', async () => {
    await show(page, 'Users');
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByRole('textbox', { name: 'User name', exact: true }).fill('Dora');
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Users', 'Dora')).toHaveCount(1);
  });

  await test.step('a vote on the request of a colleague', async () => {
    await goTo(page, 'Inbox');
    const waiting = page.getByRole('grid', { name: 'Inbox' }).getByRole('row', { name: /Cleo/ });
    await waiting.click();
    await page.getByRole('region', { name: 'Activity details' }).getByRole('button', { name: 'Approve' }).click();
    await expect((await confirmation(page)).getByRole('heading', { level: 1 })).toContainText('Cleo');
    await confirm(page, 'Approve');
    await expect(waiting).toHaveCount(0);
    await page.keyboard.press('Control+8');
    await show(page, 'Users');
    await expect(rowOf(page, 'Users', 'Cleo')).toHaveCount(1);
  });

  await test.step('a colleague leaves, one request after the other', async () => {
    await searchPalette(page, 'Remove a user');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'User' }).selectOption({ label: 'Ben' });
    await expect(place(page, 'Remove Ben')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review removal' })).toBeEnabled();
    await inspectScreen(page, `${service}-leaving`);
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    await expect(page.getByText('Ben is no longer a user of this organization')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Users', 'Ben')).toHaveCount(0);
    for (const name of ['Anna', 'Dora', 'Cleo']) await expect(rowOf(page, 'Users', name)).toHaveCount(1);
  });
}

test.describe('an organization: users, a vote, and a person leaves', () => {
  test('at a local service', async ({ launch }) => {
    const team = await startTeam();
    try {
      const { page } = await launch();
      await localOrganization(team, await connectAs(page, 'Anna', team));
      await playOrganization(page, 'local');
    } finally {
      await team.stop();
    }
  });

  test('at a service that speaks the public dialect', async ({ launch }) => {
    const service = await startStandIn();
    try {
      const { page } = await launch();
      const publicKey = await connectTo(page, service);
      const { users, tags, policies, propose } = publicOrganization(service, 'Anna', publicKey);
      const tag = publicTag('Treasurers');
      const ben = publicUser('Ben', `02${'b'.repeat(64)}`, { userTags: [tag.tagId] });
      users.push(ben);
      tags.push(tag);
      policies.push(
        publicPolicy('Treasurers make wallets', {
          consensus: `approvers.any(user, user.tags.contains('${tag.tagId}'))`,
          condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
        }),
      );
      propose(ben, 'ACTIVITY_TYPE_CREATE_USERS_V4', 'createUsersIntentV4', {
        users: [{ userName: 'Cleo', userTags: [], apiKeys: [], authenticators: [], oauthProviders: [] }],
      });
      service.allow(publicKey);
      await page.getByRole('button', { name: 'Go to accounts' }).click();
      await playOrganization(page, 'public');

      await test.step('what only this service has is shown too, and what it does not have is said', async () => {
        await show(page, 'Passkeys');
        await expect(rowOf(page, 'Passkeys', 'Anna')).toContainText('not reported');
        await show(page, 'Features');
        await expect(rowOf(page, 'Features', 'Login by email')).toContainText('on');
        await inspectScreen(page, 'public-features');
        await show(page, 'Secrets');
        await expect(page.getByText('Secrets could not be read')).toBeVisible();
        await inspectScreen(page, 'public-secrets');
      });
    } finally {
      await service.stop();
    }
  });
});
