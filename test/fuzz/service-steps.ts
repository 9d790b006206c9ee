import fc from 'fast-check';
import './seed.ts';
import { openP256Signer } from '../../electron/crypto/index.ts';
import { CHANGES, type Change, type World } from './service-model.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** The first three are the root users of the start. The last is not a user at first. Each person has two keys. */
export const PEOPLE = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'];
export const ROOT = 3;
const SIXTH = 5;
const keys = PEOPLE.flatMap((_, person) => [2 * person, 2 * person + 1]);
export const signers = keys.map((key) => openP256Signer(new Uint8Array(32).fill(key + 1)));
export const apiKeysOf = (person: number) =>
  [2 * person, 2 * person + 1].map((key) => ({
    apiKeyName: `Key ${key}`,
    publicKey: signers[key]?.publicKey ?? '',
    curveType: 'API_KEY_CURVE_P256' as const,
  }));

/** One action of a person. Numbers point at rows of that moment, so that every shorter list of steps is valid too. */
export interface Step {
  readonly does: keyof typeof CHANGES | Ballot;
  readonly who: number;
  readonly withSecondKey: boolean;
  readonly what: number;
  readonly whom: number;
  readonly name: string;
  readonly flag: boolean;
}
/** `again` sends the bytes of the proposal once more, which is a vote too. */
export type Ballot = 'approve' | 'reject' | 'again';

const step = (
  does: fc.Arbitrary<Step['does']>,
  fixed: { readonly [Name in keyof Step]?: fc.Arbitrary<Step[Name]> } = {},
) =>
  fc.record<Step>({
    does,
    who: fc.nat({ max: PEOPLE.length - 1 }),
    withSecondKey: fc.boolean(),
    what: fc.nat({ max: 11 }),
    whom: fc.nat({ max: 11 }),
    name: fc.constantFrom('A', 'B', 'C', 'D'),
    flag: fc.boolean(),
    ...fixed,
  });
/** A proposal, mostly by people whom one policy allows and another denies. */
const proposal = step(fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])), {
  who: fc.oneof(fc.nat({ max: PEOPLE.length - 1 }), fc.constantFrom(ROOT, ROOT + 1)),
});
const ballots = fc.constantFrom<Ballot[]>('approve', 'approve', 'approve', 'again', 'reject');
const ballot = step(ballots);
/** A step that removes a basis of a decision. A policy lets its user do everything, as long as both exist. */
const removal = step(
  fc.constantFrom('deleteUsers', 'deletePolicy', 'deleteTags', 'updateTag', 'updateKeyTag', 'deleteKeys'),
  {
    who: fc.constantFrom(SIXTH, SIXTH, SIXTH, 0),
  },
);
/** A proposal with votes. The basis of the decision may change between the votes. */
const decided = fc.tuple(
  proposal,
  fc.array(ballot, { maxLength: 2 }),
  fc.array(removal, { maxLength: 1 }),
  fc.array(ballot, { maxLength: 3 }),
);
/** Steps about the latest proposal, by people whose approval alone is not enough. */
const together = { what: fc.constant(0), who: fc.nat({ max: SIXTH - 1 }) };
/** Somebody who approved is deleted before others vote. */
const bereaved = fc.tuple(
  step(fc.constantFrom('createTag', 'createUser', 'updateTag'), { who: fc.constantFrom(ROOT, ROOT + 1) }),
  fc.tuple(step(fc.constant('approve'), together)),
  fc.tuple(
    step(fc.constant('deleteUsers'), {
      who: fc.constant(SIXTH),
      what: fc.constant(0),
      whom: fc.constant(0),
      flag: fc.constant(true),
    }),
  ),
  fc.array(step(ballots, together), { minLength: 1, maxLength: 3 }),
);
/**
 * A key signs for people whom policies allow or refuse by its tag. Then a person whom a policy lets do everything
 * deletes the key and the tag.
 */
const theFirst = { who: fc.constant(SIXTH), what: fc.constant(0), whom: fc.constant(1), flag: fc.constant(true) };
const untagged = fc.tuple(
  step(fc.constant('sign'), { who: fc.constantFrom(ROOT, ROOT + 1), what: fc.constant(0) }),
  fc.tuple(step(fc.constant('deleteKeys'), theFirst)),
  fc.tuple(step(fc.constantFrom('deleteKeyTags', 'deleteTags'), theFirst)),
  fc.array(ballot, { maxLength: 1 }),
);
export const round = fc
  .oneof({ weight: 4, arbitrary: decided }, { weight: 2, arbitrary: bereaved }, { weight: 1, arbitrary: untagged })
  .map(([first, before, removed, after]) => [first, ...before, ...removed, ...after]);

const RESOURCES = ['WALLET', 'USER', 'POLICY', 'PRIVATE_KEY', null];

/**
 * Changes at the start: policies against each other, policies that need several votes, and a user who may do
 * everything.
 */
export const START: readonly ((world: World) => Change)[] = [
  ...[3, 4, SIXTH].map((person) => () => CHANGES.createUser(PEOPLE[person] ?? '', person, apiKeysOf(person), [])),
  (world) => CHANGES.createTag('Desk', [idOf(world, 'Fourth'), idOf(world, 'Fifth')]),
  () =>
    CHANGES.createPolicy({
      policyName: 'Wallets',
      denies: false,
      resource: 'WALLET',
      keyTag: null,
      asks: { who: 'all' },
    }),
  () =>
    CHANGES.createPolicy({
      policyName: 'Three for users',
      denies: false,
      resource: 'USER',
      keyTag: null,
      asks: { who: 'several', count: 3 },
    }),
  (world) =>
    CHANGES.createPolicy({
      policyName: 'Policies',
      denies: false,
      resource: 'POLICY',
      keyTag: null,
      asks: { who: 'tag', id: world.tags.user[0]?.tagId ?? '' },
    }),
  () => CHANGES.createKeyTag('Cold', []),
  ({ tags }) => CHANGES.createKey('Safe', [tags.private_key[0]?.tagId ?? '']),
  () => CHANGES.createKey('Till', []),
  ...[
    { policyName: 'No wallets', denies: true, resource: 'WALLET', who: 'Fourth', isCold: false },
    { policyName: 'No policies', denies: true, resource: 'POLICY', who: 'Fifth', isCold: false },
    { policyName: 'Cold keys', denies: false, resource: null, who: 'Fourth', isCold: true },
    { policyName: 'No cold keys', denies: true, resource: 'PRIVATE_KEY', who: 'Fifth', isCold: true },
    { policyName: 'Keys', denies: false, resource: 'PRIVATE_KEY', who: 'Fifth', isCold: false },
    { policyName: 'Everything', denies: false, resource: null, who: 'Sixth', isCold: false },
  ].map(({ who, isCold, ...policy }) => (world: World) => {
    const keyTag = isCold ? (world.tags.private_key[0]?.tagId ?? '') : null;
    return CHANGES.createPolicy({ ...policy, keyTag, asks: { who: 'user', id: idOf(world, who) } });
  }),
  ({ users }) =>
    CHANGES.changeQuorum(
      2,
      users.slice(0, ROOT).map(({ userId }) => userId),
    ),
];

function idOf({ users }: World, name: string): string {
  return users.find(({ userName }) => userName === name)?.userId ?? '';
}

/** Returns the change that the step asks for in this world. Numbers that point at nothing name missing rows. */
export function changeOf({ does, what, whom, name, flag }: Step, world: World, voters: readonly string[]): Change {
  const pick = <Row>(rows: readonly Row[], index: number, idOf: (row: Row) => string): string => {
    const row = rows[Math.floor(index / 2)];
    return row === undefined ? NOBODY : idOf(row);
  };
  const user = (index: number) => pick(world.users, index, ({ userId }) => userId);
  const tag = (index: number) => pick(world.tags.user, index, ({ tagId }) => tagId);
  const keyTag = (index: number) => pick(world.tags.private_key, index, ({ tagId }) => tagId);
  const key = (index: number) => pick(world.keys, index, ({ privateKeyId }) => privateKeyId);
  const wallet = (index: number) => pick(world.wallets, index, ({ walletId }) => walletId);
  const asks = () => {
    const kinds = [
      { who: 'all' },
      { who: 'several', count: 2 },
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
    case 'createKeyTag':
      return CHANGES.createKeyTag(name, flag ? [key(whom)] : []);
    case 'updateKeyTag':
      return CHANGES.updateKeyTag(keyTag(what), name, flag ? [key(whom)] : [], flag ? [] : [key(whom)]);
    case 'deleteKeyTags':
      return CHANGES.deleteKeyTags(flag ? [keyTag(what)] : [keyTag(what), keyTag(whom)]);
    case 'createKey':
      return CHANGES.createKey(name, flag ? [keyTag(what)] : []);
    case 'deleteKeys':
      return CHANGES.deleteKeys(flag ? [key(what)] : [key(what), key(whom)], whom % 3 > 0);
    case 'sign':
      return CHANGES.sign(key(what % 6));
    case 'createUser': {
      const person = whom % PEOPLE.length;
      return CHANGES.createUser(name, person, apiKeysOf(person), flag ? [tag(what)] : []);
    }
    case 'deleteUsers': {
      const first = (whom % 2 === 0 ? voters[what % 2] : undefined) ?? user(whom);
      return CHANGES.deleteUsers(flag ? [first] : [first, user(what)]);
    }
    case 'createPolicy':
      return CHANGES.createPolicy({
        policyName: name,
        denies: flag && whom % 2 === 0,
        resource: RESOURCES[whom % RESOURCES.length] ?? null,
        keyTag: whom > 8 ? keyTag(what) : null,
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
