import { describe, expect, it } from 'vitest';
import { describePayload } from '../../../../electron/crypto/index.ts';

/** Most of what a payload may have. Work that grows with the square of it, or faster, exceeds the limit of the test. */
const LENGTH = 200_000;
const OWNER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const signIn = (statement: string) =>
  `app.example wants you to sign in with your Ethereum account:\n${OWNER}\n\n${statement}\n\nURI: https://app.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh12\nIssued At: 2025-04-23T04:25:55Z`;
const AROUND = {
  'a text': (text: string) => text,
  'a personal message': (text: string) => `\u0019Ethereum Signed Message:\n${text.length}${text}`,
  'a sign-in': signIn,
} as const;

/** Parts that repeat, with words that expressions begin, end or separate with. */
const PARTS = [
  ...['a', 'a-', 'a.', '1.', '1  ', '1 , ', 'ab 0x', 'a://', 'a://[', 'a@', 'a:', ' ', '\n', '\t\n', '"', '\\u0041'],
  ...['{', '[', '{"a":', 'http://a.', 'xn--', '.', '..', '0x', 'deriv', 'generate ', '=', 'a=b&', '/|', 'é', 'a\n'],
  ...[
    "'",
    '<',
    '( ',
    'tx: ',
    'hex:',
    'bytes(',
    '%0',
    '&#x0',
    'aB3',
    'aB3.',
    'aB3"',
    '{a ',
    ',a :',
    'ab12 ',
    '0000: ',
    '00 ',
  ],
  ...['"to" ', ' wants you to sign in with your ', '=_', 'v1.public.', '0 , "', '1234567890'],
];

describe.each(Object.entries(AROUND))('a long text in %s', (_name, around) => {
  it.each(PARTS)('is described in time: %j', (part) => {
    const text = `${part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)}!`;
    const described = describePayload('PAYLOAD_ENCODING_TEXT_UTF8', around(text), {
      hashFunction: 'HASH_FUNCTION_KECCAK256',
      signWith: OWNER,
    });
    expect(described?.title ?? '').not.toBe('');
  });
});
