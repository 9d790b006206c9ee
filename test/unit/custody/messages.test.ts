import { describe, expect, it } from 'vitest';
import { answerMessages, type ParentPort } from '../../../electron/custody/messages.ts';
import { AppError } from '../../../shared/errors/index.ts';
import type { CustodyMessages, MessageHandlers, ReplyFrame } from '../../../shared/processes/index.ts';

type Start = MessageHandlers<CustodyMessages>['start'];

/** A port whose other end is the test: what is sent in, and the frames that come back. */
function connect(start: Start = () => Promise.reject(new Error('unexpected'))) {
  const frames: ReplyFrame[] = [];
  const reports: unknown[][] = [];
  let listener: (event: { data: unknown }) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const port: ParentPort = {
    on: (_event, given) => {
      listener = given;
    },
    postMessage: (frame) => {
      frames.push(frame);
      arrived();
    },
  };
  answerMessages(port, { start, stop: () => ({}) }, (...report) => reports.push(report));
  const ask = async (data: unknown) => {
    const reply = new Promise<void>((done) => {
      arrived = done;
    });
    listener({ data });
    await reply;
    return frames.at(-1);
  };
  return { ask, send: (data: unknown) => listener({ data }), frames, reports };
}

describe('the channel to main', () => {
  it('answers a message under its id', async () => {
    expect(await connect().ask({ id: 7, name: 'stop', input: {} })).toEqual({ id: 7, reply: { ok: true, value: {} } });
  });

  it('gives errors as data', async () => {
    const { ask, reports } = connect(() => Promise.reject(new AppError('PORT_IN_USE', 'taken')));
    expect(await ask({ id: 1, name: 'start', input: {} })).toEqual({
      id: 1,
      reply: { ok: false, error: { code: 'PORT_IN_USE', message: 'taken' } },
    });
    expect(reports).toEqual([]);
  });

  it('reports what nobody foresaw under the reference it answers with', async () => {
    const error = new Error('s3cret');
    const { ask, reports } = connect(() => Promise.reject(error));
    const frame = await ask({ id: 1, name: 'start', input: {} });
    expect(frame).toMatchObject({
      reply: { ok: false, error: { code: 'INTERNAL', reference: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
    });
    expect(JSON.stringify(frame)).not.toContain('s3cret');
    expect(reports).toEqual([[expect.any(String), 'start', error]]);
    expect(JSON.stringify(frame)).toContain(reports[0]![0] as string);
  });

  it.each([['toString'], ['unknown'], [5]])('does not know the message %s', async (name) => {
    expect(await connect().ask({ id: 1, name, input: {} })).toMatchObject({
      reply: { ok: false, error: { code: 'NOT_SUPPORTED' } },
    });
  });

  it('does not answer what is no frame', async () => {
    const { ask, send, frames } = connect();
    for (const frame of [null, 'stop', {}, { id: '1', name: 'stop' }]) send(frame);
    await ask({ id: 2, name: 'stop', input: {} });
    expect(frames).toHaveLength(1);
  });
});
