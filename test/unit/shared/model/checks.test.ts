import { describe, expect, it, test } from 'vitest';
import { durationText, isLoopback, isUuid, parseJsonObject, toRfc3339 } from '../../../../shared/model/index.ts';

describe('loopback', () => {
  const host = (url: string) => new URL(url).hostname;

  it.for([
    'http://localhost',
    'http://LOCALHOST:80',
    'http://127.0.0.1:8080',
    'http://127.1',
    'http://0x7f.9.9.9',
    'http://2130706433',
    'http://[::1]',
    'http://[0:0:0:0:0:0:0:1]:1',
  ])('is %s', (url) => expect(isLoopback(host(url))).toBe(true));

  it.for([
    'http://wallet.localhost',
    'http://localhost.',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://128.0.0.1',
    'http://0.0.0.0',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://192.168.0.1',
  ])('is not %s', (url) => expect(isLoopback(host(url))).toBe(false));
});

test('a UUID has any version and any letter case, and nothing around it', () => {
  expect(isUuid('3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10')).toBe(true);
  expect(isUuid('3F1C6F0E-54A5-7F3C-9A55-0D6A7D3A4B10')).toBe(true);
  for (const text of ['', '3f1c6f0e54a54f3c9a550d6a7d3a4b10', '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10\n', 'g'.repeat(36)])
    expect(isUuid(text)).toBe(false);
});

describe('a JSON object', () => {
  const read = (text: string) => parseJsonObject(text, (why) => new Error(why));

  it('is read', () => expect(read('{"a":[1]}')).toEqual({ a: [1] }));

  it.for([
    ['', 'it is not JSON (it is empty)'],
    ['{', 'it is not JSON (line 1, column 2: it ends before a curly bracket } closes it)'],
    ['[]', 'it is not a JSON object in curly brackets but a list'],
    ['7', 'it is not a JSON object in curly brackets but a number'],
    ['true', 'it is not a JSON object in curly brackets but true or false'],
    ['null', 'it is not a JSON object in curly brackets but null'],
    ['"hunter2"', 'it is not a JSON object in curly brackets but a text'],
  ] as const)('is not %j', ([text, why]) => expect(() => read(text)).toThrowError(new Error(why)));
});

test('how long something is, in words', () => {
  const words = [0, 119_499, 119_500, 7_169_499, 7_170_000, 360_000_000].map(durationText);
  expect(words).toEqual(['0 seconds', '119 seconds', '2 minutes', '119 minutes', '2 hours', '100 hours']);
});

test('a time is written in RFC 3339, and an invalid one as its number', () => {
  expect(toRfc3339(1_763_640_000_999)).toBe('2025-11-20T12:00:00Z');
  expect(toRfc3339(1e20)).toBe('100000000000000000000 ms');
});
