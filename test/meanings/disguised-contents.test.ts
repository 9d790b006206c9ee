import { keyScript, networkAddress } from '../../electron/crypto/addresses/bitcoin.ts';
import { hexDecode, utf8Encode } from '../../shared/wire/index.ts';
import { amino, SENDER } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { draftOf, provenInput, publicKey, writeDraft } from '../unit/crypto/transactions/bitcoin/drafts.ts';
import { type ContractParts, OWNER, rawText, TARGET } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, corpus, payload, transaction, whole } from './corpus.ts';
import { ALICE, BOB, calling, ETHER, encodeCall, multiSend, OPERATOR, USDC } from './evm-calls.ts';
import { PAYER, PROGRAMS, solanaOf, u32, u64 } from './solana-builder.ts';

const NONE = new Uint8Array(0);
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const DEPOSITS = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const ENTRY_POINT = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789';
const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2';
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';
const call = (signature: string, values: unknown, where = {}) => calling(encodeCall(signature, values), where);
const bytes = (digits: string, to: string) => calling(hexDecode(digits), { to });
const word = (digits: string) => digits.toLowerCase().padStart(64, '0');
const transfer = encodeCall('transfer(address to, uint256 amount)', { to: ALICE, amount: 5n });

const staked = (credentials: string, to = DEPOSITS) =>
  call(
    'deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root)',
    {
      pubkey: new Uint8Array(48).fill(1),
      withdrawal_credentials: hexDecode(credentials),
      signature: new Uint8Array(96).fill(2),
      deposit_data_root: new Uint8Array(32).fill(3),
    },
    { to, value: 32n * ETHER },
  );
const operations = (change: object, to = ENTRY_POINT) =>
  call(
    'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
    {
      ops: [
        {
          sender: BOB,
          nonce: 0n,
          initCode: NONE,
          callData: NONE,
          callGasLimit: 0n,
          verificationGasLimit: 0n,
          preVerificationGas: 0n,
          maxFeePerGas: 0n,
          maxPriorityFeePerGas: 0n,
          paymasterAndData: NONE,
          signature: NONE,
          ...change,
        },
      ],
      beneficiary: ALICE,
    },
    { to },
  );

const tron = (parts: ContractParts) => transaction('TRANSACTION_TYPE_TRON', rawText(parts), 'account');
const permission = (operations: string) =>
  tron({
    name: 'AccountPermissionUpdateContract',
    type: 46,
    value: [
      [1, OWNER],
      [
        2,
        [
          [1, 0],
          [3, 'owner'],
          [4, 1],
          [
            7,
            [
              [1, OWNER],
              [2, 1],
            ],
          ],
        ],
      ],
      [
        4,
        [
          [1, 2],
          [2, 2],
          [3, 'active'],
          [4, 1],
          [6, hexDecode(operations)],
          [
            7,
            [
              [1, TARGET],
              [2, 1],
            ],
          ],
        ],
      ],
    ],
  });

const own = networkAddress(keyScript('P2WPKH', publicKey), 'MAINNET');
const pays = (outputs: readonly (readonly [amount: bigint, script: string])[]) => {
  const draft = { ...draftOf(['P2WPKH'], publicKey), lockTime: 0, global: new Map<string, string>() };
  draft.inputs = [provenInput('P2WPKH', publicKey, 0)];
  draft.outputs = outputs.map(([amount, script]) => ({ amount, script, fields: new Map() }));
  return transaction('TRANSACTION_TYPE_BITCOIN', writeDraft(draft), own);
};
const keyHash = (byte: number) => `0014${byte.toString(16).padStart(2, '0').repeat(20)}`;

const KECCAK = { signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_KECCAK256' };
const text = (message: string) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, KECCAK);
const personal = (message: string) => text(`\u0019Ethereum Signed Message:\n${utf8Encode(message).length}${message}`);
const signIn = (issued: string) =>
  personal(
    [
      'service.example wants you to sign in with your Ethereum account:',
      OPERATOR,
      '',
      'URI: https://service.example/login',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 32891756',
      `Issued At: ${issued}`,
    ].join('\n'),
  );

corpus('disguised-contents', {
  'Permit2: an allowance for the block of the transaction': whole(
    call(
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      { token: USDC, spender: ALICE, amount: 5_000_000n, expiration: 0n },
      { to: PERMIT2 },
    ),
  ),
  'Permit2: an allowance that is taken back': whole(
    call(
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      { token: USDC, spender: ALICE, amount: 0n, expiration: 1_900_000_000n },
      { to: PERMIT2 },
    ),
  ),
  'a contract for everybody makes several calls': whole(
    call(
      'aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
      [{ target: USDC, allowFailure: false, callData: transfer }],
      { to: MULTICALL },
    ),
  ),
  'the contract of Safes for several calls, called by itself': whole(
    calling(multiSend([USDC, 0n, transfer]), { to: MULTI_SEND }),
  ),
  'a transfer with letters before the address': blind(
    bytes(`a9059cbb${'ff'.repeat(12)}${ALICE.slice(2)}${word('5')}`, USDC),
  ),
  'a transfer that is a byte short': blind(bytes(`a9059cbb${word(ALICE.slice(2))}${word('5').slice(2)}`, USDC)),
  'user operations at a stranger': blind(operations({ callData: transfer }, ALICE)),
  'a user operation that calls a token before its account acts': blind(
    operations({ initCode: hexDecode(`${USDC.slice(2)}${Buffer.from(transfer).toString('hex')}`) }),
  ),
  'a user operation of an account that runs other code (EIP-7702)': whole(operations({ initCode: hexDecode('7702') })),
  'a validator’s deposit that an address withdraws': whole(staked(`01${'00'.repeat(11)}${ALICE.slice(2)}`)),
  'a validator’s deposit that another key withdraws': whole(staked(`00${'ab'.repeat(31)}`)),
  'a validator’s deposit that nobody withdraws': whole(staked('00'.repeat(32))),
  'a validator’s deposit with credentials that are cut': blind(staked('01'.repeat(20))),
  'a manager of all that the account has somewhere': whole(
    call('allow(address manager, bool allowed)', { manager: ALICE, allowed: true }),
  ),
  'Tron: an amount below zero': blind(
    tron({
      name: 'TransferContract',
      type: 1,
      value: [
        [1, OWNER],
        [2, TARGET],
        [3, -5n],
      ],
    }),
  ),
  'Tron: a permission that can replace all permissions': whole(permission(`${'00'.repeat(5)}40${'00'.repeat(26)}`)),
  'Tron: a permission for kinds that are not signed here': whole(permission(`08${'00'.repeat(31)}`)),
  'Bitcoin: a fee of two thirds of what is sent': whole(pays([[60_000n, keyHash(0xab)]])),
  'Bitcoin: the largest of twelve outputs at the end': whole(
    pays(Array.from({ length: 12 }, (_, index) => [index === 11 ? 80_000n : 600n, keyHash(index + 0x21)] as const)),
  ),
  'Solana: bytes for the account that pays': whole(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaOf([{ program: PROGRAMS.system, accounts: [[PAYER, 'sw']], data: `${u32(8)}${u64(64)}` }]),
    ),
  ),
  'Cosmos: rewards to oneself': whole(
    payload(
      'PAYLOAD_ENCODING_TEXT_UTF8',
      amino([
        {
          type: 'cosmos-sdk/MsgModifyWithdrawAddress',
          value: { delegator_address: SENDER, withdraw_address: SENDER },
        },
      ]),
      { signWith: SENDER, hashFunction: 'HASH_FUNCTION_SHA256' },
    ),
  ),
  'a personal message of Tron as text': whole(text('\u0019TRON Signed Message:\n5hello')),
  'a personal message that keys of an exchange are made from': whole(
    personal('Sign this message to access Loopring Exchange: 0x0BABA1Ad with key nonce: 0'),
  ),
  'a sign-in of next year': whole(signIn('2026-04-23T04:45:00Z')),
});
