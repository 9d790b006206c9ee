import { describe, expect, it } from 'vitest';
import { isStandIn, isStandInMessage } from '../../../../electron/crypto/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';

type Members = Readonly<Record<string, readonly [type: string, value: unknown]>>;
const ACCOUNT = `0x${'11'.repeat(20)}`;
const HASH = `0x${'ab'.repeat(32)}`;
const hexOf = (text: string) => `0x${hexEncode(utf8Encode(text))}`;
const personal = (text: string) => `\u0019Ethereum Signed Message:\n${utf8Encode(text).length}${text}`;

const declared = (members: Members) => Object.entries(members).map(([name, [type]]) => ({ name, type }));
const valued = (members: Members) =>
  Object.fromEntries(Object.entries(members).map(([name, [, value]]) => [name, value]));
const typed = (members: Members) =>
  JSON.stringify({
    types: { EIP712Domain: [], Message: declared(members) },
    primaryType: 'Message',
    domain: {},
    message: valued(members),
  });
const wrapped = (members: Members) =>
  JSON.stringify({
    types: {
      EIP712Domain: [],
      Inner: declared(members),
      TypedDataSign: [
        { name: 'contents', type: 'Inner' },
        { name: 'name', type: 'string' },
      ],
    },
    primaryType: 'TypedDataSign',
    domain: {},
    message: { contents: valued(members), name: 'Account' },
  });

describe('typed data whose signature may be one of other typed data', () => {
  it.each<[string, Members]>([
    ['a hash (Coinbase, Kernel)', { hash: ['bytes32', HASH] }],
    ['bytes that are a hash (Safe)', { message: ['bytes', HASH] }],
    ['bytes that are no text', { message: ['bytes', '0x00ff'] }],
    ['a hash that is letters', { message: ['bytes', hexOf('a'.repeat(32))] }],
    ['a hash that is spelled', { message: ['bytes', hexOf(HASH)] }],
    ['typed data that is spelled', { message: ['bytes', hexOf('{"types":{}}')] }],
    ['the preimage of typed data', { prefixed: ['bytes', `0x1901${'ab'.repeat(64)}`] }],
    ['a personal message with a hash', { prefixed: ['bytes', hexOf(personal('a'.repeat(32)))] }],
    ['an account and a hash (Ambire)', { account: ['address', ACCOUNT], hash: ['bytes32', HASH] }],
    ['a hash as a number', { hash: ['uint256', HASH] }],
    ['hashes', { hashes: ['bytes32[]', [HASH, HASH]] }],
  ])('is %s, also in a wrapper of ERC-7739', (_name, members) => {
    expect(isStandIn(typed(members))).toBe(true);
    expect(isStandIn(wrapped(members))).toBe(true);
  });

  it.each<[string, Members]>([
    ['a text for a Safe', { message: ['bytes', hexOf('Sign in\nto the app')] }],
    ['a personal message', { prefixed: ['bytes', hexOf(personal('hello'))] }],
    ['no bytes', { message: ['bytes', '0x'] }],
    ['a number', { a: ['uint256', '7'] }],
    ['an unlimited amount', { a: ['uint256', (2n ** 256n - 1n).toString()] }],
    ['a text', { contents: ['string', 'hello'] }],
    [
      'a payment with a random nonce (ERC-3009)',
      { from: ['address', ACCOUNT], to: ['address', ACCOUNT], value: ['uint256', '1'], nonce: ['bytes32', HASH] },
    ],
    [
      'a transaction of a Safe',
      { to: ['address', ACCOUNT], value: ['uint256', '1'], data: ['bytes', '0xa9059cbb'], nonce: ['uint256', '1'] },
    ],
  ])('is not %s', (_name, members) => {
    expect(isStandIn(typed(members))).toBe(false);
    expect(isStandIn(wrapped(members))).toBe(false);
  });
});

describe('bytes whose signature a contract may take as one of typed data', () => {
  const bytesOf = (text: string) => (text.startsWith('0x') ? hexDecode(text.slice(2)) : utf8Encode(text));
  it.each([
    ['a personal message with a hash', personal('a'.repeat(32)), true],
    ['a personal message with a spelled hash', personal(HASH), true],
    ['a personal message of Tron with a hash', `\u0019TRON Signed Message:\n32${'a'.repeat(32)}`, true],
    ['data for a contract', `0x1900${'11'.repeat(20)}ff`, true],
    ['a personal message', personal('hello'), false],
    ['an empty personal message', personal(''), false],
    ['a personal message of a wrong length', `\u0019Ethereum Signed Message:\n33${'a'.repeat(32)}`, false],
    ['other bytes', '0xff00', false],
  ])('%s: %s', (_name, text, isOne) => {
    expect(isStandInMessage(bytesOf(text))).toBe(isOne);
  });
});
