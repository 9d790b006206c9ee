import fc from 'fast-check';
import '../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { MAXIMUM_REPLY_LENGTH, readReply, type TransportReply } from '../../../electron/client/index.ts';
import { AppError, SERVICE_ERRORS, serviceErrorBody } from '../../../shared/errors/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { codeOf, errorOf } from '../storage/support.ts';
import { activity, reply } from './samples.ts';

const { whoami, sign_raw_payload: sign, webhook_keys: webhookKeys, list_activities: listActivities } = OPERATIONS;
const WHO = { organizationId: 'o', organizationName: 'Treasury', userId: 'u', username: 'Operator' };

describe('a reply', () => {
  it('of a query, an activity and a discovery is typed', () => {
    expect(readReply(whoami, reply(WHO)).username).toBe('Operator');
    expect(readReply(sign, reply({ activity: activity() })).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(readReply(webhookKeys, reply(webhookKeys.example.response)).keys).toHaveLength(1);
  });

  it('is read for the example of every operation', () => {
    for (const operation of Object.values(OPERATIONS)) {
      const body = operation.kind === 'activity' ? { activity: activity() } : operation.example.response;
      expect(readReply(operation, reply(body))).toEqual(body);
    }
  });

  it('is read in both dialects of time', () => {
    const own = activity({ createdAt: '2025-04-23T04:45:55Z', updatedAt: '2025-04-23T04:45:55Z' });
    expect(readReply(listActivities, reply({ activities: [own, activity()] })).activities).toHaveLength(2);
  });

  it('keeps members and values that a newer service may add', () => {
    const newer = {
      ...activity({ status: 'ACTIVITY_STATUS_NEWER', type: 'ACTIVITY_TYPE_NEWER' }),
      added: { deep: [1] },
    };
    expect(readReply(sign, reply({ activity: newer, more: true }))).toEqual({ activity: newer, more: true });
  });

  it('may have its media type in other letter case and with a charset', () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    expect(readReply(whoami, reply(WHO, { headers, status: 201 })).userId).toBe('u');
  });

  it.for([
    ['is HTML', reply('<html>', { headers: { 'content-type': 'text/html' } }), 'text/html'],
    ['does not say what it is', reply(WHO, { headers: {} }), 'no Content-Type header'],
    ['is not JSON', reply('{"organizationId":'), 'not JSON'],
    ['is empty', reply('', { status: 204 }), 'it is empty'],
    ['is not UTF-8', reply(WHO, { body: Uint8Array.of(0x22, 0xff, 0x22) }), 'not JSON in UTF-8'],
    ['is an array', reply([]), 'the whole must be an object'],
    ['lacks a member', reply({ ...WHO, userId: undefined }), 'userId'],
    ['has a member of another type', reply({ ...WHO, userId: 7 }), 'userId must be text'],
    ['redirects the request', reply('', { status: 302, headers: { location: 'https://evil.example' } }), 'HTTP 302'],
  ] as const)('that %s is not used', ([, response, says]) => {
    const error = errorOf(() => readReply(whoami, response));
    expect(error.code).toBe('SERVICE_REPLY_INVALID');
    expect(error.message).toContain(says);
    expect(error.message).not.toContain('evil.example');
  });

  it('longer than 16 MB is not even parsed', () => {
    const body = new Uint8Array(MAXIMUM_REPLY_LENGTH + 1).fill(0x20);
    const error = errorOf(() => readReply(whoami, reply('', { body })));
    expect([error.code, error.message]).toEqual(['TOO_LARGE', expect.stringContaining('longer than')]);
  });

  it('of any bytes and status is a value or an AppError', () => {
    const anything = fc.record({
      status: fc.integer({ min: 100, max: 599 }),
      headers: fc.constantFrom<Record<string, string>>({}, { 'content-type': 'application/json' }),
      body: fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => new TextEncoder().encode(text)),
      ),
    });
    fc.assert(
      fc.property(anything, (response: TransportReply) => {
        try {
          readReply(whoami, response);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a refusal', () => {
  it.for(Object.entries(SERVICE_ERRORS))('%s has the service’s words and codes', ([code, { grpc, http }]) => {
    if (code === 'INVALID_TIME') return;
    const body = serviceErrorBody(code as keyof typeof SERVICE_ERRORS, 'could not do this');
    const error = errorOf(() => readReply(sign, reply(body, { status: http })));
    expect(error.code).toBe('SERVICE_REFUSED');
    expect(error.message).toContain(`could not do this (HTTP ${http}, code ${grpc}, ${code})`);
    expect(error.message).toContain('Sign payload');
  });

  it('is described as far as possible without details, JSON or honest text', () => {
    const messageOf = (body: unknown, status = 503) =>
      errorOf(() => readReply(whoami, reply(body, { status }))).message;
    expect(messageOf({ code: 13, message: 'internal server error', details: [] })).toContain('(HTTP 503, code 13)');
    expect(messageOf('<html>gateway</html>')).toContain('gave no reason (HTTP 503)');
    expect(messageOf({ message: 7, code: 'x', details: [null], turnkeyErrorCode: 'no good' }, 400)).toContain(
      '(HTTP 400)',
    );
    const hostile = messageOf({ message: `line\nbreak \u001b[31m\u202e${'x'.repeat(10_000)}` });
    for (const character of ['\n', '\u001b', '\u202e']) expect(hostile).not.toContain(character);
    expect(hostile.length).toBeLessThan(1_000);
  });

  it('has the code of its details when it is only there', () => {
    const { turnkeyErrorCode: _, ...body } = serviceErrorBody('API_KEY_EXPIRED', 'expired api key');
    expect(errorOf(() => readReply(sign, reply(body, { status: 401 }))).message).toContain('API_KEY_EXPIRED');
  });

  it('gives advice', () => {
    const advice = (status: number) => errorOf(() => readReply(whoami, reply({ message: 'no' }, { status }))).message;
    expect(advice(429)).toContain('Wait a few seconds');
    expect(advice(403)).toContain('administrator');
    expect(advice(500)).toContain('Ask those who operate it, or try again later');
    expect(advice(501)).toContain('another service');
    expect(advice(404)).toContain('Check the ids and addresses in the request');
  });

  it('has a known outcome, unless the service itself failed', () => {
    const outcome = (status: number) => errorOf(() => readReply(sign, reply({ message: 'no' }, { status }))).outcome;
    expect([outcome(404), outcome(500), outcome(501), outcome(503)]).toEqual([
      'refused',
      'unknown',
      'refused',
      'unknown',
    ]);
  });

  it('of a too large page has its own code, so that smaller pages can be requested', () => {
    const error = errorOf(() => readReply(listActivities, reply({ code: 8, message: 'too large' }, { status: 413 })));
    expect([error.code, error.message]).toEqual(['TOO_LARGE', expect.stringContaining('Ask for less at once')]);
  });
});

describe('a refusal for the time', () => {
  const NOW = Date.parse('2025-04-23T05:00:00Z');
  const late = (message: string, status: number, date?: string) =>
    reply({ code: 3, message }, { status, headers: date === undefined ? {} : { Date: date } });

  it.for([
    ['Wed, 23 Apr 2025 04:50:00 GMT', '10 minutes ahead of'],
    ['Wed, 23 Apr 2025 07:00:00 GMT', '2 hours behind'],
    ['Wed, 23 Apr 2025 01:00:00 GMT', '4 hours ahead of'],
  ] as const)('with a reply of %s says that the clock is %s the service’s', ([date, says]) => {
    const error = errorOf(() => readReply(sign, late('no', 400, date), { now: NOW }));
    expect(error.code).toBe('CLOCK_SKEW');
    expect(error.message).toContain(says);
  });

  it('is recognised by its code, also without a date', () => {
    const coded = (headers: object) => reply(serviceErrorBody('INVALID_TIME', 'no'), { status: 400, ...headers });
    const refusalOf = (response: ReturnType<typeof reply>) => errorOf(() => readReply(sign, response, { now: NOW }));
    expect(refusalOf(coded({}))).toMatchObject({
      code: 'CLOCK_SKEW',
      message: expect.stringContaining('differs too much'),
    });
    const dated = { headers: { Date: 'Wed, 23 Apr 2025 05:00:40 GMT' } };
    expect(refusalOf(coded(dated))).toMatchObject({
      code: 'CLOCK_SKEW',
      message: expect.stringContaining('40 seconds behind'),
    });
  });

  it('is not assumed for other refusals', () => {
    const codeAt = (date: string, status: number) =>
      codeOf(() => readReply(sign, late('timestamp is too old', status, date), { now: NOW }));
    for (const accepted of ['Wed, 23 Apr 2025 04:55:00 GMT', 'Wed, 23 Apr 2025 06:00:00 GMT', 'no date'])
      expect(codeAt(accepted, 401)).toBe('SERVICE_REFUSED');
    expect(codeAt('Wed, 23 Apr 2025 01:00:00 GMT', 500)).toBe('SERVICE_REFUSED');
  });
});
