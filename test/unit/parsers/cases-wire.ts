import { readPaymentUri } from '../../../shared/model/index.ts';
import {
  base64urlDecode,
  base64urlEncode,
  decodeAttestedStamp,
  decodePasskeyStamp,
  decodeStamp,
  encodingFault,
  hexDecode,
  hexTextFault,
  readSealedData,
  readServerMessage,
  utf8Decode,
  utf8Encode,
} from '../../../shared/wire/index.ts';
import { group } from './cases.ts';

const header = (value: unknown) => base64urlEncode(utf8Encode(JSON.stringify(value)));
const PAYEE = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN';
const CONTRACT = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const STAMP = { publicKey: '02'.repeat(33), scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '3045' };
const PASSKEY = { credentialId: 'AA', authenticatorData: 'AA', clientDataJson: 'AA', signature: 'AA' };
const ATTESTED = {
  publicKeyAttestation: 'a.b.c',
  scheme: 'STAMP_ATTESTED_SCHEME_P256_OIDC',
  publicKey: '02'.repeat(33),
  signature: '3045',
};
const BUNDLE = {
  version: 'v1.0.0',
  data: '7b7d',
  dataSignature: '30',
  enclaveQuorumPublic: `04${'ab'.repeat(64)}`,
};
const SEALED = { encappedPublic: `04${'ab'.repeat(64)}`, ciphertext: 'ab', organizationId: 'o' };

export const WIRES = [
  group('text', (bytes: readonly number[]) => utf8Decode(Uint8Array.from(bytes), 'The body'), [
    [0x80],
    [0xff, 0xfe, 0x7b, 0x00],
  ]),
  group('the encoding of a file', (bytes: readonly number[]) => encodingFault(Uint8Array.from(bytes)) ?? '', [
    [0xff, 0xfe, 0x7b, 0x00],
    [0xfe, 0xff, 0x00, 0x7b],
    [0x7b, 0x00, 0x7d, 0x00],
    [0x00, 0x7b, 0x00, 0x7d],
    [0x00, 0x00, 0x00],
    [0x7b, 0x00, 0x00, 0x7d],
  ]),
  group('hexadecimal', (text: string) => hexDecode(text, 'The key'), ['xy', 'abc']),
  group('a transaction in hexadecimal', (text: string) => hexTextFault(text) ?? '', [
    '"02df"',
    '{"to":"0xabc"}',
    '02 df',
    '02d',
    'O2df',
    'cHNidP8BAHUCAAA=',
    '02d\u200b',
    '02\uff11f',
    'alice.eth',
    'ur:eth-sign-request/oladtpdagd',
    'B$2P0100',
    'https://etherscan.io/tx/0x02',
    "b'02df'",
    '\\x02df',
    'Transaction: 0x02df',
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
  ]),
  group('base64url', (text: string) => base64urlDecode(text, 'The key'), ['QQ==', 'a+b/', 'a!', 'A', 'QR']),
  group('stamp', (value: unknown) => decodeStamp(typeof value === 'string' ? value : header(value)), [
    '',
    'A'.repeat(3000),
    '_w',
    [],
    { ...STAMP, scheme: 'P-256' },
    { ...STAMP, publicKey: 2 },
    { ...STAMP, publicKey: '02' },
    { ...STAMP, signature: 'MEUC' },
    { ...STAMP, signature: 'ab'.repeat(64) },
    { ...STAMP, scheme: undefined },
    Buffer.from('{"scheme":1,"scheme":2}').toString('base64url'),
  ]),
  group('passkey stamp', (value: unknown) => decodePasskeyStamp(typeof value === 'string' ? value : header(value)), [
    '{"credentialId":1}',
    { ...PASSKEY, credentialId: '' },
    { ...PASSKEY, authenticatorData: undefined },
    { ...PASSKEY, signature: 'AA==' },
  ]),
  group('attested stamp', (value: unknown) => decodeAttestedStamp(header(value)), [
    { ...ATTESTED, scheme: 'OIDC' },
    { ...ATTESTED, publicKeyAttestation: null },
    { ...ATTESTED, publicKey: null },
    { ...ATTESTED, signature: 'x' },
  ]),
  group('bundle', (value: unknown) => readServerMessage(typeof value === 'string' ? value : JSON.stringify(value)), [
    'a'.repeat(2_000_000),
    '[]',
    { ...BUNDLE, version: 'v2' },
    { ...BUNDLE, data: '' },
    { ...BUNDLE, data: undefined },
    { ...BUNDLE, dataSignature: 1 },
    { ...BUNDLE, enclaveQuorumPublic: '04ab' },
  ]),
  group(
    'sealed data',
    (value: unknown) => readSealedData(value === null ? Uint8Array.of(0xff) : utf8Encode(JSON.stringify(value))),
    [
      null,
      'text',
      { ...SEALED, organizationId: undefined },
      { ...SEALED, ciphertext: 'x' },
      { ...SEALED, encappedPublic: undefined },
    ],
  ),
  group('payment link', readPaymentUri, [
    `bitcoin:${PAYEE}?label=${'x'.repeat(3_000)}`,
    'ethereum:alice.eth',
    'ethereum:0x1?value=1',
    `ethereum:${CONTRACT}@0x1?value=1`,
    `ethereum:${CONTRACT}?value=0x5`,
    `bitcoin:${PAYEE}?amount=1,5`,
    `ethereum:${CONTRACT}/approve`,
    `ethereum:${CONTRACT}/transfer`,
    `ethereum:${CONTRACT}?value=1.5`,
    `bitcoin:${PAYEE}?req-pop=1`,
    'bitcoin:?lightning=lnbc1',
    `bitcoin:${PAYEE}?amount=1&amount=2`,
    'solana:https://example.com/pay',
    `tron:${PAYEE}?amount=100&token=${PAYEE}`,
    `solana:${PAYEE}?reference=${PAYEE}`,
    `solana:${PAYEE}?spl-token=USDC`,
    `solana:${PAYEE}?memo=${'x'.repeat(121)}`,
    `solana:${PAYEE}?memo=%C3`,
  ]),
];
