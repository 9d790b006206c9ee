import { hex, SIGNER, utf8 } from '../unit/crypto/payloads/forms/builder.ts';
import { MARKED, MESSAGES } from '../unit/crypto/payloads/forms/marked-samples.ts';
import { corpus, payload } from './corpus.ts';

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
  'a text of JSON that is of no form': payload('PAYLOAD_ENCODING_TEXT_UTF8', '{"hello":"world"}', unhashed),
  'a text about a token': payload('PAYLOAD_ENCODING_TEXT_UTF8', 'Program starts at 9', unhashed),
  'letters in hexadecimal digits': payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(utf8('SSH is nice')), unhashed),
});
