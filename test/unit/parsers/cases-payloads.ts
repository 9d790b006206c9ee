import { describePayload, signRawPayload, verifyRawPayload } from '../../../electron/crypto/index.ts';
import { readAuthorization } from '../../../electron/crypto/payloads/eip7702-authorization.ts';
import type { RawPayload } from '../../../electron/crypto/payloads/raw-payload.ts';
import { parseStrictJson } from '../../../electron/crypto/payloads/strict-json.ts';
import { hashTypedData } from '../../../electron/crypto/payloads/typed-data/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { account, aptos, aptosTransfer, list, orderless } from '../crypto/payloads/forms/aptos-builder.ts';
import { amino, arbitrary, coin, document, RECIPIENT, SENDER, send } from '../crypto/payloads/forms/cosmos-builder.ts';
import * as sui from '../crypto/payloads/forms/sui-builder.ts';
import * as ton from '../crypto/payloads/forms/ton-builder.ts';
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
const generic = { type: 'cosmos-sdk/GenericAuthorization', value: { msg: '/cosmos.gov.v1beta1.MsgVote' } };
const granted = (grant: Changes) => message('MsgGrant', { grant, grantee: RECIPIENT, granter: SENDER });
const vote = (option: unknown) => message('MsgVote', { option, proposal_id: '1', voter: SENDER });

/** The findings about bytes that Ed25519 signs as they are. */
const unhashed = (bytes: Uint8Array) =>
  (
    describePayload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(bytes), {
      hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
      signWith: null,
    } as never)?.findings ?? []
  )
    .map((finding) => finding.text)
    .join(' | ');

const BAG = ton.bag(ton.wallet4([{}]));
/** The bag with other bytes from a place on. */
const bagWith = (at: number, ...bytes: readonly number[]) =>
  Buffer.concat([BAG.subarray(0, at), Buffer.of(...bytes), BAG.subarray(at + bytes.length)]);
const INDEXED = ton.bag(ton.wallet4([{}]), { hasIndex: true });
const CHECKED = ton.bag(ton.wallet4([{}]), { hasChecksum: true });
/** A bag of two cells of one byte, with the references of the first one. */
const pair = (...references: readonly number[]) =>
  Buffer.from([
    ...[0xb5, 0xee, 0x9c, 0x72, 1, 1, 2, 1, 0, 6 + references.length, 0],
    ...[references.length, 2, 0, ...references, 0, 2, 1],
  ]);
const DEEP = Buffer.concat([
  Buffer.from('b5ee9c72020202020001000008070000', 'hex'),
  ...Array.from({ length: 513 }, (_, index) => Buffer.of(1, 0, (index + 1) >> 8, (index + 1) & 0xff)),
  Buffer.of(0, 2, 0),
]);
const tonBags: Readonly<Record<string, Buffer>> = {
  'that are too long': Buffer.concat([BAG, new Uint8Array(65_536)]),
  'with unknown flags': bagWith(4, 0x21),
  'with numbers of no size': bagWith(4, 0),
  'with two roots': bagWith(7, 2),
  'without a cell': bagWith(6, 0),
  'with long numbers': Buffer.from('b5ee9c72020100010001000003000000020', 'hex'),
  'with a wrong index': Buffer.concat([INDEXED.subarray(0, 11), Buffer.of(7), INDEXED.subarray(12)]),
  'with a wrong length': bagWith(9, 70),
  'with an exotic cell': bagWith(11, 9),
  'with a reference to itself': pair(0),
  'with a byte that no bit completes': Buffer.from('b5ee9c72010101010003000001 00'.replaceAll(' ', ''), 'hex'),
  'with a cell of no other': pair(),
  'that are deep': DEEP,
  'with a cell twice': Buffer.from(`b5ee9c7201010301000b000202000102${'000201'.repeat(2)}`, 'hex'),
  'with a wrong checksum': Buffer.concat([CHECKED.subarray(0, -1), Buffer.of(0)]),
};
const sends = (given: ton.TonMessage) => ton.wallet4([{ message: ton.message(given) }]);
const contains = (body: ton.TonCell) => sends({ body });
const NETWORK_FEE = `0${ton.coins(1)}${ton.coins(0)}${ton.uint(0, 96)}`;
const tonCells: Readonly<Record<string, ton.TonCell>> = {
  'that ends early': ton.cell('0'.repeat(40)),
  'without references': ton.plugin(1, ton.uint(0, 8) + ton.coins(1)),
  'with a bit behind it': ton.cell(`${ton.wallet4([{}]).bits}1`, ton.message()),
  'with a message for no account': sends({ begin: '1110' }),
  'with other currencies': sends({ rest: '1' }),
  'with a fee of the network': sends({ rest: NETWORK_FEE }),
  'with unknown contents': contains(ton.cell(ton.uint(7, 32))),
  'with contents for a contract': contains(ton.tokenTransfer(1n, { custom: '1' }, ton.cell())),
  'with contents for a recipient': contains(ton.tokenTransfer(1n, { forward: `${ton.coins(1)}01` })),
  'with another address': sends({ to: '01' }),
  'without a recipient': sends({ to: '00' }),
  'with an unknown chain': sends({ to: ton.address(1, 7) }),
  'with a long amount': sends({ to: ton.address(1) + ton.coins(1, 2).slice(0, 20), amount: 0n }),
  'with half a letter': contains(ton.cell(`${ton.uint(0, 32)}0101`)),
  'of nothing': ton.wallet4([]),
  'of an unknown wallet': ton.plugin(9, ''),
  'with an unknown action': ton.wallet5([], [ton.uint(9, 8)]),
  'with many actions': ton.wallet5(
    [],
    Array.from({ length: 256 }, (_, byte) => ton.addExtension(byte)),
  ),
};

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
    'with text for recipients': message('MsgMultiSend', { inputs: [], outputs: 'all' }),
    'with an end in words': granted({ authorization: generic, expiration: 'soon' }),
    'with an authorization that nothing explains': granted({ authorization: { type: 'x/Y', value: {} } }),
    'with text for a message to a contract': amino([
      { type: 'wasm/MsgExecuteContract', value: { contract: RECIPIENT, funds: [], msg: 'claim', sender: SENDER } },
    ]),
  }),
  named('a transaction of Aptos', unhashed, {
    'that is too long': Buffer.concat([aptos(aptosTransfer), new Uint8Array(65_536)]),
    'of an unknown kind': Buffer.concat([aptos(aptosTransfer, { others: [] }).subarray(0, 32), Buffer.of(2)]),
    'with an unknown payload': aptos(aptosTransfer, { payload: Buffer.of(9) }),
    'with an unknown inner payload': aptos(aptosTransfer, { payload: Buffer.of(4, 1) }),
    'with a script': aptos(aptosTransfer, { payload: Buffer.of(0) }),
    'with modules': aptos(aptosTransfer, { payload: Buffer.of(1) }),
    'of a multisig account': aptos(aptosTransfer, { payload: Buffer.of(3) }),
    'of a multisig account, in no order': aptos(aptosTransfer, {
      payload: Buffer.concat([orderless(aptosTransfer, 7n).subarray(0, -10), Buffer.of(1)]),
    }),
    'with a nonce and a sequence number': aptos(aptosTransfer, { payload: orderless(aptosTransfer, 7n) }),
    'with an option that is neither': aptos(aptosTransfer, {
      payload: Buffer.concat([orderless(aptosTransfer, 7n).subarray(0, -10), Buffer.of(2)]),
    }),
    'with deep types': aptos({ ...aptosTransfer, types: [Buffer.alloc(20, 6)] }),
    'with an unknown type': aptos({ ...aptosTransfer, types: [Buffer.of(99)] }),
    'with many arguments': aptos(aptosTransfer, {
      payload: Buffer.concat([Buffer.of(2), account('0x1'), Buffer.from('\u0001a\u0001b\0'), Buffer.of(0xff, 0x7f)]),
    }),
    'with a name of another kind': aptos({ ...aptosTransfer, called: '0x1::a b::c' }),
    'with bytes behind it': Buffer.concat([aptos(aptosTransfer), list()]),
  }),
  named('a transaction of Sui', unhashed, {
    'that is too long': Buffer.concat([sui.suiPayment(), new Uint8Array(131_072)]),
    'with an unknown input': sui.sui([Buffer.of(2)], []),
    'with an unknown object': sui.sui([Buffer.of(1, 3)], []),
    'with a short digest': sui.sui([Buffer.of(1, 0, ...sui.reference('0x1', Buffer.alloc(31)))], []),
    'with a flag that is neither': sui.sui([sui.shared('0x1', 2)], []),
    'with an unknown command': sui.sui([], [Buffer.of(9)]),
    'with an unknown argument': sui.sui([], [sui.give([Buffer.of(9)], sui.GAS)]),
    'with an input that is not there': sui.sui([], [sui.give([sui.input(0)], sui.GAS)]),
    'with a result that is not there': sui.sui([], [sui.give([sui.result(0)], sui.GAS)]),
    'with an object twice': sui.sui([sui.owned('0x1'), sui.shared('0x1')], []),
    'with an unknown expiration': sui.suiPayment({ expiration: Buffer.of(2) }),
    'with too many inputs': Buffer.concat([Buffer.of(0, 0, 0, 0, 0, 0x81, 0x10), new Uint8Array(80)]),
    'with a byte behind it': Buffer.concat([sui.suiPayment(), Buffer.of(0)]),
  }),
  named('cells of TON', unhashed, tonBags),
  named('a message of a TON wallet', (root: ton.TonCell) => unhashed(ton.bag(root)), tonCells),
  named('a proof of TON', unhashed, {
    'with a path for a domain': Uint8Array.from([
      ...utf8Encode('ton-proof-item-v2/'),
      ...new Uint8Array(36),
      ...[3, 0, 0, 0],
      ...utf8Encode('a/b'),
      ...new Uint8Array(8),
    ]),
    'with bytes for a domain': Uint8Array.from([
      ...utf8Encode('ton-proof-item-v2/'),
      ...new Uint8Array(36),
      ...[1, 0, 0, 0, 0xff],
      ...new Uint8Array(8),
    ]),
  }),
];
