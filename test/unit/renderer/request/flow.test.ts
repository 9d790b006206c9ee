import { describe, expect, test } from 'vitest';
import {
  type Flow,
  type FlowEvent,
  IDLE,
  reduce,
  STAGES,
  type Submitted,
  stopLabel,
  waitingOf,
} from '../../../../renderer/request/flow.ts';
import { activity, detail } from '../fixture-data.ts';

const submitted: Submitted = { activity: detail(activity(0, 0), false) };
const run = (...events: FlowEvent[]): Flow => events.reduce(reduce, IDLE);

describe('a request from the form to its end', () => {
  test('goes through every step', () => {
    const steps: string[] = [];
    const events: FlowEvent[] = [
      { type: 'prepare' },
      { type: 'submit', requestId: 'one', canCarry: true },
      { type: 'stage', stage: 'sending' },
      { type: 'done', submitted },
    ];
    events.reduce((flow, event) => {
      const next = reduce(flow, event);
      steps.push(next.step);
      return next;
    }, IDLE);
    expect(steps).toEqual(['preparing', 'submitting', 'submitting', 'done']);
  });

  test('a refused preparation goes back to the form with its problem', () => {
    const problem = new Error('no');
    expect(run({ type: 'prepare' }, { type: 'refused', problem })).toEqual({ step: 'idle', problem });
  });

  test('nothing is submitted that was not prepared', () => {
    expect(run({ type: 'submit', requestId: 'one', canCarry: true }).step).toBe('idle');
  });

  test('a late reply of a discarded preparation is ignored', () => {
    expect(run({ type: 'prepare' }, { type: 'reset' }, { type: 'submit', requestId: 'one', canCarry: true }).step).toBe(
      'idle',
    );
  });

  test('a failure keeps the id of its request', () => {
    const flow = run(
      { type: 'prepare' },
      { type: 'submit', requestId: 'one', canCarry: true },
      { type: 'stage', stage: 'sending' },
      { type: 'failed', problem: 1 },
    );
    expect(flow).toMatchObject({ step: 'failed', requestId: 'one', problem: 1 });
  });

  test('an activity that waits for votes becomes the completed one, and then stays', () => {
    const [waiting, completed] = ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_COMPLETED'].map((status) =>
      detail({ ...activity(0, 0), status }, false),
    ) as [Submitted['activity'], Submitted['activity']];
    const answered: FlowEvent[] = [
      { type: 'prepare' },
      { type: 'submit', requestId: 'one', canCarry: true },
      { type: 'done', submitted: { activity: waiting } },
    ];
    const statusOf = (flow: Flow) => (flow.step === 'done' ? flow.submitted.activity.row.status : null);
    const became = { type: 'became', activity: completed } as const;
    const flow = run(...answered, became);
    expect(statusOf(flow)).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(waitingOf(flow)).toBeNull();
    expect(statusOf(run(...answered, became, { type: 'became', activity: waiting }))).toBe('ACTIVITY_STATUS_COMPLETED');
    const other = detail({ ...activity(1, 0), status: 'ACTIVITY_STATUS_COMPLETED' }, false);
    expect(statusOf(run(...answered, { type: 'became', activity: other }))).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(run({ type: 'prepare' }, became).step).toBe('preparing');
  });

  test('stopping is remembered until the job ends', () => {
    expect(
      run({ type: 'prepare' }, { type: 'submit', requestId: 'one', canCarry: true }, { type: 'stop' }),
    ).toMatchObject({
      step: 'submitting',
      stopping: true,
    });
  });
});

test('the effect of stopping depends on whether the request was sent', () => {
  expect(STAGES.map(({ stage }) => [stage, stopLabel(stage)])).toEqual([
    ['confirming', 'Cancel'],
    ['recording', 'Cancel'],
    ['stamping', 'Cancel'],
    ['sending', null],
    ['following', 'Stop waiting'],
    ['checking', null],
  ]);
});
