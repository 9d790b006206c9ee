import Type from 'typebox';
import {
  AccessReport,
  Closed,
  ComposedRequest,
  DraftPolicy,
  LISTED_THINGS,
  ListedThing,
  OrganizationContent,
  PolicyAround,
  TitledTrial,
  UntriedRequest,
} from '../model/index.ts';
import { call, event, job } from './define.ts';
import { Percent } from './transfer-calls.ts';

const Nothing = Closed({});
/** The most activities of one trial. */
const MAXIMUM_TRIALS = 500;
const Read = Closed({ parts: Type.Integer() });

/** The calls about the users and the rules of the profile's organization. */
export const ORGANIZATION_CALLS = {
  organization: {
    /** The organization from its copy on this machine. */
    get: call(Nothing, OrganizationContent),
    /** Reads it from the service, part by part. A refused part keeps its earlier rows. */
    refresh: job(Nothing, Percent, Read),
    changed: event(Nothing),
    /** Reads the names of things that have no copy on this machine from the service. */
    listed: call(Closed({ of: Type.Enum(LISTED_THINGS) }), Closed({ rows: Type.Array(ListedThing) })),
  },
  factors: {
    /** Reads the second factors of each user, one query each. */
    refresh: job(Nothing, Percent, Closed({ factors: Type.Integer() })),
  },
  access: {
    /**
     * Has the local service decide requests of a user that are never sent: what the user can do alone, with votes, or not
     * at all. Throws NOT_SUPPORTED for another service.
     */
    check: job(Closed({ userId: Type.String({ minLength: 1, maxLength: 64 }) }), Percent, AccessReport),
  },
  policies: {
    /** Reads the organization that a policy is compared with, as it is now. */
    around: job(Nothing, Percent, PolicyAround),
    /**
     * Has the local service decide the newest activities, and one request that is never sent, with and without a policy.
     * Nothing is stored. Throws NOT_SUPPORTED for another service.
     */
    try: job(
      Closed({
        policy: DraftPolicy,
        activities: Type.Integer({ minimum: 0, maximum: MAXIMUM_TRIALS }),
        /** Only activities of this time and later. Milliseconds since the epoch. Null for all. */
        since: Type.Union([Type.Number(), Type.Null()]),
        request: Type.Union([ComposedRequest, Type.Null()]),
      }),
      Percent,
      Closed({ trials: Type.Array(Type.Union([TitledTrial, UntriedRequest])) }),
    ),
  },
} as const;
