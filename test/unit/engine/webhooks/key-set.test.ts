import { describe, expect, test } from 'vitest';
import type { TransportReply } from '../../../../electron/client/index.ts';
import { fetchedKeySet, fixedKeySet } from '../../../../electron/engine/webhooks/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { JWK } from './sender.ts';

const invalid = expect.objectContaining({
  code: 'INVALID_INPUT',
  message: expect.stringMatching(/^The key set cannot/),
});
const reply = (keys: object[], cacheControl = 'public, max-age=60', status = 200): TransportReply => ({
  status,
  headers: { 'Cache-Control': cacheControl },
  body: utf8Encode(JSON.stringify({ keys })),
});

/** A service with the given replies, of which the last repeats, and a clock that the test sets. */
function service(...answers: (TransportReply | Error)[]) {
  const asked: string[] = [];
  const clock = { time: 0 };
  const set = fetchedKeySet('https://api.example.com/jwks', {
    now: () => clock.time,
    transport: async ({ url }) => {
      asked.push(url);
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? new Error('nothing was prepared');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const at = (time: number) => Object.assign(clock, { time });
  return { set, asked, at };
}

const other = { ...JWK, kid: 'webhook-key-2' };

test('a set is asked for once while its Cache-Control allows, by many at once too', async () => {
  const { set, asked, at } = service(reply([JWK]));
  await Promise.all([set.find(JWK.kid), set.find(JWK.kid)]);
  at(59_999);
  expect(await set.find(JWK.kid)).toEqual(JWK);
  expect(asked).toEqual(['https://api.example.com/jwks']);
  at(60_000);
  await set.find(JWK.kid);
  expect(asked).toHaveLength(2);
});

test('an unknown id has the set fetched again before it is refused', async () => {
  const { set, asked, at } = service(reply([JWK]), reply([JWK, other]));
  await set.find(JWK.kid);
  at(6000);
  expect(await set.find(other.kid)).toEqual(other);
  expect(asked).toHaveLength(2);
});

test('unknown ids do not decide how often the service is asked', async () => {
  const { set, asked, at } = service(reply([JWK]));
  for (let id = 0; id < 50; id += 1) expect(await set.find(`unknown ${id}`)).toBeUndefined();
  expect(asked).toHaveLength(1);
  at(5000);
  await set.find('unknown');
  expect(asked).toHaveLength(2);
});

test.each([
  ['no-store', 0, 2],
  ['max-age=31536000', 86_399_999, 1],
  ['max-age=31536000', 86_400_000, 2],
  ['', 299_999, 1],
])('with Cache-Control %j it is, after %d ms, asked for %d times', async (cacheControl, later, times) => {
  const { set, asked, at } = service(reply([JWK], cacheControl));
  await set.find(JWK.kid);
  at(later);
  await set.find(JWK.kid);
  expect(asked).toHaveLength(times);
});

test('an error is not kept', async () => {
  const { set } = service(new AppError('SERVICE_UNREACHABLE', 'nobody'), reply([JWK]));
  await expect(set.find(JWK.kid)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
  expect(await set.find(JWK.kid)).toEqual(JWK);
});

describe('is refused', () => {
  test.each([undefined, null, [], {}, { keys: {} }, { keys: [{}] }, { keys: [{ kid: 1, kty: 'OKP' }] }])(
    'when it is %j',
    (document) => {
      expect(() => fixedKeySet(document)).toThrow(invalid);
    },
  );

  test('when it has more keys than any service publishes', () => {
    expect(() => fixedKeySet({ keys: Array.from({ length: 101 }, () => JWK) })).toThrow(invalid);
  });

  test('when the service answers with an error or no JSON', async () => {
    await expect(service(reply([JWK], '', 404)).set.find('a')).rejects.toEqual(invalid);
    const html = { status: 200, headers: {}, body: utf8Encode('<html>') };
    await expect(service(html).set.find('a')).rejects.toEqual(invalid);
  });

  test.each(['http://api.example.com/jwks', 'ftp://a', 'https://user:password@api.example.com', 'jwks.json', ''])(
    'when its address is %j, which is not repeated',
    (address) => {
      const open = () => fetchedKeySet(address, { now: () => 0, transport: () => Promise.reject(new Error('asked')) });
      expect(open).toThrow(invalid);
      expect(open).not.toThrow(/:password/);
    },
  );
});
