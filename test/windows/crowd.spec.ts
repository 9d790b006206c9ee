import type { ServerResponse } from 'node:http';
import type { Locator, Page } from 'playwright/test';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { railPlace } from '../e2e/desks.ts';
import { connectTo, dialog, place } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import {
  type PublicOrganization,
  publicOrganization,
  publicPolicy,
  publicTag,
  publicUser,
} from '../e2e/public-organization.ts';
import { expectInReach, outOfReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectScreen, inspectSize } from '../e2e/screens.ts';
import { type StandIn, startStandIn } from '../e2e/stand-in-service.ts';

const EMOJI = '🦊'.repeat(256);
/** Hebrew words with a number, which must not be drawn before them. */
const HEBREW = 'שלום עולם 17';
const NAMES = [
  EMOJI,
  HEBREW,
  'مستخدم جديد',
  'Ada \u202eenrybA',
  'First\u2028line\u0007 second',
  '',
  `e${'\u0301'.repeat(50)}`,
];
/** The age of rows that were read at the beginning of the step. A busy machine needs minutes for it. */
const AGE = '(just now|\\d+ min ago)';
/** The number of users and of policies. */
const MANY = 100;

const grid = (page: Page, name: string): Locator => page.getByRole('grid', { name });
const rows = (page: Page, name: string): Locator =>
  grid(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
const details = (page: Page): Locator => page.getByRole('region', { name: / details$/ });
const status = (page: Page): Locator => page.locator('.status-line .freshness');

const problem = (page: Page): Locator => page.locator('.list-problem').filter({ hasText: 'could not be' });

/** Reads the rows of the place again, to the end: each refresh asks the service something. */
async function refresh(page: Page, many: string): Promise<void> {
  const before = service.seen.paths.length;
  await page.getByRole('button', { name: `Refresh ${many}` }).click();
  await expect.poll(() => service.seen.paths.length).toBeGreaterThan(before);
  await expect(page.getByRole('button', { name: `Refresh ${many}` })).toBeVisible();
}

async function showSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of organization' });
  await sections.getByRole('button', { name }).click();
  await expect(place(page, name)).toBeVisible();
}

/** Elements whose content is wider than they are, so that they scroll sideways. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
      .map(({ className }) => className),
  );

/** Fills the organization with users, keys, tags and policies, some of which are nonsense. */
function crowd({ users, tags, policies, quorum }: PublicOrganization): void {
  const nameOf = (kind: string, at: number) => NAMES[at] ?? `${kind} ${at}`;
  for (let at = 0; at < MANY; at += 1) {
    const tag = publicTag(nameOf('Tag', at));
    const user = publicUser(nameOf('User', at), `02${String(at).padStart(64, '0')}`, { userTags: [tag.tagId] });
    tags.push(tag);
    users.push(user);
    policies.push(
      publicPolicy(nameOf('Policy', at), {
        consensus: `approvers.any(user, user.id == '${user.userId}')`,
        condition: `activity.resource == 'WALLET' && approvers.any(user, user.tags.contains('${tag.tagId}'))`,
        effect: at === 50 ? 'EFFECT_PERHAPS' : at % 2 === 0 ? 'EFFECT_ALLOW' : 'EFFECT_DENY',
        notes: nameOf('Note', at),
      }),
    );
  }
  // Times that are no dates, an end before the beginning, and a quorum that nobody can reach.
  const [user, policy] = [users[20], policies[20]];
  const never = { seconds: '99999999999999999', nanos: '0' };
  Object.assign(user ?? {}, { createdAt: never, updatedAt: never });
  Object.assign(user?.apiKeys[0] ?? {}, { createdAt: never, expirationSeconds: '-5' });
  Object.assign(users[21]?.apiKeys[0] ?? {}, { expirationSeconds: '9007199254740991' });
  Object.assign(policy ?? {}, { createdAt: never });
  quorum.threshold = 9;
}

/** A broken answer, and the reason that the window gives for it. */
interface Fault {
  readonly name: string;
  readonly status: number;
  readonly body: string | Buffer;
  readonly type?: string;
  readonly said: RegExp;
}

const refusal = (status: number, message: string, said: RegExp): Fault => ({
  name: `HTTP ${status}`,
  status,
  said,
  body: JSON.stringify({ code: 7, message, details: [] }),
});
const nonsense = (name: string, body: string, said: RegExp): Fault => ({ name, status: 200, body, said });

const FAULTS: readonly Fault[] = [
  refusal(403, 'no permission', /no permission \(HTTP 403/),
  refusal(429, 'too many requests', /too many requests \(HTTP 429/),
  refusal(500, 'pay \u202eme', /pay me \(HTTP 500/),
  {
    name: 'a page of a proxy',
    status: 503,
    body: '<h1>Busy</h1>',
    type: 'text/html',
    said: /gave no reason \(HTTP 503/,
  },
  {
    name: 'a page',
    status: 200,
    body: '<h1>Hello</h1>',
    type: 'text/html',
    said: /text\/html and not application\/json/,
  },
  nonsense('no JSON', '{"users":[', /not JSON in UTF-8/),
  nonsense('a list', '[]', /must be an object/),
  nonsense('another object', '{"hello":1}', /is missing/),
  nonsense(
    'wrong kinds, one of them twice',
    '{"organizationId":7,"users":[],"users":"all","wallets":{},"activities":"none","webhookEndpoints":null}',
    /must be (text|a list)/,
  ),
  {
    name: 'far too much',
    status: 200,
    body: ' '.repeat(17 * 1024 * 1024),
    said: /longer than|more than|too (long|large)/,
  },
  { name: 'nothing', status: 200, body: '', said: /it is empty/ },
  { name: 'a redirect', status: 302, body: '', said: /redirects the request/ },
];

const answerWith =
  ({ status, body, type = 'application/json' }: Fault) =>
  (_path: string, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body);
    return true;
  };

/** The places with rows of the service: the name of each list, and the word on its refresh button. */
const PLACES = [
  { name: 'Organization', list: 'Users', many: 'users' },
  { name: 'Accounts', list: 'Accounts', many: 'accounts' },
  { name: 'Activities', list: 'Activities', many: 'activities' },
  { name: 'Inbox', list: 'Inbox', many: 'requests' },
  { name: 'Webhooks', list: 'Ledger', many: 'deliveries' },
] as const;

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

test('a hundred users and policies with strange names, and a service that fails', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const publicKey = await connectTo(page, service);
  const organization = publicOrganization(service, 'Operator', publicKey);
  crowd(organization);
  service.answer('/public/v1/query/list_wallets', OPERATIONS.list_wallets.example.response);
  service.answer('/public/v1/query/list_wallet_accounts', OPERATIONS.list_wallet_accounts.example.response);
  service.answer('/public/v1/query/list_webhook_endpoints', OPERATIONS.list_webhook_endpoints.example.response);
  service.answer('/public/v1/query/list_webhook_deliveries', OPERATIONS.list_webhook_deliveries.example.response);
  const [, colleague] = organization.users;
  if (colleague === undefined) throw new Error('there is no colleague');
  organization.propose(colleague, 'ACTIVITY_TYPE_CREATE_USERS_V4', 'createUsersIntentV4', { users: [] });
  service.allow(publicKey);
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await page.keyboard.press('Control+8');
  await expect(page.getByText(`${MANY + 1} users`)).toBeVisible();

  await test.step('every section opens, searches and inspects, with every name in its cell', async () => {
    for (const [name, search] of [
      ['Users', 'שלום'],
      ['Tags', 'مستخدم'],
      ['API keys', '🦊'],
      ['Passkeys', 'User 99'],
      ['Policies', 'שלום'],
      ['Quorum', 'Operator'],
    ] as const) {
      await showSection(page, name);
      await expect(rows(page, name).first()).toBeVisible();
      await grid(page, name).focus();
      await page.keyboard.press('End');
      await expect(details(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(details(page)).toBeHidden();
      await page.keyboard.press('/');
      await page.keyboard.type(search);
      await expect(page.getByText(/^[1-9]\d* found$/)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(details(page)).toBeVisible();
      await expect.poll(() => outOfReach(page), name).toEqual([]);
      await expect.poll(() => sideways(page), name).toEqual([]);
      await inspectSize(page, `crowd-${name.toLowerCase().replaceAll(' ', '-')}`);
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').fill('');
    }
  });

  await test.step('values that cannot be are said, and not shown as facts', async () => {
    await showSection(page, 'Policies');
    await page.getByRole('searchbox').fill('unknown effect');
    await expect(page.getByText('1 found')).toBeVisible();
    await rows(page, 'Policies').filter({ hasText: 'Policy 50' }).click();
    await expect(details(page)).toContainText('Castellan does not know the effect of this policy');
    await expect(details(page)).toContainText('EFFECT_PERHAPS');
    await page.getByRole('button', { name: 'Close details' }).click();
    await page.getByRole('searchbox').fill('');
    await showSection(page, 'Quorum');
    await expect(page.getByText('The service reports a quorum that nobody can reach')).toBeVisible();
    await showSection(page, 'Users');
    await page.getByRole('searchbox').fill('User 19');
    await rows(page, 'Users').filter({ hasText: 'User 19' }).click();
    await expect(details(page)).toContainText('Key of User 19');
    await expect(details(page)).not.toContainText('Added');
    await page.getByRole('button', { name: 'Close details' }).click();
    await page.getByRole('searchbox').fill('');
  });

  await test.step('forms choose among a hundred by name', async () => {
    await page.getByRole('button', { name: 'Add user' }).click();
    const tags = dialog(page).getByRole('combobox', { name: 'Choose a tag for “Tags”' });
    await tags.selectOption({ label: HEBREW });
    await tags.selectOption({ index: 1 });
    await expect(dialog(page).getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(2);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await expect.poll(() => sideways(page)).toEqual([]);
    await inspectScreen(page, 'crowd-form');
    await page.keyboard.press('Escape');
    await showSection(page, 'Users');
    await page.getByRole('searchbox').fill('🦊');
    await rows(page, 'Users').first().click();
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `crowd-users-${size}`));
    await resize(running, 1280, 800, 1);
    await details(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove user…' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Remove / })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review removal' })).toBeEnabled();
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await expect.poll(() => sideways(page)).toEqual([]);
    await inspectScreen(page, 'crowd-leaving');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('');
  });

  await test.step('whatever the service answers, the old rows stay, with their age and the reason', async () => {
    for (const { name, list, many } of PLACES) {
      service.interfere(null);
      await railPlace(page, name).click();
      await refresh(page, many);
      await expect(rows(page, list).first()).toBeVisible();
      const shown = async () => [
        await grid(page, list).getAttribute('aria-rowcount'),
        await rows(page, list).first().textContent(),
      ];
      const before = await shown();
      for (const fault of FAULTS) {
        service.interfere(answerWith(fault));
        await refresh(page, many);
        const why = `${name}, ${fault.name}`;
        await expect(status(page), why).toContainText(new RegExp(`Data from ${AGE}`));
        await expect(problem(page), why).toContainText(fault.said);
        await expect(problem(page), why).toContainText(new RegExp(`The rows are from ${AGE}`));
        expect(await shown(), why).toEqual(before);
      }
      await inspectSize(page, `crowd-fails-${name.toLowerCase()}`);
      service.interfere(null);
      await problem(page).getByRole('button', { name: 'Try again' }).click();
      await expect(status(page), name).toContainText('Up to date');
      await expect(problem(page), name).toHaveCount(0);
    }
  });

  await test.step('a part that the service refuses says so, and so does a connection that breaks', async () => {
    await railPlace(page, 'Organization').click();
    await showSection(page, 'Policies');
    const count = (await grid(page, 'Policies').getAttribute('aria-rowcount')) ?? '';
    service.interfere((path, response) => {
      if (path.endsWith('/list_policies')) response.destroy();
      return path.endsWith('/list_policies');
    });
    await refresh(page, 'policies');
    await expect(problem(page)).toContainText('Policies could not be read');
    await expect(problem(page)).toContainText('The rows are from just now');
    await expect(grid(page, 'Policies')).toHaveAttribute('aria-rowcount', count);
    await showSection(page, 'Users');
    await expect(problem(page)).toHaveCount(0);
    service.interfere((_path, response) => {
      response.destroy();
      return true;
    });
    await refresh(page, 'users');
    await expect(status(page)).toContainText('Service not reachable. Data from just now');
    await expect(rows(page, 'Users').first()).toBeVisible();
  });

  await test.step('while a service keeps silent, the place says that it waits, searches and stops', async () => {
    service.interfere(() => true);
    await page.getByRole('button', { name: 'Refresh users' }).click();
    await expect(status(page)).toContainText('Waiting for the service. Data from just now');
    await page.getByRole('searchbox').fill('User 42');
    await rows(page, 'Users').filter({ hasText: 'User 42' }).first().click();
    await expect(details(page)).toContainText('Key of User 42');
    await page.getByRole('button', { name: 'Stop refreshing' }).click();
    service.interfere(null);
    await refresh(page, 'users');
    await expect(status(page)).toContainText('Up to date');
  });
});
