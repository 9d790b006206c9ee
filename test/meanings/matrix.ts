import { keyScript, networkAddress } from '../../electron/crypto/addresses/bitcoin.ts';
import { keyScripts } from '../../electron/crypto/transactions/bitcoin/scripts.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import {
  type Draft,
  draftOf,
  messageDraft,
  provenInput,
  publicKey,
  writeDraft,
} from '../unit/crypto/transactions/bitcoin/drafts.ts';
import { type SolanaParts, SYSTEM, solanaMessage, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { rawText, TRANSFER, trigger } from '../unit/crypto/transactions/tron/builder.ts';
import { type Case, payload, transaction } from './corpus.ts';
import { ALICE, BOB, CONTRACT, calling, encodeCall, USDC } from './evm-calls.ts';
import { hex, type Row, UNHASHED, UNTYPED } from './matrix-untyped.ts';
import { solanaOf, someone } from './solana-builder.ts';
import { create, type Inner, message as inner, send, VAULT } from './squads-builder.ts';
import { ACCOUNT, domain, nested, OPERATOR, typed } from './typed-message.ts';

const PERMIT = {
  Permit: [
    ['owner', 'address'],
    ['spender', 'address'],
    ['value', 'uint256'],
    ['nonce', 'uint256'],
    ['deadline', 'uint256'],
  ],
} as const;
const permit = { owner: OPERATOR, spender: BOB, value: '1', nonce: 0, deadline: 1_900_000_000 };
const WRAPPED_PERMIT = `Permit(${PERMIT.Permit.map(([name, type]) => `${type} ${name}`).join()})`;
const usdc = domain('USD Coin', USDC);
const transfer = encodeCall('transfer(address to, uint256 value)', { to: BOB, value: 5n });
const pay = encodeCall('payOut(address to, uint256 amount)', { to: BOB, amount: 5n });
const HASHED = { hashFunction: 'HASH_FUNCTION_KECCAK256' } as const;

const account = new Uint8Array(32).fill(7);
const solana = (data: string, program = SYSTEM): SolanaParts => ({
  header: [1, 0, 1],
  keys: [account, new Uint8Array(32).fill(8), program],
  instructions: [{ program: 2, accounts: [0, 1], data }],
});
const SOLANA_TRANSFER = solana('020000000500000000000000');
const SOLANA_UNKNOWN = solana('0102', new Uint8Array(32).fill(9));

const UNKNOWN: Inner = { program: someone(0x77), accounts: [VAULT], data: 'e445a52e51cb9a1d' };
const proposal = (message: string) => transaction('TRANSACTION_TYPE_SOLANA', solanaOf([create(message)]));

const NONE = new Uint8Array(0);
const TOKEN = hexDecode(`20c0${'00'.repeat(18)}`);
/** Chain, fees, gas, calls, and the fields after them. */
const tempo = (calls: RlpItem, behind = '') => {
  const number = (value: bigint) => numberBytes(value);
  const fees = [number(4217n), number(10n ** 9n), number(2n * 10n ** 10n), number(100_000n)];
  const rest = [[], NONE, number(7n), NONE, NONE, NONE, NONE, []];
  return transaction(
    'TRANSACTION_TYPE_TEMPO',
    `76${hexEncode(rlpEncode([...fees, calls, ...rest]))}${behind}`,
    OPERATOR,
  );
};

const address = networkAddress(keyScript('P2WPKH', publicKey), 'MAINNET');
const bitcoin = (change: (draft: Draft) => void = () => {}, behind = '') => {
  const draft = { ...draftOf(['P2WPKH'], publicKey), lockTime: 0, global: new Map<string, string>() };
  draft.inputs = [provenInput('P2WPKH', publicKey, 0)];
  change(draft);
  return transaction('TRANSACTION_TYPE_BITCOIN', `${writeDraft(draft)}${behind}`, address);
};
const message = (content: string | Uint8Array, behind = '') => {
  const bytes = typeof content === 'string' ? utf8Encode(content) : content;
  const draft = messageDraft(bytes, keyScripts(publicKey).own('P2WPKH'));
  return transaction('TRANSACTION_TYPE_BITCOIN', `${writeDraft(draft)}${behind}`, address);
};
const authorization = (more: object) =>
  payload('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', JSON.stringify({ address: BOB, chainId: 1, nonce: 7, ...more }), {
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });

const POLICY = '5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90';
const activity = (type: string, more: object = {}): Case => ({ type, parameters: { policyId: POLICY, ...more } });

export const MATRIX: Readonly<Record<string, Row>> = {
  'Ethereum transaction': {
    known: { is: 'a transfer of 5 wei', example: calling(new Uint8Array(0), { to: BOB, value: 5n }), judged: 'whole' },
    unknown: { is: 'a call that nothing explains', example: calling(pay), judged: 'blind' },
    ambiguous: {
      is: 'bytes behind the end',
      example: transaction('TRANSACTION_TYPE_ETHEREUM', `${calling(pay).parameters.unsignedTransaction}00`, ALICE),
      judged: 'unreadable',
    },
  },
  'Call of a contract': {
    known: { is: 'a transfer of a known token', example: calling(transfer, { to: USDC }), judged: 'whole' },
    unknown: { is: 'a function that nothing explains', example: calling(pay, { to: CONTRACT }), judged: 'blind' },
    ambiguous: {
      is: 'arguments that end too early',
      example: calling(transfer.subarray(0, 60), { to: USDC }),
      judged: 'blind',
    },
  },
  'Typed data (EIP-712)': {
    known: {
      is: 'a permit of ERC-2612',
      example: typed('Permit', PERMIT, { domain: usdc, message: permit }),
      judged: 'whole',
    },
    unknown: {
      is: 'a type that has no rule',
      example: typed('Grant', { Grant: PERMIT.Permit }, { domain: usdc, message: permit }),
      judged: 'blind',
    },
    ambiguous: {
      is: 'a permit with one member more',
      example: typed(
        'Permit',
        { Permit: [...PERMIT.Permit, ['operation', 'uint8']] },
        { domain: usdc, message: { ...permit, operation: 1 } },
      ),
      judged: 'blind',
    },
  },
  'Typed data in a wrapper (ERC-7739)': {
    known: {
      is: 'a permit of ERC-2612',
      example: nested(WRAPPED_PERMIT, { ...permit, owner: ACCOUNT }),
      judged: 'whole',
    },
    unknown: {
      is: 'a type that has no rule',
      example: nested('Grant(address to,uint256 amount)', { to: BOB, amount: 5 }),
      judged: 'blind',
    },
    ambiguous: {
      is: 'an account on another chain than the message',
      example: nested(WRAPPED_PERMIT, { ...permit, owner: ACCOUNT }, { change: { chainId: 10 } }),
      judged: 'blind',
    },
  },
  'Bytes signed with Keccak-256': {
    known: {
      is: 'a transaction',
      example: hex(String(calling(new Uint8Array(0), { to: BOB, value: 5n }).parameters.unsignedTransaction), HASHED),
      judged: 'whole',
    },
    unknown: { is: 'bytes of no known form', example: hex('ff00ff00', HASHED), judged: 'blind' },
    ambiguous: { is: 'the digest of typed data', example: hex(`1901${'ab'.repeat(64)}`, HASHED), judged: 'blind' },
  },
  'A digest': {
    known: { is: 'a digest, also of known data', example: hex('ab'.repeat(32), {}), judged: 'blind' },
    unknown: { is: '32 bytes of any kind', example: hex('cd'.repeat(32), {}), judged: 'blind' },
    ambiguous: { is: '31 bytes, which the service refuses', example: hex('cd'.repeat(31), {}), judged: 'blind' },
  },
  'Solana transaction': {
    known: {
      is: 'a transfer',
      example: transaction('TRANSACTION_TYPE_SOLANA', solanaText(SOLANA_TRANSFER)),
      judged: 'whole',
    },
    unknown: {
      is: 'a program that nothing explains',
      example: transaction('TRANSACTION_TYPE_SOLANA', solanaText(SOLANA_UNKNOWN)),
      judged: 'blind',
    },
    ambiguous: {
      is: 'bytes behind the end',
      example: transaction('TRANSACTION_TYPE_SOLANA', `${solanaText(SOLANA_TRANSFER)}00`),
      judged: 'unreadable',
    },
  },
  'Solana proposal (Squads)': {
    known: { is: 'a transfer', example: proposal(inner([send])), judged: 'whole' },
    unknown: { is: 'a program that nothing explains', example: proposal(inner([UNKNOWN])), judged: 'blind' },
    ambiguous: { is: 'bytes behind the end', example: proposal(inner([send], { more: '00' })), judged: 'blind' },
  },
  'Bytes signed with Ed25519': {
    known: {
      is: 'a Solana message',
      example: hex(hexEncode(solanaMessage(SOLANA_TRANSFER)), UNHASHED),
      judged: 'whole',
    },
    unknown: { is: 'bytes of no known form', example: hex('ff00ff00', UNHASHED), judged: 'blind' },
    ambiguous: {
      is: 'a Solana message with a byte behind it',
      example: hex(`${hexEncode(solanaMessage(SOLANA_TRANSFER))}00`, UNHASHED),
      judged: 'blind',
    },
  },
  ...UNTYPED,
  'Tron transaction': {
    known: { is: 'a transfer', example: transaction('TRANSACTION_TYPE_TRON', rawText(TRANSFER)), judged: 'whole' },
    unknown: {
      is: 'a call that nothing explains',
      example: transaction('TRANSACTION_TYPE_TRON', rawText(trigger(hexEncode(pay)))),
      judged: 'blind',
    },
    ambiguous: {
      is: 'a field twice',
      example: transaction('TRANSACTION_TYPE_TRON', rawText({ ...TRANSFER, raw: [[14, 1]] })),
      judged: 'unreadable',
    },
  },
  'Tempo transaction': {
    known: { is: 'a call of a known token', example: tempo([[TOKEN, NONE, transfer]]), judged: 'whole' },
    unknown: { is: 'a call that nothing explains', example: tempo([[TOKEN, NONE, pay]]), judged: 'blind' },
    ambiguous: {
      is: 'bytes behind the end',
      example: tempo([[TOKEN, NONE, transfer]], '00'),
      judged: 'unreadable',
    },
  },
  'Bitcoin transaction (PSBT)': {
    known: { is: 'a payment', example: bitcoin(), judged: 'whole' },
    unknown: {
      is: 'a script that has no address, shown as its bytes',
      example: bitcoin((draft) => {
        draft.outputs = [{ amount: 60_000n, script: '5102', fields: new Map() }];
      }),
      judged: 'whole',
    },
    ambiguous: { is: 'bytes behind the end', example: bitcoin(undefined, '00'), judged: 'unreadable' },
  },
  'Bitcoin message (BIP-322)': {
    known: { is: 'a text', example: message('hello'), judged: 'whole' },
    unknown: {
      is: 'bytes that are no text',
      example: message(Uint8Array.of(0xff, 0xfe)),
      judged: 'blind',
    },
    ambiguous: { is: 'bytes behind the end', example: message('hello', '00'), judged: 'unreadable' },
  },
  'Authorization (EIP-7702)': {
    known: { is: 'an account that is given to a contract', example: authorization({}), judged: 'whole' },
    unknown: {
      is: 'a member that the authorization does not have',
      example: authorization({ operation: 1 }),
      judged: 'unreadable',
    },
    ambiguous: {
      is: 'a member twice',
      example: payload(
        'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
        `{"address":"${BOB}","chainId":1,"chainId":2,"nonce":7}`,
        {
          hashFunction: 'HASH_FUNCTION_NO_OP',
        },
      ),
      judged: 'unreadable',
    },
  },
  'Activity that signs nothing': {
    known: { is: 'an activity with its members', example: activity('ACTIVITY_TYPE_DELETE_POLICY'), judged: 'whole' },
    unknown: {
      is: 'a type or a version of no operation',
      example: activity('ACTIVITY_TYPE_DELETE_POLICY_V99'),
      judged: 'blind',
    },
    ambiguous: {
      is: 'a second member in another letter case',
      example: activity('ACTIVITY_TYPE_DELETE_POLICY', { PolicyId: POLICY }),
      judged: 'unreadable',
    },
  },
  Text: {
    known: {
      is: 'a text',
      example: payload('PAYLOAD_ENCODING_TEXT_UTF8', 'hello', { hashFunction: 'HASH_FUNCTION_SHA256' }),
      judged: 'whole',
    },
    unknown: {
      is: 'a Cosmos document with a message that nothing explains',
      example: payload(
        'PAYLOAD_ENCODING_TEXT_UTF8',
        JSON.stringify({
          account_number: '1',
          chain_id: 'cosmoshub-4',
          fee: { amount: [], gas: '1' },
          memo: '',
          msgs: [{ type: 'other/MsgUnknown', value: {} }],
          sequence: '1',
        }),
        { hashFunction: 'HASH_FUNCTION_SHA256' },
      ),
      judged: 'blind',
    },
    ambiguous: {
      is: 'text that is no UTF-8',
      example: payload('PAYLOAD_ENCODING_TEXT_UTF8', '\ud800', { hashFunction: 'HASH_FUNCTION_SHA256' }),
      judged: 'unreadable',
    },
  },
};
