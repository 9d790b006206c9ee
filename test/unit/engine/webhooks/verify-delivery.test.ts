import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Delivery,
  fixedKeySet,
  type Verdict,
  verifyDelivery,
} from '../../../../electron/engine/webhooks/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import '../../../fuzz/seed.ts';
import { JWK, KEY_ID, NOW, PUBLIC_KEY, sent } from './sender.ts';

const TEXT = '{"type":"activity.created","data":{"id":"act_123"}}';
const MAXIMUM_AGE = 300_000;

const verify = (delivery: Delivery, keys: object[] = [JWK], now = NOW): Promise<Verdict> =>
  verifyDelivery(delivery, { keys: fixedKeySet({ keys }), now, maximumAge: MAXIMUM_AGE });
const reasonOf = (verdict: Verdict) => (verdict.ok ? null : verdict.reason);
const body = utf8Encode(TEXT);

test.each(['X-Service-', 'X-Turnkey-', 'x-service-'])('what was sent with %s headers holds', async (prefix) => {
  expect(await verify({ headers: sent(TEXT, prefix), body })).toEqual({
    ok: true,
    eventId: 'evt_123',
    keyId: KEY_ID,
    timestampMs: NOW,
    eventType: 'ACTIVITY_UPDATES',
  });
});

test('the signature is the published one', () => {
  expect(sent(TEXT)['X-Service-Signature']).toBe(
    '99c87f03e9254ed35896a394daa264f30d87574c6f4187e861fe136e4a15b50b5f43052a1a4f506d6faec7f699e42bfe40d523f5040946984e6c95497dc67a0f',
  );
});

test('both families hold together, and are refused when they say different things', async () => {
  const both = { ...sent(TEXT), ...sent(TEXT, 'X-Turnkey-') };
  expect(await verify({ headers: both, body })).toMatchObject({ ok: true });
  const headers = { ...both, 'X-Turnkey-Event-Id': 'evt_124' };
  expect(await verify({ headers, body })).toMatchObject({
    reason: 'contradicting_headers',
    headerName: 'x-service-event-id',
  });
});

describe('names the step that failed', () => {
  test.each(Object.keys(sent(TEXT)).filter((name) => !name.endsWith('Event-Type')))('without %s', async (name) => {
    const { [name]: _gone, ...rest } = sent(TEXT);
    for (const headers of [rest, { ...rest, [name]: '' }, { ...rest, [name]: ' ' }]) {
      expect(await verify({ headers, body })).toMatchObject({
        ok: false,
        reason: 'missing_header',
        headerName: name.toLowerCase(),
      });
    }
  });

  test('a missing header is named in the family that was sent', async () => {
    const { 'X-Turnkey-Signature': _gone, ...headers } = sent(TEXT, 'X-Turnkey-');
    expect(await verify({ headers, body })).toMatchObject({ headerName: 'x-turnkey-signature' });
    expect(await verify({ headers: {}, body })).toMatchObject({ headerName: 'x-service-timestamp' });
  });

  test.each([
    ['Timestamp', '1.7e12', 'invalid_timestamp'],
    ['Timestamp', '-1', 'invalid_timestamp'],
    ['Timestamp', '99999999999999999', 'invalid_timestamp'],
    ['Timestamp', String(NOW - MAXIMUM_AGE - 1), 'stale_timestamp'],
    ['Timestamp', String(NOW + MAXIMUM_AGE + 1), 'stale_timestamp'],
    ['Timestamp', String(NOW + 1), 'invalid_signature'],
    ['Signature-Version', 'v2', 'unsupported_signature_version'],
    ['Signature-Algorithm', 'ed448', 'unsupported_signature_algorithm'],
    ['Signature-Key-Id', 'webhook-key-2', 'missing_key'],
    ['Event-Id', 'evt_124', 'invalid_signature'],
    ['Signature', 'zz', 'invalid_signature'],
    ['Signature', '00'.repeat(64), 'invalid_signature'],
    ['Signature', '00'.repeat(65), 'invalid_signature'],
  ])('%s: %s', async (name, value, reason) => {
    const headers = { ...sent(TEXT), [`X-Service-${name}`]: value };
    expect(reasonOf(await verify({ headers, body }))).toBe(reason);
  });

  test.each([
    [{ kty: 'EC' }, 'invalid_verification_key_algorithm'],
    [{ crv: 'X25519' }, 'invalid_verification_key_algorithm'],
    [{ use: 'enc' }, 'invalid_verification_key_algorithm'],
    [{ service_signature_algorithm: 'ed448' }, 'invalid_verification_key_algorithm'],
    [{ service_signature_version: 'v2' }, 'invalid_verification_key_algorithm'],
    [{ x: undefined }, 'invalid_verification_key'],
    [{ x: 'AQ' }, 'invalid_verification_key'],
    [{ x: `${JWK.x}=` }, 'invalid_verification_key'],
    // The neutral point: every message would have a signature.
    [{ x: 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 'invalid_signature'],
  ])('a key with %j', async (change, reason) => {
    expect(reasonOf(await verify({ headers: sent(TEXT), body }, [{ ...JWK, ...change }]))).toBe(reason);
  });
});

test.each([
  ['a line break was added at its end', TEXT, `${TEXT}\n`, TEXT.length],
  ['its line breaks were changed', '{\r\n}', '{\n}', 1],
  ['its line breaks were changed', '{\n}', '{\r\n}', 1],
  ['a byte order mark was added at its start', TEXT, `\uFEFF${TEXT}`, 0],
  ['its JSON was parsed and serialised again', TEXT, JSON.stringify(JSON.parse(TEXT), null, 1), 1],
  ['its JSON was parsed and serialised again', JSON.stringify(JSON.parse(TEXT), null, 2), TEXT, 1],
  ['its JSON was parsed and serialised again', '{"a": 1, "b": [2, 3]}\n', '{"a":1,"b":[2,3]}', 5],
  ['its JSON was parsed and serialised again', '{"a":1,"b":2}', '{"b":2,"a":1}', 2],
  ['a line break was removed at its end', `${TEXT}\n`, TEXT, TEXT.length],
  ['a line break was removed at its end', `${TEXT}\r\n`, TEXT, TEXT.length],
  ['a byte order mark was removed at its start', `\uFEFF${TEXT}`, TEXT, 0],
  ['white space was added at its ends', TEXT, ` ${TEXT}\n`, 0],
  ['characters of its JSON were escaped in another way', '{"u":"a/b"}', '{"u":"a\\/b"}', 7],
  ['characters of its JSON were escaped in another way', '{"u":"é"}', '{"u":"\\u00e9"}', 6],
  ['characters of its JSON were escaped in another way', '{"u":"\\u00e9"}', '{"u":"é"}', 6],
  ['it was put into a JSON text', TEXT, JSON.stringify(TEXT), 0],
  ['its characters were composed in another way', '{"u":"é"}', '{"u":"e\u0301"}', 6],
])('says how a body was changed on its way: %s', async (change, original, arrived, firstDifference) => {
  const verdict = await verify({ headers: sent(original), body: utf8Encode(arrived) });
  expect(verdict).toMatchObject({
    ok: false,
    reason: 'invalid_signature',
    message: expect.stringContaining(change),
    firstDifference,
  });
});

test.each([
  ['it was read as Latin-1 and encoded again as UTF-8', '{"a":"é"}', Buffer.from('{"a":"é"}').toString('latin1')],
  ['it was encoded as base64', TEXT, Buffer.from(TEXT).toString('base64')],
  ['it was encoded as hexadecimal digits', TEXT, Buffer.from(TEXT).toString('hex')],
  ['it was encoded for an address', TEXT, encodeURIComponent(TEXT)],
])('says that a body was encoded again: %s', async (change, original, arrived) => {
  const verdict = await verify({ headers: sent(original), body: utf8Encode(arrived) });
  expect(verdict).toMatchObject({ reason: 'invalid_signature', message: expect.stringContaining(change) });
});

test.each(['utf16le', 'latin1'] as const)('says that a body was encoded as %s', async (encoding) => {
  const verdict = await verify({ headers: sent('{"a":"é"}'), body: Buffer.from('{"a":"é"}', encoding) });
  expect(verdict).toMatchObject({
    message: expect.stringContaining('it was sent as UTF-8 and encoded in another way'),
    firstDifference: encoding === 'utf16le' ? 1 : 6,
  });
});

test('says that a change of content cannot be located without the original', async () => {
  const verdict = await verify({ headers: sent(TEXT), body: utf8Encode(TEXT.replace('1', '2')) });
  expect(verdict).toMatchObject({ message: expect.stringContaining('Compare the body with the one that the service') });
  expect(verdict).not.toHaveProperty('difference');
});

test('compares with the body that the service sent, and shows both around the first difference', async () => {
  const arrived = utf8Encode(TEXT.replace('123', '124'));
  const check = (known: string) =>
    verifyDelivery(
      { headers: sent(TEXT), body: arrived },
      { keys: fixedKeySet({ keys: [JWK] }), now: NOW, maximumAge: MAXIMUM_AGE, sent: utf8Encode(known) },
    );
  const at = TEXT.indexOf('3"');
  const excerpt = (bytes: Uint8Array) => Buffer.from(bytes.subarray(at - 8)).toString('hex');
  expect(await check(TEXT)).toMatchObject({
    reason: 'invalid_signature',
    message: expect.stringContaining('it is not the body that the service sent'),
    firstDifference: at,
    difference: {
      at,
      from: at - 8,
      sent: excerpt(body),
      received: excerpt(arrived),
      sentLength: body.length,
      receivedLength: arrived.length,
    },
  });
  // A record that the signature does not fit explains nothing.
  expect(await check(`${TEXT} `)).not.toHaveProperty('difference');
});

test('a body that no usual change explains is only refused', async () => {
  const verdict = await verify({ headers: sent(TEXT), body: utf8Encode(TEXT.replace('123', '124')) });
  expect(verdict).toEqual({ ok: false, reason: 'invalid_signature', message: expect.any(String) });
});

test('the public SDK gives the same verdict, whatever is changed', async () => {
  const name = fc.constantFrom(...Object.keys(sent(TEXT, 'X-Turnkey-')));
  const value = fc.oneof(
    fc.constantFrom('', 'v1', 'v2', 'ed25519', KEY_ID, String(NOW), '0', '1700000000001', '00'.repeat(64), 'evt_123'),
    fc.string({ maxLength: 12 }).map((text) => text.trim()),
  );
  const changes = fc.dictionary(name, fc.option(value), { maxKeys: 2 });
  await fc.assert(
    fc.asyncProperty(changes, fc.option(fc.uint8Array({ maxLength: 40 })), async (changed, other) => {
      const all = { ...sent(TEXT, 'X-Turnkey-'), ...changed };
      const headers = Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
      );
      const arrived = other ?? body;
      const theirs = verifyTurnkeyWebhookSignature({
        headers,
        body: arrived,
        verificationKeys: [{ keyId: KEY_ID, publicKey: PUBLIC_KEY, algorithm: 'ed25519' }],
        maxTimestampAgeMs: MAXIMUM_AGE,
        nowMs: NOW,
      });
      const ours = await verify({ headers, body: arrived });
      expect([ours.ok, reasonOf(ours)]).toEqual([theirs.ok, theirs.ok ? null : theirs.reason]);
    }),
    { numRuns: 500 },
  );
});
