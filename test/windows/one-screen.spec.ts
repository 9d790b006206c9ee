import { generateP256KeyPair } from '@turnkey/crypto';
import type { Page } from 'playwright/test';
import { SEATINGS, seat } from '../e2e/desks.ts';
import { composeExport, confirm, confirmation, createLocalVault, createWallet, goTo, listRows } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { answerByKeys, moveToFirst } from '../e2e/keys.ts';
import { expectOneScreen } from '../e2e/one-screen.ts';
import { startTeam, type Team } from '../e2e/team.ts';

/** EIP-1559 on chain 1: nonce 0, 2.5 ether to 0xf39F…2266 at 32 gwei or less. */
const UNSIGNED = '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';

const WALLET = {
  walletName: 'Reserve',
  accounts: [
    {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    },
  ],
};

/** The dangerous ones. Each other question has all of its folds closed. */
const DANGEROUS = ['an export'];

/** Has the page ask for a request of its own. */
const ask = (page: Page, operation: string, parameters: object) =>
  page.evaluate(
    async ([name, values]) => {
      const made = await window.castellan.call('requests.prepare', { operation: name, parameters: values });
      if (!made.ok) throw new Error(made.error.message);
      const { requestId } = made.value as { requestId: string };
      void window.castellan.job('requests.submit', crypto.randomUUID(), { requestId }, () => undefined);
    },
    [operation, parameters as Record<string, unknown>] as const,
  );

/** Requests that another person votes on. */
const VOTED = [
  ['create_wallet', WALLET],
  [
    'create_policy',
    {
      policyName: 'Wallets by two',
      effect: 'EFFECT_ALLOW',
      notes: '',
      consensus: 'approvers.count() >= 2',
      condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
    },
  ],
] as const;

/** The usual requests of one person. */
const QUESTIONS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a wallet': (page) => ask(page, 'create_wallet', WALLET),
  'a payment': async (page) => {
    const reply = await page.evaluate(() =>
      window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 }),
    );
    const [account] = (reply as { value: { rows: { address: string }[] } }).value.rows;
    await ask(page, 'sign_transaction', {
      signWith: account?.address,
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: UNSIGNED,
    });
  },
  'a policy': (page) =>
    ask(page, 'create_policy', {
      policyName: 'Wallets by two',
      effect: 'EFFECT_ALLOW',
      consensus: 'approvers.count() >= 2',
      condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
      notes: '',
    }),
  'a user with a key': (page) =>
    ask(page, 'create_users', {
      users: [
        {
          userName: 'Lena Fischer',
          userTags: [],
          apiKeys: [
            { apiKeyName: 'Laptop', publicKey: generateP256KeyPair().publicKey, curveType: 'API_KEY_CURVE_P256' },
          ],
          authenticators: [],
          oauthProviders: [],
        },
      ],
    }),
  'an export': (page) => composeExport(page),
};

test('the usual questions are on one screen, without scrolling', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  for (const [name, begin] of Object.entries(QUESTIONS)) {
    await begin(page);
    await expectOneScreen(running, name);
    const open = (await confirmation(page)).locator('.folds details[open]');
    expect((await open.count()) > 0, `open folds of “${name}”`).toBe(DANGEROUS.includes(name));
    await confirm(page);
  }
});

test.describe('a vote', () => {
  let team: Team;
  test.beforeEach(async () => {
    team = await startTeam();
  });
  test.afterEach(() => team?.stop());

  test('is on one screen, without scrolling, and is cast without a pointer', async ({ launch }) => {
    const { anna, ben } = await seat(launch, team, SEATINGS[0]);
    await anna.sit();
    for (const [operation, parameters] of VOTED) {
      await ask(anna.page, operation, parameters);
      await confirm(anna.page);
    }
    await ben.sit();
    const { page } = ben;
    await goTo(page, 'Accounts');
    await page.keyboard.press('Control+r');
    const { pointers, spent } = await handOf(page);
    for (const [at] of VOTED.entries()) {
      await page.keyboard.press('Control+1');
      // The activity of the vote before has left the list.
      await expect(listRows(page, 'Inbox')).toHaveCount(VOTED.length - at);
      await moveToFirst(page, 'Inbox');
      await expect(page.getByRole('region', { name: 'Activity details' })).toBeVisible();
      await page.keyboard.press('a');
      await expectOneScreen(ben.running, `vote ${at + 1}`);
      await answerByKeys(page, 'Approve');
      await expect(page.getByText('Approved').first()).toBeVisible();
      expect(spent(), 'presses of a vote').toBeLessThanOrEqual(3);
    }
    expect(pointers(), 'uses of the pointer').toBe(0);
  });
});
