import { afterEach, describe, expect, it } from 'vitest';
import type { Activity } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const SUBMIT_PATH = '/public/v1/submit/sign_raw_payload';
/** The service accepts no request that was made longer ago. */
const HOUR = 60 * 60 * 1000;

describe('a request that was interrupted', () => {
  let bench: Bench & { address: string };
  afterEach(() => bench.end());

  const prepare = async () => {
    const { requestId } = await bench.engine.requests.prepare('sign_raw_payload', {
      signWith: bench.address,
      payload: '00'.repeat(32),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    return requestId;
  };
  const activitiesAtService = async () => {
    const { activities } = (await bench.engine.queries.run('list_activities', {})) as { activities: Activity[] };
    return activities.filter((activity) => activity.type === 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2').length;
  };

  it('that never arrived is sent once more, with the same bytes, and is one activity', async () => {
    bench = await createReadyBench();
    const requestId = await prepare();
    bench.transport.fail(SUBMIT_PATH, 'before it arrives');
    await expect(bench.engine.requests.submit(requestId)).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      message: expect.stringContaining('Check again to send the same bytes'),
    });
    expect(bench.engine.requests.unsettled()).toMatchObject([{ requestId, state: 'sent' }]);

    Object.assign(bench, await bench.reopen());
    expect(bench.engine.requests.unsettled()).toMatchObject([{ requestId, state: 'sent' }]);
    const { activity } = await bench.engine.requests.settle(requestId);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(bench.engine.requests.unsettled()).toEqual([]);
    await expect(activitiesAtService()).resolves.toBe(1);
  });

  it('that arrived but was not answered is settled by its fingerprint, not by a second activity', async () => {
    bench = await createReadyBench();
    const requestId = await prepare();
    bench.transport.fail(SUBMIT_PATH, 'before the answer');
    await expect(bench.engine.requests.submit(requestId)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    await expect(activitiesAtService()).resolves.toBe(1);

    await bench.engine.requests.settle(requestId);
    await expect(activitiesAtService()).resolves.toBe(1);
    const [first, second] = bench.transport.sent.filter((sent) => sent.path === SUBMIT_PATH);
    expect(second?.body).toBe(first?.body);
  });

  it('that is too old to be sent again is found among the activities, or said never to have arrived', async () => {
    bench = await createReadyBench();
    const requestId = await prepare();
    bench.transport.fail(SUBMIT_PATH, 'before it arrives');
    await expect(bench.engine.requests.submit(requestId)).rejects.toThrow();
    bench.advance(2 * HOUR);
    await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('did not receive'),
    });
    expect(bench.engine.requests.unsettled()).toEqual([]);
    await expect(activitiesAtService()).resolves.toBe(0);
  });

  it('is not sent at all when the vault dies before the stamp, and can be submitted again', async () => {
    bench = await createReadyBench();
    const requestId = await prepare();
    await bench.processes.crash('vault');
    const { activity } = await bench.engine.requests.submit(requestId);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(bench.processes.started('vault')).toBe(2);
    await expect(activitiesAtService()).resolves.toBe(1);
  });

  it('stays unsettled when the service refuses the same bytes for another reason: they may have arrived before', async () => {
    bench = await createReadyBench();
    const requestId = await prepare();
    bench.transport.fail(SUBMIT_PATH, 'before the answer');
    await expect(bench.engine.requests.submit(requestId)).rejects.toThrow();
    bench.transport.answer(SUBMIT_PATH, () => ({
      status: 429,
      body: { code: 8, message: 'Too many requests', details: [], turnkeyErrorCode: 'RATE_LIMIT_EXCEEDED' },
    }));
    await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
    expect(bench.engine.requests.unsettled()).toMatchObject([{ requestId, state: 'sent' }]);
    await bench.engine.requests.settle(requestId);
    expect(bench.engine.requests.unsettled()).toEqual([]);
  });

  it('is reported as unsettled when the service fails during the search for it', async () => {
    bench = await createReadyBench();
    const requestId = await prepare();
    bench.transport.fail(SUBMIT_PATH, 'before it arrives');
    await expect(bench.engine.requests.submit(requestId)).rejects.toThrow();
    bench.advance(2 * HOUR);
    bench.transport.answer('/public/v1/query/list_activities', () => ({ status: 503, body: {} }));
    await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(bench.engine.requests.unsettled()).toMatchObject([{ requestId, state: 'sent' }]);
  });

  it('that the service refuses the first time, here for its age, is refused once and for all', async () => {
    bench = await createReadyBench();
    const requestId = await prepare();
    bench.advance(2 * HOUR);
    await expect(bench.engine.requests.submit(requestId)).rejects.toMatchObject({ code: 'CLOCK_SKEW' });
    expect(bench.engine.requests.unsettled()).toEqual([]);
    await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(activitiesAtService()).resolves.toBe(0);
  });

  it('is one request when it is submitted twice at once', async () => {
    bench = await createReadyBench();
    const requestId = await prepare();
    const [first, second] = await Promise.allSettled([
      bench.engine.requests.submit(requestId),
      bench.engine.requests.submit(requestId),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } });
    await expect(activitiesAtService()).resolves.toBe(1);
  });
});
