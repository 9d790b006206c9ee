import Type from 'typebox';
import { Closed } from '../model/bytes.ts';
import { ComposedRequest, DraftPolicy, PolicyTrial, UntriedRequest } from '../model/policy-trials.ts';

/** The activities of one message. Each is decided twice, so other requests get their turn between messages. */
export const TRIED_AT_ONCE = 10;

const Id = Type.String({ maxLength: 64 });

/** Decides requests with and without a policy. Nothing is stored, and nothing is carried out. */
export const TRY_POLICY = {
  input: Closed({
    organizationId: Id,
    policy: DraftPolicy,
    activityIds: Type.Array(Id, { maxItems: TRIED_AT_ONCE }),
    request: Type.Union([ComposedRequest, Type.Null()]),
  }),
  output: Closed({ trials: Type.Array(Type.Union([PolicyTrial, UntriedRequest])) }),
} as const;
