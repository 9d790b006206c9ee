import { TurnkeyClient } from '@turnkey/http';
import { WebauthnStamper } from '@turnkey/webauthn-stamper';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { createPasskey } from './software-passkey.ts';

/** Two root users with a quorum of one. The first has a passkey beside the key. */
const [operator, second] = [newKey(), newKey()];
const NEEDED = 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED';
const COMPLETED = 'ACTIVITY_STATUS_COMPLETED';
let service: StartedService;
let passkey: ReturnType<typeof createPasskey>;
let passkeyId: string;
const rootUser = (userName: string, publicKey: string) => ({
  userName,
  apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
});
beforeEach(async () => {
  passkey = createPasskey();
  service = await startService({
    key: operator,
    init: { rootUsers: [rootUser('Operator', operator.publicKey), rootUser('Second', second.publicKey)] },
  });
  const { activity } = await service.client.createAuthenticators(
    service.envelope('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
      userId: service.userId,
      authenticators: [passkey.register('Laptop')],
    }),
  );
  passkeyId = activity.result.createAuthenticatorsResult?.authenticatorIds[0] ?? '';
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await service.stop();
});

type Methods = Parameters<TurnkeyClient['createMfaPolicy']>[0]['parameters']['requiredAuthenticationMethods'];
const API_KEY = { type: 'AUTHENTICATION_TYPE_API_KEY' as const };
const PASSKEY = { type: 'AUTHENTICATION_TYPE_PASSKEY' as const };
const require = async (
  requiredAuthenticationMethods: Methods,
  { condition = "activity.resource == 'WALLET'", order = 0, userId = service.userId, by = second } = {},
) => {
  const { activity } = await clientOf(service.ready.baseUrl, by).createMfaPolicy(
    service.envelope('ACTIVITY_TYPE_CREATE_MFA_POLICY', {
      userId,
      mfaPolicyName: `Policy ${order}`,
      condition,
      requiredAuthenticationMethods,
      order,
    }),
  );
  return activity.result.createMfaPolicyResult?.mfaPolicyId ?? '';
};
const withPasskey = () => {
  vi.stubGlobal('navigator', { credentials: passkey.credentials });
  return new TurnkeyClient({ baseUrl: service.ready.baseUrl }, new WebauthnStamper({ rpId: 'castellan.example' }));
};
const propose = async (walletName: string, client = service.client) =>
  (await client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }))).activity;
const approve = async (fingerprint: string, client: TurnkeyClient) =>
  (await client.approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }))).activity;
const statusOf = async (activityId: string, userId?: string) => {
  const request = { organizationId: service.organizationId, activityId };
  return (await service.client.getMfaStatus(userId === undefined ? request : { ...request, userId })).mfaStatuses;
};
const wallets = async () =>
  (await service.client.getWallets({ organizationId: service.organizationId })).wallets.length;

describe('an activity that needs more proof', () => {
  it('waits for the proof, even from a root user, and names the missing proof', async () => {
    const mfaPolicyId = await require([{ any: [API_KEY] }, { any: [PASSKEY] }]);
    const proposed = await propose('Guarded');
    expect(proposed).toMatchObject({ status: NEEDED, result: null, canApprove: true });
    expect(await wallets()).toBe(0);
    const required = { mfaPolicyId, userId: service.userId, requiredMethods: [{ any: [API_KEY] }, { any: [PASSKEY] }] };
    expect(await statusOf(proposed.id)).toEqual([{ ...required, satisfied: false, satisfiedMethods: [API_KEY] }]);
    expect(await statusOf(proposed.id, service.ready.userIds?.[1])).toEqual([]);
    const done = await approve(proposed.fingerprint, withPasskey());
    expect(done).toMatchObject({ id: proposed.id, status: COMPLETED, canApprove: false });
    expect(done.votes.map(({ scheme }) => scheme)).toEqual([
      'SIGNATURE_SCHEME_TK_API_P256',
      'SIGNATURE_SCHEME_TK_WEBAUTHN',
    ]);
    expect(await wallets()).toBe(1);
    expect(await statusOf(proposed.id)).toEqual([]);
  });

  it('ignores earlier proofs and proofs of other users', async () => {
    await require([{ any: [API_KEY] }, { any: [PASSKEY] }]);
    const { fingerprint } = await propose('Guarded');
    expect((await approve(fingerprint, service.client)).status).toBe(NEEDED);
    await expect(approve(fingerprint, clientOf(service.ready.baseUrl, second))).rejects.toThrow(
      'has to satisfy mfa before others can vote',
    );
    expect(await wallets()).toBe(0);
  });

  it('runs at once when its stamp gives all proofs', async () => {
    await require([{ any: [PASSKEY, API_KEY] }]);
    expect((await propose('By key')).status).toBe(COMPLETED);
    await require([{ any: [{ ...PASSKEY, id: passkeyId }] }], { order: 1, condition: "activity.action == 'CREATE'" });
    expect((await propose('By key again')).status).toBe(COMPLETED);
    expect((await propose('By passkey', withPasskey())).status).toBe(COMPLETED);
  });

  it('can be rejected instead', async () => {
    await require([{ any: [PASSKEY] }]);
    const { fingerprint } = await propose('Unwanted');
    const { activity } = await service.client.rejectActivity(
      service.envelope('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint }),
    );
    expect(activity.status).toBe('ACTIVITY_STATUS_REJECTED');
  });
});

describe('the policies of a user', () => {
  it('are tried in order, and only the first that applies counts', async () => {
    await require([{ any: [PASSKEY] }], { order: 2, condition: 'true' });
    await require([{ any: [API_KEY] }], { order: 1 });
    expect((await propose('By key')).status).toBe(COMPLETED);
    const tag = service.envelope('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'Tag', userIds: [] });
    expect((await service.client.createUserTag(tag)).activity.status).toBe(NEEDED);
    const { mfaPolicies } = await service.client.getMfaPolicies({
      organizationId: service.organizationId,
      userId: service.userId,
    });
    expect(mfaPolicies.map(({ order }) => order)).toEqual([1, 2]);
  });

  it('require no proof for an absent member, and require one after any other failure', async () => {
    await require([{ any: [PASSKEY] }], { condition: "activity.params.session_profile_id == 'x'" });
    expect((await propose('Not a login')).status).toBe(COMPLETED);
    const many = `[${Array.from({ length: 60 }, () => "'a'").join()}]`;
    const endless = `${many}.all(a, ${many}.all(b, ${many}.all(c, ${many}.all(d, a == b || c == d))))`;
    await require([{ any: [PASSKEY] }], { order: 1, condition: `activity.resource == 'WALLET' && ${endless}` });
    expect((await propose('Failing')).status).toBe(NEEDED);
  });

  it('are refused at creation when the user could not satisfy them', async () => {
    const userId = service.ready.userIds?.[1] ?? '';
    await expect(require([{ any: [API_KEY] }, { any: [PASSKEY] }], { userId })).rejects.toThrow(
      `user (${userId}) cannot satisfy mfa policy requirement: mfa policy 'Policy 0' requires one of ["Passkey"] but user does not, or will not, have a matching credential`,
    );
    await expect(require([{ any: [{ ...API_KEY, id: passkeyId }] }])).rejects.toThrow('requires one of ["API key"]');
    await expect(require([{ any: [API_KEY] }], { condition: 'activity.type ==' })).rejects.toThrow(
      'invalid policy condition',
    );
  });

  it('are changed, shown with the user and deleted', async () => {
    const [userId, mfaPolicyId] = [service.userId, await require([{ any: [PASSKEY] }])];
    const { client, envelope, organizationId } = service;
    const asSecond = clientOf(service.ready.baseUrl, second);
    await asSecond.updateMfaPolicy(
      envelope('ACTIVITY_TYPE_UPDATE_MFA_POLICY', { userId, mfaPolicyId, mfaPolicyName: 'Renamed', notes: 'why' }),
    );
    const { mfaPolicy } = await client.getMfaPolicy({ organizationId, userId, mfaPolicyId });
    expect(mfaPolicy).toMatchObject({
      mfaPolicyName: 'Renamed',
      notes: 'why',
      order: 0,
      requiredAuthenticationMethods: [{ any: [PASSKEY] }],
    });
    expect((await client.getUser({ organizationId, userId })).user.mfaPolicies).toEqual([mfaPolicy]);
    await asSecond.deleteMfaPolicy(envelope('ACTIVITY_TYPE_DELETE_MFA_POLICY', { userId, mfaPolicyId }));
    expect((await propose('Free again')).status).toBe(COMPLETED);
    await expect(client.getMfaPolicy({ organizationId, userId, mfaPolicyId })).rejects.toThrow('no mfa policy found');
  });
});

describe('with a quorum of two', () => {
  beforeEach(async () => {
    const userIds = [...(service.ready.userIds ?? [])];
    await service.client.updateRootQuorum(
      service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds }),
    );
  });
  /** With two needed, the other one has to agree to the policy. */
  const agreed = async (methods: Methods) => {
    const { activity } = await service.client.createMfaPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_MFA_POLICY', {
        userId: service.userId,
        mfaPolicyName: 'Agreed',
        condition: "activity.resource == 'WALLET'",
        requiredAuthenticationMethods: methods,
        order: 0,
      }),
    );
    await approve(activity.fingerprint, clientOf(service.ready.baseUrl, second));
  };

  it('the proposer proves first, then others vote', async () => {
    await agreed([{ any: [API_KEY] }, { any: [PASSKEY] }]);
    const { fingerprint } = await propose('Both');
    expect((await approve(fingerprint, withPasskey())).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await approve(fingerprint, clientOf(service.ready.baseUrl, second))).status).toBe(COMPLETED);
  });

  it('another user’s vote counts once that user gave all proofs', async () => {
    await agreed([{ any: [API_KEY] }, { any: [PASSKEY] }]);
    const { fingerprint } = await propose('Both', clientOf(service.ready.baseUrl, second));
    expect((await approve(fingerprint, service.client)).status).toBe(NEEDED);
    expect(await wallets()).toBe(0);
    expect((await approve(fingerprint, withPasskey())).status).toBe(COMPLETED);
  });

  it('a vote without its proofs does not count towards the quorum', async () => {
    await agreed([{ any: [API_KEY] }, { any: [PASSKEY] }]);
    const [asSecond, third] = [clientOf(service.ready.baseUrl, second), newKey()];
    const users = [{ ...rootUser('Third', third.publicKey), authenticators: [], oauthProviders: [], userTags: [] }];
    const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const { result } = await approve(made.activity.fingerprint, asSecond);
    const userIds = [...(service.ready.userIds ?? []), result.createUsersResult?.userIds[0] ?? ''];
    const quorum = service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 3, userIds });
    await approve((await service.client.updateRootQuorum(quorum)).activity.fingerprint, asSecond);

    const { fingerprint } = await propose('All three', asSecond);
    expect((await approve(fingerprint, service.client)).status).toBe(NEEDED);
    expect((await approve(fingerprint, clientOf(service.ready.baseUrl, third))).status).toBe(
      'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    );
    expect(await wallets()).toBe(0);
    expect((await approve(fingerprint, withPasskey())).status).toBe(COMPLETED);
  });
});
