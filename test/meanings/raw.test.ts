import { corpus, payload } from './corpus.ts';

const DIGEST = '9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658';

corpus('raw', {
  'a digest that was made elsewhere': payload('PAYLOAD_ENCODING_HEXADECIMAL', DIGEST),
  'bytes that are hashed before they are signed': payload('PAYLOAD_ENCODING_HEXADECIMAL', '48656c6c6f', {
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  }),
  'text that is no hexadecimal': payload('PAYLOAD_ENCODING_HEXADECIMAL', 'pay Eve'),
});
