import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { signStamp } from '../../electron/crypto/index.ts';
import { type ActivityOperation, OPERATIONS, type OperationName } from '../../shared/operations/index.ts';
import { encodeStamp, utf8Encode } from '../../shared/wire/index.ts';
import { startService } from '../contract/start-service.ts';
import { fuzzRuns } from './seed.ts';
import { type Change, isAsked, judge, type TagKind, type User, type World } from './service-model.ts';
import { apiKeysOf, type Ballot, changeOf, PEOPLE, ROOT, round, START, type Step, signers } from './service-steps.ts';

/**
 * Random people make right and wrong requests to the service. A model of the rules predicts each outcome. A long run is
 * requested as for the parsers: one run here for five hundred of their cases.
 */
const RUNS = fuzzRuns(500);
const ROUNDS = 8;
afterAll(() => {
  for (const signer of signers) signer.close();
});

interface Approval {
  readonly userId: string;
  readonly key: number;
}

/** Something that was proposed and has waited for votes. */
interface Proposal {
  readonly change: Change;
  readonly body: string;
  readonly fingerprint: string;
  readonly proposer: string;
  approvals: readonly Approval[];
  /** `DENIED` is a rejection by policies. */
  status: 'CONSENSUS_NEEDED' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'DENIED';
}

async function run(steps: readonly Step[]): Promise<void> {
  const rootUsers = PEOPLE.slice(0, ROOT).map((userName, person) => ({ userName, apiKeys: apiKeysOf(person) }));
  const service = await startService({ init: { rootUsers } });
  try {
    const { organizationId, ready } = service;
    const users = (ready.userIds ?? []).map((userId, person) => ({ userId, userName: PEOPLE[person] ?? '', person }));
    let world: World = {
      users,
      quorum: { threshold: 1, userIds: new Set(users.map(({ userId }) => userId)) },
      policies: [],
      tags: { user: [], private_key: [] },
      wallets: [],
      keys: [],
    };
    const proposals: Proposal[] = [];

    const send = async (key: number, path: string, body: string) => {
      const signer = signers[key];
      const stamp = signer === undefined ? '' : encodeStamp(signStamp(signer, utf8Encode(body)));
      const response = await fetch(ready.baseUrl + path, { method: 'POST', headers: { 'x-stamp': stamp }, body });
      return { status: response.status, body: (await response.json()) as Reply };
    };
    const operationOf = (name: string): ActivityOperation => OPERATIONS[name as OperationName] as ActivityOperation;
    const bodyOf = (name: string, parameters: object) =>
      JSON.stringify(service.envelope(operationOf(name).activityType, parameters));

    /** Carries a change out in the model, with the ids that the service has given. */
    const carryOut = (after: Exclude<ReturnType<Change['effect']>, number>, change: Change, reply: Reply) => {
      const result = reply.activity?.result?.[operationOf(change.name).resultMember] ?? {};
      const ids = Object.values(result)
        .flat()
        .map((item) => String((item as { privateKeyId?: string } | null)?.privateKeyId ?? item));
      if (change.named !== undefined) expect(ids.toSorted()).toEqual([...change.named(world)].sort());
      world = after(ids);
    };

    const propose = async (change: Change, user: User, key: number) => {
      const body = bodyOf(change.name, change.parameters);
      const { status, body: reply } = await send(key, operationOf(change.name).path, body);
      const verdict = judge(world, change, [user]);
      const context = `${user.userName} asks for ${change.name}: ${verdict}, ${JSON.stringify(reply).slice(0, 400)}`;
      if (verdict === 'deny') {
        expect(status, context).toBe(403);
        return;
      }
      const effect = change.effect(world);
      if (verdict === 'consensus' && change.signWith !== undefined && typeof effect === 'number') {
        expect(status, context).toBe(effect);
        return;
      }
      if (verdict === 'consensus') {
        expect(reply.activity?.status, context).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
        const { fingerprint = '' } = reply.activity ?? {};
        const approvals = [{ userId: user.userId, key }];
        proposals.push({ change, body, fingerprint, status: 'CONSENSUS_NEEDED', approvals, proposer: user.userId });
        return;
      }
      expect(status, context).toBe(typeof effect === 'number' ? effect : 200);
      if (typeof effect === 'number') return;
      expect(reply.activity?.status, context).toBe('ACTIVITY_STATUS_COMPLETED');
      carryOut(effect, change, reply);
    };

    /** The existing users whose approvals count. */
    const approvers = ({ approvals }: Proposal) =>
      world.users.filter(({ userId }) => approvals.some((approval) => approval.userId === userId));
    const canBeDecided = ({ status, proposer }: Proposal) =>
      status === 'CONSENSUS_NEEDED' && world.users.some(({ userId }) => userId === proposer);
    const mayVote = (proposal: Proposal, user: User) =>
      approvers(proposal).includes(user) || isAsked(world, proposal.change, approvers(proposal), user);

    /** Casts a vote on a proposal and checks the reply. */
    const vote = async (proposal: Proposal, does: Ballot, user: User, key: number) => {
      const { change, fingerprint } = proposal;
      const name = does === 'reject' ? 'reject_activity' : 'approve_activity';
      const { status, body: reply } =
        does === 'again'
          ? await send(key, operationOf(change.name).path, proposal.body)
          : await send(key, operationOf(name).path, bodyOf(name, { fingerprint }));
      const context = `${user.userName} ${does} ${change.name}: ${JSON.stringify(reply).slice(0, 400)}`;
      if (proposal.status === 'CONSENSUS_NEEDED') {
        if (!canBeDecided(proposal)) {
          expect(status, context).toBe(400);
          return;
        }
        if (!mayVote(proposal, user)) {
          expect(status, context).toBe(403);
          return;
        }
        const { userId } = user;
        if (does === 'reject') proposal.status = 'REJECTED';
        else if (!proposal.approvals.some((approval) => approval.userId === userId && approval.key === key)) {
          proposal.approvals = [...proposal.approvals, { userId, key }];
          decide(proposal, reply);
        }
      }
      // A user who sends a denied body again gets the refusal that its proposer would get.
      if (does === 'again' && proposal.status === 'DENIED') expect(status, context).toBe(403);
      else expect(reply.activity?.status, context).toBe(statusOf(proposal));
    };

    const decide = (proposal: Proposal, reply: Reply) => {
      const { change } = proposal;
      const verdict = judge(world, change, approvers(proposal));
      if (verdict === 'consensus') return;
      const effect = verdict === 'deny' ? 400 : change.effect(world);
      if (verdict === 'deny') proposal.status = 'DENIED';
      else if (typeof effect === 'number') proposal.status = 'FAILED';
      else {
        proposal.status = 'COMPLETED';
        carryOut(effect, change, reply);
      }
    };

    const ask = async (name: OperationName, { person }: User, more: object = {}) =>
      (await send(2 * person, OPERATIONS[name].path, JSON.stringify({ organizationId, ...more }))).body;
    const compare = async (after: string) => {
      const [anybody] = world.users;
      if (anybody !== undefined)
        expect(shownBy(await ask('get_organization', anybody)), after).toEqual(modelled(world));
    };

    for (const start of START) {
      const [first] = world.users;
      if (first !== undefined) await propose(start(world), first, 0);
    }
    await compare('the start');
    for (const one of steps) {
      const user = world.users.find(({ person }) => person === one.who);
      const key = 2 * one.who + (one.withSecondKey ? 1 : 0);
      const chosen = proposals[proposals.length - 1 - (Math.floor(one.what / 4) % Math.max(proposals.length, 1))];
      if (user === undefined) {
        const body = JSON.stringify({ organizationId });
        expect((await send(key, OPERATIONS.whoami.path, body)).status).toBe(401);
      } else if (one.does !== 'approve' && one.does !== 'reject' && one.does !== 'again') {
        const voters = chosen?.approvals.map(({ userId }) => userId).reverse() ?? [];
        await propose(changeOf(one, world, voters), user, key);
      } else if (chosen !== undefined) await vote(chosen, one.does, user, key);
      await compare(JSON.stringify(one));
    }

    for (const user of world.users) {
      const { activities } = await ask('list_activities', user, { paginationOptions: { limit: '100' } });
      for (const proposal of proposals) {
        const found = (activities as ExplainedActivity[]).find(
          ({ fingerprint }) => fingerprint === proposal.fingerprint,
        );
        const isOpen = canBeDecided(proposal) && mayVote(proposal, user);
        expect(found, `${user.userName} looks at ${proposal.change.name}`).toMatchObject({
          status: statusOf(proposal),
          canApprove: isOpen && !approvers(proposal).includes(user),
          canReject: isOpen || proposal.status === 'COMPLETED',
        });
      }
    }
    expect(service.reports.filter((report) => !String(JSON.stringify(report)).includes('denied'))).toEqual([]);
  } finally {
    await service.stop();
  }
}

const statusOf = ({ status }: Proposal) => `ACTIVITY_STATUS_${status === 'DENIED' ? 'REJECTED' : status}`;

interface ExplainedActivity {
  readonly status: string;
  readonly fingerprint: string;
  readonly result: Record<string, Record<string, unknown>> | null;
}

interface Reply {
  readonly activity?: ExplainedActivity;
  readonly [member: string]: unknown;
}

type Rows = readonly Readonly<Record<string, string & string[]>>[];

/** The service's report of its state, in the words of the model. */
function shownBy({ organizationData }: Reply) {
  const { wallets, users, tags, policies, privateKeys, rootQuorum } = organizationData as Record<
    'wallets' | 'users' | 'tags' | 'policies' | 'privateKeys',
    Rows
  > & {
    readonly rootQuorum: { readonly threshold: number; readonly userIds: string[] };
  };
  return {
    wallets: wallets.map(({ walletId, walletName }) => `${walletId} ${walletName}`).sort(),
    users: users
      .map(({ userId, userName, userTags, apiKeys }) => {
        return `${userId} ${userName} ${[...(userTags ?? [])].sort().join()} ${apiKeys?.length} keys`;
      })
      .sort(),
    tags: tags.map(({ tagId, tagName, tagType }) => `${tagId} ${tagName} ${tagType}`).sort(),
    keys: privateKeys
      .map(({ privateKeyId, privateKeyName, privateKeyTags }) => {
        return `${privateKeyId} ${privateKeyName} ${[...(privateKeyTags ?? [])].sort().join()}`;
      })
      .sort(),
    policies: policies.map(({ policyId, policyName, effect }) => `${policyId} ${policyName} ${effect}`).sort(),
    quorum: [rootQuorum.threshold, ...rootQuorum.userIds.sort()],
  };
}

function modelled({ wallets, users, tags, policies, keys, quorum }: World): ReturnType<typeof shownBy> {
  const tagsOf = (kind: TagKind, id: string) =>
    tags[kind]
      .filter(({ members }) => members.has(id))
      .map(({ tagId }) => tagId)
      .sort()
      .join();
  return {
    wallets: wallets.map(({ walletId, walletName }) => `${walletId} ${walletName}`).sort(),
    users: users.map(({ userId, userName }) => `${userId} ${userName} ${tagsOf('user', userId)} 2 keys`).sort(),
    tags: (['user', 'private_key'] as const)
      .flatMap((kind) => tags[kind].map(({ tagId, tagName }) => `${tagId} ${tagName} TAG_TYPE_${kind.toUpperCase()}`))
      .sort(),
    keys: keys
      .map(({ privateKeyId, privateKeyName }) => {
        return `${privateKeyId} ${privateKeyName} ${tagsOf('private_key', privateKeyId)}`;
      })
      .sort(),
    policies: policies
      .map(({ policyId, policyName, denies }) => `${policyId} ${policyName} EFFECT_${denies ? 'DENY' : 'ALLOW'}`)
      .sort(),
    quorum: [quorum.threshold, ...[...quorum.userIds].sort()],
  };
}

it('the service agrees with the model of its rules for any sequence of actions', async () => {
  const rounds = fc.array(round, { minLength: ROUNDS / 2, maxLength: ROUNDS, size: 'max' });
  await fc.assert(
    fc.asyncProperty(rounds, (all) => run(all.flat())),
    { numRuns: RUNS },
  );
}, 600_000);
