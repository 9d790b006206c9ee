import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

/** Long work gives others their turn. Here it is held at that point until a test lets it go on. */
const turns = vi.hoisted(() => ({ held: false, waiting: [] as (() => void)[], reached: () => {} }));
vi.mock('../../../electron/custody/handlers/yielding.ts', () => ({
  BATCH: 8,
  yieldToEventLoop: () =>
    turns.held
      ? new Promise<void>((resume) => {
          turns.waiting.push(resume);
          turns.reached();
        })
      : Promise.resolve(),
}));

const people = { first: newKey(), second: newKey(), third: newKey(), robot: newKey(), helper: newKey() };
type Person = keyof typeof people;
let service: StartedService;
const ids: Partial<Record<Person, string>> = {};

const userOf = (userName: string, { publicKey }: ClientKey) => ({
  userName,
  apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
});
const as = (who: Person) => clientOf(service.ready.baseUrl, people[who]);
const ACCOUNTS = Array.from({ length: 9 }, (_, index) => ({
  curve: 'CURVE_SECP256K1' as const,
  pathFormat: 'PATH_FORMAT_BIP32' as const,
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
}));
const wallet = () => service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Wanted', accounts: ACCOUNTS });
const approve = async (who: Person, fingerprint: string) =>
  (await as(who).approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }))).activity;
const reject = async (who: Person, fingerprint: string) =>
  (await as(who).rejectActivity(service.envelope('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint }))).activity;
const wallets = async () =>
  (await service.client.getWallets({ organizationId: service.organizationId })).wallets.map(
    ({ walletName }) => walletName,
  );
const statusOf = async (activityId: string) =>
  (await service.client.getActivity({ organizationId: service.organizationId, activityId })).activity.status;

/** Starts `asked` requests, waits until their work is held, does `meanwhile`, and lets all of it go on. */
async function heldUp<Result>(
  asked: readonly (() => Promise<Result>)[],
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly PromiseSettledResult<Result>[]> {
  turns.held = true;
  const allHeld = new Promise<void>((resolve) => {
    turns.reached = () => {
      if (turns.waiting.length === asked.length) resolve();
    };
  });
  const answers = Promise.allSettled(asked.map((ask) => ask()));
  await allHeld;
  turns.held = false;
  await meanwhile();
  for (const resume of turns.waiting.splice(0)) resume();
  return answers;
}

beforeEach(async () => {
  turns.held = false;
  turns.waiting.length = 0;
});
afterEach(() => service.stop());

describe('a root quorum of two of three', () => {
  beforeEach(async () => {
    service = await startService({
      key: people.first,
      init: {
        rootUsers: [userOf('First', people.first), userOf('Second', people.second), userOf('Third', people.third)],
        rootQuorumThreshold: 2,
      },
    });
  });
  const propose = async () => (await service.client.createWallet(wallet())).activity;

  it('runs an activity once when two sufficient votes arrive simultaneously', async () => {
    const { id, fingerprint } = await propose();
    const answers = await heldUp([() => approve('second', fingerprint), () => approve('third', fingerprint)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect([await wallets(), await statusOf(id)]).toEqual([['Wanted'], 'ACTIVITY_STATUS_COMPLETED']);
    expect(service.reports).toEqual([]);
  });

  it('does not run an activity that is rejected during the last vote', async () => {
    const { id, fingerprint } = await propose();
    await heldUp([() => approve('second', fingerprint)], () => reject('third', fingerprint));
    expect([await wallets(), await statusOf(id)]).toEqual([[], 'ACTIVITY_STATUS_REJECTED']);
  });

  it('asks for more votes when the quorum is raised meanwhile', async () => {
    const { id, fingerprint } = await propose();
    await heldUp([() => approve('second', fingerprint)], async () => {
      const userIds = [...(service.ready.userIds ?? [])];
      const raise = service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 3, userIds });
      await approve('third', (await service.client.updateRootQuorum(raise)).activity.fingerprint);
    });
    expect([await wallets(), await statusOf(id)]).toEqual([[], 'ACTIVITY_STATUS_CONSENSUS_NEEDED']);
    await approve('third', fingerprint);
    expect([await wallets(), await statusOf(id)]).toEqual([['Wanted'], 'ACTIVITY_STATUS_COMPLETED']);
  });
});

describe('a policy that asks for two approvers', () => {
  let policyId: string;

  beforeEach(async () => {
    service = await startService({ key: people.first });
    for (const who of ['robot', 'helper'] as const) {
      const user = { ...userOf(who, people[who]), authenticators: [], oauthProviders: [], userTags: [] };
      const made = await service.client.createUsers(
        service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }),
      );
      ids[who] = made.activity.result.createUsersResult?.userIds[0] ?? '';
    }
    policyId = await addPolicy('EFFECT_ALLOW', 'true', 'approvers.count() >= 2');
  });

  const addPolicy = async (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string, consensus: string) => {
    const policy = { policyName: effect, effect, condition, consensus, notes: '' };
    const { activity } = await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
    return activity.result.createPolicyResult?.policyId ?? '';
  };
  const propose = async () => (await as('robot').createWallet(wallet())).activity;
  const revoke = async (who: 'robot' | 'helper') => {
    const userId = ids[who] ?? '';
    const { apiKeys } = await service.client.getApiKeys({ organizationId: service.organizationId, userId });
    const apiKeyIds = apiKeys.map(({ apiKeyId }) => apiKeyId);
    await service.client.deleteApiKeys(service.envelope('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds }));
  };
  const deny = () => addPolicy('EFFECT_DENY', "activity.resource == 'WALLET'", 'true');

  it('allows the activity after the second approval', async () => {
    const { id, fingerprint } = await propose();
    await heldUp([() => approve('helper', fingerprint)]);
    expect([await wallets(), await statusOf(id)]).toEqual([['Wanted'], 'ACTIVITY_STATUS_COMPLETED']);
  });

  it.each([
    ['a policy denies it', deny, 'ACTIVITY_STATUS_REJECTED'],
    [
      'the policy that allows it is deleted',
      () => service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId })),
      'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    ],
    ['the key of the first approval is revoked', () => revoke('robot'), 'ACTIVITY_STATUS_CONSENSUS_NEEDED'],
    ['the key of the vote is revoked', () => revoke('helper'), 'ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  ])('does not run when meanwhile %s', async (_what, meanwhile, status) => {
    const { id, fingerprint } = await propose();
    await heldUp([() => approve('helper', fingerprint)], meanwhile);
    expect([await wallets(), await statusOf(id)]).toEqual([[], status]);
  });

  it('is not called carried out when a policy allows it while its content is checked', async () => {
    const policy = { policyId, policyConsensus: 'approvers.count() >= 1' };
    const [proposed] = await heldUp([propose], () =>
      service.client.updatePolicy(service.envelope('ACTIVITY_TYPE_UPDATE_POLICY_V2', policy)),
    );
    expect(proposed).toMatchObject({ value: { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' } });
    const fingerprint = proposed?.status === 'fulfilled' ? proposed.value.fingerprint : '';
    expect(await wallets()).toEqual([]);
    expect(await approve('first', fingerprint)).toMatchObject({
      status: 'ACTIVITY_STATUS_COMPLETED',
      result: { createWalletResult: expect.objectContaining({ addresses: expect.any(Array) }) },
    });
    expect(await wallets()).toEqual(['Wanted']);
  });

  it('refuses a vote when its key is revoked meanwhile', async () => {
    const { fingerprint } = await propose();
    const [answer] = await heldUp([() => approve('helper', fingerprint)], () => revoke('helper'));
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.objectContaining({ code: 7 }) });
  });
});

describe('a request that a policy allows at once', () => {
  beforeEach(async () => {
    service = await startService({ key: people.first });
    const user = { ...userOf('robot', people.robot), authenticators: [], oauthProviders: [], userTags: [] };
    await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }));
    const allow = { policyName: 'Allow', effect: 'EFFECT_ALLOW' as const, condition: 'true', notes: '' };
    await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', allow));
  });

  it('does not run when a policy denies it meanwhile', async () => {
    const deny = { policyName: 'Deny', effect: 'EFFECT_DENY' as const, condition: 'true', notes: '' };
    const [answer] = await heldUp([() => as('robot').createWallet(wallet())], () =>
      service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', deny)),
    );
    expect([answer?.status, await wallets()]).toEqual(['rejected', []]);
  });

  it('runs once when equal bytes arrive twice simultaneously', async () => {
    const body = wallet();
    const answers = await heldUp([() => as('robot').createWallet(body), () => as('robot').createWallet(body)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await wallets()).toEqual(['Wanted']);
  });
});
