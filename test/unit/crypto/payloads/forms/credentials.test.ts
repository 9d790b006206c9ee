import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describePayload } from '../../../../../electron/crypto/index.ts';
import type { HashFunction } from '../../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../../shared/wire/index.ts';
import '../../../../fuzz/seed.ts';
import { SIGNER } from './builder.ts';
import { CREDENTIAL_TEXTS } from './credential-samples.ts';

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const ways: readonly (readonly [string, { hashFunction: HashFunction; signWith: string | null }])[] = [
  ['SHA-256', { hashFunction: 'HASH_FUNCTION_SHA256', signWith: null }],
  ['Keccak-256', { hashFunction: 'HASH_FUNCTION_KECCAK256', signWith: null }],
  ['Ed25519', { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE', signWith: SIGNER }],
];
const personal = (text: string) => `\u0019Ethereum Signed Message:\n${utf8Encode(text).length}${text}`;
const marks = (text: string, around: (typeof ways)[number][1]) =>
  describePayload('PAYLOAD_ENCODING_TEXT_UTF8', text, around)?.findings.filter(({ mark }) => mark !== undefined);

describe.each(ways)('signed with %s', (_way, around) => {
  test.each(Object.entries(CREDENTIAL_TEXTS))('%s is blind, also as a personal message', (_name, text) => {
    for (const each of [text, personal(text)])
      expect(marks(each, around)).toMatchObject([
        { level: 'danger', text: expect.stringMatching(/can act as this key/) },
      ]);
  });
});

test.each([
  'hello',
  'Hello. This is a sentence.',
  'v4.public.tokens are signed with Ed25519'.replace('v4.', 'The '),
  '{"hello":"world"}',
  '{"alg":"ES256"}.',
  'eyes.closed',
  'My organizationId is secret, and ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2 is a type.',
  'theme=dark',
  'x = 5, y = 6',
  'We say a=1; and b=2.',
  'method: I counted by hand.\n\nThat was all.',
  'Action: approve\nAmount: 5',
  'Name: Bob\nDate: 2026-11-27\nNonce: 1683000000\nI agree.',
  '<b>Hello</b>',
  'Date: Tue, we meet.',
  'Heads of state POST letters to example.com/office.',
  'https://files.example/page?a=1&b=2&c=3',
  'Post\nThis is a note.',
  'We meet on 2026-11-27T18:00:00Z, in the hall.',
  '1683000000',
  '/home/user|files',
  '{"poll":5,"choice":"yes"}',
  'https://example.com/terms',
  'See https://example.com/docs\nBob and Alice',
  'The meeting is at 10:30, on 2026-11-27.',
  'r\n\nThat was all.',
  'Origin: Paris\nSuite: 12',
  'Fri, we meet.',
  'a~b=c',
  'HMAC is a code of authentication.',
])('%s is a text', (text) => {
  for (const [, around] of ways) expect(marks(text, around)).toEqual([]);
});

test('a header of any JSON object makes a token, with any characters between its digits', () => {
  const blank = fc.constantFrom('', ' ', '\n', '=');
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), blank, fc.string(), (header, between, payload) => {
      const first = [...base64url(JSON.stringify(header))].join(between);
      expect(
        marks(`${first}.${payload}`, ways[1]?.[1] ?? { hashFunction: 'HASH_FUNCTION_KECCAK256', signWith: null }),
      ).toHaveLength(1);
    }),
  );
});
