import Type from 'typebox';
import {
  ActivityDetail,
  ActivityLine,
  ActivityResult,
  ActivityRow,
  ChainState,
  Closed,
  Meaning,
  MissingActivities,
  Naming,
  WaitingRow,
} from '../model/index.ts';
import { call, event, job } from './define.ts';
import { LinesOf, ListOf, PageInOrder, RefreshedAt } from './page-of-rows.ts';
import { Percent } from './transfer-calls.ts';

const Nothing = Closed({});
const Id = Type.String({ minLength: 1, maxLength: 64 });

/** The calls about the activities of the service. */
export const ACTIVITY_CALLS = {
  activities: {
    list: call(Closed(PageInOrder), ListOf(ActivityRow)),
    /**
     * The same as lines: a heading before the open activities of the last 24 hours, then one before each day. In an order
     * without headings.
     */
    lines: call(Closed(PageInOrder), LinesOf(ActivityLine)),
    get: call(Closed({ activityId: Id }), ActivityDetail),
    /** Describes what the activity asks for, decoded by the vault. Throws VAULT_LOCKED. */
    describe: call(
      Closed({ activityId: Id }),
      Closed({
        meaning: Meaning,
        naming: Naming,
        /** The bytes under the activity's fingerprint, as text. Null when the service does not show them. */
        body: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    /**
     * The result of a completed activity, with the proofs made on this machine. Throws NOT_FOUND when it is not
     * completed.
     */
    result: call(Closed({ activityId: Id }), ActivityResult),
    /**
     * The service's record of the result's transaction on its chain. Throws NOT_FOUND for a result without a
     * transaction.
     */
    chainState: call(Closed({ activityId: Id }), ChainState),
    /**
     * The activities that wait for this operator's vote, and those that wait for others: the ones that this operator voted
     * for, and the rest. The first to expire stands first. `older` counts waiting ones that are not read.
     */
    waiting: call(
      Nothing,
      Closed({
        rows: Type.Array(WaitingRow),
        others: Type.Array(WaitingRow),
        voted: Type.Array(WaitingRow),
        older: Type.Integer(),
        refreshedAt: RefreshedAt,
      }),
    ),
    refresh: job(Nothing, Percent, Closed({ activities: Type.Integer() })),
    /** Reports the activities of the service that are missing in the list. */
    missing: call(Nothing, MissingActivities),
    /** Reads activities that are older than those in the list, at most 5,000. */
    readOlder: job(Nothing, Percent, Closed({ activities: Type.Integer() })),
    changed: event(Nothing),
  },
} as const;
