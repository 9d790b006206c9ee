import { base32, base58, base64 } from '@scure/base';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { aptos, aptosTransfer } from '../unit/crypto/payloads/forms/aptos-builder.ts';
import { hex, SIGNER, solanaSignIn, transfer, utf8 } from '../unit/crypto/payloads/forms/builder.ts';
import { amino, arbitrary, send } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { envelope, stellarPayment } from '../unit/crypto/payloads/forms/stellar-builder.ts';
import { suiPayment } from '../unit/crypto/payloads/forms/sui-builder.ts';
import { bag, wallet4 } from '../unit/crypto/payloads/forms/ton-builder.ts';
import { PAYMENT, xrp, xrpPayment } from '../unit/crypto/payloads/forms/xrp-builder.ts';
import { solanaMessage, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { rawText, TRANSFER } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, corpus, payload, whole } from './corpus.ts';

const UNHASHED = { signWith: SIGNER, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
const HASHED = { hashFunction: 'HASH_FUNCTION_SHA256' };
const text = (message: string, how: object = UNHASHED) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, how);
const bytes = (message: Uint8Array, how: object = UNHASHED) =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hex(message), how);
const message = Uint8Array.from(solanaMessage(transfer));
const digits = hexEncode(message);
const encoded = base64.encode(hexDecode(solanaText(transfer)));
const HASH = new Uint8Array(32).fill(0xa7);
const inGroups = (whole: string, size: number) => (whole.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(' ');
const each = (sign: string) => Array.from(message, (byte) => sign + byte.toString(16).padStart(2, '0')).join('');

corpus('encoded-texts', {
  'base64 of a transaction in quotation marks': blind(text(`"${encoded}"`)),
  'base64 of a transaction in brackets': blind(text(`<${encoded}>`)),
  'base64 of a transaction in a list': blind(text(JSON.stringify([encoded]))),
  'base64 of a transaction behind its name': blind(text(`base64:${encoded}`)),
  'base64 of a transaction behind a title': blind(text(`Transaction: ${encoded}`)),
  'base64 of a transaction in groups': blind(text(inGroups(encoded, 4))),
  'base64 of a transaction of Tron': blind(text(base64.encode(hexDecode(rawText(TRANSFER))), HASHED)),
  'base64 of a transaction among words': whole(text(`Please sign ${encoded} for me.`)),
  'base58 of a transaction among words': whole(text(`Please sign ${base58.encode(message)} for me.`)),
  'digits of a transaction in quotation marks': blind(text(`"0x${digits}"`)),
  'digits of a transaction behind their name': blind(text(`hex:${digits}`)),
  'digits of a transaction as CBOR writes them': blind(text(`h'${digits}'`)),
  'digits of a transaction behind percent signs': blind(text(each('%'))),
  'digits of a transaction behind backslashes': blind(text(each('\\x'))),
  'digits of a transaction by twos': blind(
    text(Array.from(message, (byte) => byte.toString(2).padStart(8, '0')).join(' ')),
  ),
  'a transaction as an array of a program': blind(text(`new Uint8Array([${[...message].join(', ')}])`)),
  'a transaction as a buffer of a program': blind(text(`<Buffer ${each(' ').trim()}>`)),
  'a transaction as numbers with dots': blind(text([...message].join('.'))),
  'a transaction as letters by their numbers': blind(text(each('\\u00'))),
  'a transaction as entities of HTML': blind(text(each('&#x').replaceAll('&', ';&').slice(1))),
  'a transaction as a list of bytes with their places': blind(
    text(
      (digits.match(/.{1,32}/g) ?? [])
        .map(
          (line, index) =>
            `${(16 * index).toString(16).padStart(8, '0')}: ${(line.match(/.{1,4}/g) ?? []).join(' ')}  ....`,
        )
        .join('\n'),
    ),
  ),
  'a transaction in base85': blind(
    text('<~9jqo^BlbD-BleB1DJ+*+F(f,q/0JhKF<GL>Cj@.4Gp$d7F!,L7@<6@)/0JDEF<G%<+EV:2F!,O<DJ+*.@<*K0@<6L(Df-~>'),
  ),
  'words in one long line': whole(text(`${'You agree to the Terms of Service, version 2.1. '.repeat(4)}`)),
  'a long name without blanks': whole(
    text('Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz-2026-Fassung-Nummer-Zwei.'),
  ),
  'a hash without its first zero': blind(text('b'.repeat(63))),
  'a hash as a decimal number': blind(
    text('90743482286830539503240959006302832933333810038750515972785732718729991261126'),
  ),
  'a hash in base32': blind(text(base32.encode(HASH))),
  'a hash behind its name': blind(text(`sha-256: ${'ab'.repeat(32)}`)),
  'a PSBT behind its name': blind(text('psbt: cHNidP8BAHECAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')),
  'a PSBT in an animated code': blind(text('UR:CRYPTO-PSBT/HKADCHJOJKIDJYZMADAEJSAOAEAEAEADWNAEAEAEAEAEAEAEAEAE')),
  'a transaction of Stellar in an address': blind(
    text(
      `web+stellar:tx?xdr=${encodeURIComponent(`AAAAAgAAAADg3G3hclysZlFitS+s5zWyiiJD5B0STWy5LXCj6i5yxQ${'A'.repeat(20)}=`)}`,
    ),
  ),
  'a transaction of Stellar in base64': blind(text(envelope([stellarPayment]).toString('base64'))),
  'a transaction of Stellar behind its name': blind(text(`xdr: ${envelope([stellarPayment]).toString('base64')}`)),
  'signing data of the XRP Ledger in hexadecimal': blind(text(`tx: ${xrp(PAYMENT, xrpPayment).toString('hex')}`)),
  'a transaction of the XRP Ledger without its prefix': blind(
    text(`0x${xrp(PAYMENT, xrpPayment).subarray(4).toString('hex').toUpperCase()}`),
  ),
  'a transaction of the XRP Ledger among words': whole(
    text(`Please sign ${xrp(PAYMENT, xrpPayment).toString('hex')} now`),
  ),
  'JSON of the members of a transaction of Stellar': blind(
    text('{"tx":{"source_account":"GBOB","fee":100,"seq_num":1,"operations":[{"body":"inflation"}]}}'),
  ),
  'JSON of a transaction of the XRP Ledger': blind(text('{"TransactionType":"SetRegularKey","Account":"r"}')),
  'a request to pay in Stellar': whole(text('web+stellar:pay?destination=GBOB&amount=5')),
  'words in groups of four letters': whole(text('when they come home this week then give them some good warm food')),
  'a long word': whole(text(`The word is ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}.`)),
  'the address of a page': whole(text(`See https://app.example/${'aB3'.repeat(25)}`)),

  'JSON of a transaction of Sui': blind(
    text('{"version":2,"sender":"0x1","gasData":{"budget":"1"},"inputs":[],"commands":[]}'),
  ),
  'a transaction of Sui as programs write objects': blind(
    text("{ version: 2, sender: '0x1', gasData: { budget: 1 }, inputs: [], commands: [] }"),
  ),
  'JSON of a command of Sui': blind(text('[{"TransferObjects":{"objects":[],"address":"0x2"}}]')),
  'a transaction of Sui in base64, before its intent': blind(text(suiPayment().subarray(3).toString('base64'))),
  'a transaction of Sui in base64, with its intent': blind(text(suiPayment().toString('base64url'))),
  'a transaction of Sui in hexadecimal': blind(text(suiPayment().toString('hex'))),
  'a transaction of Aptos in hexadecimal': blind(text(aptos(aptosTransfer).toString('hex'))),
  'a message of TON in base64': blind(text(bag(wallet4([{}]), { hasChecksum: true }).toString('base64'))),
  'a message of TON in hexadecimal': blind(text(bag(wallet4([{}])).toString('hex'))),
  'digits of a message of TON among words': whole(text(`Sign this: ${bag(wallet4([{}])).toString('hex')}`)),
  'JSON of a call of Aptos': blind(
    text('{"function":"0x1::aptos_account::transfer","functionArguments":["0x2","100000000"]}'),
  ),
  'JSON of an orderless transaction of Aptos': blind(
    text('{"sender":"0x1","replay_protection_nonce":"5","payload":{}}'),
  ),
  'JSON of a transaction of Algorand': blind(text('{"type":"pay","snd":"A","rcv":"B","amt":5,"fv":1}')),
  'JSON of a transaction of Hedera': blind(text('{"nodeAccountID":"0.0.3","cryptoTransfer":{"transfers":[]}}')),
  'JSON of a transaction of Cosmos by its types': blind(
    text('{"body":{"messages":[{"@type":"/cosmos.bank.v1beta1.MsgSend"}],"memo":""}}'),
  ),
  'JSON of a message of Cosmos': blind(text('{"type":"cosmos-sdk/MsgSend","value":{}}')),
  'JSON of a call of Starknet': blind(text('[{"contractAddress":"0x1","entrypoint":"transfer","calldata":["1"]}]')),
  'JSON of a transaction of Stellar': blind(text('{"xdr":"AAAA","networkPassphrase":"Public Global Stellar Network"}')),
  'JSON of a transaction of TON': blind(text('{"valid_until":1745383555,"messages":[]}')),
  'JSON with a transaction in it': blind(text(JSON.stringify({ transaction: encoded, message: 'Thanks' }))),
  'JSON with the digits of a transaction in it': blind(text(JSON.stringify({ raw: `0x${digits}` }))),
  'JSON with a public key in it': whole(text(`{"publicKey":"02${'ab'.repeat(32)}"}`)),
  'a document of Cosmos inside a message': blind(text(arbitrary(amino([send])), HASHED)),

  'a sign-in with a hash as its statement': whole(
    text(solanaSignIn({ 'I accept the Terms of Service.': 'ab'.repeat(32) })),
  ),
  'a sign-in with a transaction as its statement': whole(
    text(solanaSignIn({ 'I accept the Terms of Service.': `Sign ${encoded}` })),
  ),
  'a message of Lightning': whole(bytes(utf8('Lightning Signed Message:hello'), HASHED)),
  'a message of Sui with a length in too many bytes': blind(
    bytes(Buffer.concat([Buffer.of(3, 0, 0, 0x85, 0), utf8('hello')])),
  ),
  'a message of Aptos with a request as its nonce': blind(
    bytes(utf8('APTOS\nmessage: hi\nnonce: {"organizationId":"x"}')),
  ),
  'a proof of TON with a request as its payload': blind(bytes(proof('app.example', '{"organizationId":"x"}'))),
  'a proof of TON to two lines': blind(bytes(proof('app.example\nother.example', 'x'))),
  'a proof of TON to an address of a page': blind(bytes(proof('app.example/@other', 'x'))),
  'a proof of TON of a time to come': whole(bytes(proof('app.example', 'x', 4_000_000_000n))),
});

/** The first account, a domain, a time and a payload. */
function proof(domain: string, content: string, seconds = 1_745_383_500n): Buffer {
  const [length, time] = [Buffer.alloc(4), Buffer.alloc(8)];
  length.writeUInt32LE(utf8(domain).length);
  time.writeBigUInt64LE(seconds);
  const account = Buffer.alloc(32, 0x11);
  return Buffer.concat([
    utf8('ton-proof-item-v2/'),
    Buffer.alloc(4),
    account,
    length,
    utf8(domain),
    time,
    utf8(content),
  ]);
}
