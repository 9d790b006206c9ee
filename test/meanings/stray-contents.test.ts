import { hexDecode } from '../../shared/wire/index.ts';
import { amino, coin, RECIPIENT, SENDER, send } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { type ContractParts, type Field, OWNER, rawText, TARGET } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, corpus, payload, transaction, unreadable, whole } from './corpus.ts';
import { calling, encodeCall } from './evm-calls.ts';
import { type Instruction, key, type Named, PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';
import { BOB, OPERATOR, USDC } from './typed-message.ts';

const [ALICE, MINT, SOURCE, OTHER, CODE] = [0x41, 0x55, 0x51, 0x52, 0x61].map(someone) as [
  string,
  string,
  string,
  string,
  string,
];
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';
const payer: Named = [PAYER, 'sw'];
const w = (address: string): Named => [address, 'w'];
const solana = (program: string, data: string, ...accounts: Named[]) => {
  const instruction: Instruction = { program, accounts, data };
  return transaction('TRANSACTION_TYPE_SOLANA', solanaOf([instruction]));
};
const cosmos = (messages: readonly object[], change: Readonly<Record<string, unknown>> = {}) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', amino(messages, change), {
    signWith: SENDER,
    hashFunction: 'HASH_FUNCTION_SHA256',
  });
const tron = (name: string, type: number, value: readonly Field[], more: Partial<ContractParts> = {}) =>
  transaction('TRANSACTION_TYPE_TRON', rawText({ name, type, value, ...more }));
const FEE_LIMIT: Partial<ContractParts> = { raw: [[18, 30_000_000]] };
const USDT = hexDecode('41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const OWN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const allowance = encodeCall('approve(address token, address spender, uint160 amount, uint48 expiration)', {
  token: USDC,
  spender: BOB,
  amount: 2n ** 160n - 1n,
  expiration: 2n ** 48n - 1n,
});
const approve = encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount: 0n });

corpus('stray-contents', {
  'Solana: the payer given to a program': whole(solana(PROGRAMS.system, `${u32(1)}${key(CODE)}`, payer)),
  'Solana: another closer of a token account': whole(solana(PROGRAMS.token, `060301${key(ALICE)}`, w(SOURCE), payer)),
  'Solana: wrapped SOL counted': whole(solana(PROGRAMS.token, '11', w(SOURCE))),
  'Solana: a token account frozen': whole(solana(PROGRAMS.token, '0a', w(SOURCE), MINT, payer)),
  'Solana: an account of two signers': whole(solana(PROGRAMS.token, '0202', w(SOURCE), RENT, ALICE, OTHER)),
  'Solana: a batch of instructions in one': blind(solana(PROGRAMS.token, 'ff0104', w(SOURCE), payer)),
  'Solana: lamports unwrapped': blind(solana(PROGRAMS.token, '2d00', w(SOURCE), w(ALICE), payer)),
  'Solana: tokens out of a misplaced account': whole(
    solana(PROGRAMS.associated, '02', w(SOURCE), MINT, w(OTHER), w(CODE), MINT, payer, PROGRAMS.token),
  ),
  'Solana: a program closed': whole(solana(PROGRAMS.loader, u32(5), w(SOURCE), w(ALICE), payer, w(OTHER))),
  'Solana: a withdrawer by a seed': whole(
    solana(
      PROGRAMS.stake,
      `${u32(8)}${key(ALICE)}${u32(1)}${u64(0)}${key(PROGRAMS.system)}`,
      ...[w(SOURCE), payer, CLOCK],
    ),
  ),
  'Solana: a swap of a program that has no rule': blind(
    solana('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'e517cb977ae3ad2a00', payer),
  ),
  'Cosmos: to several at once': whole(
    cosmos([
      {
        type: 'cosmos-sdk/MsgMultiSend',
        value: {
          inputs: [{ address: SENDER, coins: [coin('5')] }],
          outputs: [{ address: RECIPIENT, coins: [coin('5')] }],
        },
      },
    ]),
  ),
  'Cosmos: power given to somebody': blind(
    cosmos([{ type: 'cosmos-sdk/MsgGrant', value: { grantee: RECIPIENT, granter: SENDER } }]),
  ),
  'Cosmos: four messages that are not known': blind(
    cosmos(['a/MsgA', 'b/MsgB', 'c/MsgC', 'd/MsgD'].map((type) => ({ type, value: {} }))),
  ),
  'Cosmos: no message': whole(cosmos([])),
  'Cosmos: a fee that somebody else grants': whole(
    cosmos([send], { fee: { amount: [coin('5000')], gas: '200000', granter: RECIPIENT, payer: RECIPIENT } }),
  ),
  'Cosmos: until a block': whole(cosmos([send], { timeout_height: '5' })),
  'Tron: an amount that is missing': whole(
    tron('TransferContract', 1, [
      [1, OWNER],
      [2, TARGET],
    ]),
  ),
  'Tron: an account created': unreadable(
    tron('AccountCreateContract', 0, [
      [1, OWNER],
      [2, TARGET],
    ]),
  ),
  'Tron: tokens of somebody else': whole(
    tron(
      'TriggerSmartContract',
      31,
      [
        [1, OWNER],
        [2, USDT],
        [
          4,
          hexDecode(`23b872dd${'0'.repeat(24)}${'22'.repeat(20)}${'0'.repeat(24)}${'33'.repeat(20)}${'ff'.repeat(32)}`),
        ],
      ],
      FEE_LIMIT,
    ),
  ),
  'Tron: TRX to a contract without data': whole(
    tron(
      'TriggerSmartContract',
      31,
      [
        [1, OWNER],
        [2, TARGET],
        [3, 5_000_000],
      ],
      FEE_LIMIT,
    ),
  ),
  'Ethereum: an allowance at Permit2 for ever': whole(calling(allowance, { to: PERMIT2 })),
  'Ethereum: an allowance at a stranger with the function of Permit2': blind(calling(allowance)),
  'Ethereum: a call of one’s own account': blind(
    calling(
      encodeCall('execute((address target, uint256 value, bytes data)[] calls)', [
        { target: USDC, value: 0n, data: approve },
      ]),
      { to: OWN },
    ),
  ),
  'Ethereum: a delegate call as a module of a Safe': blind(
    calling(
      encodeCall('execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)', {
        to: USDC,
        value: 0n,
        data: approve,
        operation: 1n,
      }),
    ),
  ),
  'Ethereum: tokens that call their receiver': blind(
    calling(
      encodeCall('transferAndCall(address to, uint256 value, bytes data)', { to: BOB, value: 5n, data: approve }),
      { to: USDC },
    ),
  ),
  'Ethereum: tokens with an attribution': whole(
    calling(
      Uint8Array.of(
        ...encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5n }),
        ...hexDecode(`6261736504${'00'}${'8021'.repeat(8)}`),
      ),
      { to: USDC },
    ),
  ),
  'bytes: half of the hashes of typed data': blind(
    payload('PAYLOAD_ENCODING_HEXADECIMAL', `1901${'07'.repeat(32)}`, {
      signWith: OPERATOR,
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    }),
  ),
});
