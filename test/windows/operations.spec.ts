import type { Locator, Page } from 'playwright/test';
import { chooseOperation, confirm, confirmation, createLocalVault, goTo, place, press, unlock } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { outOfReach, resize } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';

const pane = (page: Page): Locator => page.getByRole('region', { name: 'Operation', exact: true });

async function fill(page: Page, name: string, text: string): Promise<void> {
  await pane(page).getByRole('textbox', { name, exact: true }).fill(text);
}

async function review(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await confirm(page);
  await expect(pane(page).getByText('The service completed it.')).toBeVisible();
}

test('a policy and a user tag are made by the forms of their declarations', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await goTo(page, 'All operations');
  await inspectScreen(page, 'operations-list');
  await chooseOperation(page, 'create_policy', 'Create policy');

  await test.step('a fault is shown beside its field, and no question opens', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(pane(page).getByRole('alert')).toHaveText('Fill this in.');
  });

  await test.step('typed values survive Escape, leaving and locking', async () => {
    await fill(page, 'Policy name', 'Small payments');
    await pane(page).getByRole('button', { name: 'Add condition' }).click();
    await page.keyboard.type("activity.resource == 'WALLET'");
    await page.keyboard.press('Escape');
    await expect(pane(page)).toBeHidden();
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Lock vault' }).click();
    await unlock(page);
    await goTo(page, 'All operations');
    await chooseOperation(page, 'create_policy', 'Create policy');
    await expect(pane(page).getByRole('textbox', { name: 'Condition' })).toHaveValue("activity.resource == 'WALLET'");
  });

  await test.step('the form and the JSON view show the same request', async () => {
    await pane(page).getByRole('radio', { name: 'JSON' }).check();
    const json = pane(page).getByRole('textbox', { name: 'Parameters' });
    const typed = { policyName: 'Small payments', effect: 'EFFECT_ALLOW', condition: "activity.resource == 'WALLET'" };
    await expect.poll(async () => JSON.parse((await json.inputValue()) || '{}')).toEqual(typed);
    await json.fill(JSON.stringify({ ...typed, colour: 'red' }));
    await pane(page).getByRole('radio', { name: 'Form' }).click();
    await expect(pane(page).getByRole('alert')).toHaveText('colour: The form has no field for this value.');
    await json.fill(JSON.stringify({ ...typed, notes: 'Made by hand' }));
    await pane(page).getByRole('radio', { name: 'Form' }).check();
    await expect(pane(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('Made by hand');
    await inspectScreen(page, 'operations-form');
  });

  await review(page);
  await chooseOperation(page, 'create user tag', 'Create user tag');
  await fill(page, 'User tag name', 'Desk');
  await expect(pane(page).getByRole('combobox', { name: 'Choose a user for “Users”' })).toBeVisible();
  await review(page);
  await inspectScreen(page, 'operations-result');

  await test.step('the operations used last are on top, and a search lists matches alone', async () => {
    const heading = page.getByRole('gridcell', { name: 'Recently used', exact: true });
    await expect(heading).toBeHidden();
    await page.getByRole('searchbox', { name: 'Search operations' }).fill('');
    await expect(heading).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'Create user tag', exact: true }).first()).toBeVisible();
  });

  await test.step('the created policy is read back', async () => {
    await chooseOperation(page, 'list user tags', 'User tags');
    await page.keyboard.press('Control+Enter');
    await pane(page).getByRole('gridcell', { name: 'Desk' }).click();
    await expect(pane(page).getByRole('table', { name: 'Chosen row' })).toContainText('Desk');
    await chooseOperation(page, 'list policies', 'Policies');
    await page.keyboard.press('Control+Enter');
    await expect(pane(page).getByRole('gridcell', { name: 'Small payments' })).toBeVisible();
    await inspectScreen(page, 'operations-answer');
    await expect.poll(() => outOfReach(page)).toEqual([]);
  });
});

test('an operation with a secret names the place that performs it', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await goTo(page, 'All operations');
  await chooseOperation(page, 'import wallet', 'Import wallet');
  await expect(pane(page)).toContainText('castellan call import_wallet');
  await chooseOperation(page, 'export_wallet_account', 'Export account');
  await pane(page).getByRole('button', { name: 'Go to accounts' }).click();
  await expect(place(page, 'Accounts')).toBeVisible();
});

test('a hijacked page can read with it but change nothing', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  const ask = (operation: string, request: Record<string, unknown>) =>
    page.evaluate(
      async ([name, body]) => {
        const reply = await window.castellan.call('operations.ask', { operation: name, request: body });
        return reply.ok ? reply.value : reply.error.code;
      },
      [operation, request] as const,
    );
  const parameters = { userTagName: 'Evil', userIds: [] };
  expect(await ask('create_user_tag', parameters)).toBe('INVALID_INPUT');
  const activity = { type: 'ACTIVITY_TYPE_CREATE_USER_TAG', timestampMs: String(Date.now()), parameters };
  expect(await ask('list_user_tags', activity)).toEqual(expect.stringMatching(/^[A-Z_]+$/));

  // A prepared request waits for an answer that no message of the page gives.
  await page.evaluate(async (prepared) => {
    const reply = await window.castellan.call('requests.prepare', {
      operation: 'create_user_tag',
      parameters: prepared,
    });
    const { requestId } = (reply as { value: { requestId: string } }).value;
    void window.castellan.job('requests.submit', 'evil', { requestId }, () => undefined);
    await window.castellan.call('operations.ask', {
      operation: 'list_user_tags',
      request: { requestId, answer: 'yes' },
    });
  }, parameters);
  const asked = await confirmation(page);
  await expect(asked.getByRole('table', { name: 'Meaning' })).toContainText('Evil');
  await press(asked, asked.getByRole('button', { name: 'Don’t create' }));
  expect(await ask('list_user_tags', {})).toEqual({ answer: { userTags: [] } });
});

test('an address is extracted from a link, and an impossible policy is reported before the stamp', async ({
  launch,
}) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await goTo(page, 'All operations');

  await test.step('the extra text beside an address is reported, and only the address is used', async () => {
    await chooseOperation(page, 'eth_undelegate_7702', 'Undelegate Ethereum account');
    const address = pane(page).getByRole('textbox', { name: 'From', exact: true });
    await address.fill('ethereum:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045@8453?value=5');
    await page.keyboard.press('Tab');
    await expect(address).toHaveValue('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
    await expect(address).toHaveAccessibleDescription(
      'Only the address was taken: its chain is Base, its amount 5 wei.',
    );
    await inspectScreen(page, 'operations-address-link');
  });

  await test.step('the note stays in reach in a small window', async () => {
    await resize(running, 960, 640, 2);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await inspectSize(page, 'operations-address-small');
    await resize(running, 1280, 860, 1);
  });

  await test.step('the question shows where the condition is wrong', async () => {
    await chooseOperation(page, 'create_policy', 'Create policy');
    await fill(page, 'Policy name', 'Never');
    await pane(page).getByRole('button', { name: 'Add condition' }).click();
    await page.keyboard.type('eth.tx.to == "0x1" AND true');
    await page.keyboard.press('Control+Enter');
    const asked = await confirmation(page);
    await expect(asked.getByText(/The condition cannot be used, so the service refuses it. At line 1/)).toBeVisible();
    await inspectConfirmation(asked, 'operations-policy-fault');
    await press(asked, asked.getByRole('button', { name: 'Don’t create' }));
  });
});

test('an optional flag is a checkbox, and a list of ids is called by its things', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await goTo(page, 'All operations');
  await chooseOperation(page, 'create_sub_organization', 'Create sub-organization');
  await expect(page.getByRole('checkbox', { name: 'Disable email recovery' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Disable email recovery' }).check();
  await expect(page.getByText('Add disable email recovery')).toHaveCount(0);
  await inspectScreen(page, 'operations-flags');
  await chooseOperation(page, 'update_root_quorum', 'Update root quorum');
  await expect(page.getByText('User ids')).toHaveCount(0);
  await inspectScreen(page, 'operations-list-of-ids');
});

test('a contract interface is chosen by the name that the service lists', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await goTo(page, 'All operations');
  const choose = (name: string, label: string) => pane(page).getByRole('combobox', { name }).selectOption({ label });
  await chooseOperation(page, 'create_smart_contract_interface', 'Create smart contract interface');
  await fill(page, 'Smart contract address', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
  await fill(page, 'Smart contract interface', '[]');
  await choose('Type', 'Ethereum (ABI)');
  await fill(page, 'Label', 'Treasury contract');
  await review(page);
  await chooseOperation(page, 'get_smart_contract_interface', 'Smart contract interface');
  await choose('Smart contract interface', 'Treasury contract');
  await inspectScreen(page, 'operations-named');
  await chooseOperation(page, 'delete_smart_contract_interface', 'Delete smart contract interface');
  await choose('Smart contract interface', 'Treasury contract');
  await page.keyboard.press('Control+Enter');
  await expect((await confirmation(page)).getByText('Treasury contract').first()).toBeVisible();
  await confirm(page);
});
