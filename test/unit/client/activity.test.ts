import { describe, expect, it } from 'vitest';
import { activityOutcome, readActivity, resultOf } from '../../../electron/client/index.ts';
import { ACTIVITY_STATUSES } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { codeOf, errorOf } from '../storage/support.ts';
import { activity } from './samples.ts';

const { sign_raw_payload: sign, create_wallet: createWallet } = OPERATIONS;

describe('the outcome of an activity', () => {
  it('is told for every status', () => {
    expect(ACTIVITY_STATUSES.map((status) => [status, activityOutcome({ status })])).toEqual([
      ['ACTIVITY_STATUS_CREATED', 'pending'],
      ['ACTIVITY_STATUS_PENDING', 'pending'],
      ['ACTIVITY_STATUS_COMPLETED', 'done'],
      ['ACTIVITY_STATUS_FAILED', 'failed'],
      ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'consensus'],
      ['ACTIVITY_STATUS_REJECTED', 'rejected'],
      ['ACTIVITY_STATUS_AUTHENTICATORS_NEEDED', 'authenticators'],
    ]);
  });

  it.for(['ACTIVITY_STATUS_NEWER', '', 'toString'])('is unknown for %j', (status) => {
    expect(activityOutcome({ status })).toBe('unknown');
  });
});

describe('the result of an activity', () => {
  it('is given for the operation it belongs to', () => {
    expect(resultOf(sign, activity())).toEqual({ r: '01', s: '02', v: '00' });
  });

  it.for([
    ['of another type', activity({ type: createWallet.activityType }), 'another type'],
    ['without a result', activity({ result: null }), 'has no signRawPayloadResult'],
    ['with another result', activity({ result: { createWalletResult: {} } }), 'has no signRawPayloadResult'],
    ['with half a result', activity({ result: { signRawPayloadResult: { r: '01', s: '02' } } }), 'of its result'],
    ['with a result that is not an object', activity({ result: { signRawPayloadResult: 'x' } }), 'of its result'],
  ] as const)('is refused %s', ([, from, says]) => {
    const error = errorOf(() => resultOf(sign, from));
    expect(error.code).toBe('SERVICE_REPLY_INVALID');
    expect(error.message).toContain(says);
  });
});

describe('an activity from the cache', () => {
  it('is checked like a reply', () => {
    expect(readActivity(JSON.parse(JSON.stringify(activity())))).toEqual(activity());
    for (const value of [null, 'x', {}, { ...activity(), votes: {} }]) {
      expect(codeOf(() => readActivity(value))).toBe('SERVICE_REPLY_INVALID');
    }
  });
});
