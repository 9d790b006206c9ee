import type { Page } from 'playwright/test';
import { OPERATIONS } from '../../shared/operations/index.ts';
import {
  confirm,
  confirmation,
  connectTo,
  createLocalVault,
  createWallet,
  dialog,
  place,
  searchPalette,
} from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { expectInReach, resize, SMALL_SIZES } from './reach.ts';
import { inspectScreen, inspectSize } from './screens.ts';
import { startStandIn } from './stand-in-service.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const completions = (page: Page) => page.getByRole('listbox', { name: 'Completions' });
const words = (page: Page) => page.getByRole('region', { name: 'In words' });
const trials = (page: Page) => page.getByRole('region', { name: 'Try it' });

/** As long as the service allows, right to left, with emoji. */
const LONG_NAME = `مستخدم ${'🦊'.repeat(120)}`;

/** Has the page add a user tag, and answers the question. */
async function addTag(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Sections of organization' })
    .getByRole('button', { name: 'Tags' })
    .click();
  await page.getByRole('button', { name: 'Create tag' }).first().click();
  await dialog(page).getByRole('textbox', { name: 'User tag name', exact: true }).fill(name);
  await page.keyboard.press('Control+Enter');
  await confirm(page);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
}

async function openPolicies(page: Page): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of organization' });
  await sections.getByRole('button', { name: 'Policies' }).click();
  await expect(place(page, 'Policies')).toBeVisible();
}

test('a policy is written with completions, repaired, tried on past activities and changed, with the keyboard', async ({
  launch,
}) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury hot', ['Solana']);
  await page.keyboard.press('Control+8');
  await expect(place(page, 'Users')).toBeVisible();
  await addTag(page, LONG_NAME);
  await addTag(page, 'Treasurers');
  await openPolicies(page);
  await expect(page.getByText('No policy: only root users act.')).toBeVisible();

  await test.step('completions follow the caret, and insert the identifier of a tag by its name', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('write policy');
    await expect(page.getByRole('option', { name: /^Write policy/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(place(page, 'New policy')).toBeVisible();
    await expect(field(page, 'Name')).toBeFocused();
    await page.keyboard.type('New wallets');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(field(page, 'Condition')).toBeFocused();
    await page.keyboard.type('activity.act');
    await expect(completions(page).getByRole('option')).toHaveText([/action/]);
    await page.keyboard.press('Tab');
    await page.keyboard.type(' ');
    await expect(completions(page).getByRole('option').first()).toHaveText(/== ?is equal/);
    await page.keyboard.press('Tab');
    await page.keyboard.type('cre');
    await expect(completions(page).getByRole('option', { selected: true })).toHaveText(/CREATE/);
    await page.keyboard.press('Tab');
    await expect(field(page, 'Condition')).toHaveValue("activity.action == 'CREATE'");
    await page.keyboard.press('Tab');
    await expect(field(page, 'Consensus')).toBeFocused();
    await page.keyboard.type("approvers.any(user, user.tags.contains('");
    await page.keyboard.press('Control+Space');
    await expect(completions(page).getByRole('option')).toHaveCount(2);
    await page.keyboard.type('tre');
    await expect(completions(page).getByRole('option')).toHaveText([/Treasurers.*nobody/]);
    await inspectScreen(page, 'policy-completions');
    await page.keyboard.press('Tab');
    await page.keyboard.type('))');
    await page.keyboard.press('Escape');
    await expect(field(page, 'Consensus')).toHaveValue(/contains\('[0-9a-f-]{36}'\)\)$/);
  });

  await test.step('the words and the findings follow the text', async () => {
    await expect(words(page)).toContainText('Treasurers');
    const findings = page.getByRole('region', { name: 'Findings' });
    await expect(findings).toContainText('Nobody has the tag “Treasurers”');
    await inspectScreen(page, 'policy-words');
  });

  await test.step('a fault stands at its place, and is repaired by a key', async () => {
    await field(page, 'Condition').fill("activity.action == 'CREATE' && walet.imported == false");
    const errors = page.getByRole('list', { name: 'Errors of condition' });
    await expect(errors).toContainText('Line 1, column 32. The name "walet" is not known here; write wallet.');
    await expect(page.getByText('1 error in Condition')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review policy' })).toHaveAttribute('aria-disabled', 'true');
    await expect(trials(page).getByRole('button', { name: 'Try past activities' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await inspectScreen(page, 'policy-error-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('F8');
    await page.keyboard.press('Alt+Enter');
    await expect(errors).toBeHidden();
    await expect(field(page, 'Condition')).toHaveValue("activity.action == 'CREATE' && wallet.imported == false");
    await field(page, 'Condition').fill('walet.imported');
    await errors.getByRole('button', { name: 'Use wallet' }).click();
    await expect(field(page, 'Condition')).toHaveValue('wallet.imported');
    await field(page, 'Condition').fill("activity.resource == 'WALLET' && activity.action == 'CREATE'");
  });

  await test.step('a denial changes the outcome of a past activity, and names the clause that decides', async () => {
    await page.getByRole('radio', { name: 'Deny' }).check();
    await expect(words(page)).toContainText('Nobody can');
    await page.getByRole('radio', { name: 'Allow' }).check();
    await field(page, 'Consensus').fill('');
    await trials(page).getByRole('button', { name: 'Try past activities' }).click();
    await expect(trials(page).getByText(/stay as they were/)).toBeVisible();
    const tried = trials(page).locator('details', { hasText: 'Create wallet' }).first();
    await tried.locator('summary').click();
    await expect(tried).toContainText('Without it: Allowed by the root quorum.');
    await expect(tried).toContainText('Every clause is true, so the policy applies.');
    await inspectScreen(page, 'policy-tried');
  });

  await test.step('a composed request is decided, and never sent', async () => {
    await trials(page).getByRole('button', { name: 'Compose a request' }).click();
    const tryIt = () => trials(page).getByRole('button', { name: 'Try this request' }).click();
    await tryIt();
    await expect(trials(page)).toContainText('Choose an account.');
    await trials(page).getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option').first().click();
    await trials(page).getByRole('combobox', { name: 'To' }).fill('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    await trials(page).getByRole('textbox', { name: 'Amount' }).fill('2.5');
    await tryIt();
    const paid = trials(page).locator('details', { hasText: 'Send 2.5 ETH to 0xf39F' });
    await expect(paid).toContainText('Clause 1 is not true, so the policy does not apply.');
    await expect(page.locator('.expression-marked')).toContainText("activity.resource == 'WALLET'");
    await inspectScreen(page, 'policy-composed-payment');

    await trials(page).getByRole('combobox', { name: 'Chain' }).selectOption({ label: 'Solana' });
    await trials(page).getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option').last().click();
    await trials(page).getByRole('combobox', { name: 'To' }).fill('8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh');
    await trials(page).getByRole('combobox', { name: 'Asset' }).selectOption({ label: 'USDC' });
    await trials(page).getByRole('textbox', { name: 'Amount' }).fill('2.5');
    await tryIt();
    await expect(trials(page).getByRole('alert')).toHaveText('No node reported the program of this token. Choose it.');
    await trials(page).getByRole('combobox', { name: 'Token program' }).selectOption({ label: 'Token-2022 Program' });
    await tryIt();
    await expect(trials(page).locator('details', { hasText: 'Send 2.5 USDC' })).toBeVisible();
    await inspectScreen(page, 'policy-composed-token');

    await trials(page).getByRole('combobox', { name: 'Request' }).selectOption({ label: 'Create wallet' });
    await trials(page).getByRole('textbox', { name: 'Wallet name' }).fill('Payroll');
    await trials(page).locator('summary', { hasText: 'JSON' }).click();
    const parameters = field(page, 'Parameters');
    await expect(parameters).toHaveValue(/"walletName": ?"Payroll"/);
    const example = await parameters.inputValue();
    await parameters.fill('{');
    await tryIt();
    await expect(trials(page).getByRole('alert')).toContainText('This is not JSON (line 1, column 2');
    await parameters.fill(example);
    await tryIt();
    await expect(trials(page).locator('details', { hasText: 'Create wallet “Payroll”' })).toContainText(
      'With the policy: Allowed by',
    );
    await inspectScreen(page, 'policy-composed');
  });

  await test.step('Escape keeps the draft, and the trusted window asks before it is stamped', async () => {
    await field(page, 'Name').press('Escape');
    await expect(place(page, 'Policies')).toBeVisible();
    const { spent } = await handOf(page);
    await page.getByRole('button', { name: 'Write policy' }).first().click();
    await expect(field(page, 'Name')).toHaveValue('New wallets');
    await page.keyboard.press('Control+Enter');
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toContainText('New wallets');
    await confirm(page);
    await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(place(page, 'Policies')).toBeVisible();
    expect(spent(), 'clicks from the policies to a new one').toBeLessThanOrEqual(4);
    const row = page.getByRole('grid', { name: 'Policies' }).getByRole('row').filter({ hasText: 'New wallets' });
    await row.click();
    await page.getByRole('button', { name: 'Edit policy…' }).click();
    await expect(place(page, 'New wallets')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert')).toHaveText('Nothing is changed yet.');
    await field(page, 'Name').fill(LONG_NAME);
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `policy-${size}`));
    await resize(running, 1280, 800, 1);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(row).toHaveCount(1);
  });

  await test.step('a policy that covers another is found', async () => {
    await page.getByRole('button', { name: 'Write policy' }).first().click();
    await field(page, 'Name').fill('Second');
    await field(page, 'Condition').fill(
      "activity.resource == 'WALLET' && activity.action == 'CREATE' && eth.tx.to == '0x1111111111111111111111111111111111111111'",
    );
    const findings = page.getByRole('region', { name: 'Findings' });
    await expect(findings).toContainText('The policy “New wallets” already allows everything that this one allows.');
    await expect(findings).toContainText('is no account and no known contract of this organization');
  });
});

test('the power of a user is found by requests that are never sent', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury hot');
  await page.keyboard.press('Control+8');
  await expect(place(page, 'Users')).toBeVisible();
  const group = (name: string) => page.getByRole('region', { name });
  const details = page.getByRole('region', { name: 'User details' });

  await test.step('the only root user can do everything alone', async () => {
    await page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: ' you' }).click();
    await details.getByRole('button', { name: 'Check access' }).click();
    await expect(page.getByText('Operator signs alone with 1 wallet or key.')).toBeVisible();
    await expect(group('Can do alone')).toContainText('Change the root quorum');
    await expect(group('Can do alone')).toContainText('Send 1 wei on Ethereum from “Treasury hot”');
    await expect(group('Cannot do')).toHaveCount(0);
    await inspectScreen(page, 'access-root');
    await page.keyboard.press('Escape');
    await expect(place(page, 'Users')).toBeVisible();
    await searchPalette(page, 'Check access');
    await page.keyboard.press('Enter');
    await expect(place(page, 'Check access')).toBeVisible();
    await page.getByRole('combobox', { name: 'User' }).selectOption({ label: 'Operator' });
    await expect(page.getByText('Operator signs alone with 1 wallet or key.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(place(page, 'Users')).toBeVisible();
  });

  await test.step('a user with a long name and no policy can do nothing', async () => {
    await page.getByRole('button', { name: 'Add user' }).click();
    await dialog(page).getByRole('textbox', { name: 'User name', exact: true }).fill(LONG_NAME);
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: 'مستخدم' }).click();
    await details.getByRole('button', { name: 'Check access' }).click();
    await expect(group('Cannot do')).toContainText('Sign a message with “Treasury hot”');
    await expect(group('Cannot do')).toContainText('Only the root quorum can.');
    await expect(page.getByText('This user cannot sign in')).toBeVisible();
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `access-${size}`));
    await resize(running, 1280, 800, 1);
  });
});

test('a service elsewhere that refuses leaves the text usable, and is asked again', async ({ launch }) => {
  const service = await startStandIn();
  const { page } = await launch();
  const { response } = OPERATIONS.list_policies.example;
  const policies = Array.from({ length: 100 }, (_, index) => ({
    ...response.policies[0],
    policyId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    policyName: `${index} ${LONG_NAME}`,
    effect: 'EFFECT_ALLOW',
    condition: 'wallet.imported',
    consensus: `approvers.count() >= ${index + 1}`,
    time: '',
  }));
  service.answer(OPERATIONS.list_policies.path, { policies });
  service.allow(await connectTo(page, service));
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await page.keyboard.press('Control+8');
  await openPolicies(page);
  await expect(page.getByText('100 policies')).toBeVisible();
  await page.getByRole('button', { name: 'Write policy' }).click();
  await field(page, 'Name').fill('First');
  await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible();
  await field(page, 'Condition').fill('wallet.imported');
  await expect(words(page)).toContainText('Anyone can');
  await inspectScreen(page, 'policy-refused');

  const { organizationData } = OPERATIONS.get_organization.example.response;
  service.answer(OPERATIONS.get_organization.path, { organizationData: { ...organizationData, policies } });
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByRole('button', { name: 'Read again' })).toBeHidden();
  await field(page, 'Consensus').fill('approvers.count() >= 1');
  await expect(page.getByRole('region', { name: 'Findings' })).toContainText('already allows everything');
  await trials(page).getByRole('button', { name: 'Try past activities' }).click();
  await expect(trials(page).getByRole('alert')).toContainText('cannot try a policy');
  await service.stop();
});
