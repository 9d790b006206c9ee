import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Following } from '../../../../electron/engine/index.ts';
import type { Activity } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const SUBMIT = '/public/v1/submit/create_wallet';
const LOOK = '/public/v1/query/get_activity';

type Change = Parameters<Bench['transport']['answer']>[1];
const as =
  (status: Activity['status']): Change =>
  (reply) => {
    const { activity } = reply.body as { activity: Activity };
    return { ...reply, body: { activity: { ...activity, status, result: null } } };
  };
const pending = as('ACTIVITY_STATUS_PENDING');
const asItIs: Change = (reply) => reply;
const refused =
  (status: number): Change =>
  () => ({ status, body: { code: 13, message: 'no', details: [] } });

describe('an activity that is not finished', () => {
  let bench: Bench;
  let time = 1_790_000_000_000;
  let pauses: number[] = [];
  let setBack = 0;
  let onPause: () => void = () => undefined;
  beforeAll(async () => {
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds);
      time += milliseconds;
      onPause();
    };
    bench = await createReadyBench({ clock: { now: () => time - setBack, steady: () => time, pause } });
  });
  beforeEach(() => {
    pauses = [];
    onPause = () => undefined;
    setBack = 0;
    bench.transport.sent.length = 0;
  });
  afterAll(() => bench.end());

  /** Sets the next replies at a path, one after the other. The service's own replies follow. */
  const answers = (path: string, [first, ...rest]: readonly Change[]) => {
    if (first === undefined) return;
    bench.transport.answer(path, (reply) => {
      answers(path, rest);
      return first(reply);
    });
  };
  const submit = async (name: string, following: Following = {}) => {
    const { requestId } = await bench.engine.requests.prepare('create_wallet', { walletName: name, accounts: [] });
    return (await bench.engine.requests.submit(requestId, following)).activity.status;
  };
  const looks = () => bench.transport.sent.filter(({ path }) => path === LOOK).length;
  const total = () => pauses.reduce((sum, one) => sum + one, 0);

  it('is looked at again and again, more seldom each time, until it is', async () => {
    answers(SUBMIT, [pending]);
    answers(LOOK, Array(6).fill(pending));
    expect(await submit('Often')).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  it('is followed on when a look brings no answer, or the service fails: looking is safe to repeat', async () => {
    answers(SUBMIT, [pending]);
    bench.transport.fail(LOOK, 'before the answer');
    answers(LOOK, [refused(503), pending, asItIs]);
    expect(await submit('Lost')).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(looks()).toBe(4);
    expect(bench.transport.sent.filter(({ path }) => path === SUBMIT)).toHaveLength(1);
  });

  it('is given back as it is when the time is over', async () => {
    answers(SUBMIT, [pending]);
    answers(LOOK, Array(100).fill(pending));
    expect(await submit('Half a minute')).toBe('ACTIVITY_STATUS_PENDING');
    expect(total()).toBe(30_000);
    pauses = [];
    answers(SUBMIT, [pending]);
    expect(await submit('A minute', { milliseconds: 60_000 })).toBe('ACTIVITY_STATUS_PENDING');
    expect(total()).toBe(60_000);
    answers(LOOK, [asItIs]);
  });

  it('is followed no longer when the clock is set back meanwhile', async () => {
    answers(SUBMIT, [pending]);
    answers(LOOK, Array(100).fill(pending));
    onPause = () => {
      setBack = 7_200_000;
    };
    expect(await submit('Set back')).toBe('ACTIVITY_STATUS_PENDING');
    expect(total()).toBe(30_000);
    answers(LOOK, [asItIs]);
  });

  it('is given back as it is when the operator stops waiting, and not looked at again', async () => {
    const stop = new AbortController();
    answers(SUBMIT, [pending]);
    onPause = () => stop.abort();
    expect(await submit('Stopped', { signal: stop.signal })).toBe('ACTIVITY_STATUS_PENDING');
    expect(looks()).toBe(0);
  });

  it.each([
    ['the service refuses to tell', refused(403)],
    [
      'the service tells of another one',
      (reply) => {
        const { activity } = reply.body as { activity: Activity };
        return { ...reply, body: { activity: { ...activity, id: crypto.randomUUID() } } };
      },
    ],
  ] satisfies [string, Change][])('is given back as it was last when %s', async (name, change) => {
    answers(SUBMIT, [pending]);
    answers(LOOK, [change]);
    expect(await submit(name)).toBe('ACTIVITY_STATUS_PENDING');
    expect(looks()).toBe(1);
  });

  it.each(['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED'] as const)(
    'is no more looked at when it is %s, which people decide',
    async (status) => {
      answers(SUBMIT, [as(status)]);
      expect(await submit(status)).toBe(status);
      expect(looks()).toBe(0);
    },
  );
});
