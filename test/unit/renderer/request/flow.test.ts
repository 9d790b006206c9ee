import { describe, expect, test } from 'vitest';
import {
  type Flow,
  type FlowEvent,
  IDLE,
  reduce,
  STAGES,
  type Submitted,
  stopLabel,
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
