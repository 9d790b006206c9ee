import type { ActivityStatus } from '../../../shared/model/index.ts';

/** Times in rows are milliseconds since the epoch. */
export interface ActivityRow {
  readonly activityId: string;
  readonly organizationId: string;
  readonly type: string;
  readonly status: ActivityStatus;
  /** JSON texts, as they go out. */
  readonly intent: string;
  readonly result: string | null;
  /** JSON of why it failed or was refused, a google.rpc.Status. */
  readonly failure: string | null;
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface VoteRow {
  readonly voteId: string;
  readonly activityId: string;
  readonly userId: string;
  readonly selection: string;
  /** The verbatim body that was stamped. */
  readonly message: string;
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
  /** JSON of each policy's outcome with this vote. Null when no policy was evaluated. */
  readonly evaluations: string | null;
  readonly createdAt: number;
}
