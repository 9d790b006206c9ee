import Type from 'typebox';
import { expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/index.ts';
import { Closed } from '../../../../shared/model/index.ts';
import { checkValue } from '../../../../shared/operations/index.ts';
import {
  answerMessages,
  askMessages,
  COURIER_MESSAGES,
  type Port,
  type ReplyFrame,
  type RequestFrame,
} from '../../../../shared/processes/index.ts';

const TABLE = {
  double: { input: Closed({ value: Type.Integer() }), output: Closed({ value: Type.Integer() }) },
} as const;

/** Two ends of one channel. Frames are copied, as a real channel copies them. */
function channel(): [Port, Port, (frame: unknown) => void] {
  const listeners: ((event: { data: unknown }) => unknown)[][] = [[], []];
  const end = (own: number): Port => ({
    on: (_event, listener) => void listeners[own]?.push(listener),
    postMessage(frame: RequestFrame | ReplyFrame) {
      const data: unknown = structuredClone(frame);
      for (const listener of listeners[1 - own] ?? []) listener({ data });
    },
  });
  return [end(0), end(1), (data) => listeners[0]?.forEach((listener) => void listener({ data }))];
}

it('sends and gets replies on a channel that is used in both directions', async () => {
  const [here, there] = channel();
  const double = (factor: number) => ({ double: ({ value }: { value: number }) => ({ value: value * factor }) });
  answerMessages(here, TABLE, { handlers: double(2), report: () => undefined });
  answerMessages(there, TABLE, { handlers: double(3), report: () => undefined });
  const [ask, askBack] = [askMessages(here, TABLE), askMessages(there, TABLE)];
  const answers = await Promise.all([
    ask('double', { value: 1 }),
    askBack('double', { value: 1 }),
    ask('double', { value: 5 }),
  ]);
  expect(answers.map(({ value }) => value)).toEqual([3, 2, 15]);
});

it('throws the error of the other side, and refuses an answer of another shape', async () => {
  const [here, there, receive] = channel();
  const ask = askMessages(here, TABLE);
  const asked: number[] = [];
  there.on('message', ({ data }) => void asked.push((data as RequestFrame).id));
  const refused = ask('double', { value: 1 });
  const { code, message } = new AppError('NOT_SUPPORTED', 'No.');
  receive({ id: asked[0], reply: { ok: false, error: { code, message } } });
  await expect(refused).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
  const wrong = ask('double', { value: 1 });
  for (const frame of ['text', null, { id: asked[1] }, { id: 99, reply: { ok: true, value: { value: 2 } } }])
    receive(frame);
  receive({ id: asked[1], reply: { ok: true, value: { value: 2, more: 1 } } });
  await expect(wrong).rejects.toMatchObject({ code: 'INTERNAL' });
});

it.each([
  ['another method', { method: 'PUT' }],
  ['a header that says to whom it goes', { headers: { host: 'other' } }],
  ['a header that says how it is framed', { headers: { 'transfer-encoding': 'chunked' } }],
  ['a header of two lines', { headers: { 'x-a': 'b\r\nx-c: d' } }],
  ['a body that is no bytes', { body: 'text' }],
  ['more time than a minute', { timeout: 60_001 }],
  ['an answer without a bound', { maximumAnswer: Number.POSITIVE_INFINITY }],
  ['a member more', { redirect: 'follow' }],
])('the courier is not asked with %s', (_what, change) => {
  const errand = {
    method: 'GET',
    url: 'https://a.example',
    headers: { accept: '*/*' },
    body: null,
    timeout: 1,
    mayBeHere: false,
    maximumAnswer: 1,
  };
  const { input } = COURIER_MESSAGES.carry;
  expect(checkValue(input, errand)).toEqual([]);
  expect(checkValue(input, { ...errand, ...change })).not.toEqual([]);
});
