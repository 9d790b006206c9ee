import { AppError, OUTPUTS_SPENT } from '../../../shared/errors/index.ts';
import {
  type ChainState,
  type HandedOver,
  type JsonObject,
  type ProfileRow,
  readTimestamp,
} from '../../../shared/model/index.ts';
import { type Activity, type ActivityOperation, OPERATIONS } from '../../../shared/operations/index.ts';
import { activityOutcome, askerOf, resultOf } from '../../client/index.ts';
import type { Queries } from '../queries/queries.ts';

const SENDING = [
  OPERATIONS.sol_send_transaction,
  OPERATIONS.eth_send_transaction,
  OPERATIONS.btc_send_transaction,
  OPERATIONS.tron_send_transaction,
] as const;

/** Returns the transaction that a completed activity gave to its service to sign and send. Null for other activities. */
export function handedOverIn(
  { operation, parameters }: { readonly operation: Pick<ActivityOperation, 'name'>; readonly parameters: JsonObject },
  activity: Activity,
): HandedOver | null {
  const sending = SENDING.find(({ name }) => name === operation.name);
  if (sending === undefined || activityOutcome(activity) !== 'done') return null;
  const { sendTransactionStatusId } = resultOf(sending, activity);
  return { chain: String(parameters.caip2), statusId: sendTransactionStatusId };
}

/** Reads the state of that transaction from the service, which follows it. */
export async function handedOverState(
  ask: Queries['ask'],
  profile: ProfileRow,
  { statusId }: HandedOver,
  activity: Activity,
  signal?: AbortSignal,
): Promise<ChainState> {
  try {
    const request = { sendTransactionStatusId: statusId };
    const {
      txStatus,
      txError = null,
      solana,
      eth,
      bitcoin,
      tron,
    } = await ask('get_send_transaction_status', request, { profile, signal });
    const transactionId = solana?.signature ?? eth?.txHash ?? bitcoin?.txid ?? tron?.txid;
    const named = transactionId === undefined ? {} : { transactionId };
    switch (txStatus) {
      case 'INCLUDED':
        return { state: 'included', block: null, isFinal: false, failed: false, ...named };
      case 'FAILED':
        return { state: 'failed', problem: txError ?? 'The service gave no reason.', ...named };
      default:
        if (txError?.includes(OUTPUTS_SPENT) === true) return { state: 'spent', problem: txError, ...named };
        return {
          state: 'sent',
          by: askerOf(activity),
          at: readTimestamp(activity.createdAt),
          problem: txError,
          ...named,
        };
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
    return { state: 'unknown', problem: error.message };
  }
}
