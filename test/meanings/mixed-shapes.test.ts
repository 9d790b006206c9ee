/** Known shapes with something more, something less, or something else in it. */
import { addressOf } from '../../electron/crypto/index.ts';
import { keyScripts } from '../../electron/crypto/transactions/bitcoin/scripts.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { amino, coin, RECIPIENT, SENDER, send } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import {
  type Draft,
  draftOf,
  inputOf,
  provenInput,
  publicKey,
  writeDraft,
} from '../unit/crypto/transactions/bitcoin/drafts.ts';
import { rawText, trigger } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, type Case, corpus, payload, transaction, whole } from './corpus.ts';
import { ALICE, CONTRACT, calling, ETHER, encodeCall } from './evm-calls.ts';
import { key, PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';
import { BOB, OPERATOR, ofType, USDC } from './typed-message.ts';

const DEADLINE = 1_790_000_000;
const usdc = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC };
const MEMBERS = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline';
const permit = { owner: OPERATOR, spender: BOB, value: '1000000', nonce: 0, deadline: DEADLINE };
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const permit2 = { name: 'Permit2', chainId: 1, verifyingContract: PERMIT2 };
const TOKEN = 'TokenPermissions(address token,uint256 amount)';
const FROM = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline';
const five = { token: USDC, amount: '5000000' };
const once = { permitted: five, spender: BOB, nonce: 1, deadline: DEADLINE };

const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';
const MULTI_SEND = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526';
const transfer = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5n });
const bare = (address: string) => address.slice(2).toLowerCase();
const word = (value: number) => value.toString(16).padStart(64, '0');
const multiSent = (operation: string, to: string, data: Uint8Array) =>
  encodeCall(
    'multiSend(bytes transactions)',
    hexDecode(`${operation}${bare(to)}${word(1)}${word(data.length)}${hexEncode(data)}`),
  );
const valued = (value: bigint) =>
  encodeCall('aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)', [
    { target: BOB, allowFailure: false, value, callData: new Uint8Array() },
  ]);
const executing = encodeCall('execute(address dest, uint256 value, bytes func)', {
  dest: USDC,
  value: 0n,
  func: transfer,
});
const nft = (data: Uint8Array) =>
  encodeCall('safeTransferFrom(address f,address t,uint256 id,bytes d)', { f: OPERATOR, t: BOB, id: 5n, d: data });

const bitcoin = (change: (draft: Draft) => void): Case => {
  const draft = draftOf(['P2WPKH'], publicKey);
  draft.inputs = [provenInput('P2WPKH', publicKey, 1)];
  draft.outputs = [
    { amount: 60_000n, script: `0014${'33'.repeat(20)}`, fields: new Map() },
    { amount: 39_000n, script: keyScripts(publicKey).own('P2WPKH'), fields: new Map() },
  ];
  change(draft);
  const account = addressOf('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', publicKey);
  return transaction('TRANSACTION_TYPE_BITCOIN', writeDraft(draft), account);
};
const paid = (script: string, fields: readonly (readonly [string, string])[] = []) =>
  bitcoin(({ outputs }) => {
    outputs[1] = { amount: 39_000n, script, fields: new Map(fields) };
  });
/** A derivation of the account's own key in an output, as change has it. */
const DERIVED = [
  `02${publicKey}`,
  `00000000${'54000080'}${'00000080'}${'00000080'}${'01000000'}${'00000000'}`,
] as const;

const [TOKENS, MINT, STRANGER] = [60, 61, 62].map(someone) as [string, string, string];
const solana = (program: string, accounts: Parameters<typeof solanaOf>[0][number]['accounts'], data: string) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf([{ program, accounts, data }]), PAYER);
const cosmos = (message: object) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', amino([message]), { signWith: SENDER, hashFunction: 'HASH_FUNCTION_SHA256' });
const moved = (memo: string) =>
  cosmos({
    type: 'cosmos-sdk/MsgTransfer',
    value: {
      source_port: 'transfer',
      source_channel: 'channel-141',
      token: coin('1000000'),
      sender: SENDER,
      receiver: RECIPIENT,
      timeout_height: {},
      timeout_timestamp: '1790000000000000000',
      memo,
    },
  });
const hashed = (bytes: Uint8Array) =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(bytes), {
    signWith: OPERATOR,
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  });
const personal = (length: number, text: string | Uint8Array) => {
  const bytes = typeof text === 'string' ? utf8Encode(text) : text;
  return hashed(Uint8Array.from([...utf8Encode(`\u0019Ethereum Signed Message:\n${length}`), ...bytes]));
};
const signed = (hex: string) =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hex, { signWith: PAYER, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' });

corpus('mixed-shapes', {
  'a permit with data': blind(ofType(`Permit(${MEMBERS},bytes data)`, usdc, { ...permit, data: '0x1234' })),
  'a list of permits': blind(ofType(`Batch(Permit[] permits)Permit(${MEMBERS})`, usdc, { permits: [permit] })),
  'a permit of a signed number': blind(ofType(`Permit(${MEMBERS.replace('uint256', 'int256')})`, usdc, permit)),
  'a permit in another order': blind(
    ofType('Permit(address spender,address owner,uint256 value,uint256 nonce,uint256 deadline)', usdc, permit),
  ),
  'a permit at no contract': blind(
    ofType(`Permit(${MEMBERS})`, { name: 'USD Coin', version: '2', chainId: 1 }, permit),
  ),
  'a permit on another chain': whole(ofType(`Permit(${MEMBERS})`, { ...usdc, chainId: 10 }, permit)),
  'Permit2 at another contract': blind(
    ofType(`PermitTransferFrom(${FROM})${TOKEN}`, { ...permit2, verifyingContract: CONTRACT }, once),
  ),
  'Permit2 with a version': blind(ofType(`PermitTransferFrom(${FROM})${TOKEN}`, { ...permit2, version: '1' }, once)),
  'Permit2 with a witness in bytes': blind(
    ofType(`PermitWitnessTransferFrom(${FROM},bytes32 witness)${TOKEN}`, permit2, {
      ...once,
      witness: `0x${'11'.repeat(32)}`,
    }),
  ),
  'Permit2 with a witness that nobody knows': blind(
    ofType(
      `PermitWitnessTransferFrom(${FROM},Mandate witness)Mandate(address recipient,uint256 amount)${TOKEN}`,
      permit2,
      { ...once, witness: { recipient: ALICE, amount: '1' } },
    ),
  ),
  'Permit2 of one token twice': whole(
    ofType(
      `PermitBatchTransferFrom(${FROM.replace('permitted', '[] permitted').replace(' []', '[]')})${TOKEN}`,
      permit2,
      { ...once, permitted: [five, { ...five, amount: String(2n ** 256n - 1n) }] },
    ),
  ),
  'a text at a token': blind(ofType('Mail(string contents)', usdc, { contents: 'Hello' })),
  'a harmless name': blind(
    ofType('Message(string content)', { ...usdc, name: 'Harmless', verifyingContract: BOB }, { content: 'Log in' }),
  ),

  'coins that a Multicall keeps': blind(
    calling(
      encodeCall('aggregate3((address target, bool allowFailure, bytes callData)[] calls)', [
        { target: USDC, allowFailure: false, callData: transfer },
      ]),
      { to: MULTICALL, value: ETHER },
    ),
  ),
  'coins of which a Multicall passes on a part': blind(calling(valued(1n), { to: MULTICALL, value: ETHER })),
  'coins that an account keeps': blind(calling(executing, { to: ALICE, value: ETHER })),
  'coins that several calls keep': blind(
    calling(encodeCall('multicall(bytes[] data)', [transfer]), { to: CONTRACT, value: ETHER }),
  ),
  'coins of which MultiSend passes on a part': blind(
    calling(multiSent('00', BOB, new Uint8Array()), { to: MULTI_SEND, value: ETHER }),
  ),
  'a delegate call in MultiSend': blind(calling(multiSent('01', USDC, transfer), { to: MULTI_SEND })),
  'a delegate call in the mode of an account': blind(
    calling(
      hexDecode(
        `e9ae5c53ff${'00'.repeat(31)}${word(64)}${word(20 + transfer.length)}${bare(USDC)}${hexEncode(transfer)}${'00'.repeat(8)}`,
      ),
      { to: OPERATOR },
    ),
  ),
  'a recipient of 21 bytes': blind(
    calling(hexDecode(`a9059cbb${'01'.padStart(24, '0')}${bare(BOB)}${word(5)}`), { to: USDC }),
  ),
  'a selector alone': blind(calling(hexDecode('a9059cbb'), { to: USDC })),
  'code for a factory': blind(
    calling(hexDecode(`${'00'.repeat(32)}6080`), { to: '0x4e59b44847b379578588920cA78FbF26c0B4956C' }),
  ),
  'an NFT with data': blind(calling(nft(transfer), { to: CONTRACT })),
  'an NFT without data': whole(calling(nft(new Uint8Array()), { to: CONTRACT })),
  'more ids than amounts': blind(
    calling(
      encodeCall('safeBatchTransferFrom(address f,address t,uint256[] i,uint256[] a,bytes d)', {
        f: OPERATOR,
        t: BOB,
        i: [1n, 2n],
        a: [1n],
        d: new Uint8Array(),
      }),
      { to: CONTRACT },
    ),
  ),
  'a claim with coins': blind(calling(encodeCall('claim()'), { to: CONTRACT, value: ETHER })),

  'Bitcoin: an output that only claims to be change': whole(paid(`0014${'44'.repeat(20)}`, [DERIVED])),
  'Bitcoin: another kind of script of the same key': whole(paid(keyScripts(publicKey).own('P2TR'))),
  'Bitcoin: an output for anybody': whole(paid('51')),
  'Bitcoin: a witness of a later version': whole(paid(`5220${'22'.repeat(32)}`)),
  'Bitcoin: no output': whole(bitcoin((draft) => void draft.outputs.splice(0))),
  'Bitcoin: a signature that leaves the outputs open': whole(
    bitcoin(({ inputs }) => void inputs[0]?.fields.set('03', '02000000')),
  ),
  'Bitcoin: one of two inputs proven': whole(
    bitcoin(({ inputs }) => void inputs.push(inputOf('P2WPKH', publicKey, 9))),
  ),

  'Solana: a payment with a byte more': blind(
    solana(
      PROGRAMS.system,
      [
        [PAYER, 'sw'],
        [STRANGER, 'w'],
      ],
      `${u32(2)}${u64(5)}00`,
    ),
  ),
  'Solana: a payment with an account more': whole(
    solana(
      PROGRAMS.system,
      [
        [PAYER, 'sw'],
        [STRANGER, 'w'],
        [TOKENS, 'w'],
      ],
      `${u32(2)}${u64(5)}`,
    ),
  ),
  'Solana: a fee that is nearly all': whole(
    solana(PROGRAMS.token2022, [[TOKENS, 'w'], MINT, [STRANGER, 'w'], [PAYER, 's']], `1a01${u64(100)}06${u64(99)}`),
  ),
  'Solana: a delegate for ever': whole(solana(PROGRAMS.token2022, [[MINT, 'w']], `23${key(STRANGER)}`)),
  'Solana: a guard that goes': whole(
    solana(
      PROGRAMS.token2022,
      [
        [TOKENS, 'w'],
        [PAYER, 's'],
      ],
      '2201',
    ),
  ),

  'Cosmos: a grant in a message': blind(
    cosmos({ type: 'cosmos-sdk/MsgGrant', value: { granter: SENDER, grantee: RECIPIENT, grant: {} } }),
  ),
  'Cosmos: a payment inside another message': blind(
    cosmos({ type: 'cosmos-sdk/MsgExec', value: { grantee: SENDER, msgs: [send] } }),
  ),
  'Cosmos: a memo that sends on': blind(moved('{"forward":{"receiver":"cosmos1other","channel":"channel-0"}}')),
  'Cosmos: a memo in words': whole(moved('invoice 7')),

  'Tron: an allowance of all': whole(
    transaction(
      'TRANSACTION_TYPE_TRON',
      rawText(trigger(`095ea7b3${'0'.repeat(24)}${'22'.repeat(20)}${'f'.repeat(64)}`)),
    ),
  ),

  'hashes of typed data': blind(hashed(hexDecode(`1901${'11'.repeat(64)}`))),
  'data for a validator': blind(hashed(hexDecode(`1900${bare(BOB)}${hexEncode(utf8Encode('hello'))}`))),
  'a message of 32 bytes': blind(personal(32, new Uint8Array(32).fill(7))),
  'a message of another length': blind(personal(5, 'hello!')),
  'a transaction in a message': blind(personal(7, hexDecode('02c60180808080'))),
  'Sui: bytes of a transaction': blind(signed(`0000000000${'11'.repeat(60)}`)),
  'NEAR: bytes of a transaction': blind(signed(`0b000000${hexEncode(utf8Encode('alice.near1'))}00${'11'.repeat(90)}`)),
  'Polkadot: bytes in tags': blind(signed(hexEncode(utf8Encode('<Bytes>hello</Bytes>')))),
});
