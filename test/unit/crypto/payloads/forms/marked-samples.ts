/** A payload of each form that is recognized and not decoded, and of each message behind a prefix. */
import { createHash } from 'node:crypto';
import { utf8 } from './builder.ts';

export interface Sample {
  readonly bytes: Uint8Array;
  /** It is hashed with SHA-256 and signed on secp256k1, not signed as it is on Ed25519. */
  readonly isHashed?: true;
}

const fill = (length: number, byte = 0x11) => Buffer.alloc(length, byte);
const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
const digits = (hex: string) => Buffer.from(hex, 'hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const borsh = (text: string) => join(Buffer.of(text.length, 0, 0, 0), utf8(text));
const TAP = sha256('TapSighash');

export const MARKED: Readonly<Record<string, Sample>> = {
  'a transaction of Aptos': {
    bytes: join(digits('b5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193'), fill(80)),
  },
  'a transaction of Aptos with more signers': {
    bytes: join(digits('5efa3c4f02f83a0f4b2d69fc95c607cc02825cc4e7be536ef0992df050d9e67c'), fill(80)),
  },
  'a transaction of Sui': { bytes: join(digits('0000000000'), fill(120)) },
  'a transaction of Stellar': {
    bytes: join(sha256('Public Global Stellar Network ; September 2015'), digits('00000002'), fill(80)),
  },
  'a transaction of Stellar on its test network': {
    bytes: join(sha256('Test SDF Network ; September 2015'), digits('00000002'), fill(80)),
  },
  'cells of TON': { bytes: join(digits('b5ee9c72'), fill(60)) },
  'cells of TON in an older form': { bytes: join(digits('68ff65f3'), fill(60)) },
  'a proof of TON Connect behind its hash': { bytes: join(digits('ffff'), utf8('ton-connect'), fill(32)) },
  'a transaction of NEAR': {
    bytes: join(borsh('alice.near'), Buffer.of(0), fill(40), borsh('bob.near'), fill(32), digits('01000000'), fill(17)),
  },
  'a message of NEAR': { bytes: join(digits('9d010080'), fill(60)) },
  'a transaction of Cardano': { bytes: join(digits('a30081825820'), fill(32), fill(60)) },
  'a message of Cardano': { bytes: join(digits('846a'), utf8('Signature1'), fill(60)) },
  'a transaction of Polkadot': {
    bytes: join(fill(40), digits('91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'), fill(32)),
  },
  'a transaction of Algorand': { bytes: join(utf8('TX'), digits('89a3616d74'), fill(60)) },
  'a program of Algorand': { bytes: join(utf8('Program'), Buffer.of(6), fill(20)) },
  'an operation of Tezos': { bytes: join(Buffer.of(3), fill(32), Buffer.of(0x6c), fill(60)) },
  'a transaction of the XRP Ledger': { bytes: join(utf8('STX\0'), fill(80)) },
  'a call of the Internet Computer': { bytes: join(Buffer.of(10), utf8('ic-request'), fill(32)) },
  'a transaction of Hedera': {
    bytes: join(digits('0a080a060a04080110021202180318c09a0c'), fill(20)),
  },
  'a transaction of MultiversX': {
    bytes: utf8(
      '{"nonce":7,"value":"1","receiver":"erd1","sender":"erd1","gasPrice":1,"gasLimit":1,"chainID":"1","version":1}',
    ),
  },
  'a signature of a commit': { bytes: join(utf8('SSHSIG'), fill(40)) },
  'a login over SSH': { bytes: join(digits('00000020'), fill(32), Buffer.of(0x32), fill(40)) },
  'a request to a custody service': {
    bytes: utf8('{"type":"ACTIVITY_TYPE_CREATE_WALLET","organizationId":"a","parameters":{}}'),
  },
  'a transaction of Flow': { bytes: join(utf8('FLOW-V0.0-transaction'), fill(11, 0), fill(60)), isHashed: true },
  'structured data of Stacks': { bytes: join(utf8('SIP018'), fill(64)), isHashed: true },
  'a transaction of EOS': {
    bytes: join(digits('aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906'), fill(60)),
    isHashed: true,
  },
  'a transaction of Bitcoin by Taproot': { bytes: join(TAP, TAP, fill(100)), isHashed: true },
  'a Bitcoin message with a wrong length': {
    bytes: utf8('\u0018Bitcoin Signed Message:\n\u0009hello'),
    isHashed: true,
  },
  'an Aptos message without its nonce': { bytes: utf8('APTOS\nmessage: hello') },
  'an Aptos message with two nonces': { bytes: utf8('APTOS\nmessage: hello\nnonce: 1\nnonce: 2') },
  'a TON proof that ends early': { bytes: join(utf8('ton-proof-item-v2/'), fill(30)) },
  'an Algorand message that is no text': { bytes: join(utf8('MX'), fill(5, 0xff)) },
};

export const MESSAGES: Readonly<Record<string, Sample>> = {
  'a Bitcoin message': { bytes: utf8('\u0018Bitcoin Signed Message:\n\u0005hello'), isHashed: true },
  'a Stacks message': { bytes: utf8('\u0017Stacks Signed Message:\n\u0005hello'), isHashed: true },
  'a Stellar message': { bytes: utf8('Stellar Signed Message:\nhello') },
  'a Sui message': { bytes: join(Buffer.of(3, 0, 0, 5), utf8('hello')) },
  'a Tezos message': { bytes: join(digits('050100000005'), utf8('hello')) },
  'an Algorand message': { bytes: utf8('MXhello') },
  'an Aptos message': { bytes: utf8('APTOS\napplication: app.example\nchainId: 1\nmessage: hello\nnonce: 42') },
  'a TON proof': {
    bytes: join(
      utf8('ton-proof-item-v2/'),
      digits('00000000'),
      fill(32),
      digits('0b000000'),
      utf8('app.example'),
      digits('f36f086800000000'),
      utf8('ticket'),
    ),
  },
};
