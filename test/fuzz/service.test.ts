import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openP256Signer, signStamp } from '../../electron/crypto/index.ts';
import { type ActivityOperation, OPERATIONS, type OperationName } from '../../shared/operations/index.ts';
import { encodeStamp, utf8Encode } from '../../shared/wire/index.ts';
import { startService } from '../contract/start-service.ts';
import { FUZZ_RUNS } from './seed.ts';
import { CHANGES, type Change, isAsked, judge, type User, type World } from './service-model.ts';

/**
 * Random people do random things to the service, right ones and wrong ones; a model of the rules says what each must come to.
 * A long run is asked for as of the parsers: a run of this for four hundred of their cases.
 */
const RUNS = Math.ceil(FUZZ_RUNS / 400);
const STEPS = 40;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Keys that people have; the first two are those of the first root users. */
const keys = Array.from({ length: 6 }, (_, index) => new Uint8Array(32).fill(index + 1));
let signers: ReturnType<typeof openP256Signer>[] = [];
beforeAll(() => {
  signers = keys.map(openP256Signer);
});
afterAll(() => {
  for (const signer of signers) signer.close();
});

/** One thing that somebody does. Numbers point at what is there then, so that every shorter list of steps is one too. */
interface Step {
  readonly does: keyof typeof CHANGES | 'approve' | 'reject' | 'again';
  readonly who: number;
  readonly what: number;
  readonly whom: number;
  readonly name: string;
  readonly flag: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])) },
    { weight: 1, arbitrary: fc.constantFrom('approve' as const, 'reject' as const, 'again' as const) },
    { weight: 1, arbitrary: fc.constantFrom('createPolicy' as const, 'createUser' as const, 'approve' as const) },
  ),
  who: fc.nat({ max: keys.length - 1 }),
  what: fc.nat({ max: 11 }),
  whom: fc.nat({ max: 11 }),
  name: fc.constantFrom('A', 'B', 'C', 'D'),
  flag: fc.boolean(),
});

/** Something that was proposed and has waited for votes. */
interface Proposal {
  readonly change: Change;
  readonly body: string;
  readonly fingerprint: string;
  readonly proposer: string;
  approvals: ReadonlySet<string>;
  status: string;
}

const RESOURCES = ['WALLET', 'USER', 'POLICY', null];

/** What the step asks for in this world; one number in four points at nothing. */
function changeOf({ does, what, whom, name, flag }: Step, world: World): Change {
  const pick = <Row>(rows: readonly Row[], index: number, idOf: (row: Row) => string): string => {
    const row = rows[Math.floor(index / 2)];
    return row === undefined ? NOBODY : idOf(row);
  };
  const user = (index: number) => pick(world.users, index, ({ userId }) => userId);
  const tag = (index: number) => pick(world.tags, index, ({ tagId }) => tagId);
  const wallet = (index: number) => pick(world.wallets, index, ({ walletId }) => walletId);
  const asks = () => {
    const kinds = [
      { who: 'all' },
      { who: 'two' },
      { who: 'user', id: user(whom) },
      { who: 'tag', id: tag(whom) },
    ] as const;
    return kinds[what % kinds.length] ?? kinds[0];
  };
  switch (does) {
    case 'renameWallet':
      return CHANGES.renameWallet(wallet(what), name);
    case 'deleteWallets':
      return CHANGES.deleteWallets(flag ? [wallet(what)] : [wallet(what), wallet(whom)], whom % 3 > 0);
    case 'createTag':
      return CHANGES.createTag(name, flag ? [user(whom)] : []);
    case 'updateTag':
      return CHANGES.updateTag(tag(what), name, flag ? [user(whom)] : [], flag ? [] : [user(whom)]);
    case 'deleteTags':
      return CHANGES.deleteTags(flag ? [tag(what)] : [tag(what), tag(whom)]);
    case 'createUser': {
      const key = whom % keys.length;
      return CHANGES.createUser(name, key, signers[key]?.publicKey ?? '', flag ? [tag(what)] : []);
    }
    case 'deleteUsers':
      return CHANGES.deleteUsers(flag ? [user(whom)] : [user(what), user(whom)]);
    case 'createPolicy':
      return CHANGES.createPolicy({
        policyName: name,
        denies: flag && whom % 2 === 0,
        resource: RESOURCES[whom % RESOURCES.length] ?? null,
        asks: asks(),
      });
    case 'deletePolicy':
      return CHANGES.deletePolicy(pick(world.policies, what, ({ policyId }) => policyId));
    case 'changeQuorum':
      return CHANGES.changeQuorum(what % 4, [...new Set([user(what), user(whom), ...(flag ? [user(0)] : [])])]);
    default:
      return CHANGES.createWallet(name);
  }
}

async function run(steps: readonly Step[]): Promise<void> {
  const rootUser = (userName: string, key: number) => ({
    userName,
    apiKeys: [
      { apiKeyName: 'Key', publicKey: signers[key]?.publicKey ?? '', curveType: 'API_KEY_CURVE_P256' as const },
    ],
  });
  const service = await startService({ init: { rootUsers: [rootUser('First', 0), rootUser('Second', 1)] } });
  try {
    const { organizationId, ready } = service;
    const [first = '', second = ''] = ready.userIds ?? [];
    let world: World = {
      users: [
        { userId: first, userName: 'First', key: 0 },
        { userId: second, userName: 'Second', key: 1 },
      ],
      quorum: { threshold: 1, userIds: new Set([first, second]) },
      policies: [],
      tags: [],
      wallets: [],
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
    const carryOut = (after: Exclude<ReturnType<Change['effect']>, number>, { name }: Change, reply: Reply) => {
      const result = reply.activity?.result?.[operationOf(name).resultMember] ?? {};
      world = after(Object.values(result).flat().map(String));
    };

    const propose = async (change: Change, user: User) => {
      const body = bodyOf(change.name, change.parameters);
      const { status, body: reply } = await send(user.key, operationOf(change.name).path, body);
      const verdict = judge(world, change.resource, [user]);
      const context = `${user.userName} asks for ${change.name}: ${verdict}, ${JSON.stringify(reply).slice(0, 400)}`;
      if (verdict === 'deny') {
        expect(status, context).toBe(403);
        return;
      }
      if (verdict === 'consensus') {
        expect(reply.activity?.status, context).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
        const { fingerprint = '' } = reply.activity ?? {};
        const approvals = new Set([user.userId]);
        const waits = { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', approvals, proposer: user.userId };
        proposals.push({ change, body, fingerprint, ...waits });
        return;
      }
      const effect = change.effect(world);
      expect(status, context).toBe(typeof effect === 'number' ? effect : 200);
      if (typeof effect === 'number') return;
      expect(reply.activity?.status, context).toBe('ACTIVITY_STATUS_COMPLETED');
      carryOut(effect, change, reply);
    };

    /** What a vote makes of something that waits: what the answer must be. */
    const vote = async (proposal: Proposal, does: 'approve' | 'reject' | 'again', user: User) => {
      const { change, fingerprint } = proposal;
      const name = does === 'reject' ? 'reject_activity' : 'approve_activity';
      const { status, body: reply } =
        does === 'again'
          ? await send(user.key, operationOf(change.name).path, proposal.body)
          : await send(user.key, operationOf(name).path, bodyOf(name, { fingerprint }));
      const context = `${user.userName} ${does} ${change.name}: ${JSON.stringify(reply).slice(0, 400)}`;
      const standing = world.users.filter(({ userId }) => proposal.approvals.has(userId));
      if (proposal.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED') {
        if (!world.users.some(({ userId }) => userId === proposal.proposer)) {
          expect(status, context).toBe(400);
          return;
        }
        const hasApproved = standing.includes(user);
        if (!hasApproved && !isAsked(world, change.resource, standing, user)) {
          expect(status, context).toBe(403);
          return;
        }
        if (does === 'reject') proposal.status = 'ACTIVITY_STATUS_REJECTED';
        else if (!hasApproved) approve(proposal, [...standing, user], reply);
      }
      // Who sends a body again that votes have denied is told as whoever proposed it would have been.
      if (does === 'again' && proposal.status === 'DENIED') expect(status, context).toBe(403);
      else expect(reply.activity?.status, context).toBe(proposal.status.replace('DENIED', 'ACTIVITY_STATUS_REJECTED'));
    };

    const approve = (proposal: Proposal, approvals: readonly User[], reply: Reply) => {
      const { change } = proposal;
      proposal.approvals = new Set(approvals.map(({ userId }) => userId));
      const verdict = judge(world, change.resource, approvals);
      if (verdict === 'consensus') return;
      const effect = verdict === 'deny' ? 400 : change.effect(world);
      if (verdict === 'deny') proposal.status = 'DENIED';
      else if (typeof effect === 'number') proposal.status = 'ACTIVITY_STATUS_FAILED';
      else {
        proposal.status = 'ACTIVITY_STATUS_COMPLETED';
        carryOut(effect, change, reply);
      }
    };

    for (const one of steps) {
      const user = world.users.find(({ key }) => key === one.who);
      if (user === undefined) {
        const body = JSON.stringify({ organizationId });
        expect((await send(one.who, OPERATIONS.whoami.path, body)).status).toBe(401);
      } else if (one.does === 'approve' || one.does === 'reject' || one.does === 'again') {
        const proposal = proposals[proposals.length - 1 - (one.what % Math.max(proposals.length, 1))];
        if (proposal !== undefined) await vote(proposal, one.does, user);
      } else await propose(changeOf(one, world), user);
    }

    const [anybody] = world.users;
    const list = async (name: OperationName) =>
      (await send(anybody?.key ?? 0, OPERATIONS[name].path, JSON.stringify({ organizationId }))).body;
    expect(toldOf(await Promise.all(TOLD.map(list)))).toEqual(modelled(world));
    expect(service.reports.filter((report) => !String(JSON.stringify(report)).includes('denied'))).toEqual([]);
  } finally {
    await service.stop();
  }
}

interface Reply {
  readonly activity?: {
    readonly status: string;
    readonly fingerprint: string;
    readonly result: Record<string, Record<string, unknown>> | null;
  };
  readonly [list: string]: unknown;
}

const TOLD = ['list_wallets', 'list_users', 'list_user_tags', 'list_policies', 'get_organization_configs'] as const;

/** What the service tells of itself, in the words of the model. */
function toldOf([wallets, users, tags, policies, configs]: readonly Reply[]) {
  const rows = (reply: Reply | undefined, name: string) => (reply?.[name] ?? []) as Record<string, string & string[]>[];
  const { quorum } = (configs as unknown as { configs: { quorum: { threshold: number; userIds: string[] } } }).configs;
  return {
    wallets: rows(wallets, 'wallets')
      .map(({ walletId, walletName }) => `${walletId} ${walletName}`)
      .sort(),
    users: rows(users, 'users')
      .map(({ userId, userName, userTags }) => `${userId} ${userName} ${[...(userTags ?? [])].sort().join()}`)
      .sort(),
    tags: rows(tags, 'userTags')
      .map(({ tagId, tagName }) => `${tagId} ${tagName}`)
      .sort(),
    policies: rows(policies, 'policies')
      .map(({ policyId, policyName }) => `${policyId} ${policyName}`)
      .sort(),
    quorum: [quorum.threshold, ...quorum.userIds.sort()],
  };
}

function modelled({ wallets, users, tags, policies, quorum }: World): ReturnType<typeof toldOf> {
  const tagsOf = (userId: string) => tags.filter(({ members }) => members.has(userId)).map(({ tagId }) => tagId);
  return {
    wallets: wallets.map(({ walletId, walletName }) => `${walletId} ${walletName}`).sort(),
    users: users.map(({ userId, userName }) => `${userId} ${userName} ${tagsOf(userId).sort().join()}`).sort(),
    tags: tags.map(({ tagId, tagName }) => `${tagId} ${tagName}`).sort(),
    policies: policies.map(({ policyId, policyName }) => `${policyId} ${policyName}`).sort(),
    quorum: [quorum.threshold, ...[...quorum.userIds].sort()],
  };
}

it('comes to what the model of its rules says, whoever does what in whatever order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: STEPS / 2, maxLength: STEPS, size: 'max' }), run), {
    numRuns: RUNS,
  });
}, 600_000);
