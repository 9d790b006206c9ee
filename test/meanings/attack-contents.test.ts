import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { SIGNER } from '../unit/crypto/payloads/forms/builder.ts';
import {
  amino,
  any,
  coin,
  direct,
  proto,
  RECIPIENT,
  SENDER,
  send,
  sendAny,
} from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import {
  type ContractParts,
  encode,
  type Field,
  OWNER,
  rawFields,
  rawText,
  TARGET,
} from '../unit/crypto/transactions/tron/builder.ts';
import { blind, corpus, payload, transaction, unreadable, whole } from './corpus.ts';
import { calling, encodeCall } from './evm-calls.ts';
import { BOB, OPERATOR, USDC } from './typed-message.ts';

const UNHASHED = { signWith: SIGNER, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
const SHA256 = { signWith: SENDER, hashFunction: 'HASH_FUNCTION_SHA256' };
const KECCAK = { signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_KECCAK256' };
const letters = (message: string, around = UNHASHED) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, around);
const digits = (bytes: Uint8Array, around = UNHASHED) =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(bytes), around);

const tron = (name: string, type: number, value: readonly Field[], more: Partial<ContractParts> = {}) =>
  transaction('TRANSACTION_TYPE_TRON', rawText({ name, type, value, ...more }));
const trx = [
  [1, OWNER],
  [2, TARGET],
  [3, 100],
] as const;
const ASCII_ADDRESS = utf8Encode('ATTTTTTTTTTTTTTTTTTTT');
const ethereum = (hex: string) => transaction('TRANSACTION_TYPE_ETHEREUM', hex, OPERATOR);
const dirty = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5n });
const ton = (domain: string, declared = utf8Encode(domain).length) => {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, declared, true);
  return Uint8Array.from([
    ...utf8Encode('ton-proof-item-v2/'),
    0,
    0,
    0,
    0,
    ...new Uint8Array(32).fill(7),
    ...length,
    ...utf8Encode(domain),
    ...new Uint8Array(8),
    ...utf8Encode('nonce'),
  ]);
};

corpus('attack-contents', {
  'Cosmos: a document hashed as Ethereum does': whole(letters(amino([send]), { ...KECCAK, signWith: 'account' })),
  'Cosmos: a document behind a line': blind(letters(`\n${amino([send])}`, SHA256)),
  'Cosmos: a document with a name spelled by its number': blind(
    letters(amino([send]).replace('"msgs"', '"msg\\u0073"'), SHA256),
  ),
  'Cosmos: an amount as a number': blind(
    letters(amino([{ ...send, value: { ...send.value, amount: [{ amount: 5, denom: 'uatom' }] } }]), SHA256),
  ),
  'Cosmos: two coins of one name': whole(
    letters(amino([{ ...send, value: { ...send.value, amount: [coin('5'), coin('7')] } }]), SHA256),
  ),
  'Cosmos: another to pay the fee': whole(
    letters(amino([send], { fee: { amount: [coin('5')], gas: '1', payer: RECIPIENT } }), SHA256),
  ),
  'Cosmos: a transaction in no order, direct': blind(digits(direct([sendAny], [[4, 1n]]), SHA256)),
  'Cosmos: an extension, direct': blind(digits(direct([sendAny], [[1023, any('/x.Y', Buffer.of(8, 1))]]), SHA256)),
  'Cosmos: the body twice, direct': blind(
    digits(Buffer.concat([direct([sendAny]), proto([1, proto([1, sendAny])])]), SHA256),
  ),
  'Cosmos: a number with zeros behind it, direct': blind(
    digits(Buffer.concat([direct([sendAny]).subarray(0, -1), Buffer.of(0x87, 0x00)]), SHA256),
  ),
  'Cosmos: power to do all, direct': blind(
    digits(direct([any('/cosmos.authz.v1beta1.MsgGrant', proto([1, SENDER], [2, RECIPIENT]))]), SHA256),
  ),

  'Tron: two contracts': unreadable(
    transaction(
      'TRANSACTION_TYPE_TRON',
      hexEncode(
        encode([
          ...rawFields({ name: 'TransferContract', type: 1, value: trx }),
          ...rawFields({ name: 'TransferContract', type: 1, value: trx }).filter(([number]) => number === 11),
        ]),
      ),
    ),
  ),
  'Tron: a fee limit below zero': blind(tron('TransferContract', 1, trx, { raw: [[18, -1n]] })),
  'Tron: a token below zero that goes with a call': blind(
    tron('TriggerSmartContract', 31, [
      [1, OWNER],
      [2, TARGET],
      [5, -5n],
      [6, 1_000_001],
    ]),
  ),
  'Tron: an amount twice': unreadable(tron('TransferContract', 1, [...trx, [3, 1]])),
  'Tron: an end in the year 3000': whole(
    transaction(
      'TRANSACTION_TYPE_TRON',
      hexEncode(
        encode(
          rawFields({ name: 'TransferContract', type: 1, value: trx }).map(
            ([number, value]): Field => (number === 8 ? [8, 32_503_680_000_000] : [number, value]),
          ),
        ),
      ),
    ),
  ),
  'Tron: a permission that is not the owner’s': whole(tron('TransferContract', 1, trx, { contract: [[5, 2]] })),
  'Tron: a name of a provider': whole(tron('TransferContract', 1, trx, { contract: [[3, 'x']] })),
  'Tron: scripts': whole(tron('TransferContract', 1, trx, { raw: [[12, hexDecode('0102')]] })),
  'Tron: an authority': unreadable(tron('TransferContract', 1, trx, { raw: [[9, [[1, 'x']]]] })),
  'Tron: letters alone, as text': whole(
    letters(
      String.fromCharCode(
        ...encode([
          [1, 'ab'],
          [4, 'abcdefgh'],
          [
            11,
            [
              [1, 1],
              [
                2,
                [
                  [1, 'type.googleapis.com/protocol.TransferContract'],
                  [
                    2,
                    [
                      [1, ASCII_ADDRESS],
                      [2, ASCII_ADDRESS],
                      [3, 100],
                    ],
                  ],
                ],
              ],
            ],
          ],
        ]),
      ),
      { ...SHA256, signWith: 'account' },
    ),
  ),

  'Ethereum: a recipient with digits before it': blind(
    calling(
      dirty.map((byte, index) => (index === 4 ? 1 : byte)),
      { to: USDC },
    ),
  ),
  'Ethereum: a call with a second one behind it': blind(calling(Uint8Array.from([...dirty, ...dirty]), { to: USDC })),
  'Ethereum: a transfer out of somebody else': whole(
    calling(
      encodeCall('transferFrom(address from, address to, uint256 amount)', { from: BOB, to: OPERATOR, amount: 5n }),
      { to: USDC },
    ),
  ),
  'Ethereum: no chain': whole(ethereum(`02df8001010282520894${BOB.slice(2)}0180c0`)),
  'Ethereum: a blob without a hash': unreadable(ethereum(`03e10101010282520894${BOB.slice(2)}0180c001c0`)),
  'Ethereum: authorizations of nobody': unreadable(ethereum(`04e00101010282520894${BOB.slice(2)}0180c0c0`)),
  'Ethereum: a kind that is not known': unreadable(ethereum(`05df0101010282520894${BOB.slice(2)}0180c0`)),
  'Ethereum: coins to the checker of signatures': whole(ethereum(`02df0101010282520894${'00'.repeat(19)}010180c0`)),
  'Ethereum: in capital digits behind 0X': blind(
    letters(`0X02DF0101010282520894${BOB.slice(2).toUpperCase()}0180C0`, KECCAK),
  ),
  'Ethereum: digits of a transaction as text': blind(letters(`02df0101010282520894${BOB.slice(2)}0180c0`, KECCAK)),
  'Ethereum: a payment in an address': whole(letters(`ethereum:${BOB}@1?value=5e18`, KECCAK)),

  'TON: a proof for a domain': whole(digits(ton('service.example'))),
  'TON: a proof for a domain that looks like another': whole(digits(ton('sеrvice.example'))),
  'TON: a proof with a wrong length': blind(digits(ton('service.example', 99))),
  'Sui: a transaction': blind(digits(Uint8Array.from([0, 0, 0, 0, 0, ...new Uint8Array(80).fill(3)]))),
  'Aptos: a message with another nonce inside': blind(digits(utf8Encode('APTOS\nmessage: hello\nnonce: 1\nnonce: 2'))),
  'Aptos: a transaction of several signers': blind(
    digits(
      Uint8Array.from([
        ...hexDecode('5efa3c4f02f83a0f4b2d69fc95c607cc02825cc4e7be536ef0992df050d9e67c'),
        ...new Uint8Array(64),
      ]),
    ),
  ),
  'XRP Ledger: a claim of a payment channel': blind(
    digits(Uint8Array.from([...utf8Encode('CLM\0'), ...new Uint8Array(40).fill(5)])),
  ),
  'Stellar: a transaction of the main network': blind(
    digits(
      Uint8Array.from([
        ...hexDecode('7ac33997544e3175d266bd022439b22cdb16508c01163f26e5cb2a3e1045a979'),
        0,
        0,
        0,
        2,
        ...new Uint8Array(60),
      ]),
    ),
  ),
  'Stellar: the transaction itself, without its network': blind(
    digits(Uint8Array.from([0, 0, 0, 2, 0, 0, 0, 0, ...new Uint8Array(80).fill(9)])),
  ),
  'NEAR: an action for a relayer (NEP-366)': blind(
    digits(Uint8Array.from([...hexDecode('6e010040'), 5, 0, 0, 0, ...utf8Encode('alice'), ...new Uint8Array(60)])),
  ),
});
