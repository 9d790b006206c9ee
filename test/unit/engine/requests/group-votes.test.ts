import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateP256 } from '../../../../electron/crypto/index.ts';
import { createGroupVotes } from '../../../../electron/engine/requests/group-votes.ts';
import type { ConfirmedVote } from '../../../../electron/engine/requests/vote-confirmation.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { isAnswerable, type Question, type QuestionOf } from '../../../../shared/ipc/index.ts';
import { type Activity, OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

type Parts = Parameters<typeof createGroupVotes>[1];
const sent: string[] = [];
const fingerprintOf = (id: string) => `sha256:${Buffer.from(id.padEnd(32)).toString('hex')}`;
/** A group over activities named like their fingerprints, of which the service answers each vote with `outcome`. */
function group(outcome: (fingerprint: string) => AppError | null, confirmed: (index: number) => ConfirmedVote = yes) {
  sent.length = 0;
  const parts = {
    profiles: { get: () => ({ name: 'desk', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10' }) },
    credentials: { stamping: () => ({ id: 'key' }) },
    activities: {
      cached: (_profile: unknown, id: string) =>
        id === 'gone' ? null : { canApprove: true, fingerprint: fingerprintOf(id) },
    },
    requests: {
      async submitConfirmed(_id: string, { body }: { body: Uint8Array }) {
        const { fingerprint } = JSON.parse(new TextDecoder().decode(body)).parameters;
        const problem = outcome(fingerprint);
        sent.push(fingerprint);
        if (problem !== null) throw problem;
      },
    },
    confirm: async ({ bodies }: { bodies: readonly Uint8Array[] }) => bodies.map((_, index) => confirmed(index)),
  } as unknown as Parts;
  const base = { ports: { clock: { now: () => 1 } }, changes: { announce: () => undefined } };
  return createGroupVotes(base as unknown as Parameters<typeof createGroupVotes>[0], parts);
}
const yes = (): ConfirmedVote => ({ confirmation: {} as never, why: null });
const cast = (votes: ReturnType<typeof group>, activityIds: readonly string[], signal?: AbortSignal) =>
  votes.cast({ approves: true, activityIds }, signal === undefined ? {} : { signal });
const states = (votes: readonly { activityId: string; state: string }[]) =>
  votes.map(({ activityId, state }) => `${activityId} ${state}`);

describe('a group of votes', () => {
  it('sends one vote for each activity, once, and continues after a refusal of the service', async () => {
    const refused = new AppError('SERVICE_REFUSED', 'It was decided before.', { outcome: 'refused' });
    const votes = await cast(
      group((fingerprint) => (fingerprint === fingerprintOf('b') ? refused : null)),
      ['a', 'b', 'c', 'a'],
    );
    expect(states(votes)).toEqual(['a cast', 'b refused', 'c cast']);
    expect(votes[1]?.problem).toBe('It was decided before.');
    expect(sent).toEqual([fingerprintOf('a'), fingerprintOf('b'), fingerprintOf('c')]);
  });

  it.each([
    ['an unknown outcome', new AppError('SERVICE_UNREACHABLE', 'No answer.', { outcome: 'unknown' }), 'b unknown'],
    ['a locked vault', new AppError('VAULT_LOCKED', 'Locked.'), 'b left'],
  ])('sends no further vote after %s', async (_, problem, state) => {
    const votes = await cast(
      group((fingerprint) => (fingerprint === fingerprintOf('b') ? problem : null)),
      ['a', 'b', 'c'],
    );
    expect(states(votes)).toEqual(['a cast', state, 'c left']);
    expect(sent).toEqual([fingerprintOf('a'), fingerprintOf('b')]);
  });

  it('stops after the current vote when it is aborted', async () => {
    const running = new AbortController();
    const votes = group(() => {
      running.abort();
      return null;
    });
    expect(states(await cast(votes, ['a', 'b'], running.signal))).toEqual(['a cast', 'b left']);
  });

  it('sends no vote for an activity that needs a question of its own, and says why', async () => {
    const alone = { confirmation: null, why: 'It has a finding of danger.' };
    const votes = await cast(
      group(
        () => null,
        (index) => (index === 0 ? alone : yes()),
      ),
      ['a', 'b'],
    );
    expect(states(votes)).toEqual(['a alone', 'b cast']);
    expect(votes[0]?.problem).toBe('It has a finding of danger. Vote on it by itself.');
    expect(sent).toEqual([fingerprintOf('b')]);
  });

  it('asks about nothing when a selected activity does not wait for a vote any more', async () => {
    await expect(
      cast(
        group(() => null),
        ['a', 'gone'],
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(sent).toEqual([]);
  });
});

describe('the question about a group of votes', () => {
  let bench: Bench & { address: string };
  let answers = true;
  let beforeAnswer = () => {};
  const asked: QuestionOf<'votes'>[] = [];
  const submit = async (operation: string, parameters: Record<string, unknown>) => {
    bench.advance(1);
    const { requestId } = await bench.engine.requests.prepare(operation, parameters);
    return (await bench.engine.requests.submit(requestId)).activity;
  };

  beforeAll(async () => {
    bench = await createReadyBench({
      async consent(question: Question) {
        if (question.kind !== 'votes') return operatorSays(question);
        asked.push(question);
        beforeAnswer();
        return answers ? { ...operatorSays(question), byCommand: undefined as never } : { confirmed: false };
      },
    });
    const { userId } = await bench.engine.queries.ask('whoami', {});
    const { publicKey } = generateP256();
    const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const user = { userName: 'Ben', apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
    const { result } = await submit('create_users', { users: [user] });
    const others = JSON.stringify(result).match(/[0-9a-f-]{36}/g) ?? [];
    await submit('update_root_quorum', { threshold: 2, userIds: [userId, ...others] });
  });
  afterAll(() => bench.end());
  beforeEach(() => {
    answers = true;
    beforeAnswer = () => {};
    asked.length = 0;
  });

  /** Proposes wallets, and has the service offer them for a vote. */
  const waiting = async (...activities: readonly Activity[]) => {
    bench.transport.answer(OPERATIONS.list_activities.path, ({ status, body }) => ({
      status,
      body: {
        activities: (body as { activities: Activity[] }).activities.map((one) => ({
          ...one,
          canApprove: activities.some(({ id }) => id === one.id),
        })),
      },
    }));
    await bench.engine.activities.refresh();
    return activities.map(({ id }) => id);
  };
  const wallet = (walletName: string) => submit('create_wallet', { walletName, accounts: [] });

  it('shows each activity by the bytes under the fingerprint of its vote', async () => {
    const [one, other] = [await wallet('Hot'), await wallet('Cold')];
    const activityIds = await waiting(one, other);
    answers = false;
    await expect(bench.engine.groupVotes.cast({ approves: true, activityIds })).rejects.toMatchObject({
      code: 'NOT_CONFIRMED',
      message: 'You did not vote. No vote was stamped or sent.',
    });
    const [question] = asked;
    expect(question?.lines.map(({ line, meaning, voted }) => [line, meaning.operation, voted.meaning.title])).toEqual([
      [1, 'approve_activity', 'Create wallet'],
      [2, 'approve_activity', 'Create wallet'],
    ]);
    expect(question?.lines.map(({ voted }) => voted.askedBy)).toEqual([
      { userId: expect.stringMatching(/^[0-9a-f-]{36}$/), name: expect.stringMatching(/./) },
      question?.lines[0]?.voted.askedBy,
    ]);
    expect(question?.lines.map(({ body }) => JSON.parse(body).parameters.fingerprint)).toEqual([
      one.fingerprint,
      other.fingerprint,
    ]);
    expect(question !== undefined && isAnswerable(question)).toBe(true);
    expect(bench.transport.sent.filter(({ path }) => path.includes('approve_activity'))).toEqual([]);
  });

  it('leaves out an activity that is dangerous, and votes on the others', async () => {
    const [calm, grave] = [
      await wallet('Warm'),
      await submit('create_policy', {
        policyName: 'Everything',
        effect: 'EFFECT_ALLOW',
        condition: 'true',
        consensus: 'true',
        notes: '',
      }),
    ];
    const votes = await bench.engine.groupVotes.cast({ approves: true, activityIds: await waiting(calm, grave) });
    expect(asked[0]?.lines.map(({ voted }) => voted.meaning.title)).toEqual(['Create wallet']);
    expect(votes.find(({ activityId }) => activityId === grave.id)).toMatchObject({
      state: 'alone',
      problem: 'It has a finding of danger. Vote on it by itself.',
    });
  });

  it('is not asked when every activity needs one of its own', async () => {
    const grave = await submit('create_policy', {
      policyName: 'All',
      effect: 'EFFECT_ALLOW',
      condition: 'true',
      consensus: 'true',
      notes: '',
    });
    const activityIds = await waiting(grave);
    await expect(bench.engine.groupVotes.cast({ approves: true, activityIds })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(asked).toEqual([]);
  });

  it('is asked again when the chain of an approved payment changed before the answer', async () => {
    await bench.engine.endpoints.add({ chain: 'eip155:1', url: 'http://127.0.0.1:1/' });
    const own = bench.engine.service.own();
    const call = own?.call;
    if (own === null || call === undefined) throw new Error('the local service does not run');
    let nonce = '1';
    const state = { coinUnits: null, tokenUnits: null, price: null, unspent: null, isBlockhashNew: null };
    Object.assign(own, {
      call: async (name: string, input: never) =>
        name === 'readSpending' ? { state: { ...state, nonce }, problem: null } : call(name as never, input),
    });
    const payment = await submit('sign_transaction', {
      type: 'TRANSACTION_TYPE_ETHEREUM',
      signWith: bench.address,
      unsignedTransaction: '0x02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0',
    });
    beforeAnswer = () => {
      nonce = '2';
      answers = asked.length === 1;
    };
    const activityIds = await waiting(payment);
    await expect(bench.engine.groupVotes.cast({ approves: true, activityIds })).rejects.toMatchObject({
      code: 'NOT_CONFIRMED',
    });
    expect(asked.map(({ changed }) => changed)).toEqual([
      [],
      ['Nonce 1 was used meanwhile. The next one is 2. No block can include this transaction.'],
    ]);
    expect(bench.transport.sent.filter(({ body }) => body.includes(payment.fingerprint))).toEqual([]);

    asked.length = 0;
    answers = false;
    await bench.engine.groupVotes.cast({ approves: false, activityIds }).catch(() => undefined);
    expect(asked).toMatchObject([{ approves: false, findings: [], changed: [] }]);
  });
});
