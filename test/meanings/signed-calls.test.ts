import { hexEncode } from '../../shared/wire/index.ts';
import { corpus } from './corpus.ts';
import { ETHER, encodeCall, multiSend } from './evm-calls.ts';
import { BOB, caseOf, domain, type Members, OPERATOR, text, typed, USDC } from './typed-message.ts';

const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe';
const NOBODY = `0x${'0'.repeat(40)}`;
const WORD = `0x${'2a'.repeat(32)}`;
/** Two numbers of 16 bytes each, as ERC-4337 packs them from 0.7 on. */
const halves = (...numbers: readonly bigint[]) =>
  `0x${numbers.map((each) => each.toString(16).padStart(32, '0')).join('')}`;
const hexOf = (bytes: Uint8Array) => `0x${hexEncode(bytes)}`;
const transfer = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 1_500_000n });
const USER_OPERATION: Members = {
  PackedUserOperation: [
    ['sender', 'address'],
    ['nonce', 'uint256'],
    ['initCode', 'bytes'],
    ['callData', 'bytes'],
    ['accountGasLimits', 'bytes32'],
    ['preVerificationGas', 'uint256'],
    ['gasFees', 'bytes32'],
    ['paymasterAndData', 'bytes'],
  ],
};
const SAFE_TX: Members = {
  EIP712Domain: [
    ['chainId', 'uint256'],
    ['verifyingContract', 'address'],
  ],
  SafeTx: [
    ['to', 'address'],
    ['value', 'uint256'],
    ['data', 'bytes'],
    ['operation', 'uint8'],
    ['safeTxGas', 'uint256'],
    ['baseGas', 'uint256'],
    ['gasPrice', 'uint256'],
    ['gasToken', 'address'],
    ['refundReceiver', 'address'],
    ['nonce', 'uint256'],
  ],
};
const safeTx = (change: object) =>
  caseOf(
    text('SafeTx', SAFE_TX, {
      domain: { chainId: 1, verifyingContract: SAFE },
      message: {
        to: BOB,
        value: '0',
        data: '0x',
        operation: 0,
        safeTxGas: 0,
        baseGas: 0,
        gasPrice: 0,
        gasToken: NOBODY,
        refundReceiver: NOBODY,
        nonce: 4,
        ...change,
      },
    }),
  );
const authorization = (name: string, times: object = {}) =>
  typed(
    name,
    {
      [name]: [
        ['from', 'address'],
        ['to', 'address'],
        ['value', 'uint256'],
        ['validAfter', 'uint256'],
        ['validBefore', 'uint256'],
        ['nonce', 'bytes32'],
      ],
    },
    {
      domain: domain('USD Coin', USDC),
      message: {
        from: OPERATOR,
        to: BOB,
        value: '2500000',
        validAfter: 0,
        validBefore: 1_790_000_000,
        nonce: WORD,
        ...times,
      },
    },
  );
const ITEM = [
  ['itemType', 'uint8'],
  ['token', 'address'],
  ['identifierOrCriteria', 'uint256'],
  ['startAmount', 'uint256'],
  ['endAmount', 'uint256'],
] as const;
const item = (itemType: number, token: string, amount: number, change: object = {}) => ({
  itemType,
  token,
  identifierOrCriteria: '0',
  startAmount: String(amount),
  endAmount: String(amount),
  ...change,
});

corpus('signed-calls', {
  'a Safe sends a token': safeTx({ to: USDC, data: hexOf(transfer) }),
  'a Safe sends coins and pays for the gas': safeTx({
    value: '1500000000000000000',
    gasPrice: '5',
    refundReceiver: BOB,
  }),
  'a Safe runs code of others': safeTx({ data: '0x01020304', operation: 1 }),
  'a Safe makes several calls': safeTx({
    to: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
    operation: 1,
    data: hexOf(multiSend([USDC, 0n, transfer], [BOB, ETHER, new Uint8Array(0)])),
  }),
  'a Safe gets a module': safeTx({ to: SAFE, data: hexOf(encodeCall('enableModule(address module)', BOB)) }),
  'a message that is signed for a Safe': typed(
    'SafeMessage',
    { SafeMessage: [['message', 'bytes']] },
    { domain: domain('Safe', SAFE), message: { message: `0x${'2a'.repeat(32).replace(/^2a/, '00')}` } },
  ),
  'a transfer by a signature (ERC-3009)': authorization('TransferWithAuthorization'),
  'a transfer that its receiver hands in (ERC-3009)': authorization('ReceiveWithAuthorization'),
  'a transfer by a signature that counts from tomorrow on': authorization('TransferWithAuthorization', {
    validAfter: 1_745_470_000,
  }),
  'a transfer by a signature that counts in seventy years': authorization('TransferWithAuthorization', {
    validAfter: 4_000_000_000,
    validBefore: '4000000001',
  }),
  'a call that a relayer sends (ERC-2771)': typed(
    'ForwardRequest',
    {
      ForwardRequest: [
        ['from', 'address'],
        ['to', 'address'],
        ['value', 'uint256'],
        ['gas', 'uint256'],
        ['nonce', 'uint256'],
        ['deadline', 'uint48'],
        ['data', 'bytes'],
      ],
    },
    {
      domain: domain('Forwarder', BOB),
      message: {
        from: OPERATOR,
        to: USDC,
        value: 0,
        gas: 100_000,
        nonce: 1,
        deadline: 1_790_000_000,
        data: hexOf(encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount: 2n ** 256n - 1n })),
      },
    },
  ),
  'a user operation (ERC-4337)': typed('PackedUserOperation', USER_OPERATION, {
    domain: domain('ERC4337', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'),
    message: {
      sender: SAFE,
      nonce: 7,
      initCode: '0x',
      callData: hexOf(
        encodeCall('execute(address dest, uint256 value, bytes func)', { dest: USDC, value: 0n, func: transfer }),
      ),
      accountGasLimits: halves(200_000n, 100_000n),
      preVerificationGas: 50_000,
      gasFees: halves(1_000_000_000n, 30_000_000_000n),
      paymasterAndData: '0x',
    },
  }),
  'a user operation that makes its account': typed('PackedUserOperation', USER_OPERATION, {
    domain: domain('ERC4337', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'),
    message: {
      sender: SAFE,
      nonce: 7,
      initCode: `${BOB}${hexOf(encodeCall('createAccount(address owner, uint256 salt)', { owner: SAFE, salt: 1n })).slice(2)}`,
      callData: hexOf(
        encodeCall('execute(address dest, uint256 value, bytes func)', { dest: USDC, value: 0n, func: transfer }),
      ),
      accountGasLimits: halves(200_000n, 100_000n),
      preVerificationGas: 50_000,
      gasFees: halves(1_000_000_000n, 30_000_000_000n),
      paymasterAndData: '0x',
    },
  }),
  'votes that are given to somebody': typed(
    'Delegation',
    {
      Delegation: [
        ['delegatee', 'address'],
        ['nonce', 'uint256'],
        ['expiry', 'uint256'],
      ],
    },
    {
      domain: domain('Uniswap', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'),
      message: { delegatee: BOB, nonce: 0, expiry: 1_790_000_000 },
    },
  ),
  'an order of Seaport': typed(
    'OrderComponents',
    {
      OrderComponents: [
        ['offerer', 'address'],
        ['zone', 'address'],
        ['offer', 'OfferItem[]'],
        ['consideration', 'ConsiderationItem[]'],
        ['orderType', 'uint8'],
        ['startTime', 'uint256'],
        ['endTime', 'uint256'],
        ['zoneHash', 'bytes32'],
        ['salt', 'uint256'],
        ['conduitKey', 'bytes32'],
        ['counter', 'uint256'],
      ],
      OfferItem: ITEM,
      ConsiderationItem: [...ITEM, ['recipient', 'address']],
    },
    {
      domain: domain('Seaport', '0x0000000000000068F116a894984e2DB1123eB395'),
      message: {
        offerer: OPERATOR,
        zone: NOBODY,
        offer: [item(2, BOB, 1, { identifierOrCriteria: '4711' })],
        consideration: [
          item(0, NOBODY, 1, { startAmount: '1', endAmount: '1', recipient: OPERATOR }),
          item(0, NOBODY, 1, { startAmount: '25000000000000000', endAmount: '25000000000000000', recipient: BOB }),
        ],
        orderType: 0,
        startTime: 1_745_000_000,
        endTime: 1_790_000_000,
        zoneHash: WORD,
        salt: '1',
        conduitKey: WORD,
        counter: 0,
      },
    },
  ),
});
