import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDelivery } from '../../../../electron/engine/webhooks/index.ts';
import { utf8Decode } from '../../../../shared/wire/index.ts';
import { outcome } from '../../../fuzz/only-app-errors.ts';
import { fuzzRuns } from '../../../fuzz/seed.ts';
import { sent } from './sender.ts';

const HEADERS = { 'X-Service-Event': '1', Host: 'a.example' };
const json = (value: unknown) => JSON.stringify(value);

describe('the headers of a delivery', () => {
  it.each([
    ['lines', 'X-Service-Event: 1\r\nHost: a.example\r\n'],
    ['lines behind a request line, before a body', 'POST /x HTTP/1.1\nX-Service-Event: 1\nHost:a.example\n\n{"a":1}'],
    ['lines behind a byte order mark', '\ufeffX-Service-Event: 1\nHost: a.example'],
    [
      'what curl -v printed',
      '* Connected\n> POST /x HTTP/1.1\n> X-Service-Event: 1\n> Host: a.example\n>\n} [5 bytes data]\n< HTTP/1.1 200 OK\n< Date: x\n',
    ],
    ['a JSON object', json(HEADERS)],
    ['a JSON object of lists', json({ 'X-Service-Event': ['1'], Host: ['a.example'] })],
    ['rawHeaders', json(['X-Service-Event', '1', 'Host', 'a.example'])],
    ['pairs', json(Object.entries(HEADERS))],
    ['a list of names and values, as HAR has', json(Object.entries(HEADERS).map(([name, value]) => ({ name, value })))],
    ['a list of keys and values', json(Object.entries(HEADERS).map(([key, value]) => ({ key, value })))],
    [
      'a saved request with such a list',
      json({ headers: Object.entries(HEADERS).map(([name, value]) => ({ name, value })), body: '{}' }),
    ],
    ['lists of keys and values', json({ 'X-Service-Event': [{ value: '1' }], Host: [{ value: 'a.example' }] })],
    ['an object with rawHeaders', json({ rawHeaders: ['X-Service-Event', '1', 'Host', 'a.example'] })],
    ['an API Gateway event', json({ resource: '/x', headers: HEADERS, multiValueHeaders: {}, body: '{}' })],
    [
      'an API Gateway event with lists alone',
      json({ headers: null, multiValueHeaders: { 'X-Service-Event': ['1'], Host: ['a.example'] } }),
    ],
  ])('are read from %s', (_, text) => {
    expect(readDelivery(text).headers).toEqual(HEADERS);
  });

  it.each([
    ['{"a": 1}', 'the value of the header a is not text'],
    ['{"a": ["1", "2"]}', 'it has several values for the header a'],
    ['{"a": []}', 'the value of the header a is not text'],
    ['["a"]', 'its list has a name without a value'],
    ['[1, "a"]', 'its list has a name that is not text'],
    ['{"a b": "1"}', 'it has an invalid header name ("a b")'],
    ['{"a": "1", "A": "2"}', 'it has the header A twice'],
    ['a: 1\nA: 2', 'it has the header A twice'],
    ['no headers at all', 'a line of it is not written as Name: value ("no headers at all")'],
    ['{"a":', 'it is not JSON (line 1, column 6: '],
  ])('%s says what is wrong', (text, why) => {
    expect(() => readDelivery(text)).toThrow(`The headers cannot be read, because ${why}`);
  });
});

const BODY = '{"type":"activity.created"}';
const DELIVERED = sent(BODY, 'X-Turnkey-');
const LOWER = Object.fromEntries(Object.entries(DELIVERED).map(([name, value]) => [name.toLowerCase(), value]));
const entries = Object.entries(DELIVERED);
const cgi = (name: string) => `HTTP_${name.toUpperCase().replaceAll('-', '_')}`;

describe('the headers of a delivery inside another text', () => {
  it.each([
    ['a curl command', entries.map(([name, value]) => `-H '${name}: ${value}'`).join(' \\\n  ')],
    ['log lines', entries.map(([name, value]) => `2026-11-25T14:20:11Z INFO [hook] ${name}: ${value}`).join('\n')],
    ['log lines that begin with a bracket', entries.map(([name, value]) => `[hook] ${name}=${value}`).join('\n')],
    ['one log line with JSON in it', `INFO headers=${json(DELIVERED)} status=401`],
    ['escaped JSON in a log', `{"message": ${json(json(DELIVERED))}`.replace('{"message": ', 'message=')],
    ['a printed Go map', `map[${entries.map(([name, value]) => `${name}:[${value}]`).join(' ')}]`],
    ['a Rack environment', `env: {${entries.map(([name, value]) => `"${cgi(name)}"=>"${value}"`).join(', ')}}`],
    ['a Python list of pairs', `got ${entries.map(([name, value]) => `('${name}', '${value}')`).join(', ')}`],
    ['pseudo headers of HTTP/2', `:path: /x\n${entries.map(([name, value]) => `${name}: ${value}`).join('\n')}`],
  ])('are found in %s', (_, text) => {
    expect(readDelivery(text)).toEqual({ headers: LOWER, body: null });
  });

  it('are refused when one has two values', () => {
    expect(() => readDelivery('a x-turnkey-timestamp=1, x-turnkey-timestamp=2')).toThrow(
      'it has different values for the header x-turnkey-timestamp',
    );
    expect(readDelivery('a x-turnkey-timestamp=1, x-turnkey-timestamp=1').headers).toEqual({
      'x-turnkey-timestamp': '1',
    });
  });
});

describe('the body of a delivery', () => {
  const bodyOf = (text: string) => {
    const { body } = readDelivery(text);
    return body === null ? null : utf8Decode(body);
  };

  it('is read exactly from a raw request and from an event', () => {
    const lines = entries.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    expect(bodyOf(`POST /x HTTP/1.1\r\n${lines}\r\n\r\n${BODY}\r\n`)).toBe(`${BODY}\r\n`);
    expect(bodyOf(lines)).toBe(null);
    expect(bodyOf(json({ headers: DELIVERED, body: BODY }))).toBe(BODY);
    const body = Buffer.from(BODY).toString('base64');
    expect(bodyOf(json({ headers: DELIVERED, body, isBase64Encoded: true }))).toBe(BODY);
  });
});

it.each([20_000, 400_000])('a name that never ends takes linear time: %i characters', (length) => {
  const text = `x\n${'X-TURNKEY-'.repeat(length / 10)}`;
  expect(() => readDelivery(text)).toThrow('The headers cannot be read');
});

it('any text is read or refused by name', () => {
  const piece = fc.constantFrom('x-turnkey-timestamp', 'X_SERVICE_SIGNATURE', ':', '=', '\n', '[', '{', '"', '> ', '1');
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(fc.oneof(piece, fc.string())).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (given) => {
      const read = outcome(() => readDelivery(given));
      if ('error' in read) expect(read.error.code).toBe('INVALID_INPUT');
    }),
    { numRuns: fuzzRuns(500) },
  );
});
