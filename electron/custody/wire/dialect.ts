import { type Timestamp, toRfc3339, toTimestamp } from '../../../shared/model/index.ts';
import type { Dialect } from '../../../shared/processes/index.ts';

/**
 * The differences between the specification and the public service (docs/protocol.md#dialects), as data. Anything that
 * suits both is sent to both.
 */
export const DIALECT: Readonly<
  Record<
    Dialect,
    {
      readonly activityTime: (milliseconds: number) => string | Timestamp;
      /** The member of a history item that holds a transaction sent through this service. */
      readonly sentMember: 'service' | 'turnkey';
    }
  >
> = {
  spec: { activityTime: toRfc3339, sentMember: 'service' },
  turnkey: { activityTime: toTimestamp, sentMember: 'turnkey' },
};
