import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { createKnownNames } from '../../../../electron/engine/naming/known-names.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const NOBODY = '00000000-0000-4000-8000-000000000009';

describe('a meaning names by its name', () => {
  const asked: Question[] = [];
  let bench: Bench & { address: string };
  const submit = async (name: string, parameters: Record<string, unknown>) => {
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return bench.engine.requests.submit(requestId);
  };
  const naming = async (name: string, parameters: Record<string, unknown>) =>
    (await bench.engine.activityMeanings.explainDraft(name, parameters)).naming;

  beforeAll(async () => {
    bench = await createReadyBench({
      async consent(question) {
        asked.push(question);
        return operatorSays(question);
      },
    });
    await bench.engine.accounts.refresh();
  });
  afterAll(() => bench.end());

  it('users and tags, by the activities that created them', async () => {
    const person = (userName: string) => ({
      userName,
      userTags: [],
      apiKeys: [],
      authenticators: [],
      oauthProviders: [],
    });
    const { activity } = await submit('create_users', { users: [person('Ben Osei'), person('Chiara “C” Conti')] });
    const [ben = '', chiara = ''] = resultOf(OPERATIONS.create_users, activity).userIds;
    const made = await submit('create_user_tag', { userTagName: 'Desk', userIds: [] });
    const { userTagId } = resultOf(OPERATIONS.create_user_tag, made.activity);

    const deleted = await naming('update_root_quorum', { threshold: 2, userIds: [ben, chiara, NOBODY] });
    expect(deleted.ids).toEqual([
      { id: ben, name: 'Ben Osei' },
      { id: chiara, name: 'Chiara “C” Conti' },
    ]);
    // A name closes no quotation.
    expect(deleted.headline).toContain('“Ben Osei”');
    expect(deleted.headline).toContain('“Chiara "C" Conti”');
    expect(deleted.headline).toContain(NOBODY);
    expect(deleted.headline).not.toContain(ben);
    const untagged = await naming('delete_user_tags', { userTagIds: [userTagId] });
    expect(untagged.headline).toContain('“Desk”');
  });

  it('webhook endpoints with their address, and deliveries with their endpoint', async () => {
    const created = await submit('create_webhook_endpoint', {
      url: 'http://127.0.0.1:9/hook',
      name: 'Ledger “L”',
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
    });
    const { endpointId } = resultOf(OPERATIONS.create_webhook_endpoint, created.activity);
    const sent = await submit('send_test_webhook_delivery', { endpointId });
    const { deliveryId } = resultOf(OPERATIONS.send_test_webhook_delivery, sent.activity);
    await bench.engine.webhooks.refresh();
    const named = 'Ledger "L" at http://127.0.0.1:9/hook';
    expect((await naming('delete_webhook_endpoint', { endpointId })).headline).toBe(
      `Delete the webhook endpoint “${named}”`,
    );
    expect((await naming('replay_webhook_delivery', { deliveryId })).headline).toBe(
      `Send the webhook delivery “Test delivery to ${named}” once more`,
    );
  });

  it('wallets, by the list of accounts', async () => {
    const walletId = bench.engine.accounts.list({ search: '', offset: 0, limit: 1 }).rows[0]?.walletId ?? '';
    const added = await naming('create_wallet_accounts', {
      walletId,
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/1",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    });
    expect(added.headline).toBe('Add 1 account to the wallet “Treasury”');
  });

  it('the vault that can open an export', async () => {
    await submit('export_wallet_account', { address: bench.address });
    const question = asked.at(-1);
    const headline = question?.kind === 'stamp' ? (question.naming?.headline ?? '') : '';
    expect(headline).toMatch(/ to this machine’s vault$/);
    expect(headline).not.toContain('holder');
    const elsewhere = await naming('export_wallet_account', {
      address: bench.address,
      targetPublicKey: `04${'ab'.repeat(64)}`,
    });
    expect(elsewhere.headline).toContain('to the holder of the target key 04abab');
  });
});

describe('the name of an id', () => {
  const ID = '00000000-0000-4000-8000-000000000001';
  const names = (kind: 'local' | 'remote', id = ID, profile: string | null = 'desk') => {
    const reader = {
      activities: () => ({ rows: [] }),
      completed: () => [],
      wallets: () => ({ rows: [{ walletId: ID, walletName: 'Treasury' }] }),
      report: () => null,
    };
    const nameIds = createKnownNames(
      { cache: { reader }, changes: { on: () => undefined } } as never,
      { fateOf: () => ({ profile }) } as never,
      { of: () => new Map() },
    );
    return nameIds({ name: 'desk', kind } as ProfileRow, [id]);
  };

  it('is marked where another service reported it', () => {
    expect(names('remote')).toEqual([{ id: ID, name: 'Treasury', byService: true }]);
    expect(names('local')).toEqual([{ id: ID, name: 'Treasury' }]);
  });

  it('stays that of this machine after its target key was destroyed', () => {
    const key = `04${'ab'.repeat(64)}`;
    expect(names('remote', key, null)).toEqual([{ id: key, name: 'this machine’s vault' }]);
  });

  it('is that of a known token for its CAIP-19 name, on every service', () => {
    const usdc = 'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
    expect(names('remote', usdc)).toEqual([{ id: usdc, name: 'USDC on Ethereum' }]);
    expect(names('local', `eip155:1/erc20:0x${'1'.repeat(40)}`)).toEqual([]);
    expect(names('local', 'eip155:1/slip44:60')).toEqual([]);
  });

  it('is not marked for a key of this machine', () => {
    const key = `04${'ab'.repeat(64)}`;
    expect(names('remote', key)).toEqual([{ id: key, name: 'this machine’s vault' }]);
  });
});
