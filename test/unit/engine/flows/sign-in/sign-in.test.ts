import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../../electron/engine/index.ts';
import type { Question } from '../../../../../shared/ipc/index.ts';
import { base64urlEncode, utf8Encode } from '../../../../../shared/wire/index.ts';
import { eventually } from '../../../../tools/eventually.ts';
import { type Bench, createReadyBench, operatorSays } from '../../harness.ts';

const START = 1_790_000_000_000;
const STAMP = { kind: 'stamp' } as const;
const SUBMIT = '/public/v1/submit/stamp_login';

/** A clock that stands still until a test advances it, with its pending timers. */
function createClock(): Clock & { advance(milliseconds: number): void } {
  let time = START;
  const waiting = new Set<{ until: number; done: () => void }>();
  return {
    now: () => time,
    steady: () => time,
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        waiting.add({ until: time + milliseconds, done: resolve });
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    advance(milliseconds) {
      time += milliseconds;
      for (const entry of waiting) if (entry.until <= time && waiting.delete(entry)) entry.done();
    },
  };
}

let bench: Bench;
let clock: ReturnType<typeof createClock>;
let refusing: boolean;
const asked: Question[] = [];

beforeEach(async () => {
  [clock, refusing] = [createClock(), false];
  bench = await createReadyBench({
    clock,
    async consent(question) {
      asked.push(question);
      return refusing ? { confirmed: false } : operatorSays(question);
    },
  });
  asked.length = 0;
});
afterEach(() => bench.end());

/**
 * The operation and public key of the newest stamp in the audit log, or of the newest one for the `wanted` operation.
 */
function lastStamped(wanted = '%'): { operation: string; key: string } {
  const database = new SqliteDatabase(join(bench.root, 'records.db'), { readonly: true });
  const row = database
    .prepare('SELECT operation, public_key AS key FROM audit WHERE operation LIKE ? ORDER BY sequence DESC')
    .get(wanted);
  database.close();
  return row as { operation: string; key: string };
}
/** The number of requests that the profile's own key stamped for the operation. */
function ownStamps(operation: string): number {
  const database = new SqliteDatabase(join(bench.root, 'records.db'), { readonly: true });
  const count = database.prepare('SELECT count(*) FROM audit WHERE operation = ? AND public_key = ?').pluck();
  const stamps = count.get(operation, own()) as number;
  database.close();
  return stamps;
}
const own = () => bench.engine.credentials.list('local')[0]?.publicKey ?? '';
const read = async () => {
  await bench.engine.queries.ask('whoami', {});
  return lastStamped().key;
};
const forgets = () => bench.processes.calls.filter((message) => message === 'vault.forget').length;

describe('a session', () => {
  it('begins by the operator’s answer only, stamped by the profile’s own key', async () => {
    refusing = true;
    await expect(bench.engine.signIn.begin('local', 900, STAMP)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(bench.engine.signIn.list()).toEqual([]);
    expect(forgets()).toBe(1);
    refusing = false;
    const { expiresAt } = await bench.engine.signIn.begin('local', 900, STAMP);
    expect(asked.map(({ kind }) => kind)).toEqual(['stamp', 'stamp']);
    expect(lastStamped()).toEqual({ operation: 'stamp_login', key: own() });
    expect(expiresAt).toBe(START + 900_000);
    expect(bench.engine.signIn.list()).toEqual([{ profile: 'local', expiresAt }]);
  });

  it('has its key stamp what is read, and nothing that is asked about', async () => {
    expect(await read()).toBe(own());
    await bench.engine.signIn.begin('local', 900, STAMP);
    const key = await read();
    expect(key).not.toBe(own());
    const { requestId } = await bench.engine.requests.prepare('create_user_tag', { userTagName: 'Desk', userIds: [] });
    await bench.engine.requests.submit(requestId);
    expect(lastStamped()).toEqual({ operation: 'create_user_tag', key: own() });
    expect(await read()).toBe(key);
  });

  it('is not asked whose a key is that is registered: the profile’s own key is', async () => {
    await bench.engine.signIn.begin('local', 900, STAMP);
    const key = await read();
    const { credentialId } = await bench.engine.credentials.create({ profile: 'local', name: 'Second', store: null });
    const before = ownStamps('whoami');
    await bench.engine.keyLife.register(credentialId);
    expect(ownStamps('whoami')).toBe(before + 1);
    expect(await read()).toBe(key);
  });

  it('is over with its time: its key is wiped, and the profile’s own key stamps again', async () => {
    await bench.engine.signIn.begin('local', 900, STAMP);
    const key = await read();
    clock.advance(899_999);
    expect(await read()).toBe(key);
    const before = forgets();
    clock.advance(1);
    expect(bench.engine.signIn.list()).toEqual([]);
    expect(await read()).toBe(own());
    await eventually(() => expect(forgets()).toBe(before + 1));
  });

  it('is over when the operator ends it, and when another begins', async () => {
    await bench.engine.signIn.begin('local', 900, STAMP);
    const first = await read();
    await bench.engine.signIn.begin('local', 900, STAMP);
    expect(forgets()).toBe(1);
    const second = await read();
    expect([own(), first]).not.toContain(second);
    await bench.engine.signIn.end('local');
    expect(forgets()).toBe(2);
    expect(await read()).toBe(own());
  });

  it.for([
    ['a lock', () => bench.engine.vault.lock()],
    ['the end of its process', () => bench.processes.crash('vault')],
  ] as const)('does not outlive %s', async ([, end]) => {
    await bench.engine.signIn.begin('local', 900, STAMP);
    expect(await read()).not.toBe(own());
    await end();
    expect(bench.engine.signIn.list()).toEqual([]);
    expect(await read()).toBe(own());
  });

  it('leaves its key in no file: what is kept of keys is what was kept before', async () => {
    const kept = () =>
      ['keystore.json', 'credentials.json'].map((name) => readFileSync(join(bench.root, name), 'utf8'));
    await read();
    const before = kept();
    await bench.engine.signIn.begin('local', 900, STAMP);
    expect(await read()).not.toBe(own());
    expect(kept()).toEqual(before);
    bench = await bench.reopen();
    expect(bench.engine.signIn.list()).toEqual([]);
    expect(await read()).toBe(own());
  });

  it.for([
    ['a lock', () => bench.engine.vault.lock()],
    ['the end of its process', () => bench.processes.crash('vault')],
  ] as const)('is not said to have begun when %s comes before the answer', async ([, end]) => {
    bench.transport.answer(SUBMIT, (reply) => {
      void end();
      return reply;
    });
    await expect(bench.engine.signIn.begin('local', 900, STAMP)).rejects.toMatchObject({
      message: expect.stringContaining('No session was started'),
    });
    expect(bench.engine.signIn.list()).toEqual([]);
  });

  it('that is cancelled while the answer comes does not begin, and leaves no key', async () => {
    const cancelling = new AbortController();
    bench.transport.answer(SUBMIT, (reply) => {
      cancelling.abort();
      return reply;
    });
    const { signal } = cancelling;
    await expect(bench.engine.signIn.begin('local', 900, STAMP, { signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(bench.engine.signIn.list()).toEqual([]);
    expect(forgets()).toBe(1);
  });

  it('that the service may have begun is reported, with the fact that nobody has its key', async () => {
    bench.transport.fail(SUBMIT, 'before the answer');
    await expect(bench.engine.signIn.begin('local', 900, STAMP)).rejects.toMatchObject({
      outcome: 'unknown',
      message: expect.stringMatching(/may have started a session. Nobody can use it/),
    });
    expect(forgets()).toBe(1);
    expect(bench.engine.signIn.list()).toEqual([]);
  });

  it('that a service begins for another key is not used', async () => {
    bench.transport.answer(SUBMIT, ({ status, body }) => {
      const { activity } = body as { activity: { result: { stampLoginResult: { session: string } } } };
      const [header, claims = '', signature] = activity.result.stampLoginResult.session.split('.');
      const other = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 1e10 };
      activity.result.stampLoginResult.session = `${header}.${base64urlEncode(utf8Encode(JSON.stringify(other)))}.${signature}`;
      return { status, body };
    });
    await expect(bench.engine.signIn.begin('local', 900, STAMP)).rejects.toMatchObject({
      code: 'SERVICE_REPLY_INVALID',
    });
    expect(bench.engine.signIn.list()).toEqual([]);
    expect(forgets()).toBe(1);
    expect(await read()).toBe(own());
  });
});
