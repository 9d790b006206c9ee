import { describe, expect, test } from 'vitest';
import { describePayload } from '../../../../../electron/crypto/index.ts';
import { hex } from './builder.ts';
import {
  amino,
  any,
  arbitrary,
  coin,
  direct,
  document,
  RECIPIENT,
  SENDER,
  send,
  sendAny,
  transferAny,
} from './cosmos-builder.ts';

const SHA256 = { hashFunction: 'HASH_FUNCTION_SHA256', signWith: SENDER } as const;
const text = (given: string) => describePayload('PAYLOAD_ENCODING_TEXT_UTF8', given, SHA256);
const bytes = (given: Uint8Array) => describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hex(given), SHA256);
const unsorted = JSON.stringify(Object.fromEntries(Object.entries(document([send])).reverse()));
const isMarked = (described: ReturnType<typeof text>) => described?.findings.some(({ mark }) => mark !== undefined);

test('amino JSON and the protobuf of one transfer say the same', () => {
  const step = `Send 1000000 ATOM to ${RECIPIENT}`;
  for (const described of [text(amino([send])), bytes(direct([sendAny]))]) {
    expect(described?.steps).toEqual([step]);
    expect(described?.summary).toContainEqual({ name: 'Chain', value: 'Cosmos Hub (cosmoshub-4)', kind: 'text' });
    expect(isMarked(described)).toBe(false);
    expect(described?.findings[0]?.text).toMatch(/anyone with the signature can send it/);
  }
});

describe('a blind signature', () => {
  test.each<[string, string]>([
    ['a member twice', amino([send]).replace('"memo":""', '"memo":"","memo":"x"')],
    ['another order', unsorted],
    ['spaces', amino([send]).replace(',', ', ')],
    ['a letter that chains escape', amino([send], { memo: 'a&b' })],
    ['a member more', amino([send], { tip: {} })],
    ['a member less', amino([send]).replace('"memo":"",', '')],
    ['a member more in a message', amino([{ ...send, value: { ...send.value, note: 'x' } }])],
    ['an amount that is no number', amino([{ ...send, value: { ...send.value, amount: [coin('1e3')] } }])],
    ['a message that is not known', amino([{ type: 'cosmos-sdk/MsgExec', value: {} }])],
    ['a message (ADR-36) on a chain', arbitrary('hello').replace('"chain_id":""', '"chain_id":"cosmoshub-4"')],
    ['a message (ADR-36) beside a transfer', amino([JSON.parse(arbitrary('x')).msgs[0], send])],
  ])('amino JSON with %s', (_name, given) => {
    expect(isMarked(text(given))).toBe(true);
  });

  test.each<[string, Uint8Array]>([
    ['a message that is not known', direct([any('/cosmos.authz.v1beta1.MsgExec', Buffer.of(10, 1, 0x61))])],
    ['a field of the body that is not known', direct([sendAny], [[1023, Buffer.of(10, 1, 0x61)]])],
    ['another AuthInfo', direct([sendAny], [], Buffer.of(0x48, 1))],
    ['an instruction in a memo of a transfer', direct([transferAny('{"forward":{}}')])],
  ])('a SignDoc with %s', (_name, given) => {
    expect(isMarked(bytes(given))).toBe(true);
  });
});

test('the message of ADR-36 is its text', () => {
  expect(text(arbitrary('hello'))).toMatchObject({
    title: 'Cosmos message (ADR-36)',
    steps: ['Sign the message “hello”'],
  });
  expect(isMarked(text(arbitrary('hello')))).toBe(false);
});

test('a transaction with another prefix of the same key is not reported as foreign', () => {
  const described = describePayload('PAYLOAD_ENCODING_TEXT_UTF8', amino([send]), { ...SHA256, signWith: RECIPIENT });
  expect(described?.findings.some(({ text: found }) => found.includes('not the account that signs'))).toBe(true);
});
