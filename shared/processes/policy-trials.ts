import Type, { type Static } from 'typebox';
import { Closed } from '../model/bytes.ts';
import { EFFECTS, OUTCOMES } from '../model/enums.ts';
import { LIMITS } from '../model/limits.ts';

/** The activities of one message. Each is decided twice, so other requests get their turn between messages. */
export const TRIED_AT_ONCE = 10;

const Id = Type.String({ maxLength: 64 });
const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
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

/**
 * The value of a clause: true or false, or why it has none.
 * - `absent request content`: the request has no such content at all, such as a transaction.
 * - `absent member`: the content has no such member or item.
 * - `hidden`: the content is a digest, or only claims the value.
 * - `failed`: every other error.
 */
export const CLAUSE_VALUES = ['true', 'false', 'absent request content', 'absent member', 'hidden', 'failed'] as const;

/** The decision on a request, and the authority that made it. */
const TrialDecision = Closed({
  outcome: Type.Enum(['allow', 'consensus', 'deny']),
  /** The names of the policies that decided, `root quorum`, `own credential`, or `no policy`. */
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
  alone: Closed({ outcome: Type.Enum(OUTCOMES), reason: Type.String() }),
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

/** A request that could not be decided again, and the reason. */
export const UntriedRequest = Closed({ activityId: Nullable(Type.String()), problem: Type.String() });
export type UntriedRequest = Static<typeof UntriedRequest>;

/** Decides requests with and without a policy. Nothing is stored, and nothing is carried out. */
export const TRY_POLICY = {
  input: Closed({
    organizationId: Id,
    policy: DraftPolicy,
    activityIds: Type.Array(Id, { maxItems: TRIED_AT_ONCE }),
    request: Nullable(ComposedRequest),
  }),
  output: Closed({ trials: Type.Array(Type.Union([PolicyTrial, UntriedRequest])) }),
} as const;
