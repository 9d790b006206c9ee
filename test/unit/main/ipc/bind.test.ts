import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDoor } from '../../../../electron/main/ipc/bind.ts';
import { PAGE_URLS } from '../../../../electron/main/security/page-address.ts';
import { AppError, type Reply } from '../../../../shared/errors/index.ts';
import { CHANNELS, CONTRACT, type Entry, type MainHandlers } from '../../../../shared/ipc/index.ts';

const fakes = vi.hoisted(() => ({ handlers: new Map<string, (...values: unknown[]) => unknown>() }));
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, handler: (...values: unknown[]) => unknown) => fakes.handlers.set(channel, handler),
    on: (channel: string, handler: (...values: unknown[]) => unknown) => fakes.handlers.set(channel, handler),
  },
}));

class FakeContents extends EventEmitter {
  readonly id = 7;
  readonly sent: unknown[] = [];
  destroyed = false;
  isDestroyed = () => this.destroyed;
  send = (_channel: string, frame: unknown): void => void this.sent.push(frame);
}

/** A promise that the test settles. */
function deferred<Value>() {
  let settle: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value: Value) => settle(value) };
}

let contents: FakeContents;
let log: { event: string; part?: string | undefined; detail?: string | undefined }[];
/** Handlers that a test gives. Every other handler of the contract throws. */
let own: Record<string, (input: never, context: never) => unknown>;

const anyHandler = (group: string) => ({
  get: (_target: object, entry: string) =>
    own[`${group}.${entry}`] ?? (() => Promise.reject(new Error(`${group}.${entry} was called`))),
});
const anyGroup = {
  // Promise resolution reads `then` of this object.
  get: (_target: object, group: string) => (group === 'then' ? undefined : new Proxy({}, anyHandler(group))),
};

const open = (handlers = Promise.resolve(new Proxy({}, anyGroup) as MainHandlers)) => {
  openDoor({
    handlers,
    isKnown: (id) => id === 7,
    logger: {
      write: (_level, event, fields) => void log.push({ event, part: fields?.part, detail: fields?.detail }),
      unexpected: (event, _error, part) => {
        log.push({ event, part });
        return 'REFE-RENC';
      },
    },
    timer: { now: () => 0, after: () => () => undefined },
  });
};

const event = (senderFrame: unknown = { parent: null, url: PAGE_URLS.app }) => ({ sender: contents, senderFrame });
const send = (channel: string, frame: unknown, from = event()) =>
  fakes.handlers.get(channel)?.(from, frame) as Promise<Reply<unknown>>;
const call = (name: string, input: unknown) => send(CHANNELS.call, { name, input });
const job = (name: string, jobId: unknown, input: unknown) => send(CHANNELS.job, { name, jobId, input });

beforeEach(() => {
  contents = new FakeContents();
  log = [];
  own = {};
});

describe('the IPC entry', () => {
  it('has exactly three channels', () => {
    open();
    expect([...fakes.handlers.keys()]).toEqual([CHANNELS.call, CHANNELS.job, CHANNELS.cancel]);
  });

  it('answers a call with the handler’s result', async () => {
    own['audit.status'] = () => ({ entries: 3, lastAt: null });
    open();
    expect(await call('audit.status', {})).toEqual({ ok: true, value: { entries: 3, lastAt: null } });
  });

  it.for([['call'], ['job']] as const)('refuses a %s from anywhere else before it looks at it', async ([kind]) => {
    const handler = vi.fn();
    own = { 'vault.lock': handler, 'accounts.refresh': handler };
    open();
    const frame = { name: kind === 'call' ? 'vault.lock' : 'accounts.refresh', jobId: 'a', input: {} };
    for (const frameOf of [null, { parent: {}, url: PAGE_URLS.app }, { parent: null, url: 'https://example.com/' }]) {
      expect(await send(CHANNELS[kind], frame, event(frameOf))).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT' },
      });
    }
    expect(handler).not.toHaveBeenCalled();
  });

  const asked = Object.entries(CONTRACT).flatMap(([group, entries]) =>
    Object.entries<Entry>(entries).flatMap(([name, { kind }]) =>
      kind === 'event' ? [] : [[`${group}.${name}`, kind] as const],
    ),
  );

  it.for(asked)('refuses a wrong input of %s', async ([name, kind]) => {
    open();
    const reply = await send(CHANNELS[kind], { name, jobId: 'a', input: { undeclared: true } });
    expect(reply).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', fields: expect.any(Array) } });
  });

  it.for([
    ['nothing.here'],
    ['app'],
    ['app.changed'],
    ['app.state.x'],
    ['constructor.name'],
    ['__proto__.toString'],
    ['app.__proto__'],
    ['app.constructor'],
    [42],
    [undefined],
    ['x'.repeat(10_000)],
  ])('knows no entry %s', async ([name]) => {
    open();
    for (const channel of [CHANNELS.call, CHANNELS.job]) {
      expect(await send(channel, { name, jobId: 'a', input: {} })).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', message: expect.stringContaining('called an unknown operation') },
      });
    }
  });

  it.for([[null], [undefined], ['text'], [7], [[]]])('survives the frame %o', async ([frame]) => {
    open();
    expect(await send(CHANNELS.call, frame)).toMatchObject({ ok: false });
    expect(() => send(CHANNELS.cancel, frame)).not.toThrow();
  });

  it('does not answer a job as a call, nor a call as a job', async () => {
    open();
    expect(await call('accounts.refresh', {})).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    expect(await job('app.state', 'a', {})).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  });

  it('refuses input that is too large or not plain data', async () => {
    open();
    const deep: { inner?: unknown } = {};
    let at = deep;
    for (let depth = 0; depth < 10_000; depth += 1) {
      const inner: typeof deep = {};
      at.inner = inner;
      at = inner;
    }
    for (const parameters of [{ text: 'x'.repeat(5 * 1024 * 1024) }, { map: new Map() }, deep]) {
      expect(await call('requests.prepare', { operation: 'whoami', parameters })).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT' },
      });
    }
  });
});

describe('replies', () => {
  it('with an undeclared member are refused, not stripped', async () => {
    own['audit.status'] = () => ({ entries: 3, lastAt: null, privateKey: 'hunter2' });
    open();
    const reply = await call('audit.status', {});
    expect(reply).toMatchObject({ ok: false, error: { code: 'INTERNAL', reference: 'REFE-RENC' } });
    expect(JSON.stringify([reply, log])).not.toContain('hunter2');
    expect(log).toContainEqual(expect.objectContaining({ event: 'ipc.answer-refused', part: 'audit.status' }));
  });

  it('report only a reference for an unexpected error', async () => {
    own['audit.status'] = () => Promise.reject(new Error('hunter2'));
    open();
    const reply = await call('audit.status', {});
    expect(reply).toMatchObject({ ok: false, error: { code: 'INTERNAL', reference: 'REFE-RENC' } });
    expect(JSON.stringify(reply)).not.toContain('hunter2');
  });

  it('carry code, message and fields of an expected error, and no stack', async () => {
    own['vault.unlock'] = () =>
      Promise.reject(
        new AppError('PASSPHRASE_WRONG', 'The passphrase is wrong.', {
          fields: [{ path: '/passphrase', reason: 'wrong' }],
          cause: new Error('hunter2'),
        }),
      );
    open();
    expect(await call('vault.unlock', {})).toEqual({
      ok: false,
      error: {
        code: 'PASSPHRASE_WRONG',
        message: 'The passphrase is wrong.',
        fields: [{ path: '/passphrase', reason: 'wrong' }],
      },
    });
  });

  it('report why there is no engine', async () => {
    const noEngine = Promise.reject(new AppError('DATABASE_NEWER', 'Made by a newer Castellan.'));
    open(noEngine);
    expect(await call('app.state', {})).toMatchObject({ ok: false, error: { code: 'DATABASE_NEWER' } });
    expect(await job('accounts.refresh', 'a', {})).toMatchObject({ ok: false, error: { code: 'DATABASE_NEWER' } });
  });
});

describe('jobs', () => {
  const running = () => {
    const started = deferred<{ signal: AbortSignal; progress(value: unknown): void }>();
    const finish = deferred<unknown>();
    own['accounts.refresh'] = (_input: never, context: never) => {
      started.resolve(context);
      return finish.promise;
    };
    open();
    return { reply: job('accounts.refresh', 'job-1', {}), started: started.promise, finish: finish.resolve };
  };

  it('report progress and then the result', async () => {
    const { reply, started, finish } = running();
    (await started).progress({ done: 1, total: 2, text: 'Reading' });
    finish({ accounts: 2 });
    expect(await reply).toEqual({ ok: true, value: { accounts: 2 } });
    expect(contents.sent).toEqual([{ jobId: 'job-1', value: { done: 1, total: 2, text: 'Reading' } }]);
  });

  it('send no undeclared progress', async () => {
    const { reply, started, finish } = running();
    (await started).progress({ done: 1, total: 2, text: 'Reading', secret: 'hunter2' });
    finish({ accounts: 2 });
    await reply;
    expect(contents.sent).toEqual([]);
    expect(log).toContainEqual(expect.objectContaining({ event: 'ipc.progress-refused' }));
  });

  it('are cancelled by their id, even before the handler runs', async () => {
    const { reply, started, finish } = running();
    send(CHANNELS.cancel, { jobId: 'job-1' });
    expect((await started).signal.aborted).toBe(true);
    finish({ accounts: 0 });
    await reply;
  });

  it('are not cancelled by another page or another id', async () => {
    const { reply, started, finish } = running();
    send(CHANNELS.cancel, { jobId: 'job-2' });
    send(CHANNELS.cancel, { jobId: 'job-1' }, event({ parent: {}, url: PAGE_URLS.app }));
    expect((await started).signal.aborted).toBe(false);
    finish({ accounts: 0 });
    await reply;
  });

  it.for([
    ['destroyed', []],
    ['render-process-gone', [{}, {}]],
    ['did-start-navigation', [{ isMainFrame: true, isSameDocument: false }]],
  ] as const)('are cancelled when the page is gone: %s', async ([name, details]) => {
    const { reply, started, finish } = running();
    const { signal } = await started;
    contents.emit(name, ...details);
    expect(signal.aborted).toBe(true);
    finish({ accounts: 0 });
    await reply;
  });

  it('go on when the page only moves within itself', async () => {
    const { reply, started, finish } = running();
    const { signal } = await started;
    contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    contents.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
    expect(signal.aborted).toBe(false);
    finish({ accounts: 0 });
    await reply;
  });

  it('send nothing to a page that is gone', async () => {
    const { reply, started, finish } = running();
    const { progress } = await started;
    contents.destroyed = true;
    progress({ done: 1, total: 2, text: 'Reading' });
    finish({ accounts: 2 });
    await reply;
    expect(contents.sent).toEqual([]);
  });

  it('need an id that is not in use', async () => {
    const { reply, started, finish } = running();
    await started;
    for (const id of ['job-1', '', 'a b', 'x'.repeat(65), 7, undefined]) {
      expect(await job('accounts.refresh', id, {})).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    }
    finish({ accounts: 0 });
    await reply;
    own['accounts.refresh'] = () => ({ accounts: 1 });
    expect(await job('accounts.refresh', 'job-1', {})).toMatchObject({ ok: true });
  });

  it('are limited in number', async () => {
    own['accounts.refresh'] = () => new Promise(() => undefined);
    open();
    for (let index = 0; index < 32; index += 1) void job('accounts.refresh', `job-${index}`, {});
    expect(await job('accounts.refresh', 'one-more', {})).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    });
  });
});
