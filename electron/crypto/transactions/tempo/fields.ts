/** The Tempo transaction (type 0x76, PROTOCOL 10) as data, and what must be said loudly about one. */
import { Refusal } from '../../refusal.ts';
import {
  ADDRESS,
  BYTES,
  BYTES_32,
  type Field,
  itemsOf,
  lengthOf,
  OPTIONAL_ADDRESS,
  ordinal,
  type Shape,
  SIGNATURE_NUMBER,
  uint,
  uintOf,
} from '../ethereum/fields.ts';
import { callWarnings, delegationWarnings, gasWarnings } from '../ethereum/meaning.ts';
import type { RlpItem } from '../ethereum/rlp.ts';
import { ACCESS_LIST, CHAIN_ID, checkChain, checkTip, type FieldItem, NONCE } from '../ethereum/types.ts';

export const TEMPO_TYPE = 0x76;

/** Unix seconds; empty means no bound. */
const TIME: Shape = { is: 'uint', bits: 64, optional: true, kind: 'time' };

const CALLS: Shape = {
  is: 'list',
  minimum: 1,
  of: {
    is: 'tuple',
    fields: [
      { name: 'to', shape: OPTIONAL_ADDRESS },
      { name: 'value', shape: uint(256) },
      { name: 'data', shape: BYTES },
    ],
  },
};

/** Nothing, the marker byte 00 of a fee payer who is still to sign, or what the fee payer signed. */
const FEE_PAYER: Shape = {
  is: 'either',
  string: { is: 'bytes', length: 1, optional: true },
  list: {
    is: 'tuple',
    fields: [
      { name: 'yParity', shape: { is: 'uint', bits: 8, maximum: 1n, kind: 'text' } },
      { name: 'r', shape: SIGNATURE_NUMBER },
      { name: 's', shape: SIGNATURE_NUMBER },
    ],
  },
};

const AUTHORIZATIONS: Shape = {
  is: 'list',
  of: {
    is: 'tuple',
    fields: [
      { name: 'chainId', shape: ordinal(256) },
      { name: 'address', shape: ADDRESS },
      { name: 'nonce', shape: ordinal(64) },
      { name: 'signature', shape: BYTES },
    ],
  },
};

const LIMITS: Shape = {
  is: 'list',
  optional: true,
  of: {
    is: 'tuple',
    required: 2,
    fields: [
      { name: 'token', shape: ADDRESS },
      { name: 'limit', shape: uint(256) },
      { name: 'period', shape: uint(64) },
    ],
  },
};

const SCOPES: Shape = {
  is: 'list',
  optional: true,
  of: {
    is: 'tuple',
    fields: [
      { name: 'address', shape: ADDRESS },
      {
        name: 'selectors',
        shape: {
          is: 'list',
          of: {
            is: 'tuple',
            fields: [
              { name: 'selector', shape: { is: 'bytes', length: 4 } },
              { name: 'recipients', shape: { is: 'list', of: ADDRESS } },
            ],
          },
        },
      },
    ],
  },
};

/** Signed by the account's own key before; what is left out from the end is not limited. */
export const KEY_AUTHORIZATION: Shape = {
  is: 'tuple',
  fields: [
    {
      name: 'authorization',
      shape: {
        is: 'tuple',
        required: 3,
        fields: [
          { name: 'chainId', shape: ordinal(64) },
          { name: 'keyType', shape: ordinal(8) },
          { name: 'keyId', shape: ADDRESS },
          { name: 'expiry', shape: TIME },
          { name: 'limits', shape: LIMITS },
          { name: 'scopes', shape: SCOPES },
          { name: 'witness', shape: { ...BYTES_32, optional: true } as Shape },
          { name: 'isAdmin', shape: { is: 'uint', bits: 8, maximum: 1n, optional: true, kind: 'text' } },
          { name: 'account', shape: OPTIONAL_ADDRESS },
        ],
      },
    },
    { name: 'signature', shape: BYTES },
  ],
};

/** The thirteen fields that every Tempo transaction has, in wire order. */
export const TEMPO_FIELDS: readonly Field[] = [
  { name: 'chainId', shape: CHAIN_ID },
  { name: 'maxPriorityFeePerGas', shape: uint(128) },
  { name: 'maxFeePerGas', shape: uint(128) },
  { name: 'gasLimit', shape: uint(64) },
  { name: 'calls', shape: CALLS },
  { name: 'accessList', shape: ACCESS_LIST },
  { name: 'nonceKey', shape: ordinal(256) },
  { name: 'nonce', shape: NONCE },
  { name: 'validBefore', shape: TIME },
  { name: 'validAfter', shape: TIME },
  { name: 'feeToken', shape: OPTIONAL_ADDRESS },
  { name: 'feePayerSignature', shape: FEE_PAYER },
  { name: 'authorizationList', shape: AUTHORIZATIONS },
];

/** Whether somebody else pays the fee: then the sender signs neither who nor in which token. */
export function hasFeePayer(item: FieldItem): boolean {
  return lengthOf(item('feePayerSignature')) > 0;
}

/** What no single field can tell. Throws a `Refusal`. */
export function checkTempo(item: FieldItem): void {
  checkChain(item);
  checkTip(item);
  const before = item('validBefore');
  if (lengthOf(before) > 0 && uintOf(before) <= uintOf(item('validAfter')))
    throw new Refusal('transaction', 'is not after validAfter', 'validBefore');
  const payer = item('feePayerSignature');
  if (payer instanceof Uint8Array && payer.length > 0 && payer[0] !== 0)
    throw new Refusal('transaction', 'is neither empty, nor the marker 00, nor a signature', 'feePayerSignature');
  const creation = itemsOf(item('calls')).findIndex((call) => lengthOf(itemsOf(call)[0]) === 0);
  if (creation !== -1 && lengthOf(item('authorizationList')) > 0)
    throw new Refusal(
      'transaction',
      `calls[${creation}].to is empty, and no contract can be created beside an authorizationList`,
    );
}

/** The warnings about a Tempo transaction that was read; those of its calls last, because a list of them can be long. */
export function tempoWarnings(item: FieldItem, keyAuthorization: RlpItem | undefined): string[] {
  const calls = itemsOf(item('calls'));
  return [
    ...(keyAuthorization === undefined
      ? []
      : [
          'keyAuthorization gives another key power over the account that signed it: read its limits, scopes and expiry.',
        ]),
    ...delegationWarnings(item('authorizationList')),
    ...(hasFeePayer(item)
      ? ['A fee payer pays: neither feeToken nor feePayerSignature is covered by this signature.']
      : []),
    ...gasWarnings(item),
    ...(calls.length > 1 ? [`It makes ${calls.length} calls, all of them or none.`] : []),
    ...calls.flatMap((call, index) => {
      const [to, , data] = itemsOf(call);
      return callWarnings(`calls[${index}].`, to, data);
    }),
  ];
}
