import { describe, expect, it } from 'vitest';
import { readWebhookHeaders } from '../../../electron/cli/webhook-headers.ts';

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
    ['an object with rawHeaders', json({ rawHeaders: ['X-Service-Event', '1', 'Host', 'a.example'] })],
    ['an API Gateway event', json({ resource: '/x', headers: HEADERS, multiValueHeaders: {}, body: '{}' })],
    [
      'an API Gateway event with lists alone',
      json({ headers: null, multiValueHeaders: { 'X-Service-Event': ['1'], Host: ['a.example'] } }),
    ],
  ])('are read from %s', (_, text) => {
    expect(readWebhookHeaders(text)).toEqual(HEADERS);
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
    expect(() => readWebhookHeaders(text)).toThrow(`The file of headers cannot be read, because ${why}`);
  });
});
