import { keyScript, networkAddress } from '../../electron/crypto/addresses/bitcoin.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { amino, coin, RECIPIENT, SENDER, send } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { draftOf, provenInput, publicKey, writeDraft } from '../unit/crypto/transactions/bitcoin/drafts.ts';
import { OWNER, rawText, TARGET } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, corpus, payload, transaction, unreadable, whole } from './corpus.ts';
import { BOB, encodeCall, OPERATOR } from './evm-calls.ts';
import { type Instruction, key, type Named, PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';

const [ALICE, STRANGER, CAROL, MINT] = [0x41, 0x42, 0x43, 0x55].map(someone) as [string, string, string, string];
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const RENT = 'SysvarRent111111111111111111111111111111111';
const BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';
const payer: Named = [PAYER, 'sw'];
const w = (address: string): Named => [address, 'w'];
const caseOf = (...instructions: Instruction[]) => transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions));
const of =
  (program: keyof typeof PROGRAMS) =>
  (data: string, ...accounts: Named[]): Instruction => ({ program: PROGRAMS[program], accounts, data });
const [system, token, token2022] = [of('system'), of('token'), of('token2022')];
const made = (owner: string, space: number) =>
  system(`${u32(0)}${u64(5_000_000_000)}${u64(space)}${key(owner)}`, payer, [ALICE, 'sw']);
const hooked = (mint: string, ...others: Named[]) =>
  caseOf(token2022(`0c${u64(5)}06`, w(ALICE), mint, w(STRANGER), payer, ...others));
const associated = (tokenProgram: string) =>
  caseOf(of('associated')('00', payer, w(ALICE), STRANGER, MINT, PROGRAMS.system, tokenProgram));

const address = networkAddress(keyScript('P2WPKH', publicKey), 'MAINNET');
const pays = (script: string, amount = 0n) => {
  const draft = { ...draftOf(['P2WPKH'], publicKey), lockTime: 0, global: new Map<string, string>() };
  draft.inputs = [provenInput('P2WPKH', publicKey, 0)];
  draft.outputs = [
    { amount, script, fields: new Map() },
    { amount: 60_000n, script: `0014${'ab'.repeat(20)}`, fields: new Map() },
  ];
  return transaction('TRANSACTION_TYPE_BITCOIN', writeDraft(draft), address);
};

const tron = (signWith: string) =>
  transaction(
    'TRANSACTION_TYPE_TRON',
    rawText({
      name: 'TransferContract',
      type: 1,
      value: [
        [1, OWNER],
        [2, TARGET],
        [3, 2_500_000],
      ],
    }),
    signWith,
  );

const NONE = new Uint8Array(0);
const PATH_USD = hexDecode(`20c0${'00'.repeat(18)}`);
const tempo = (calls: RlpItem) => {
  const [chain, tip, most, gas, nonce] = [4217n, 10n ** 9n, 2n * 10n ** 10n, 100_000n, 7n].map(numberBytes) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const fields = [chain, tip, most, gas, calls, [], NONE, nonce, NONE, NONE, NONE, NONE, []];
  return transaction('TRANSACTION_TYPE_TEMPO', `76${hexEncode(rlpEncode(fields))}`, OPERATOR);
};
const authorizeKey = encodeCall(
  'authorizeKey(address keyId, uint8 signatureType, uint64 expiry, bool enforceLimits, (address token, uint256 amount)[] limits)',
  { keyId: BOB, signatureType: 0n, expiry: 0n, enforceLimits: true, limits: [] },
);

const cosmos = (message: object, changes = {}) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', amino([message], changes), {
    signWith: SENDER,
    hashFunction: 'HASH_FUNCTION_SHA256',
  });
const sent = (change: object) => cosmos({ ...send, value: { ...send.value, ...change } });
const transferred = (receiver: string, memo = '') =>
  cosmos({
    type: 'cosmos-sdk/MsgTransfer',
    value: {
      source_port: 'transfer',
      source_channel: 'channel-1',
      token: coin('5'),
      sender: SENDER,
      receiver,
      memo,
      timeout_height: {},
      timeout_timestamp: '1745383555000000000',
    },
  });

const KECCAK = { signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_KECCAK256' };
const SHA256 = { signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_SHA256' };
const text = (message: string, around = KECCAK) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, around);
const bytes = (digits: string, around = KECCAK) => payload('PAYLOAD_ENCODING_HEXADECIMAL', digits, around);

corpus('hostile-contents', {
  'Solana: SOL for an account of a program that nobody knows': whole(caseOf(made(STRANGER, 165))),
  'Solana: SOL for a nonce account of a stranger': whole(
    caseOf(made(PROGRAMS.system, 80), system(`${u32(6)}${key(STRANGER)}`, w(ALICE), BLOCKHASHES, RENT)),
  ),
  'Solana: SOL for a stake account that a stranger withdraws from': whole(
    caseOf(
      made(PROGRAMS.stake, 200),
      of('stake')(`${u32(0)}${key(PAYER)}${key(STRANGER)}${u64(0)}${u64(0)}${key(PROGRAMS.system)}`, w(ALICE), RENT),
    ),
  ),
  'Solana: SOL for a stake account of one’s own': whole(
    caseOf(
      made(PROGRAMS.stake, 200),
      of('stake')(`${u32(0)}${key(PAYER)}${key(PAYER)}${u64(0)}${u64(0)}${key(PROGRAMS.system)}`, w(ALICE), RENT),
    ),
  ),
  'Solana: SOL wrapped for a stranger': whole(
    caseOf(made(PROGRAMS.token, 165), token(`12${key(STRANGER)}`, w(ALICE), WRAPPED_SOL)),
  ),
  'Solana: a transfer whose token can act as the payer': blind(hooked(MINT, payer, CAROL)),
  'Solana: a transfer of a known token, with the payer behind it': whole(hooked(USDC, payer)),
  'Solana: a transfer with accounts that sign nothing': whole(hooked(MINT, CAROL)),
  'Solana: a token account that another program makes': blind(associated(CAROL)),
  'Solana: a token account that a token program makes': whole(associated(PROGRAMS.token2022)),
  'Bitcoin: a message of Runes, which moves tokens': blind(pays('6a5d0714010300a0010a')),
  'Bitcoin: a message of Omni, which moves tokens': blind(pays('6a146f6d6e69000000000000001f0000000005f5e100')),
  'Bitcoin: two texts in one output': blind(pays('6a0568656c6c6f0568656c6c6f')),
  'Bitcoin: to a key hash of zeros': whole(pays(`0014${'00'.repeat(20)}`, 5_000n)),
  'Bitcoin: to an address that burns': whole(pays(`76a914${'00'.repeat(20)}88ac`, 5_000n)),
  'Bitcoin: to a script without an address': whole(pays('7551', 5_000n)),
  'Tron: TRX of another account than signs': whole(tron('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')),
  'Tron: TRX of an account whose key is named by an id': whole(tron('8f3f2c2a-0000-4000-8000-000000000000')),
  'Tempo: power over the account, at another contract': blind(tempo([[PATH_USD, NONE, authorizeKey]])),
  'Tempo: power over the account': whole(
    tempo([[hexDecode('aaaaaaaa00000000000000000000000000000000'), NONE, authorizeKey]]),
  ),
  'Tempo: no call at all': unreadable(tempo([])),
  'Cosmos: an amount with a zero before it': blind(sent({ amount: [coin('01000')] })),
  'Cosmos: an amount below zero': blind(sent({ amount: [coin('-5')] })),
  'Cosmos: a denomination with a sign that is not seen': blind(sent({ amount: [coin('5', 'uatom\u200b')] })),
  'Cosmos: a denomination like a symbol': whole(sent({ amount: [coin('5', 'ATOM')] })),
  'Cosmos: to nobody': whole(sent({ to_address: 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a' })),
  'Cosmos: a chain id with a space behind it': blind(cosmos(send, { chain_id: 'cosmoshub-4 ' })),
  'Cosmos: a recipient that sends the coins on': blind(
    transferred(`${RECIPIENT}|transfer/channel-0:osmo1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5helwsw`),
  ),
  'Cosmos: a recipient that is empty': blind(transferred('')),
  'Cosmos: a memo of an instruction behind a mark of byte order': blind(transferred(RECIPIENT, '\ufeff{"wasm":{}}')),
  'bytes: letters as long as a hash, hashed once': blind(text('I agree to the terms of service.', SHA256)),
  'bytes: a hash that is hashed once more': blind(bytes('ab'.repeat(32), SHA256)),
  'bytes: a personal message with a wrong length': blind(text('\u0019Ethereum Signed Message:\n99hello')),
  'bytes: a personal message of which the length has a zero before it': blind(
    text('\u0019Ethereum Signed Message:\n05hello'),
  ),
  'bytes: of a version of EIP-191 that nobody knows': blind(bytes('1902aabb')),
  'bytes: an authorization (EIP-7702)': blind(bytes(`05d70194${BOB.slice(2)}80`)),
  'bytes: an address and an amount without a space': blind(bytes(`${BOB.slice(2)}${'5'.padStart(64, '0')}`)),
  'bytes: a text with a bell in it': blind(text('hello\u0007world')),
});
