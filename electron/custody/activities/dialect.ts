import { type Timestamp, toRfc3339, toTimestamp } from '../../../shared/model/index.ts';
import type { Dialect } from '../../../shared/processes/index.ts';

/** Where SPEC and the public service differ (PROTOCOL 3), as data. What both can live with is sent to both. */
export const DIALECT: Readonly<
  Record<
    Dialect,
    {
      readonly activityTime: (milliseconds: number) => string | Timestamp;
      /** What a transaction in the history is to this service. */
      readonly sentMember: 'service' | 'turnkey';
    }
  >
> = {
  spec: { activityTime: toRfc3339, sentMember: 'service' },
  turnkey: { activityTime: toTimestamp, sentMember: 'turnkey' },
};
