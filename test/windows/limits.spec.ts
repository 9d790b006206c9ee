import type { Locator, Page } from 'playwright/test';
import {
  accountRows,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  place,
  press,
  submitTransaction,
} from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { recipient, sendFromFirst } from '../e2e/sending.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of organization' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const effect = (page: Page) => page.getByRole('region', { name: 'Effect' });
const details = (page: Page) => page.getByRole('region', { name: 'Limit details' });
const row = (page: Page, text: string): Locator =>
  page.getByRole('grid', { name: 'Limits' }).getByRole('row').filter({ hasText: text });

/** EIP-1559 on chain 1: 2 ETH to 0xf39F…, without data. */
const TWO_ETHER = '02e70101010182520894f39fd6e51aad88f6f4ce6ab8827279cfffb92266881bc16d674ec8000080c0';

/** Answers the question of one request of several, after a look at it, and goes on. */
async function answer(page: Page, look: (asked: Page) => Promise<void>): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await look(await confirmation(page));
  await confirm(page);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

test('a limit over time is created, bound, used, changed and deleted by name, with the keyboard', async ({
  launch,
}) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await page.keyboard.press('Control+8');
  await sections(page).getByRole('button', { name: 'Limits' }).click();
  await expect(place(page, 'Limits')).toBeVisible();
  const { spent } = await handOf(page);
  let written = 0;

  await test.step('an empty list offers to create one', async () => {
    await expect(page.getByText('No limits over time.')).toBeVisible();
    await inspectScreen(page, 'limits-empty');
    spent();
    await page.keyboard.press('Control+Enter');
    await expect(place(page, 'New limit')).toBeVisible();
    await expect(field(page, 'Name')).toBeFocused();
  });

  const opened = spent();
  await test.step('an amount with too many decimals is refused before the question', async () => {
    await page.keyboard.type('Ether a day');
    await field(page, 'Amount in ETH').fill(`1.${'0'.repeat(18)}1`);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('It has at most 18 decimals.')).toBeVisible();
    await inspectScreen(page, 'limits-wrong-amount');
  });

  await test.step('the form has the effect in words, for one wallet by its name', async () => {
    spent();
    await field(page, 'Amount in ETH').fill('10');
    await expect(effect(page)).toContainText('At most 10 ETH in 1 day, for everybody together');
    await page.getByRole('combobox', { name: 'Counted' }).selectOption('from each wallet');
    await page.getByRole('combobox', { name: 'Wallet' }).selectOption('Treasury');
    await expect(effect(page)).toContainText('At most 10 ETH in 1 day, from Treasury');
    await expect(effect(page)).toContainText('The root quorum is not limited.');
    written = opened + spent();
    await inspectScreen(page, 'limits-form');
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `limits-form-${size}`));
    await resize(running, 1280, 800, 1);
  });

  await test.step('a question that is answered no leaves the fields open', async () => {
    await page.keyboard.press('Control+Enter');
    const asked = await confirmation(page);
    await press(asked, asked.getByRole('button', { name: 'Don’t create' }));
    await dialog(page).getByRole('button', { name: 'Back to the form' }).click();
    await expect(dialog(page)).toBeHidden();
    await field(page, 'Amount in ETH').fill('11');
    await expect(effect(page)).toContainText('At most 11 ETH in 1 day, from Treasury');
    await field(page, 'Amount in ETH').fill('10');
  });

  await test.step('the open question and the form are carried to the offline station, and the draft stays', async () => {
    const carried = async (from: Locator) => {
      await from.getByRole('button', { name: 'Carry to the offline station' }).click();
      await expect(page.getByRole('heading', { level: 2, name: /^Stamp a request: / })).toBeVisible();
      await page.keyboard.press('Control+8');
      await expect(field(page, 'Name')).toHaveValue('Ether a day');
    };
    await page.keyboard.press('Control+Enter');
    await confirmation(page);
    await inspectScreen(page, 'limits-asked');
    await carried(dialog(page));
    await carried(page.getByRole('form', { name: 'Limit' }));
  });

  await test.step('two questions say what the limit and its policy mean', async () => {
    spent();
    await answer(page, async (asked) => {
      await expect(asked.getByText('at most 10 ETH on Ethereum in 1 day, from each wallet').first()).toBeVisible();
      await expect(asked.getByText('Nothing is used yet.')).toBeVisible();
      await inspectConfirmation(asked, 'limits-question');
    });
    await expect(page.getByText('Next: create policy.')).toBeFocused();
    const first = spent();
    await goTo(page, 'Activities');
    await page.keyboard.press('Control+8');
    await expect(page.getByText('Next: create policy.'), 'the limit is not created again').toBeFocused();
    // Leaving and coming back are no part of the job.
    spent();
    await answer(page, async (asked) => {
      await expect(asked.getByText('It refuses what is above the limit controls.ether_a_day')).toBeVisible();
    });
    await expect(place(page, 'Limits')).toBeVisible();
    expect(written + first + spent(), 'clicks from the limits to one of a wallet that binds').toBeLessThanOrEqual(11);
    await expect(row(page, 'Ether a day')).toContainText('0 of 10 ETH');
    await expect(row(page, 'Ether a day')).toContainText('Everybody but the root quorum');
  });

  await test.step('a signature is counted, and the list says when it leaves the window', async () => {
    await goTo(page, 'Accounts');
    const address = await addressOf(accountRows(page).first());
    expect(address).toMatch(/^0x/);
    await accountRows(page).first().click();
    await submitTransaction(page, TWO_ETHER);
    await confirm(page);
    await goTo(page, 'Activities');
    const sent = page.getByRole('grid', { name: 'Activities' }).getByRole('row').filter({ hasText: '2 ETH' });
    await expect(sent.first()).toContainText(/Completed|Signed/i);
    await page.keyboard.press('Control+8');
    await sections(page).getByRole('button', { name: 'Limits' }).click();
    await expect(row(page, 'Ether a day')).toContainText('2 of 10 ETH');
    await row(page, 'Ether a day').click();
    await expect(details(page)).toContainText('Treasury');
    await expect(details(page)).toContainText('2 ETH at');
    await inspectScreen(page, 'limits-used');
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `limits-${size}`));
    await resize(running, 1280, 800, 1);
  });

  await test.step('a change takes the place of the limit in its policy, in three requests', async () => {
    await details(page).getByRole('button', { name: 'Change limit…' }).click();
    await expect(place(page, 'Change Ether a day')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Nothing is changed yet.')).toBeVisible();
    await field(page, 'Amount in ETH').fill('20');
    await expect(effect(page)).toContainText('Counting begins again at nothing.');
    await inspectScreen(page, 'limits-change');
    for (const words of ['at most 20 ETH', 'controls.ether_a_day_2', 'Ether a day'])
      await answer(page, (asked) => expect(asked.getByText(words).first()).toBeVisible());
    await expect(row(page, 'Ether a day')).toHaveCount(1);
    await expect(row(page, 'Ether a day')).toContainText('0 of 20 ETH');
  });

  await test.step('a bound limit is not deleted, and one that binds nobody says so', async () => {
    await row(page, 'Ether a day').click();
    await details(page).getByRole('button', { name: 'Delete limit…' }).click();
    await expect(dialog(page)).toContainText('so the service refuses this');
    await page.keyboard.press('Escape');
    await sections(page).getByRole('button', { name: 'Policies' }).click();
    await page
      .getByRole('grid', { name: 'Policies' })
      .getByRole('row')
      .filter({ hasText: 'Limit Ether a day' })
      .click();
    await page.getByRole('button', { name: 'Delete policy…' }).click();
    await answer(page, async () => {});
    await sections(page).getByRole('button', { name: 'Limits' }).click();
    await expect(row(page, 'Ether a day')).toContainText('nobody');
    await row(page, 'Ether a day').click();
    await expect(details(page)).toContainText('It binds nobody');
    await inspectScreen(page, 'limits-unbound');
    await details(page).getByRole('button', { name: 'Bind limit…' }).click();
    await expect(place(page, 'Bind Ether a day')).toBeVisible();
    await answer(page, async () => {});
    await expect(row(page, 'Ether a day')).toContainText('Everybody but the root quorum');
  });
});

test('Send names the limit that a payment would exceed, unless the operator is the root quorum alone', async ({
  launch,
}) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await page.keyboard.press('Control+8');
  await sections(page).getByRole('button', { name: 'Limits' }).click();
  await expect(page.getByText('No limits over time.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await field(page, 'Name').fill('Ether a day');
  await field(page, 'Amount in ETH').fill('10');
  await expect(effect(page)).toContainText('for everybody together');
  for (const _question of ['limit', 'policy']) await answer(page, async () => {});
  await expect(row(page, 'Ether a day')).toContainText('0 of 10 ETH');

  const notice = page.getByText('Above the limit “Ether a day”');
  await sendFromFirst(page);
  await recipient(page).fill('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  await field(page, 'Amount in ETH').fill('10.000000000000000001');
  await expect(page.getByRole('heading', { name: /^Send 10\.0/ })).toBeVisible();
  await expect(notice).toBeHidden();

  await page.keyboard.press('Control+8');
  await sections(page).getByRole('button', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Add user' }).click();
  await dialog(page).getByRole('textbox', { name: 'User name', exact: true }).fill('Lena');
  await answer(page, async () => {});
  await sections(page).getByRole('button', { name: 'Quorum' }).click();
  await page.getByRole('button', { name: 'Change quorum' }).click();
  await page.getByRole('combobox', { name: 'Add member' }).selectOption({ label: 'Lena, cannot sign in' });
  await page.getByRole('spinbutton', { name: 'Votes needed' }).fill('2');
  await answer(page, async () => {});
  await expect(page.getByText('Quorum 2 of 2')).toBeVisible();

  await goTo(page, 'Send');
  await expect(notice).toBeVisible();
  await expect(page.getByText('Used: 0 of 10 ETH. This payment: 10.000000000000000001 ETH.')).toBeVisible();
  await inspectScreen(page, 'limits-send');
  await field(page, 'Amount in ETH').fill('10');
  await expect(notice).toBeHidden();
});
