import Type from 'typebox';
import { HASH_FUNCTIONS, PAYLOAD_ENCODINGS, TRANSACTION_TYPES } from '../../model/enums.ts';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText } from '../fields.ts';

/** Public clients send payloads and transactions as text. A mebibyte is far above the limit of any chain. */
const MAXIMUM_TEXT = 1024 * 1024;
/** Choice (payloads-per-activity): the most payloads of one activity, so that it stays short. */
const MAXIMUM_PAYLOADS = 1000;

const SignWith = Type.String({ title: 'Account', kind: 'address', minLength: 1, maxLength: 512 });
/** The encoding and the hash function of payloads, and the members that hold them. */
const How = {
  encoding: Type.Enum(PAYLOAD_ENCODINGS, { title: 'Encoding' }),
  hashFunction: Type.Optional(Type.Enum(HASH_FUNCTIONS, { title: 'Hash function' })),
};
const HOW = { signWith: 'signWith', encoding: 'encoding', hashFunction: 'hashFunction' } as const;
const RawSignature = Type.Object({ r: BytesText('r'), s: BytesText('s'), v: BytesText('v') });
const exampleSignature = {
  r: 'eb5ac08b07a64ad61a604657e019ab24426a5caa91ce1f965b5d0f5dbb071268',
  s: '207b8be8393a7978e2aa87d1ef4ff66cc07d6ffd2353bdc779c862f5bfb5b62e',
  v: '00',
};

export const signRawPayload = activity({
  name: 'sign_raw_payload',
  version: 2,
  title: 'Sign payload',
  summary: 'Signs raw bytes or text with an account.',
  specified: true,
  signs: { kind: 'payload', content: 'payload', ...HOW },
  governed: policies('PRIVATE_KEY', 'SIGN', 'hashFunction', 'encoding'),
  parameters: Type.Object({
    signWith: SignWith,
    payload: Type.String({ title: 'Payload', maxLength: MAXIMUM_TEXT }),
    ...How,
  }),
  result: RawSignature,
  example: {
    parameters: {
      signWith: EXAMPLE.address,
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    },
    result: exampleSignature,
  },
});

export const signRawPayloads = activity({
  name: 'sign_raw_payloads',
  severalOf: signRawPayload.name,
  title: 'Sign payloads',
  summary: 'Signs several payloads with one account: all of them or none.',
  specified: false,
  signs: { kind: 'payloads', content: 'payloads', signatures: 'signatures', ...HOW },
  governed: policies('PRIVATE_KEY', 'SIGN', 'hashFunction', 'encoding'),
  parameters: Type.Object({
    signWith: SignWith,
    payloads: Type.Array(Type.String({ title: 'Payload', maxLength: MAXIMUM_TEXT }), {
      title: 'Payloads',
      minItems: 1,
      maxItems: MAXIMUM_PAYLOADS,
    }),
    ...How,
  }),
  result: Type.Object({ signatures: Type.Optional(Type.Array(RawSignature, { title: 'Signatures' })) }),
  example: {
    parameters: {
      signWith: EXAMPLE.address,
      payloads: ['hello'],
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    },
    result: { signatures: [exampleSignature] },
  },
});

export const signTransaction = activity({
  name: 'sign_transaction',
  version: 2,
  title: 'Sign transaction',
  summary: 'Signs a transaction with an account. It is not sent to any chain.',
  specified: true,
  errors: ['INVALID_TRANSACTION', 'UNSUPPORTED_TRANSACTION_TYPE'],
  signs: {
    kind: 'transaction',
    signWith: 'signWith',
    content: 'unsignedTransaction',
    type: 'type',
    signedTransaction: 'signedTransaction',
  },
  governed: policies('PRIVATE_KEY', 'SIGN', 'type'),
  parameters: Type.Object({
    signWith: SignWith,
    unsignedTransaction: Type.String({
      title: 'Unsigned transaction',
      kind: 'bytes',
      help: 'hexadecimal, as the chain’s own libraries serialise it. For Bitcoin a PSBT, also in base64',
      minLength: 1,
      maxLength: MAXIMUM_TEXT,
    }),
    type: Type.Enum(TRANSACTION_TYPES, { title: 'Type' }),
  }),
  result: Type.Object({ signedTransaction: BytesText('Signed transaction') }),
  example: {
    parameters: {
      signWith: EXAMPLE.address,
      unsignedTransaction: '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0',
      type: 'TRANSACTION_TYPE_ETHEREUM',
    },
    result: { signedTransaction: '02…' },
  },
});
