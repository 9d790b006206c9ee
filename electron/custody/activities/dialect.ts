import { type Timestamp, toTimestamp } from '../../../shared/model/index.ts';
import type { Dialect } from '../../../shared/processes/index.ts';
import { iso } from './read-request.ts';

/** Where SPEC and the public service differ (PROTOCOL 3), as data. What both can live with is sent to both. */
export const DIALECT: Readonly<
  Record<Dialect, { readonly activityTime: (milliseconds: number) => string | Timestamp }>
> = {
  spec: { activityTime: iso },
  turnkey: { activityTime: toTimestamp },
};
