import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

const people = { first: newKey(), second: newKey(), third: newKey() };
let service: StartedService;

const rootUser = (userName: string, { publicKey }: ClientKey) => ({
  userName,
  apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
});

/** Three root users with a quorum of two. */
beforeEach(async () => {
  service = await startService({
    key: people.first,
    init: {
      rootUsers: [rootUser('First', people.first), rootUser('Second', people.second), rootUser('Third', people.third)],
      rootQuorumThreshold: 2,
    },
  });
});
afterEach(() => service.stop());

const as = (who: keyof typeof people) => clientOf(service.ready.baseUrl, people[who]);
const walletNamed = (walletName: string) =>
  service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] });
const propose = async (walletName: string) => (await service.client.createWallet(walletNamed(walletName))).activity;
const approve = async (who: keyof typeof people, fingerprint: string) =>
  (await as(who).approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }))).activity;
const reject = async (who: keyof typeof people, fingerprint: string) =>
  (await as(who).rejectActivity(service.envelope('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint }))).activity;
const walletNames = async () =>
  (await service.client.getWallets({ organizationId: service.organizationId })).wallets.map(
    ({ walletName }) => walletName,
  );

describe('a root quorum of two', () => {
  it('runs an activity as proposed after the second vote', async () => {
    const proposed = await propose('Together');
    expect(proposed).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: null, failure: null });
    expect(await walletNames()).toEqual([]);

    const approved = await approve('second', proposed.fingerprint);
    expect(approved).toMatchObject({
      id: proposed.id,
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      status: 'ACTIVITY_STATUS_COMPLETED',
      result: { createWalletResult: { addresses: [] } },
      canApprove: false,
    });
    expect(approved.votes.map(({ userId, selection }) => [userId, selection])).toEqual([
      [service.ready.userIds?.[0], 'VOTE_SELECTION_APPROVED'],
      [service.ready.userIds?.[1], 'VOTE_SELECTION_APPROVED'],
    ]);
    expect(await walletNames()).toEqual(['Together']);
  });

  it('counts equal bytes from another user as a vote', async () => {
    const body = walletNamed('Twice');
    await service.client.createWallet(body);
    expect((await as('first').createWallet(body)).activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await as('third').createWallet(body)).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await walletNames()).toEqual(['Twice']);
  });

  it('counts each user once', async () => {
    const { fingerprint } = await propose('Alone');
    expect((await approve('first', fingerprint)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await walletNames()).toEqual([]);
  });

  it('ends an activity with one rejection, which later votes cannot undo', async () => {
    const { fingerprint } = await propose('Unwanted');
    expect(await reject('third', fingerprint)).toMatchObject({ status: 'ACTIVITY_STATUS_REJECTED', result: null });
    expect((await approve('second', fingerprint)).status).toBe('ACTIVITY_STATUS_REJECTED');
    expect(await walletNames()).toEqual([]);
  });

  it('shows each user whether the activity needs that user’s vote', async () => {
    const { id: activityId } = await propose('Seen');
    const seenBy = async (who: keyof typeof people) => {
      const { activity } = await as(who).getActivity({ organizationId: service.organizationId, activityId });
      return { canApprove: activity.canApprove, canReject: activity.canReject };
    };
    expect(await seenBy('first')).toEqual({ canApprove: false, canReject: true });
    expect(await seenBy('second')).toEqual({ canApprove: true, canReject: true });
  });

  it('refuses votes of users who are not asked', async () => {
    const robot = newKey();
    const user = { ...rootUser('Robot', robot), authenticators: [], oauthProviders: [], userTags: [] };
    const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }));
    await approve('second', made.activity.fingerprint);
    const { id: activityId, fingerprint } = await propose('Not theirs');
    const client = clientOf(service.ready.baseUrl, robot);
    const words = 'Turnkey error 7: request not authorized: this activity does not ask for your vote';
    await expect(
      client.approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint })),
    ).rejects.toThrow(words);
    await expect(
      client.rejectActivity(service.envelope('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint })),
    ).rejects.toThrow(words);
    const { activity } = await client.getActivity({ organizationId: service.organizationId, activityId });
    expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', canApprove: false, canReject: false });
    expect(activity.votes).toHaveLength(1);
  });

  it('fails an activity that cannot run when it is decided, with the reason', async () => {
    const { fingerprint } = await propose('Same name');
    const other = await propose('Same name');
    await approve('second', fingerprint);
    expect(await approve('second', other.fingerprint)).toMatchObject({
      status: 'ACTIVITY_STATUS_FAILED',
      result: null,
      failure: { code: 3, message: 'wallet label must be unique' },
    });
  });

  it('drops approvals a day after the first one', async () => {
    const { fingerprint } = await propose('Late');
    service.clock.now += 24 * 60 * 60 * 1000;
    expect((await approve('second', fingerprint)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await approve('third', fingerprint)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('shows the proposal to voters for as long as the activity waits', async () => {
    const { id: activityId, fingerprint } = await propose('Proven');
    const isProven = async () => {
      const { activity } = await as('third').getActivity({ organizationId: service.organizationId, activityId });
      const hashes = activity.votes.map(
        ({ message }) => `sha256:${createHash('sha256').update(message).digest('hex')}`,
      );
      return hashes.includes(fingerprint);
    };
    // Days apart, so that no two approvals stand together: of another user, and of the one who proposed it, with the same key.
    for (const who of ['second', 'first', 'second'] as const) {
      service.clock.now += 24 * 60 * 60 * 1000;
      expect((await approve(who, fingerprint)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      expect(await isProven()).toBe(true);
    }
    const { status, votes } = await approve('third', fingerprint);
    expect(status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(votes.map(({ userId }) => service.ready.userIds?.indexOf(userId))).toEqual([0, 1, 2]);
  });

  it('refuses a vote with an old stamp', async () => {
    const body = walletNamed('Old bytes');
    await service.client.createWallet(body);
    service.clock.now += 2 * 60 * 60 * 1000;
    await expect(as('second').createWallet(body)).rejects.toThrow('invalid timestampMs');
  });

  it('refuses a vote on an unknown activity', async () => {
    await expect(approve('second', `sha256:${'0'.repeat(64)}`)).rejects.toThrow(
      'Turnkey error 5: No activity found with fingerprint',
    );
    await expect(approve('second', 'sha256:short')).rejects.toThrow('/parameters/fingerprint');
  });

  it('can change itself, with effect from then on', async () => {
    const body = service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', {
      threshold: 1,
      userIds: [service.ready.userIds![0]!],
    });
    const { activity } = await service.client.updateRootQuorum(body);
    expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await approve('third', activity.fingerprint)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect((await propose('By one')).status).toBe('ACTIVITY_STATUS_COMPLETED');
    await expect(as('second').createWallet(walletNamed('Not any more'))).rejects.toThrow(
      "Turnkey error 7: You don't have sufficient permissions to take this action.",
    );
  });

  it('cannot be set to a threshold that nobody reaches', async () => {
    const change = async (threshold: number, userIds: string[]) => {
      const body = service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold, userIds });
      const { activity } = await service.client.updateRootQuorum(body);
      return (await approve('second', activity.fingerprint)).failure?.message;
    };
    const [first = ''] = service.ready.userIds ?? [];
    expect(await change(0, [first])).toContain('quorum threshold must be non-zero integer');
    expect(await change(2, [first, first])).toContain('quorum users missing');
    expect(await change(1, [service.organizationId])).toContain('no user found');
  });
});
