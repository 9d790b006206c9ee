import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Question } from '../../../../shared/ipc/index.ts';
import type { Activity } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const SUBMIT_PATH = '/public/v1/submit/create_wallet';
const MAY_HAVE = 'may have reached the service';

describe('what became of a request that brought no activity back', () => {
  let bench: Bench;
  const asked: Question[] = [];
  beforeAll(async () => {
    bench = await createReadyBench({
      async consent(question) {
        asked.push(question);
        return operatorSays(question);
      },
    });
  });
  afterAll(() => bench.end());

  const prepare = async (walletName: string) => {
    const { requestId } = await bench.engine.requests.prepare('create_wallet', { walletName, accounts: [] });
    return requestId;
  };
  const submit = async (requestId: string, signal?: AbortSignal) =>
    bench.engine.requests.submit(requestId, signal === undefined ? {} : { signal }).then(
      () => expect.unreachable(),
      (error: unknown) => error as { code: string; message: string; outcome: string },
    );
  const refusing = (status: number, body: unknown = { code: 3, message: 'no', details: [] }) =>
    bench.transport.answer(SUBMIT_PATH, () => ({ status, body }));
  /** The state of the request for that wallet in the journal while it is open, and whether it was closed before. */
  const open = (walletName: string) =>
    bench.engine.requests
      .unsettled()
      .filter(({ title }) => title === `Create wallet “${walletName}”`)
      .map(({ state, wasClosed }) => ({ state, wasClosed }));

  it('is not sent when it was cancelled before: nothing is journaled', async () => {
    const error = await submit(await prepare('Hot 1'), AbortSignal.abort());
    expect(error).toMatchObject({ code: 'CANCELLED', outcome: 'notSent' });
    expect(error.message).not.toContain(MAY_HAVE);
    expect(open('Hot 1')).toEqual([]);
  });

  it('is not sent when nothing left this machine: it is sent later, or discarded', async () => {
    const requestId = await prepare('Hot 2');
    bench.transport.fail(SUBMIT_PATH, 'before it is sent');
    const error = await submit(requestId);
    expect(error).toMatchObject({ code: 'SERVICE_UNREACHABLE', outcome: 'notSent' });
    expect(error.message).not.toContain(MAY_HAVE);
    expect(open('Hot 2')).toEqual([{ state: 'prepared', wasClosed: false }]);
    await expect(bench.engine.requests.giveUp(requestId, 'why')).rejects.toMatchObject({ code: 'INVALID_INPUT' });

    bench.transport.fail(SUBMIT_PATH, 'before it is sent');
    await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject({ outcome: 'notSent' });
    await bench.engine.requests.settle(requestId);
    expect(open('Hot 2')).toEqual([]);

    const second = await prepare('Hot 2');
    bench.transport.fail(SUBMIT_PATH, 'before it is sent');
    await submit(second);
    await bench.engine.requests.discard(second);
    expect(open('Hot 2')).toEqual([]);
  });

  it.each([400, 401, 403, 404, 409, 429])(
    'is refused with %i: nothing is open, and it is not said to be',
    async (status) => {
      const name = `Status ${status}`;
      const requestId = await prepare(name);
      refusing(status);
      const error = await submit(requestId);
      expect(error).toMatchObject({ outcome: 'refused' });
      expect(error.message).not.toContain(MAY_HAVE);
      expect(open(name)).toEqual([]);
      await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  it.each([
    [500, { code: 13, message: 'oops', details: [] }],
    [503, 'maintenance'],
    [302, {}],
    [200, { wallets: [] }],
  ])('is not known after %i %j, and stays open', async (status, body) => {
    const name = `Status ${status} ${JSON.stringify(body)}`;
    refusing(status, body);
    const error = await submit(await prepare(name));
    expect(error.outcome).toBe('unknown');
    expect(error.message).toContain(MAY_HAVE);
    expect(open(name)).toMatchObject([{ state: 'sent' }]);
  });

  it('is not known when the service answers with another activity than was asked for', async () => {
    bench.transport.answer(SUBMIT_PATH, ({ status, body }) => {
      const { activity } = body as { activity: Activity };
      return { status, body: { activity: { ...activity, fingerprint: `sha256:${'00'.repeat(32)}` } } };
    });
    const error = await submit(await prepare('Hot 5'));
    expect(error).toMatchObject({ code: 'SIGNATURE_MISMATCH', outcome: 'unknown' });
    expect(open('Hot 5')).toMatchObject([{ state: 'sent' }]);
  });

  it('stays not known when sending once more fails before anything is sent, or is refused', async () => {
    const requestId = await prepare('Hot 6');
    bench.transport.fail(SUBMIT_PATH, 'before the answer');
    expect(await submit(requestId)).toMatchObject({ outcome: 'unknown' });
    bench.transport.fail(SUBMIT_PATH, 'before it is sent');
    await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject({ outcome: 'unknown' });
    refusing(403);
    await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(open('Hot 6')).toMatchObject([{ state: 'sent' }]);
  });

  it.each([
    ['refused', 400],
    ['given up', 500],
  ])('is open again, and says so, when it was %s and the service lists it all the same', async (ended, status) => {
    const name = `Denied and ${ended}`;
    const requestId = await prepare(name);
    // The service carries out the request but refuses it in its reply.
    refusing(status);
    await submit(requestId);
    if (ended === 'given up') await bench.engine.requests.giveUp(requestId, 'Nobody answers');
    expect(open(name)).toEqual([]);

    await bench.engine.activities.refresh();
    expect(open(name)).toEqual([{ state: 'sent', wasClosed: true }]);
    const sentBefore = bench.transport.sent.filter(({ path }) => path === SUBMIT_PATH).length;
    const { activity } = await bench.engine.requests.settle(requestId);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(bench.transport.sent.filter(({ path }) => path === SUBMIT_PATH)).toHaveLength(sentBefore);
    expect(open(name)).toEqual([]);
  });

  it('is given up after the operator’s answer only, for a reason that the audit log keeps', async () => {
    const requestId = await prepare('Hot 8');
    bench.transport.fail(SUBMIT_PATH, 'before the answer');
    await submit(requestId);
    for (const reason of ['', ' \u202e '])
      await expect(bench.engine.requests.giveUp(requestId, reason)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const phrase = `${'abandon '.repeat(11)}about`;
    await expect(bench.engine.requests.giveUp(requestId, phrase)).rejects.toMatchObject({ code: 'SECRET_REFUSED' });
    const entries = bench.engine.audit.status().entries;
    await bench.engine.requests.giveUp(requestId, 'The service is gone');
    expect(asked.at(-1)).toMatchObject({
      kind: 'giveUp',
      title: 'Create wallet “Hot 8”',
      reason: 'The service is gone',
    });
    expect(open('Hot 8')).toEqual([]);
    const last = JSON.parse([...bench.engine.audit.export()].at(-2) ?? '') as Record<string, string>;
    expect(last).toMatchObject({ sequence: entries + 1, operation: 'request give-up', profile: 'local' });
    expect(JSON.parse(Buffer.from(last.body ?? '', 'base64').toString())).toMatchObject({
      requestId,
      reason: 'The service is gone',
    });
    await expect(bench.engine.audit.verify()).resolves.toEqual({ entries: entries + 1 });
  });

  it('stays open when the operator does not give it up', async () => {
    const requestId = await prepare('Hot 9');
    bench.transport.fail(SUBMIT_PATH, 'before the answer');
    await submit(requestId);
    bench = await bench.reopen({ consent: async () => ({ confirmed: false }) });
    const entries = bench.engine.audit.status().entries;
    await expect(bench.engine.requests.giveUp(requestId, 'why')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(bench.engine.audit.status().entries).toBe(entries);
    expect(open('Hot 9')).toMatchObject([{ state: 'sent' }]);
  });
});
