import { generateP256KeyPair } from '@turnkey/crypto';
import type { Page } from 'playwright/test';
import type { ActivityDetail } from '../../shared/model/index.ts';
import { confirm, confirmation, createLocalVault } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectConfirmation } from '../e2e/screens.ts';

/** Has the page ask for an operation, and waits for its question. Returns the question and the later result. */
async function ask(page: Page, operation: string, parameters: object) {
  const submitted = page.evaluate(
    async ([name, given]) => {
      const prepared = (await window.castellan.call('requests.prepare', { operation: name, parameters: given })) as {
        ok: boolean;
        value: { requestId: string };
        error: unknown;
      };
      if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
      const { requestId } = prepared.value;
      const done = await window.castellan.job('requests.submit', crypto.randomUUID(), { requestId }, () => undefined);
      const submitted = done as { ok: boolean; value: { activity: ActivityDetail }; error: unknown };
      if (!submitted.ok) throw new Error(JSON.stringify(submitted.error));
      return submitted.value.activity;
    },
    [operation, parameters] as const,
  );
  return { asked: await confirmation(page), submitted };
}

test('a question before a signature names the people whose votes it needs', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  const user = (userName: string) => {
    const { publicKey } = generateP256KeyPair();
    const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }];
    return { userName, apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
  };
  const users = [user('Ben Osei'), user('Chiara Conti')];

  const first = await ask(page, 'create_users', { users });
  await expect(first.asked.getByText('No other vote is needed.')).toBeVisible();
  await confirm(page);
  const { votes, result } = await first.submitted;
  const userIds = [votes[0]?.userId, ...result.map(({ value }) => value)];
  const quorum = await ask(page, 'update_root_quorum', { threshold: 2, userIds });
  await confirm(page);
  await quorum.submitted;

  const { asked, submitted } = await ask(page, 'create_wallet', { walletName: 'Treasury hot', accounts: [] });
  await expect(asked.getByText('Then 1 more vote is needed, from “Ben Osei” or “Chiara Conti”.')).toBeVisible();
  await inspectConfirmation(asked, 'voters-named');
  await confirm(page, 'Create wallet');
  expect((await submitted).row.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
});
