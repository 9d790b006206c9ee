import Type from 'typebox';
import { HASH_FUNCTIONS, PAYLOAD_ENCODINGS } from '../model/enums.ts';
import { activity } from './define.ts';
import { EXAMPLE } from './example.ts';

export const signRawPayload = activity({
  name: 'sign_raw_payload',
  version: 2,
  title: 'Sign payload',
  summary: 'Signs raw bytes or text with an account.',
  specified: true,
  parameters: Type.Object({
    signWith: Type.String({ title: 'Account', minLength: 1, maxLength: 512 }),
    payload: Type.String({ title: 'Payload', maxLength: 1024 * 1024 }),
    encoding: Type.Enum(PAYLOAD_ENCODINGS, { title: 'Encoding' }),
    hashFunction: Type.Optional(Type.Enum(HASH_FUNCTIONS, { title: 'Hash function' })),
  }),
  result: Type.Object({ r: Type.String(), s: Type.String(), v: Type.String() }),
  example: {
    parameters: {
      signWith: EXAMPLE.address,
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    },
    result: {
      r: 'eb5ac08b07a64ad61a604657e019ab24426a5caa91ce1f965b5d0f5dbb071268',
      s: '207b8be8393a7978e2aa87d1ef4ff66cc07d6ffd2353bdc779c862f5bfb5b62e',
      v: '00',
    },
  },
});
