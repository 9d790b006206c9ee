import { describe, expect, it } from 'vitest';
import type { Queries } from '../../../../electron/engine/queries/queries.ts';
import { handedOverIn, handedOverState } from '../../../../electron/engine/results/handed-over.ts';
import { AppError, OUTPUTS_SPENT } from '../../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import { type Activity, OPERATIONS } from '../../../../shared/operations/index.ts';

const CHAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const STATUS = '0d6b3c1e-8f52-4a7b-9c3d-5e1f7a2b4c68';
const activity = (status = 'ACTIVITY_STATUS_COMPLETED') =>
  ({
    id: 'a',
    type: OPERATIONS.sol_send_transaction.activityType,
    status,
    votes: [],
    createdAt: { seconds: '1790000000', nanos: '0' },
    result: { solSendTransactionResultV2: { sendTransactionStatusId: STATUS } },
  }) as unknown as Activity;
const requested = (operation: (typeof OPERATIONS)[keyof typeof OPERATIONS]) =>
  ({ operation, parameters: { caip2: CHAIN }, body: '', origin: 'asked' }) as unknown as Parameters<
    typeof handedOverIn
  >[0];

const stateOf = (answer: object) => {
  const ask = (() => Promise.resolve(answer)) as unknown as Queries['ask'];
  return handedOverState(ask, {} as ProfileRow, { chain: CHAIN, statusId: STATUS }, activity());
};

describe('a transaction that the service signs and sends', () => {
  it('is known by the id of its state', () => {
    expect(handedOverIn(requested(OPERATIONS.sol_send_transaction), activity())).toEqual({
      chain: CHAIN,
      statusId: STATUS,
    });
    expect(handedOverIn(requested(OPERATIONS.sign_transaction), activity())).toBeNull();
    expect(
      handedOverIn(requested(OPERATIONS.sol_send_transaction), activity('ACTIVITY_STATUS_CONSENSUS_NEEDED')),
    ).toBeNull();
  });

  it('is followed until a block has it, or it failed', async () => {
    expect(await stateOf({ txStatus: 'INITIALIZED' })).toMatchObject({ state: 'sent', problem: null });
    expect(await stateOf({ txStatus: 'BROADCASTING', txError: 'no node' })).toMatchObject({ problem: 'no node' });
    const solana = { signature: '5'.repeat(88) };
    expect(await stateOf({ txStatus: 'INCLUDED', solana })).toEqual({
      state: 'included',
      block: null,
      isFinal: false,
      failed: false,
      transactionId: solana.signature,
    });
    const bitcoin = { txid: '5c'.repeat(32) };
    expect(await stateOf({ txStatus: 'INCLUDED', bitcoin })).toMatchObject({ transactionId: bitcoin.txid });
    expect(await stateOf({ txStatus: 'FAILED', txError: 'its blockhash expired' })).toEqual({
      state: 'failed',
      problem: 'its blockhash expired',
    });
  });

  it('has spent outputs when the service reports it, and is not offered again', async () => {
    const txError = `${OUTPUTS_SPENT}: the node names another transaction`;
    const txid = '5c'.repeat(32);
    expect(await stateOf({ txStatus: 'BROADCASTING', txError, bitcoin: { txid } })).toEqual({
      state: 'spent',
      problem: txError,
      transactionId: txid,
    });
  });

  it('has an unknown state while the service does not answer', async () => {
    const ask = (() =>
      Promise.reject(new AppError('SERVICE_UNREACHABLE', 'Not reached.'))) as unknown as Queries['ask'];
    const handed = { chain: CHAIN, statusId: STATUS };
    expect(await handedOverState(ask, {} as ProfileRow, handed, activity())).toEqual({
      state: 'unknown',
      problem: 'Not reached.',
    });
  });
});
