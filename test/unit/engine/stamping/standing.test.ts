import { beforeEach, describe, expect, it } from 'vitest';
import type { TransportReply } from '../../../../electron/client/index.ts';
import type { Base } from '../../../../electron/engine/base.ts';
import { createSender } from '../../../../electron/engine/stamping/sender.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const STAMP = { name: 'X-Stamp', value: 'a' } as const;
const KEY_UNKNOWN = { code: 16, message: 'no such key', turnkeyErrorCode: 'PUBLIC_KEY_NOT_FOUND', details: [] };

const reply = (status: number, body: object, date = NOW): TransportReply => ({
  status,
  headers: { 'content-type': 'application/json', date: new Date(date).toUTCString() },
  body: Uint8Array.from(utf8Encode(JSON.stringify(body))),
});

const KNOWN = reply(200, OPERATIONS.whoami.example.response);
const HEALTHY = reply(200, OPERATIONS.health.example.response);
const inHtml = (status: number): TransportReply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Uint8Array.from(utf8Encode('<h1>Welcome to the hotel</h1>')),
});

let next: TransportReply | AppError;
let changes = 0;
let profiles: string[] = [];
/** The stamping keys of every profile. */
let keys: { id: string; retired?: boolean }[] = [];
let onState = () => {};
const base = {
  index: { keys: () => keys },
  ports: {
    paths: { service: '/no such folder' },
    clock: { now: () => NOW },
    async transport() {
      if (next instanceof AppError) throw next;
      return next;
    },
  },
  changes: {
    on(_event: string, listener: () => void) {
      onState = listener;
    },
    announce() {
      changes += 1;
    },
  },
} as unknown as Base;
type Parts = Parameters<typeof createSender>[2];
const parts = {
  service: { noteUnreachable: () => undefined },
  profiles: { list: () => profiles.map((name) => ({ name, kind: name === 'local' ? 'local' : 'remote' })) },
} as unknown as Parts;
let sender = createSender(base, {} as never, parts);
beforeEach(() => {
  sender = createSender(base, {} as never, parts);
  changes = 0;
  profiles = ['production', 'staging'];
  keys = [{ id: 'one' }];
});

/** The standing of a profile after one reply to one of its requests. */
async function answered(answer: TransportReply | AppError, profile = 'production', stamp: typeof STAMP | null = STAMP) {
  next = answer;
  const operation = stamp === null ? OPERATIONS.health : OPERATIONS.whoami;
  const outgoing = { profile, operation, url: 'https://a.example', body: null, stamp };
  await sender
    .send(outgoing)
    .then((sent) => sender.read(outgoing, sent))
    .catch(() => undefined);
  return sender.remote('production');
}

describe('the standing of a service', () => {
  it('is not known before the first request', () =>
    expect(sender.remote('production')).toEqual({ state: 'unknown', problem: null }));

  it('is refused, with the reason, until the service takes a stamp', async () => {
    expect(await answered(reply(401, KEY_UNKNOWN))).toEqual({
      state: 'refused',
      problem: {
        title: 'The service refuses this key',
        message: expect.stringMatching(
          /^It says “.+”\. Have this profile’s public key registered in the organization\.$/,
        ),
      },
    });
    expect(await answered(HEALTHY, 'production', null)).toMatchObject({ state: 'refused' });
    expect(await answered(new AppError('SERVICE_UNREACHABLE', 'No.'))).toMatchObject({ state: 'unreachable' });
    expect(await answered(HEALTHY, 'production', null)).toMatchObject({ state: 'refused' });
    expect(await answered(KNOWN)).toEqual({ state: 'running', problem: null });
  });

  it('is refused when the clock of this computer is', async () => {
    const late = { code: 3, message: 'too late', turnkeyErrorCode: 'INVALID_TIME', details: [] };
    const { state, problem } = await answered(reply(400, late, NOW + 3 * 3_600_000));
    expect([state, problem?.message]).toEqual(['refused', expect.stringContaining('3 hours behind')]);
    expect(problem?.message).not.toContain('HTTP');
  });

  it.each<[string, TransportReply]>([
    ['a policy denies a request', reply(403, { code: 7, message: 'denied', details: [] })],
    ['a request is wrong', reply(400, { code: 3, message: 'wrong', details: [] })],
    ['the service fails', reply(500, {})],
  ])('is connected when %s', async (_name, answer) =>
    expect(await answered(answer)).toEqual({ state: 'running', problem: null }),
  );

  it.each<[string, TransportReply]>([
    ['with a web page', inHtml(200)],
    ['with a web page and an error', inHtml(502)],
    ['with a web page that asks for a login', inHtml(401)],
    ['with a redirect', { ...inHtml(302), headers: { location: 'https://login.example' } }],
    ['with JSON of another shape', reply(200, { activities: [], wallets: [] })],
    ['with half a JSON text', { ...KNOWN, body: KNOWN.body.subarray(0, 20) }],
  ])('is not that of a custody service when the address answers %s, until a valid reply', async (_name, answer) => {
    expect(await answered(answer)).toEqual({
      state: 'invalid',
      problem: {
        title: 'The address does not answer as a custody service',
        message: expect.stringContaining('Check that the profile’s address is that of a custody service.'),
      },
    });
    await answered(answer);
    expect(changes).toBe(1);
    expect(await answered(KNOWN)).toEqual({ state: 'running', problem: null });
  });

  it('is that of its profile alone', async () => {
    expect(await answered(reply(401, KEY_UNKNOWN), 'staging')).toMatchObject({ state: 'unknown' });
    expect(sender.remote('staging')).toMatchObject({ state: 'refused' });
  });

  it.each<[string, TransportReply | AppError]>([
    ['refused', reply(401, KEY_UNKNOWN)],
    ['running', KNOWN],
    ['unreachable', new AppError('SERVICE_UNREACHABLE', 'No.')],
  ])('ends with its profile when it is %s', async (state, answer) => {
    expect(await answered(answer)).toMatchObject({ state });
    onState();
    expect(sender.remote('production')).toMatchObject({ state });
    profiles = ['staging'];
    onState();
    profiles = ['staging', 'production'];
    expect(sender.remote('production')).toEqual({ state: 'unknown', problem: null });
    // Neither does a refusal come back with the first answer to a request without a stamp.
    expect(await answered(HEALTHY, 'production', null)).toEqual({ state: 'running', problem: null });
  });

  it('is not refused any longer when the profile stamps with another key', async () => {
    await answered(reply(401, KEY_UNKNOWN));
    keys = [{ id: 'one', retired: true }, { id: 'two' }];
    onState();
    expect(sender.remote('production')).toEqual({ state: 'running', problem: null });
  });

  it('is not reached without an answer, and is reported once for each change', async () => {
    const silence = new AppError('SERVICE_UNREACHABLE', 'Nothing answered.');
    expect(await answered(silence)).toMatchObject({ state: 'unreachable' });
    await answered(silence);
    expect(changes).toBe(1);
    await answered(reply(401, KEY_UNKNOWN));
    await answered(reply(401, KEY_UNKNOWN));
    expect(changes).toBe(2);
  });

  it('has no address to check where it is the service of this machine', async () => {
    profiles = ['production', 'local'];
    const silence = new AppError('SERVICE_UNREACHABLE', '127.0.0.1:4317 did not answer.', { outcome: 'notSent' });
    next = silence;
    const send = (profile: string) =>
      sender
        .send({ profile, operation: OPERATIONS.whoami, url: 'https://a.example', body: null, stamp: STAMP })
        .catch((error: unknown) => error);
    expect(await send('production')).toBe(silence);
    expect(await send('local')).toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      outcome: 'notSent',
      message: 'The local service did not answer. It starts again by itself, and after a lock with the vault.',
    });
    expect(sender.remote('local').problem?.message).toMatch(/^The local service did not answer/);
  });
});
