import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateP256 } from '../../../../electron/crypto/index.ts';
import { isAnswerable, type Question, type QuestionOf } from '../../../../shared/ipc/index.ts';
import { type Activity, OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const SECOND = 'A second operator';
const SOMEWHERE_ELSE = '22222222-2222-4222-8222-222222222222';

/** An organization in which two users must agree. `asked` holds the questions to the first of them. */
describe('a vote is confirmed with what it is about', () => {
  let bench: Bench;
  let proposed: { activity: Activity; body: string };
  const asked: QuestionOf<'stamp'>[] = [];
  const submit = async (operation: string, parameters: Record<string, unknown>) => {
    // The service cannot distinguish two equal requests made in one millisecond.
    bench.advance(1);
    const { requestId, body } = await bench.engine.requests.prepare(operation, parameters);
    const { activity } = await bench.engine.requests.submit(requestId);
    return { activity, body };
  };
  const vote = async (operation: 'approve_activity' | 'reject_activity', { fingerprint } = proposed.activity) => {
    await submit(operation, { fingerprint }).catch(() => undefined);
    return asked.at(-1) as QuestionOf<'stamp'>;
  };

  beforeAll(async () => {
    bench = await createReadyBench({
      async consent(question: Question) {
        if (question.kind === 'stamp') asked.push(question);
        return operatorSays(question);
      },
    });
    const { userId } = await bench.engine.queries.ask('whoami', {});
    const { publicKey } = generateP256();
    const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const user = { userName: SECOND, apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
    await submit('create_users', { users: [user] });
    const { users } = await bench.engine.queries.ask('list_users', {});
    const others = users.filter(({ userName }) => userName === SECOND);
    await submit('update_root_quorum', { threshold: 2, userIds: [userId, ...others.map((other) => other.userId)] });
  });
  afterAll(() => bench.end());
  beforeEach(async () => {
    proposed = await submit('create_wallet', { walletName: `Shared ${asked.length}`, accounts: [] });
    expect(proposed.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  });

  it.each([
    ['approve_activity', true],
    ['reject_activity', false],
  ] as const)('%s: the meaning of the exact bytes that the fingerprint is the hash of', async (operation, approves) => {
    const question = await vote(operation);
    const { fingerprint } = proposed.activity;
    expect(question.meaning).toMatchObject({ operation, rows: [{ value: fingerprint }] });
    expect(question.vote).toMatchObject({
      approves,
      body: proposed.body,
      askedBy: { userId: proposed.activity.votes[0]?.userId, name: expect.stringMatching(/./) },
      meaning: {
        title: 'Create wallet',
        fingerprint,
        rows: expect.arrayContaining([expect.objectContaining({ label: 'Wallet name' })]),
      },
    });
    expect(isAnswerable(question)).toBe(true);
    expect((await vote('approve_activity')).vote?.meaning).toEqual(approves ? question.vote?.meaning : null);
  });

  it('a request that is no vote has no other activity', () => expect(asked.at(-1)?.vote).toBeNull());

  const other = () => proposed.body.replace('Shared', 'Thieves’');
  const showing = (change: (activity: Activity) => object) => () =>
    bench.transport.answer(OPERATIONS.get_activity.path, ({ status, body }) => {
      const { activity } = body as { activity: Activity };
      return { status, body: { activity: { ...activity, ...change(activity) } } };
    });

  it.each([
    [
      'that shows other content',
      showing(({ votes }) => ({ votes: votes.map((one) => ({ ...one, message: other() })) })),
    ],
    ['that shows no votes', showing(() => ({ votes: [] }))],
    [
      'that shows votes without what was signed',
      showing(({ votes }) => ({ votes: votes.map(({ message: _, ...one }) => one) })),
    ],
    [
      'that lists no such activity',
      () =>
        bench.transport.answer(OPERATIONS.list_activities.path, ({ status }) => ({ status, body: { activities: [] } })),
    ],
    ['that cannot be reached', () => bench.transport.fail(OPERATIONS.list_activities.path, 'before it arrives')],
  ] as const)('a service %s proves nothing: no approval can be answered, a rejection can', async (_, happen) => {
    for (const operation of ['approve_activity', 'reject_activity'] as const) {
      happen();
      const question = await vote(operation);
      expect(question.vote).toMatchObject({ meaning: null, problem: expect.stringMatching(/\.$/) });
      expect(isAnswerable(question)).toBe(operation === 'reject_activity');
    }
  });

  const body = (type: string, parameters: string, organizationId: string = JSON.parse(proposed.body).organizationId) =>
    `{"type":"${type}","timestampMs":"1","organizationId":"${organizationId}","parameters":${parameters}}`;
  const policy = '"policyName":"p","condition":"true","consensus":"true","notes":""';
  it.each([
    [
      'can be read in two ways',
      () => body('ACTIVITY_TYPE_CREATE_POLICY_V3', `{${policy},"effect":"EFFECT_DENY","effect":"EFFECT_ALLOW"}`),
    ],
    ['is of no known type', () => body('ACTIVITY_TYPE_STEAL_EVERYTHING', '{}')],
    ['is a vote itself', () => body('ACTIVITY_TYPE_APPROVE_ACTIVITY', `{"fingerprint":"sha256:${'ab'.repeat(32)}"}`)],
    [
      'is of another organization',
      () => body('ACTIVITY_TYPE_CREATE_WALLET', '{"walletName":"w","accounts":[]}', SOMEWHERE_ELSE),
    ],
  ])('what %s is not approved, though its hash is the fingerprint', async (_, make) => {
    const message = make();
    const fingerprint = `sha256:${createHash('sha256').update(message).digest('hex')}`;
    const answer = (path: string, change: (activity: Activity) => object) =>
      bench.transport.answer(path, ({ status, body: said }) => {
        const { activity, activities } = said as { activity?: Activity; activities?: Activity[] };
        return { status, body: { activity: activity && change(activity), activities: activities?.map(change) } };
      });
    answer(OPERATIONS.list_activities.path, (activity) => ({ ...activity, fingerprint }));
    answer(OPERATIONS.get_activity.path, (activity) => ({
      ...activity,
      fingerprint,
      votes: activity.votes.map((one) => ({ ...one, message })),
    }));
    const question = await vote('approve_activity', { ...proposed.activity, fingerprint });
    expect(question.meaning?.rows).toEqual([expect.objectContaining({ value: fingerprint })]);
    expect(isAnswerable(question)).toBe(false);
  });

  it('bytes that were proposed by another than who votes are found among the votes, wherever they stand', async () => {
    showing(({ votes: [first] }) => ({ votes: [{ ...first, message: other() }, first] }))();
    expect((await vote('approve_activity')).vote).toMatchObject({ body: proposed.body });
  });
});
