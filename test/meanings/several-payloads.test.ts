import { describe, expect, test } from 'vitest';
import { describeBody } from '../../electron/vault/describe.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import { blind, type Case, corpus, whole } from './corpus.ts';
import { ALICE, BOB, calling, ETHER } from './evm-calls.ts';
import { domain, ofType, USDC } from './typed-message.ts';

const { unsignedTransaction } = calling(new Uint8Array(0), { to: ALICE, value: 1000n * ETHER }).parameters;
const payment = String(unsignedTransaction);
const DIGEST = 'ab'.repeat(32);
/** A list of payloads that one activity signs. */
const list = (payloads: readonly unknown[], hashFunction = 'KECCAK256', encoding = 'HEXADECIMAL'): Case => ({
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS',
  parameters: {
    signWith: BOB,
    payloads,
    encoding: `PAYLOAD_ENCODING_${encoding}`,
    hashFunction: `HASH_FUNCTION_${hashFunction}`,
  },
});
const typed = (name: string) =>
  ofType(`${name}(address to)`, { ...domain('USD Coin', USDC) }, { to: ALICE }).parameters.payload;

corpus('several-payloads', {
  'a transaction alone': whole(list([payment])),
  'a transaction before unknown bytes': blind(list([payment, 'deadbeef'])),
  'a transaction behind unknown bytes': blind(list(['deadbeef', payment])),
  'a transaction among many unknown bytes': blind(
    list([...Array.from({ length: 12 }, (_, index) => `deadbee${index.toString(16)}`), payment, DIGEST]),
  ),
  'a digest before bytes': blind(list([DIGEST, 'deadbeef'], 'NO_OP')),
  'hashes of typed data before bytes': blind(list([`1901${DIGEST}${DIGEST}`, 'deadbeef'])),
  'unknown bytes alone': blind(list(['deadbeef'])),
  'two texts': whole(list(['hello', 'good bye'], 'SHA256', 'TEXT_UTF8')),
  'two messages of unknown types': blind(list([typed('One'), typed('Two')], 'NO_OP', 'EIP712')),
});

const markOf = ({ type, parameters }: Case) =>
  describeBody(
    utf8Encode(
      JSON.stringify({
        type,
        timestampMs: '1745383555000',
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        parameters,
      }),
    ),
  ).mark;

describe('the mark of several payloads', () => {
  test('changes with each of them', () => {
    const lists = [
      [payment, 'deadbeef'],
      [payment, 'deadbeee'],
      ['deadbeef', payment],
      [payment, payment, 'deadbeef'],
    ];
    expect(new Set(lists.map((each) => markOf(list(each)))).size).toBe(lists.length);
  });

  test('of one payload is its end', () => {
    expect(markOf(list(['00deadbeef']))).toBe('adbeef');
  });
});
