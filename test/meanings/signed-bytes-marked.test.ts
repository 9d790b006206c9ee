import { hex, SIGNER, utf8 } from '../unit/crypto/payloads/forms/builder.ts';
import { CREDENTIAL_TEXTS } from '../unit/crypto/payloads/forms/credential-samples.ts';
import { MARKED, MESSAGES } from '../unit/crypto/payloads/forms/marked-samples.ts';
import { blind, type Case, corpus, payload, whole } from './corpus.ts';

const unhashed = { signWith: SIGNER, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
const hashed = { hashFunction: 'HASH_FUNCTION_SHA256' };
const cases = Object.entries({ ...MARKED, ...MESSAGES }).map(([name, { bytes, isHashed }]) => [
  name,
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(bytes), isHashed === true ? hashed : unhashed),
]);

corpus('signed-bytes-marked', {
  ...Object.fromEntries(cases),
  'a text that is a JSON Web Token': payload(
    'PAYLOAD_ENCODING_TEXT_UTF8',
    'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJib2IifQ',
    unhashed,
  ),
  'a text of JSON that is of no form': whole(payload('PAYLOAD_ENCODING_TEXT_UTF8', '{"hello":"world"}', unhashed)),
  'a record of a service in JSON': blind(
    payload('PAYLOAD_ENCODING_TEXT_UTF8', '{"id":820982911946154508,"email":"bob@example.com"}', unhashed),
  ),
  'a text about a token': payload('PAYLOAD_ENCODING_TEXT_UTF8', 'Program starts at 9', unhashed),
  'letters in hexadecimal digits': payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(utf8('SSH is nice')), unhashed),
});

const text = (content: string, how: object = hashed) => payload('PAYLOAD_ENCODING_TEXT_UTF8', content, how);
const keccak = { hashFunction: 'HASH_FUNCTION_KECCAK256' };
const personal = (content: string) => text(`\u0019Ethereum Signed Message:\n${utf8(content).length}${content}`, keccak);
const request = '{"type":"ACTIVITY_TYPE_DELETE_ORGANIZATION","organizationId":"a","parameters":{}}';

corpus('credentials', {
  ...Object.fromEntries(
    Object.entries(CREDENTIAL_TEXTS).map(([name, content]): [string, Case] => [name, blind(text(content))]),
  ),
  'a request on Ed25519': blind(text(`\n${request}`, unhashed)),
  'a request hashed with Keccak-256': blind(text(request, keccak)),
  'a request as a personal message, which services accept as a stamp': blind(personal(request)),
  'a token as a personal message': blind(personal('eyAiYWxnIjoiRVMyNTYifQ.eyJzdWIiOiJib2IifQ')),
  'a request as the second of two texts': blind({
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS',
    parameters: {
      ...hashed,
      signWith: 'account',
      payloads: ['hello', ` ${request}`],
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    },
  }),
  'a text that mentions a request': whole(text('My organizationId is for ACTIVITY_TYPE_DELETE_ORGANIZATION.')),
});
