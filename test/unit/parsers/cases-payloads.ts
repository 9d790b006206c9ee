import { describePayload, signRawPayload, verifyRawPayload } from '../../../electron/crypto/index.ts';
import { readAuthorization } from '../../../electron/crypto/payloads/eip7702-authorization.ts';
import type { RawPayload } from '../../../electron/crypto/payloads/raw-payload.ts';
import { parseStrictJson } from '../../../electron/crypto/payloads/strict-json.ts';
import { hashTypedData } from '../../../electron/crypto/payloads/typed-data/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { amino, arbitrary, coin, document, RECIPIENT, SENDER, send } from '../crypto/payloads/forms/cosmos-builder.ts';
import { stranger } from '../crypto/transactions/bitcoin/drafts.ts';
import { developmentKey } from '../crypto/transactions/ethereum/arbitrary.ts';
import { solanaKey } from '../crypto/transactions/solana/builder.ts';
import { group, named } from './cases.ts';

const KEY = developmentKey();
const ED25519 = solanaKey(1);
const RAW: RawPayload = {
  curve: 'CURVE_SECP256K1',
  payload: 'hello',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_SHA256',
};
const OF_ED25519 = { curve: 'CURVE_ED25519', hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' } as const;
const sign = (change: Partial<RawPayload>) => signRawPayload({ ...RAW, ...change, privateKey: KEY.privateKey });
const signature = sign({});
const ofEd25519 = signRawPayload({ ...RAW, ...OF_ED25519, privateKey: ED25519.privateKey });

const TYPED = {
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: {},
  message: { text: 'hello' },
};
type Changes = Readonly<Record<string, unknown>>;
const typed = (change: Changes) => JSON.stringify({ ...TYPED, ...change });
const ofType = (type: string, value: unknown, others: object = {}) =>
  typed({ types: { Mail: [{ name: 'text', type }], ...others }, message: { text: value } });
const types = (given: unknown) => typed({ types: given });
const member = (given: unknown) => types({ Mail: [given] });

const around = { hashFunction: 'HASH_FUNCTION_SHA256', signWith: null } as const;
/** The findings about a Cosmos document. */
const cosmos = (text: string) =>
  (describePayload('PAYLOAD_ENCODING_TEXT_UTF8', text, around as never)?.findings ?? [])
    .map((finding) => finding.text)
    .join(' | ');
const sent = (change: Changes) => amino([{ ...send, value: { ...send.value, ...change } }]);
const message = (type: string, value: Changes) => amino([{ type: `cosmos-sdk/${type}`, value }]);
const vote = (option: unknown) => message('MsgVote', { option, proposal_id: '1', voter: SENDER });

export const PAYLOADS = [
  group('an authorization after EIP-7702', (text: string) => readAuthorization(text).address, [
    '[]',
    '{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","chainId":1,"nonce":0,"more":1}',
    '{"contractAddress":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","chainId":1,"nonce":0}',
    '{"chainId":1,"nonce":0}',
    '{"address":1,"chainId":1,"nonce":0}',
    '{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79c8","chainId":1,"nonce":0}',
    '{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","nonce":0}',
    '{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","chainId":"1","nonce":0}',
    '{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","chainId":-1,"nonce":0}',
    '{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","chainId":1,"nonce":9007199254740993}',
  ]),
  named('a raw payload', sign, {
    'that is too long': { payload: 'a'.repeat(1024 * 1024 + 1) },
    'with an odd number of digits': { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', payload: 'abc' },
    'with half of a letter': { payload: '\ud800' },
    'of an unknown encoding': { encoding: 'PAYLOAD_ENCODING_BASE64' as never },
    'of an unknown hash function': { hashFunction: 'HASH_FUNCTION_MD5' as never },
    'of typed data for another curve': { curve: 'CURVE_P256', encoding: 'PAYLOAD_ENCODING_EIP712' },
    'that Ed25519 would hash': { curve: 'CURVE_ED25519' },
    'without a hash function': { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' },
    'that is no digest': { hashFunction: 'HASH_FUNCTION_NO_OP' },
  }),
  named(
    'a signature of a raw payload',
    (change: object) => verifyRawPayload({ ...RAW, ...signature, publicKey: KEY.publicKey, ...change }).scheme,
    {
      'of another account': { publicKey: stranger.publicKey },
      'with the other parity': { v: signature.v === '00' ? '01' : '00' },
      'with an unknown parity': { v: '02' },
      'with a long r': { r: `${'0'.repeat(65)}` },
      'with a parity on Ed25519': { ...OF_ED25519, ...ofEd25519, publicKey: ED25519.publicKey, v: '01' },
    },
  ),
  group('a payload of JSON', parseStrictJson, [
    '{"a":1e3}',
    '{"a":{"b":1,"b":2}}',
    '['.repeat(65) + ']'.repeat(65),
    '{"a":1',
  ]),
  named('typed data', (text: string) => hashTypedData(text).primaryType, {
    'in text': JSON.stringify(typed({})),
    'with its address': JSON.stringify(['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', TYPED]),
    'of version 1': JSON.stringify([{ type: 'string', name: 'a', value: 'b' }]),
    'that is a number': '7',
    'in hexadecimal digits': `0x${hexEncode(utf8Encode(JSON.stringify(TYPED)))}`,
    'in a request to a wallet': JSON.stringify({ id: 1, method: 'eth_signTypedData_v4', params: [TYPED] }),
    'in another object': JSON.stringify({ address: 'a', data: TYPED }),
    'without a primary type': typed({ primaryType: undefined }),
    'with a primary type of another spelling': typed({ primaryType: undefined, primary_type: 'Mail' }),
    'with a primary type in other letters': typed({ primaryType: 'mail' }),
    'without a message': typed({ message: undefined }),
    'with its types, without a domain': typed({
      types: { ...TYPED.types, EIP712Domain: [] },
      domain: undefined,
    }),
    'with a number for its primary type': typed({ primaryType: 7 }),
    'with an unknown primary type': typed({ primaryType: 'Letter' }),
    'without a domain': typed({ domain: undefined }),
    'with an unknown member of its domain': typed({ domain: { owner: 'a' } }),
    'with an empty version': typed({ domain: { version: '' } }),
    'with too many values': ofType(
      'uint8[]',
      Array.from({ length: 8193 }, () => 1),
    ),
    'with text for a struct': ofType('Inner', 'a', { Inner: [{ name: 'a', type: 'string' }] }),
    'without a member': typed({ message: {} }),
    'with text for a list': ofType('string[]', 'a'),
    'with a short list': ofType('string[2]', ['a']),
    'without types': typed({ types: undefined }),
    'with text for its types': types('Mail'),
    'with too many types': types(Object.fromEntries(Array.from({ length: 257 }, (_none, at) => [`T${at}`, []]))),
    'with a type of another name': types({ 'Mail)': [] }),
    'with a struct named like a value': types({ uint256: [] }),
    'with too long types': types({
      Mail: Array.from({ length: 600 }, (_none, at) => ({ name: `n${at}${'a'.repeat(110)}`, type: 'string' })),
    }),
    'with a type that is not declared': ofType('Person', 'a'),
    'with a tuple': ofType('tuple', 'a'),
    'with a mapping that has a name alone': ofType('mapping', 'a'),
    'with text for the members of a type': types({ Mail: 'text' }),
    'with a member twice': types({
      Mail: [
        { name: 'a', type: 'string' },
        { name: 'a', type: 'string' },
      ],
    }),
    'with a number of odd bits': ofType('uint7', '1'),
    'with a member without a name': member({ type: 'string' }),
    'with a member without a type': member({ name: 'a' }),
    'with a member of another name': member({ name: 'a b', type: 'string' }),
    'with an empty type': member({ name: 'a', type: '' }),
    'with blanks around a type': member({ name: 'a', type: 'string ' }),
    'with a list of none': member({ name: 'a', type: 'string[0]' }),
    'with a mapping': member({ name: 'a', type: 'mapping(a=>b)' }),
    'with a tuple of types': member({ name: 'a', type: '(string,string)' }),
    'with many lists': member({ name: 'a', type: `string${'[]'.repeat(9)}` }),
    'with another type': member({ name: 'a', type: 'a,b' }),
  }),
  named('a Cosmos document', cosmos, {
    'with spaces': JSON.stringify(document([send]), null, 1),
    'with a member too many': amino([send], { more: '1' }),
    'with text for its messages': amino('none' as never),
    'of ADR-36 with a fee': amino([{ type: 'sign/MsgSignData', value: { data: '', signer: SENDER } }], {
      account_number: '0',
      chain_id: '',
      sequence: '0',
    }),
    'of ADR-36 without base64': arbitrary('a').replace('"YQ=="', '"!"'),
    'with text for a message': amino(['send']),
    'with an unknown vote': vote(9),
    'with text for amounts': sent({ amount: 'much' }),
    'with an amount in words': sent({ amount: [coin('much')] }),
    'with a denomination of another kind': sent({ amount: [coin('1', '?')] }),
    'with a number for a number': amino([send], { sequence: 3 }),
    'with a number for an address': sent({ to_address: 7 }),
    'without a recipient': amino([{ ...send, value: { amount: [coin('1')], from_address: RECIPIENT } }]),
  }),
  named(
    'a proof of TON',
    (bytes: Uint8Array) =>
      (
        describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(bytes), {
          hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
          signWith: null,
        } as never)?.findings ?? []
      )
        .map((finding) => finding.text)
        .join(' | '),
    {
      'with bytes for a domain': Uint8Array.from([
        ...utf8Encode('ton-proof-item-v2/'),
        ...new Uint8Array(36),
        ...[1, 0, 0, 0, 0xff],
        ...new Uint8Array(8),
      ]),
    },
  ),
];
