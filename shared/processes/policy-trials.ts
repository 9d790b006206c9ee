import Type from 'typebox';
import { Closed } from '../model/bytes.ts';
import { ChangedPeople, ComposedRequest, DraftPolicy, PolicyTrial, UntriedRequest } from '../model/policy-trials.ts';

/** The activities of one message. Each is decided twice, so other requests get their turn between messages. */
export const TRIED_AT_ONCE = 10;

const Id = Type.String({ maxLength: 64 });

/** Decides requests with and without a policy, and a change of people with it. Nothing is stored, and nothing is carried out. */
export const TRY_POLICY = {
  input: Closed({
    organizationId: Id,
    policy: DraftPolicy,
    activityIds: Type.Array(Id, { maxItems: TRIED_AT_ONCE }),
    request: Type.Union([ComposedRequest, Type.Null()]),
    /** People as they are with the policy. Null for the people of now. */
    people: Type.Union([ChangedPeople, Type.Null()]),
  }),
  output: Closed({ trials: Type.Array(Type.Union([PolicyTrial, UntriedRequest])) }),
} as const;
