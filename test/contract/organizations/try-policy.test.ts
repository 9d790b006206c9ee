import fc from 'fast-check';
import '../../fuzz/seed.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEffectProbes } from '../../../electron/engine/activities/effect-probes.ts';
import type { ChangedPeople, DraftPolicy, PolicyTrial } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { conditions, consensuses } from './drafts.ts';

const robot = newKey();
let service: StartedService;
let address: string;
let robotId: string;
let tagId: string;

beforeAll(async () => {
  service = await startService();
  const { client, envelope } = service;
  const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const tagged = await client.createUserTag(
    envelope('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'Robots', userIds: [] }),
  );
  tagId = tagged.activity.result.createUserTagResult?.userTagId ?? '';
  const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [tagId] }];
  const made = await client.createUsers(envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  robotId = made.activity.result.createUsersResult?.userIds[0] ?? '';
  const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0" } as const;
  const wallet = { walletName: 'Hot', accounts: [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const }] };
  const { activity } = await client.createWallet(envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  address = activity.result.createWalletResult?.addresses[0] ?? '';
  await create({ ...ALLOW, policyName: 'Signing', condition: "activity.action == 'SIGN'" });
});
afterAll(() => service.stop());

const ALLOW = {
  ...({ policyId: null, policyName: 'Draft', effect: 'EFFECT_ALLOW' } as const),
  condition: '',
  consensus: '',
  time: '',
} as const;

async function create({ policyName, effect, condition, consensus, time }: DraftPolicy): Promise<string> {
  const policy = { policyName, effect, condition, ...(consensus && { consensus }), time, notes: '' };
  const { activity } = await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
  return activity.result.createPolicyResult?.policyId ?? '';
}
const remove = (policyId: string) =>
  service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));

const RECIPIENT = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266';
/** EIP-1559 on chain 1: `value` wei, up to 127, to an address, without data. */
const transfer = (to: string, value: number) => `02df0101010282520894${to}${value.toString(16).padStart(2, '0')}80c0`;

type Asked = { readonly type: string; readonly parameters: object };
const signing = (to: string, value: number): Asked => ({
  type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  parameters: { signWith: address, unsignedTransaction: transfer(to, value), type: 'TRANSACTION_TYPE_ETHEREUM' },
});
const payload = (text: string, hashFunction: string): Asked => ({
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  parameters: { signWith: address, payload: text, encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction },
});
let wallets = 0;
const newWallet = (): Asked => {
  wallets += 1;
  return { type: 'ACTIVITY_TYPE_CREATE_WALLET', parameters: { walletName: `Wallet ${wallets}`, accounts: [] } };
};

/** One request of each kind. */
const requests = (): Asked[] => [
  signing(RECIPIENT, 2),
  signing('ab'.repeat(20), 100),
  payload('11'.repeat(32), 'HASH_FUNCTION_NO_OP'),
  payload('68656c6c6f', 'HASH_FUNCTION_KECCAK256'),
  newWallet(),
];

async function trialOf(
  policy: DraftPolicy,
  asked: Asked,
  approvers = [robotId],
  people: ChangedPeople | null = null,
): Promise<PolicyTrial> {
  const request = { type: asked.type, parameters: JSON.stringify(asked.parameters), approvers };
  const given = { organizationId: service.organizationId, policy, activityIds: [], request, people };
  const [trial] = (await service.tryPolicy(given)).trials;
  if (trial === undefined || 'problem' in trial) throw new Error(JSON.stringify(trial));
  return trial;
}

/** Sends a request as the robot and returns what the service decides. */
async function decidedBy({ type, parameters }: Asked): Promise<PolicyTrial['after']['outcome']> {
  const client = clientOf(service.ready.baseUrl, robot);
  const body = service.envelope(type as never, parameters as never) as never;
  const send = {
    ACTIVITY_TYPE_SIGN_TRANSACTION_V2: () => client.signTransaction(body),
    ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: () => client.signRawPayload(body),
    ACTIVITY_TYPE_CREATE_WALLET: () => client.createWallet(body),
  }[type] as () => Promise<{ activity: { status: string } }>;
  const status = await send().then(
    ({ activity }) => activity.status,
    (error: { code?: number }) => (error.code === 7 ? 'denied' : String(error)),
  );
  const outcomes: Readonly<Record<string, PolicyTrial['after']['outcome']>> = {
    ACTIVITY_STATUS_COMPLETED: 'allow',
    ACTIVITY_STATUS_CONSENSUS_NEEDED: 'consensus',
    denied: 'deny',
  };
  return outcomes[status] ?? (expect.unreachable(status) as never);
}

describe('a policy that is tried', () => {
  it('has the outcome that the service decides once the policy exists', async () => {
    const condition = fc
      .array(fc.tuple(fc.constantFrom(...conditions(RECIPIENT, address)), fc.constantFrom(' && ', ' || ')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((parts) => parts.map(([part, by], at) => (at === 0 ? part : `${by}${part}`)).join(''));
    const policies = fc.sample(
      fc.record({
        effect: fc.constantFrom('EFFECT_ALLOW' as const, 'EFFECT_DENY' as const),
        condition,
        consensus: fc.constantFrom(...consensuses(robotId, tagId)),
      }),
      { seed: 31, numRuns: 40 },
    );
    const seen = new Set<string>();
    let pairs = 0;
    for (const [at, policy] of policies.entries()) {
      const draft = { ...ALLOW, ...policy, policyName: `Draft ${at}` };
      const asked = requests();
      const tried = [];
      for (const one of asked) tried.push(await trialOf(draft, one));
      const policyId = await create(draft);
      for (const [index, one] of asked.entries()) {
        const outcome = await decidedBy(one);
        const trial = tried[index] as PolicyTrial;
        expect(trial.after.outcome, JSON.stringify({ draft, asked: one })).toBe(outcome);
        seen.add(`${trial.before.outcome} ${outcome}`);
        pairs += 1;
      }
      await remove(policyId);
    }
    expect(pairs).toBe(200);
    expect(seen).toEqual(new Set(['allow allow', 'allow deny', 'deny deny', 'deny allow', 'deny consensus']));
  });

  it('names the clause that decides, and its value', async () => {
    const condition = "activity.action == 'SIGN' && eth.tx.value <= 50";
    const values = async (policy: DraftPolicy, asked: Asked) =>
      (await trialOf(policy, asked)).clauses.map(({ part, number, value }) => `${part} ${number} ${value}`);
    const draft = { ...ALLOW, condition, consensus: 'approvers.count() >= 2' };
    expect(await values(draft, signing(RECIPIENT, 100))).toEqual([
      ...['condition 1 true', 'condition 2 false', 'consensus 1 false'],
    ]);
    expect(await values(draft, newWallet())).toEqual([
      ...['condition 1 false', 'condition 2 absent request content', 'consensus 1 false'],
    ]);
    expect(await values(draft, payload('11'.repeat(32), 'HASH_FUNCTION_NO_OP'))).toContain('condition 2 hidden');
    expect(
      await trialOf({ ...draft, effect: 'EFFECT_DENY' }, payload('11'.repeat(32), 'HASH_FUNCTION_NO_OP')),
    ).toMatchObject({
      before: { outcome: 'allow', by: ['Signing'] },
      alone: { outcome: 'OUTCOME_DENY_IMPLICIT', refuses: false },
    });
  });

  it('says that a denial refuses what it cannot decide, and who decides cannot be mistaken', async () => {
    const denial = {
      ...ALLOW,
      policyName: 'Root  quorum',
      effect: 'EFFECT_DENY' as const,
      condition: 'eth.tx.value < 5',
    };
    expect(await trialOf(denial, payload('11'.repeat(32), 'HASH_FUNCTION_NO_OP'))).toMatchObject({
      after: { outcome: 'deny', by: ['“Root  quorum”'] },
      alone: { outcome: 'OUTCOME_ERROR', refuses: true },
      clauses: [{ value: 'hidden' }],
    });
  });

  it('is tried on past activities with the votes that they have, and takes the place of one that exists', async () => {
    const { organizationId, tryPolicy } = service;
    const reported = service.reports.length;
    const asked = signing(RECIPIENT, 2);
    const client = clientOf(service.ready.baseUrl, robot);
    const { activity } = await client.signTransaction(service.envelope(asked.type, asked.parameters) as never);
    const { policies } = await service.client.getPolicies({ organizationId });
    const signer = policies.find(({ policyName }) => policyName === 'Signing');
    const denial = {
      ...ALLOW,
      policyName: 'No transfers',
      effect: 'EFFECT_DENY' as const,
      condition: 'eth.tx.value < 5',
    };
    const tried = async (policy: DraftPolicy) =>
      (await tryPolicy({ organizationId, policy, activityIds: [activity.id], request: null, people: null })).trials;
    expect(await tried(denial)).toMatchObject([
      {
        activityId: activity.id,
        approvers: [{ userId: robotId, name: 'Robot' }],
        before: { outcome: 'allow', by: ['Signing'] },
        after: { outcome: 'deny', by: ['No transfers'] },
      },
    ]);
    const stricter = {
      ...ALLOW,
      policyId: signer?.policyId ?? '',
      policyName: 'Signing',
      condition: 'eth.tx.value > 5',
    };
    expect(await tried(stricter)).toMatchObject([
      { before: { outcome: 'allow' }, after: { outcome: 'deny', by: ['no policy'] } },
    ]);
    expect(service.reports).toHaveLength(reported);
  });

  it('is tried with tags, users and a quorum that are not stored', async () => {
    const { client, envelope, organizationId } = service;
    const { activity } = await client.createUserTag(
      envelope('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'Payers', userIds: [] }),
    );
    const tagId = activity.result.createUserTagResult?.userTagId ?? '';
    const payers = {
      ...ALLOW,
      policyName: 'Payers pay',
      consensus: `approvers.any(user, user.tags.contains('${tagId}'))`,
      condition: "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'",
    };
    const outcomes = async (people: ChangedPeople | null, approvers = [robotId]) => {
      const { before, after } = await trialOf(payers, newWallet(), approvers, people);
      return [before.outcome, after.outcome];
    };
    const quorum = (threshold: number, ...userIds: string[]) => ({
      users: [],
      keys: [],
      quorum: { threshold, userIds },
    });
    const tagged = (userId: string, newName: string | null) => ({
      users: [{ userId, newName, newEmail: null, tagIds: [tagId] }],
      keys: [],
      quorum: null,
    });
    expect(await outcomes(null)).toEqual(['deny', 'deny']);
    expect(await outcomes(tagged(robotId, null))).toEqual(['deny', 'allow']);
    const newId = '00000000-0000-4000-8000-000000000000';
    expect(await outcomes(tagged(newId, 'Bob'), [newId])).toEqual(['deny', 'allow']);
    expect(await outcomes(quorum(1, robotId))).toEqual(['deny', 'allow']);
    expect(await outcomes(quorum(2, robotId, newId))).toEqual(['deny', 'consensus']);
    // The letter case of an id changes nothing.
    expect(await outcomes(tagged(robotId.toUpperCase(), null), [robotId.toUpperCase()])).toEqual(['deny', 'allow']);
    expect(await outcomes(quorum(1, robotId.toUpperCase()))).toEqual(['deny', 'allow']);
    // Nothing of it was stored.
    const { users } = await service.client.getUsers({ organizationId });
    expect(users.find(({ userId }) => userId === robotId)?.userTags).not.toContain(tagId);
    expect(await outcomes(null)).toEqual(['deny', 'deny']);
  });

  it('is tried with a name and an address that are not stored', async () => {
    const people = (userId: string, newName: string | null) => ({
      users: [{ userId, newName, newEmail: 'eve@example.com', tagIds: [] }],
      keys: [],
      quorum: null,
    });
    const newId = '00000000-0000-4000-8000-000000000000';
    const outcome = async (clause: string, userId: string, newName: string | null) => {
      const policy = { ...ALLOW, policyName: 'Eve', consensus: `approvers.any(user, ${clause})` };
      const { before, after } = await trialOf(policy, newWallet(), [userId], people(userId, newName));
      return [before.outcome, after.outcome];
    };
    expect(await outcome("user.email == 'eve@example.com'", robotId, null)).toEqual(['deny', 'allow']);
    expect(await outcome("user.email == 'eve@example.com'", newId, 'Eve')).toEqual(['deny', 'allow']);
    expect(await outcome("user.alias == 'Eve'", robotId, 'Eve')).toEqual(['deny', 'allow']);
    expect(await outcome("user.alias == 'Robot'", robotId, null)).toEqual(['deny', 'allow']);
  });

  it('takes the place of a stored policy in any letter case of its id', async () => {
    const denial = { ...ALLOW, policyName: 'No wallets', effect: 'EFFECT_DENY', condition: 'true' } as const;
    await create({ ...ALLOW, policyName: 'Wallets', condition: "activity.resource == 'WALLET'" });
    const policyId = await create(denial);
    const deleted = { ...ALLOW, policyId: policyId.toUpperCase(), condition: 'false' };
    const { before, after } = await trialOf(deleted, newWallet());
    expect([before.outcome, after.outcome]).toEqual(['deny', 'allow']);
    await remove(policyId);
  });

  it('is tried with the passkey of a user who has no API key', async () => {
    const [passkey] = OPERATIONS.create_authenticators.example.parameters.authenticators;
    const users = [
      { userName: 'Cleo', apiKeys: [], authenticators: [passkey], oauthProviders: [], userTags: [] },
    ] as never;
    const { activity } = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const cleo = activity.result.createUsersResult?.userIds[0] ?? '';
    const consensus = "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')";
    const { after } = await trialOf({ ...ALLOW, policyName: 'Passkeys', consensus }, newWallet(), [cleo]);
    expect(after.outcome).toBe('allow');
  });

  it('has a decision for each kind of request that a question tries', async () => {
    const probes = await readEffectProbes({ ask: async () => ({ organizationData: {} }) } as never, {} as never);
    expect(probes.probes.length).toBeGreaterThan(30);
    for (const { operation, parameters } of probes.probes) {
      const given = { ...(operation.example.parameters as object), ...parameters };
      const { after } = await trialOf(ALLOW, { type: operation.activityType, parameters: given });
      expect([operation.name, after.outcome]).toEqual([
        ...[operation.name, operation.governed.by === 'root quorum' ? 'deny' : 'allow'],
      ]);
    }
  });

  it('cannot be tried with a fault, in an unknown organization, or on an unknown activity', async () => {
    const { organizationId, tryPolicy } = service;
    const given = { organizationId, policy: ALLOW, activityIds: [], request: null, people: null };
    await expect(tryPolicy({ ...given, policy: { ...ALLOW, condition: 'eth.tx.too == 1' } })).rejects.toThrow(
      'The condition has a fault at line 1, column 1',
    );
    await expect(tryPolicy({ ...given, organizationId: robotId })).rejects.toThrow('no such organization');
    expect((await tryPolicy({ ...given, activityIds: [robotId] })).trials).toEqual([
      { activityId: robotId, problem: 'The service has no such activity.' },
    ]);
    const request = { type: 'ACTIVITY_TYPE_CREATE_WALLET', parameters: '{}', approvers: [robotId] };
    const problemOf = async (change: object) =>
      (await tryPolicy({ ...given, request: { ...request, ...change } })).trials.map(
        (one) => 'problem' in one && one.problem,
      );
    expect(await problemOf({})).toEqual([expect.stringMatching(/^The parameters are not those of .*walletName/)]);
    expect(await problemOf({ type: 'X' })).toEqual(['There is no activity type "X".']);
    const sound = { parameters: JSON.stringify(newWallet().parameters) };
    expect(await problemOf({ ...sound, approvers: [organizationId] })).toEqual([
      `The approver "${organizationId}" is no user of the organization.`,
    ]);
  });

  it('stays within its budget, however large the policy is', async () => {
    const condition = Array.from({ length: 400 }, () => "eth.tx.to == 'a'").join('||');
    const nested = `${'wallets.all(w, '.repeat(20)}true${')'.repeat(20)}`;
    for (const one of [condition, nested]) {
      const { alone } = await trialOf({ ...ALLOW, condition: one }, signing(RECIPIENT, 2));
      expect(['OUTCOME_DENY_IMPLICIT', 'OUTCOME_ERROR']).toContain(alone.outcome);
    }
  });
});
