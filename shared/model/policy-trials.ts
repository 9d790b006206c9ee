import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { EFFECTS, OUTCOMES } from './enums.ts';
import { LIMITS } from './limits.ts';

const Id = Type.String({ maxLength: 64 });
const Expression = Type.String({ maxLength: LIMITS.expression });

/** A policy that may not exist yet. With the id of an existing one, it takes the place of that policy. */
export const DraftPolicy = Closed({
  policyId: Nullable(Id),
  policyName: Type.String({ maxLength: 1000 }),
  effect: Type.Enum(EFFECTS),
  condition: Expression,
  consensus: Expression,
  time: Expression,
});
export type DraftPolicy = Static<typeof DraftPolicy>;

/** A request that was never sent: its type and parameters, and the users who approve it, first the proposer. */
export const ComposedRequest = Closed({
  type: Type.String({ maxLength: 200 }),
  /** The parameters as JSON. */
  parameters: Type.String({ maxLength: LIMITS.body }),
  approvers: Type.Array(Id, { minItems: 1, maxItems: 100 }),
});
export type ComposedRequest = Static<typeof ComposedRequest>;

/** Users, tags of private keys and the root quorum as a request would leave them. Nothing of it is stored. */
export const ChangedPeople = Closed({
  users: Type.Array(
    Closed({
      userId: Id,
      /** The name of a user who does not exist yet, or the changed name. Null keeps the name. */
      newName: Nullable(Type.String({ maxLength: 1000 })),
      /** The e-mail address of a new user, or the changed one. Null keeps the address. */
      newEmail: Nullable(Type.String({ maxLength: 1000 })),
      tagIds: Type.Array(Id),
    }),
    { maxItems: 100 },
  ),
  /** The tags of private keys. A key that is not named keeps its tags. */
  keys: Type.Array(Closed({ privateKeyId: Id, tagIds: Type.Array(Id) }), { maxItems: 100 }),
  /** Null for the quorum as it is. */
  quorum: Nullable(Closed({ threshold: Type.Integer({ minimum: 1 }), userIds: Type.Array(Id, { maxItems: 100 }) })),
});
export type ChangedPeople = Static<typeof ChangedPeople>;

/**
 * The value of a clause: true or false, or why it has none.
 * - `absent request content`: the request has no such content at all, such as a transaction.
 * - `absent member`: the content has no such member or item.
 * - `hidden`: the content is a digest, or only claims the value.
 * - `failed`: every other error.
 */
export const CLAUSE_VALUES = ['true', 'false', 'absent request content', 'absent member', 'hidden', 'failed'] as const;

/** The authorities beside policies. */
export const AUTHORITIES = ['root quorum', 'own credential', 'session profile', 'no policy'] as const;

/** The decision on a request, and the authority that made it. */
const TrialDecision = Closed({
  outcome: Type.Enum(['allow', 'consensus', 'deny']),
  /** One of `AUTHORITIES`, or the names of the policies that decided. A policy named like an authority is in quotes. */
  by: Type.Array(Type.String()),
});

/** One request, decided without the policy, with it, and by it alone. */
export const PolicyTrial = Closed({
  activityId: Nullable(Type.String()),
  type: Type.String(),
  /** Milliseconds since the epoch. The time of the decision. */
  at: Type.Number(),
  approvers: Type.Array(Closed({ userId: Type.String(), name: Type.String() })),
  before: TrialDecision,
  after: TrialDecision,
  /** `refuses` is true when the policy refuses the request, also by an error. */
  alone: Closed({ outcome: Type.Enum(OUTCOMES), reason: Type.String(), refuses: Type.Boolean() }),
  clauses: Type.Array(
    Closed({
      part: Type.Enum(['condition', 'consensus', 'time']),
      number: Type.Integer(),
      text: Type.String(),
      value: Type.Enum(CLAUSE_VALUES),
      reason: Nullable(Type.String()),
    }),
  ),
});
export type PolicyTrial = Static<typeof PolicyTrial>;

/** A trial with the words for its request. Null for a request that cannot be described. */
export const TitledTrial = Closed({ ...PolicyTrial.properties, title: Nullable(Type.String()) });
export type TitledTrial = Static<typeof TitledTrial>;

/** A request that could not be decided again, and the reason. */
export const UntriedRequest = Closed({ activityId: Nullable(Type.String()), problem: Type.String() });
export type UntriedRequest = Static<typeof UntriedRequest>;

const Named = Closed({ id: Type.String(), name: Type.String() });
const NamedOrUnknown = Nullable(Type.Array(Named));

/** The organization around a policy, as it is now. A list that the service does not report is null. */
export const PolicyAround = Closed({
  users: Nullable(Type.Array(Closed({ ...Named.properties, tagIds: Type.Array(Type.String()) }))),
  userTags: NamedOrUnknown,
  privateKeyTags: NamedOrUnknown,
  wallets: NamedOrUnknown,
  privateKeys: NamedOrUnknown,
  /** In lower case. */
  addresses: Nullable(Type.Array(Type.String())),
  rootQuorum: Nullable(Closed({ threshold: Type.Integer(), userIds: Type.Array(Type.String()) })),
  policies: Type.Array(
    Closed({
      policyId: Type.String(),
      policyName: Type.String(),
      effect: Type.Enum(EFFECTS),
      condition: Type.String(),
      consensus: Type.String(),
      time: Type.String(),
    }),
  ),
});
export type PolicyAround = Static<typeof PolicyAround>;
