import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import Type from 'typebox';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../../electron/main/logger.ts';
import { createProcessStarter, type Fork } from '../../../electron/main/processes.ts';
import { Closed, Secret } from '../../../shared/model/index.ts';
import { CUSTODY_MESSAGES, type Errands, framesIn, MAXIMUM_FRAMES } from '../../../shared/processes/index.ts';
import { eventually } from '../../tools/eventually.ts';

const TABLE = {
  double: { input: Closed({ value: Type.Integer() }), output: Closed({ value: Type.Integer() }) },
  secret: { input: Closed({}), output: Closed({ bytes: Secret(4, 4) }) },
  keep: { input: Closed({ bytes: Secret(4, 4) }), output: Closed({}) },
  check: { input: Closed({}), output: Closed({}), isUntimed: true },
};

/** A child process whose replies the test writes. */
class FakeChild extends EventEmitter {
  pid: number | undefined;
  readonly stderr = new PassThrough();
  /** Every frame, alone or in a shared message. */
  readonly sent: { id: number; name?: string; input?: unknown }[] = [];
  readonly kill = vi.fn(() => this.emit('exit', 15));
  postMessage(message: unknown): void {
    this.sent.push(...(framesIn(message) as { id: number }[]));
  }
}

let child: FakeChild;
let options: Parameters<Fork>[1];
let file: string;
const lines: { event: string; part?: string | undefined; detail?: string | undefined }[] = [];
const logger: Logger = {
  write: (_level, event, fields) => void lines.push({ event, part: fields?.part, detail: fields?.detail }),
  unexpected: (event, _error, part) => {
    lines.push({ event, part });
    return 'REFE-RENC';
  },
};

const start = (entry: 'vault' | 'token' | 'custody' = 'vault', timeoutMs = 1000, errands?: Errands) =>
  createProcessStarter({
    fork: ((path, given) => {
      file = path;
      options = given;
      return child;
    }) as Fork,
    folder: '/app/out/main',
    logger,
    timeoutMs,
    environment: { HOME: '/home/operator', AWS_SECRET_ACCESS_KEY: 'secret', SOFTHSM2_CONF: '/conf' },
  })(entry, TABLE, errands);

beforeEach(() => {
  child = new FakeChild();
  lines.length = 0;
});

describe('starting a utility process', () => {
  it('gives it its own environment, because an empty one would pass all of main’s', () => {
    start('custody');
    expect(file).toBe('/app/out/main/child.cjs');
    expect(options.env).toEqual({ CASTELLAN_PROCESS: 'custody' });
  });

  it('lets only the token process load libraries of vendors on macOS', () => {
    const allowed = (['vault', 'token', 'custody'] as const).map((entry) => {
      start(entry);
      return options.allowLoadingUnsignedLibraries;
    });
    expect(allowed).toEqual([false, true, false]);
  });

  it('passes only the variables that token modules read', () => {
    start('token');
    expect(options.env).toEqual({
      CASTELLAN_PROCESS: 'token',
      HOME: '/home/operator',
      SOFTHSM2_CONF: '/conf',
    });
  });

  it('disables code generation in it and reads only its standard error', () => {
    start();
    expect(options.execArgv).toEqual(['--js-flags=--disallow-code-generation-from-strings --expose-gc']);
    expect(options.stdio).toEqual(['ignore', 'ignore', 'pipe']);
  });

  it('writes its standard error to the log, line by line', () => {
    start();
    child.stderr.write('first\nsec');
    child.stderr.write('ond\n\n');
    expect(lines.map(({ detail }) => detail)).toEqual(['first', 'second']);
  });

  it('does not let a child fill the log', () => {
    start();
    child.stderr.write('x\n'.repeat(10_000));
    expect(lines.length).toBeLessThan(100);
  });
});

describe('asking a utility process', () => {
  it('matches answers to questions by id, in any order', async () => {
    const { call } = start();
    const answers = [call('double', { value: 1 }), call('double', { value: 2 })];
    await eventually(() => expect(child.sent).toHaveLength(2));
    expect(child.sent.map(({ name, input }) => ({ name, input }))).toEqual([
      { name: 'double', input: { value: 1 } },
      { name: 'double', input: { value: 2 } },
    ]);
    child.emit('message', { id: child.sent[1]?.id, reply: { ok: true, value: { value: 4 } } });
    child.emit('message', { id: child.sent[0]?.id, reply: { ok: true, value: { value: 2 } } });
    expect(await Promise.all(answers)).toEqual([{ value: 2 }, { value: 4 }]);
  });

  it('takes several answers in one message', async () => {
    const { call } = start();
    const answers = [1, 2, 3].map((value) => call('double', { value }));
    await eventually(() => expect(child.sent).toHaveLength(3));
    const replies = child.sent.map(({ id }) => ({ id, reply: { ok: true, value: { value: id } } }));
    child.emit('message', replies);
    expect(await Promise.all(answers)).toEqual(child.sent.map(({ id }) => ({ value: id })));
  });

  it('ends a child that sends more answers in one message than any of ours', () => {
    start();
    child.pid = 2 ** 30;
    child.emit(
      'message',
      Array.from({ length: MAXIMUM_FRAMES + 1 }, (_, id) => ({ id, reply: { ok: true } })),
    );
    expect(child.kill).toHaveBeenCalled();
  });

  it('posts a secret before the call returns, because the caller may wipe it then', () => {
    const { call } = start();
    for (const value of [1, 2]) void call('double', { value });
    void call('keep', { bytes: Uint8Array.of(1, 2, 3, 4) });
    expect(child.sent.map(({ name }) => name)).toEqual(['double', 'double', 'keep']);
  });

  it('throws the error that the child answered with', async () => {
    const { call } = start();
    const answer = call('double', { value: 1 });
    child.emit('message', {
      id: child.sent[0]?.id,
      reply: { ok: false, error: { code: 'PASSPHRASE_WRONG', message: 'No.' } },
    });
    await expect(answer).rejects.toMatchObject({ code: 'PASSPHRASE_WRONG', message: 'No.' });
  });

  it.for([
    ['a member too many', { value: 2, privateKey: 'x' }],
    ['a wrong type', { value: 'two' }],
    ['nothing', undefined],
  ])('refuses an answer with %s', async ([, value]) => {
    const { call } = start();
    const answer = call('double', { value: 1 });
    child.emit('message', { id: child.sent[0]?.id, reply: { ok: true, value } });
    await expect(answer).rejects.toMatchObject({ code: 'INTERNAL', reference: 'REFE-RENC' });
    expect(lines).toContainEqual({ event: 'process.reply-refused', part: 'vault.double' });
  });

  it('refuses and wipes bytes of the wrong length', async () => {
    const { call } = start();
    const answer = call('secret', {});
    const bytes = new Uint8Array(5).fill(7);
    child.emit('message', { id: child.sent[0]?.id, reply: { ok: true, value: { bytes } } });
    await expect(answer).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(bytes).toEqual(new Uint8Array(5));
  });

  it('returns the requested bytes unchanged', async () => {
    const { call } = start();
    const answer = call('secret', {});
    child.emit('message', { id: child.sent[0]?.id, reply: { ok: true, value: { bytes: Uint8Array.of(1, 2, 3, 4) } } });
    expect(await answer).toEqual({ bytes: Uint8Array.of(1, 2, 3, 4) });
  });

  it.for([
    ['text'],
    [null],
    [{ id: 'one', reply: { ok: true, value: 1 } }],
    [{ id: 1, reply: { ok: false, error: { code: 'MADE_UP', message: '' } } }],
  ])('ends a child that sends the frame %o', ([frame]) => {
    start();
    child.pid = 2 ** 30;
    child.emit('message', frame);
    expect(child.kill).toHaveBeenCalled();
  });

  it('ignores and wipes an answer without a caller', () => {
    start();
    expect(() => child.emit('message', { id: 99, reply: { ok: true, value: {} } })).not.toThrow();
    const bytes = new Uint8Array(4).fill(7);
    child.emit('message', { id: 99, reply: { ok: true, value: { bytes } } });
    expect(bytes).toEqual(new Uint8Array(4));
  });
});

describe('a utility process that asks in turn', () => {
  const input = {
    method: 'GET',
    url: 'https://a.example',
    mayBeHere: false,
    headers: {},
    body: null,
    timeout: 1,
    maximumAnswer: 0,
  };

  it('gets answers from its errands, even while it owes an answer itself', async () => {
    const { call } = start('custody', 1000, {
      carry: async () => ({ failure: 'unreachable' }),
      callNode: async () => ({ failure: 'unreachable' }),
      noteNode: () => ({}),
      noteReading: () => ({}),
      log: () => ({}),
      measure: () => ({ walBytes: null, diskFreeBytes: null, lastBackupAt: null }),
      post: () => ({}),
    });
    const answer = call('double', { value: 1 });
    child.emit('message', { id: 1, name: 'carry', input });
    child.emit('message', { id: child.sent[0]?.id, reply: { ok: true, value: { value: 2 } } });
    expect(await answer).toEqual({ value: 2 });
    await eventually(() => expect(child.sent).toHaveLength(2));
    expect(child.sent[1]).toEqual({ id: 1, reply: { ok: true, value: { failure: 'unreachable' } } });
    child.emit('message', { id: 2, name: 'carry', input: { ...input, url: 1 } });
    child.emit('message', { id: 3, name: 'other', input });
    await eventually(() => expect(child.sent).toHaveLength(4));
    expect(child.sent.slice(2)).toMatchObject([
      { reply: { ok: false, error: { code: 'INVALID_INPUT' } } },
      { reply: { ok: false, error: { code: 'NOT_SUPPORTED' } } },
    ]);
  });

  it('is ended when it has no errands', () => {
    start('vault');
    child.pid = 2 ** 30;
    child.emit('message', { id: 1, name: 'carry', input });
    expect(child.kill).toHaveBeenCalled();
    expect(child.sent).toEqual([]);
  });
});

describe('when a utility process ends', () => {
  it.for([
    ['vault', 'VAULT_STOPPED'],
    ['custody', 'SERVICE_STOPPED'],
  ] as const)('a caller that waits for the %s gets %s', async ([entry, code]) => {
    const { call } = start(entry);
    const answer = call('double', { value: 1 });
    child.emit('exit', 9);
    await expect(answer).rejects.toMatchObject({ code });
    await expect(call('double', { value: 1 })).rejects.toMatchObject({ code });
  });

  it('calls every listener once, also late ones, but no removed ones', async () => {
    const handle = start();
    const early = vi.fn();
    const gone = vi.fn();
    handle.onExit(early);
    handle.onExit(gone)();
    child.emit('exit', 9);
    const late = await new Promise((resolve) => void handle.onExit(resolve));
    expect([early.mock.calls, gone.mock.calls, late]).toEqual([[[9]], [], 9]);
  });

  it('ends a process that does not answer in time', async () => {
    vi.useFakeTimers();
    const { call } = start('vault', 1000);
    child.pid = 2 ** 30;
    const answer = call('double', { value: 1 });
    answer.catch(() => undefined);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(child.kill).toHaveBeenCalled();
    await expect(answer).rejects.toMatchObject({ code: 'VAULT_STOPPED' });
  });

  it('waits without a limit for a message whose work grows with a file', async () => {
    vi.useFakeTimers();
    const { call } = start('custody', 1000);
    child.pid = 2 ** 30;
    const answer = call('check', {});
    await vi.advanceTimersByTimeAsync(3_600_000);
    vi.useRealTimers();
    expect(child.kill).not.toHaveBeenCalled();
    child.emit('message', { id: child.sent[0]?.id, reply: { ok: true, value: {} } });
    expect(await answer).toEqual({});
  });

  it('sets no limit where the local service reads a whole database', () => {
    const untimed = Object.entries(CUSTODY_MESSAGES).filter(([, message]) => 'isUntimed' in message);
    expect(untimed.map(([name]) => name)).toEqual(['start', 'copyStore', 'listArchives', 'examineCopy', 'stop']);
  });

  it('ends a process that was cancelled before its start', () => {
    const handle = start();
    handle.kill();
    expect(child.kill).not.toHaveBeenCalled();
    child.pid = 2 ** 30;
    child.emit('spawn');
    expect(child.kill).toHaveBeenCalled();
  });
});
