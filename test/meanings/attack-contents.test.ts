import { base58 } from '@scure/base';
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
import { solanaMessage, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
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
import {
  type Instruction,
  key,
  type Named,
  PAYER,
  PROGRAMS,
  solanaOf,
  someone,
  text,
  u32,
  u64,
} from './solana-builder.ts';
import { BOB, OPERATOR, USDC } from './typed-message.ts';

const [ALICE, MINT, SOURCE, TABLE, NONCE] = [0x41, 0x55, 0x51, 0x52, 0x56].map(someone) as [
  string,
  string,
  string,
  string,
  string,
];
const BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';
const payer: Named = [PAYER, 'sw'];
const w = (address: string): Named => [address, 'w'];
const solana = (...instructions: readonly Instruction[]) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions));
const at = (program: string, data: string, ...accounts: Named[]): Instruction => ({ program, accounts, data });
const pay = at(PROGRAMS.system, `${u32(2)}${u64(5)}`, payer, w(ALICE));
const bytesOf = (address: string) => base58.decode(address);
const parts = { header: [1, 0, 1] as const, keys: [PAYER, ALICE, PROGRAMS.system].map(bytesOf) };
const paying = { program: 2, accounts: [0, 1], data: `${u32(2)}${u64(5)}` };

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
  'Solana: a durable nonce with a byte behind its instruction': blind(
    solana(at(PROGRAMS.system, `${u32(4)}00`, w(NONCE), BLOCKHASHES, payer), pay),
  ),
  'Solana: a durable nonce that is not first': whole(
    solana(pay, at(PROGRAMS.system, u32(4), w(NONCE), BLOCKHASHES, payer)),
  ),
  'Solana: the same key twice': unreadable(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        header: [1, 0, 1],
        keys: [PAYER, PAYER, PROGRAMS.system].map(bytesOf),
        instructions: [paying],
      }),
    ),
  ),
  'Solana: the payer as the program': unreadable(
    transaction('TRANSACTION_TYPE_SOLANA', solanaText({ ...parts, instructions: [{ ...paying, program: 0 }] })),
  ),
  'Solana: an account that is not there': unreadable(
    transaction('TRANSACTION_TYPE_SOLANA', solanaText({ ...parts, instructions: [{ ...paying, accounts: [0, 9] }] })),
  ),
  'Solana: a payer that is only read': unreadable(
    transaction('TRANSACTION_TYPE_SOLANA', solanaText({ ...parts, header: [1, 1, 1], instructions: [paying] })),
  ),
  'Solana: the recipient out of an address table': blind(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        version: 0,
        keys: [PAYER, PROGRAMS.system].map(bytesOf),
        instructions: [{ ...paying, program: 1, accounts: [0, 2] }],
        lookups: [{ key: bytesOf(TABLE), writable: [3], readonly: [] }],
      }),
    ),
  ),
  'Solana: the program out of an address table': unreadable(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        version: 0,
        header: [1, 0, 0],
        keys: [PAYER, ALICE].map(bytesOf),
        instructions: [paying],
        lookups: [{ key: bytesOf(TABLE), writable: [], readonly: [3] }],
      }),
    ),
  ),
  'Solana: an address table twice with the same place': whole(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        version: 0,
        instructions: [paying],
        lookups: [
          { key: bytesOf(TABLE), writable: [3], readonly: [3] },
          { key: bytesOf(TABLE), writable: [3], readonly: [] },
        ],
      }),
    ),
  ),
  'Solana: an address table of no place': unreadable(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaText({
        ...parts,
        version: 0,
        instructions: [paying],
        lookups: [{ key: bytesOf(TABLE), writable: [], readonly: [] }],
      }),
    ),
  ),
  'Solana: SOL of an account that does not sign': whole(
    solana(at(PROGRAMS.system, `${u32(2)}${u64(5)}`, w(SOURCE), w(ALICE))),
  ),
  'Solana: SOL to oneself': whole(solana(at(PROGRAMS.system, `${u32(2)}${u64(5)}`, payer, payer))),
  'Solana: two heaps for the computing': blind(
    solana(at(PROGRAMS.budget, `01${u32(65536)}`), at(PROGRAMS.budget, `01${u32(262144)}`), pay),
  ),
  'Solana: the old instruction for a fee': blind(
    solana(at(PROGRAMS.budget, `00${u32(200_000)}${u32(1_000_000_000)}`), pay),
  ),
  'Solana: a price that pays more than there is': whole(solana(at(PROGRAMS.budget, `03${u64(2n ** 64n - 1n)}`), pay)),
  'Solana: stake moved to another account': whole(
    solana(at(PROGRAMS.stake, `${u32(16)}${u64(5)}`, w(SOURCE), w(ALICE), payer)),
  ),
  'Solana: a signature check without bytes': blind(solana(at(PROGRAMS.ed25519, ''), pay)),
  'Solana: a memo of no text': blind(solana(at(PROGRAMS.memo, 'fffe', payer), pay)),
  'Solana: Token-2022: a permanent delegate': whole(solana(at(PROGRAMS.token2022, `23${key(ALICE)}`, w(MINT)))),
  'Solana: Token-2022: the authority of a transfer hook': whole(
    solana(at(PROGRAMS.token2022, `060a01${key(ALICE)}`, w(MINT), payer)),
  ),
  'Solana: Token-2022: the permanent delegate handed over': whole(
    solana(at(PROGRAMS.token2022, `060801${key(ALICE)}`, w(MINT), payer)),
  ),
  'Solana: Token-2022: all transfers paused': whole(solana(at(PROGRAMS.token2022, '2c01', w(MINT), payer))),
  'Solana: an approval for oneself': whole(
    solana(at(PROGRAMS.token, `04${u64(2n ** 64n - 1n)}`, w(SOURCE), PAYER, payer)),
  ),
  'Solana: a new account of a stranger with a seed': whole(
    solana(
      at(
        PROGRAMS.system,
        `${u32(3)}${key(ALICE)}${text('x')}${u64(5_000_000)}${u64(0)}${key(PROGRAMS.system)}`,
        payer,
        w(SOURCE),
        [ALICE, 's'],
      ),
    ),
  ),
  'Solana: a message of letters alone, as text': whole(
    letters(
      String.fromCharCode(
        ...solanaMessage({
          ...parts,
          keys: [new Uint8Array(32).fill(0x41), new Uint8Array(32).fill(0x42), bytesOf(PROGRAMS.system)],
          blockhash: new Uint8Array(32).fill(0x43),
          instructions: [paying],
        }),
      ),
      { ...UNHASHED, signWith: someone(0x41) },
    ),
  ),
  'Solana: a transaction in base64 for addresses': whole(
    letters(Buffer.from(solanaOf([pay]), 'hex').toString('base64url')),
  ),
  'Solana: a transaction in digits with spaces': whole(letters(solanaOf([pay]).replace(/../g, '$& '))),
  'Solana: a transaction as a list of numbers': whole(letters(JSON.stringify([...hexDecode(solanaOf([pay]))]))),
  'Solana: a payment in an address': whole(letters(`solana:${ALICE}?amount=5&memo=x`)),

  'Cosmos: a document hashed as Ethereum does': whole(letters(amino([send]), { ...KECCAK, signWith: 'account' })),
  'Cosmos: a document behind a line': whole(letters(`\n${amino([send])}`, SHA256)),
  'Cosmos: a document with a name spelled by its number': whole(
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
  'Ethereum: in capital digits behind 0X': whole(
    letters(`0X02DF0101010282520894${BOB.slice(2).toUpperCase()}0180C0`, KECCAK),
  ),
  'Ethereum: digits of a transaction as text': whole(letters(`02df0101010282520894${BOB.slice(2)}0180c0`, KECCAK)),
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
