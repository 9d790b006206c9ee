import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { encodeCall } from './evm-calls.ts';
import { BOB, domain, OPERATOR, ofType, USDC } from './typed-message.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const WORD = `0x${'00'.repeat(32)}`;
const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe';
const MULTI_SEND = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D';
const MOST = String(2n ** 256n - 1n);
const SOON = 1_790_000_000;
const usdc = domain('USD Coin', USDC);
const hexOf = (bytes: Uint8Array) => `0x${hexEncode(bytes)}`;
const bytesOf = (digits: string) => Uint8Array.from(Buffer.from(digits.replace(/^0x/, ''), 'hex'));
const approval = (amount: bigint) =>
  hexOf(encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount }));
const approve = approval(2n ** 256n - 1n);
const nothing = approval(0n);

const SAFE_TX =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
const OLD_SAFE_TX = SAFE_TX.replace('baseGas', 'dataGas');
const safeTx = (change: object, type = SAFE_TX, of: object = { chainId: 1, verifyingContract: SAFE }) =>
  ofType(type, of, {
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
  });
/** A call as MultiSend reads it, with this operation and this stated length of data. */
const packed = (operation: number, length: number, data = '') =>
  bytesOf(
    `${operation.toString(16).padStart(2, '0')}${BOB.slice(2)}${'0'.repeat(64)}${length.toString(16).padStart(64, '0')}${data}`,
  );
const multiSend = (transactions: Uint8Array) =>
  safeTx({ to: MULTI_SEND, operation: 1, data: hexOf(encodeCall('multiSend(bytes transactions)', transactions)) });
/** A call of ERC-7579: the mode, and the packed call. */
const execute = (mode: string, packedCall: string) =>
  hexOf(
    encodeCall('execute(bytes32 mode, bytes executionCalldata)', {
      mode: bytesOf(mode.padEnd(64, '0')),
      executionCalldata: bytesOf(packedCall),
    }),
  );
const operation = (callData: string) =>
  ofType(
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
    domain('ERC4337', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'),
    {
      sender: SAFE,
      nonce: 0,
      initCode: '0x',
      callData,
      accountGasLimits: WORD,
      preVerificationGas: 0,
      gasFees: WORD,
      paymasterAndData: '0x',
    },
  );
const data = bytesOf(nothing);
const FORWARD = 'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce';
const ballot = (support: number) =>
  ofType('Ballot(uint256 proposalId,uint8 support)', domain('Governor', SAFE), { proposalId: 5, support });

corpus('unknown-messages', {
  'Avocado: a delegate call of a harmless function': blind(
    ofType(
      'Cast(CastParams params)Action(address target,bytes data,uint256 value,uint256 operation)CastParams(Action[] actions,uint256 id,int256 avoNonce,bytes32 salt,address source,bytes metadata)',
      domain('Avocado-Multisig', SAFE, 634),
      {
        params: {
          actions: [{ target: USDC, data: nothing, value: 0, operation: 1 }],
          id: 0,
          avoNonce: 0,
          salt: WORD,
          source: NOBODY,
          metadata: '0x',
        },
      },
    ),
  ),
  'a call in bytes without a callee': blind(
    ofType('Task(string name,bytes payload)', usdc, { name: 'x', payload: approve }),
  ),
  'a call with two callees': blind(
    ofType('Execute(address sender,address target,uint256 value,bytes data)', usdc, {
      sender: USDC,
      target: USDC,
      value: 0,
      data: nothing,
    }),
  ),
  'a call with two data': blind(
    ofType('Execute(address to,uint256 value,bytes data,bytes callData)', usdc, {
      to: USDC,
      value: 0,
      data: nothing,
      callData: approve,
    }),
  ),
  'a call of a contract on another chain': blind(
    ofType('Remote(uint256 destinationChainId,address callee,bytes message)', usdc, {
      destinationChainId: 10,
      callee: USDC,
      message: approve,
    }),
  ),
  'a call that may fail in a batch': blind(
    ofType('Batch(Item[] items)Item(address target,bool allowFailure,bytes callData)', usdc, {
      items: [{ target: USDC, allowFailure: true, callData: approve }],
    }),
  ),
  'a payment that no standard has': blind(
    ofType('Payment(address recipient,uint256 amount,address token)', domain('Pay', SAFE), {
      recipient: BOB,
      amount: MOST,
      token: USDC,
    }),
  ),
  'an order of a market that has no rule, with its tokens': blind(
    ofType(
      'Order(address trader,uint8 side,address collection,uint256 tokenId,address paymentToken,uint256 price)',
      domain('Market', SAFE),
      { trader: OPERATOR, side: 1, collection: BOB, tokenId: 1, paymentToken: NOBODY, price: 1 },
    ),
  ),
  'an order across chains (ERC-7683)': blind(
    ofType(
      'GaslessCrossChainOrder(address originSettler,address user,uint256 nonce,uint256 originChainId,uint32 openDeadline,uint32 fillDeadline,bytes32 orderDataType,bytes orderData)',
      domain('Settler', SAFE),
      {
        originSettler: SAFE,
        user: OPERATOR,
        nonce: 0,
        originChainId: 1,
        openDeadline: SOON,
        fillDeadline: SOON,
        orderDataType: WORD,
        orderData: '0x',
      },
    ),
  ),
  'an approval of all tokens of a collection': blind(
    ofType('PermitForAll(address owner,address operator,bool approved,uint256 nonce,uint256 deadline)', usdc, {
      owner: OPERATOR,
      operator: BOB,
      approved: true,
      nonce: 0,
      deadline: SOON,
    }),
  ),
  'an authorization in typed data': blind(
    ofType(
      'Authorization(uint256 chainId,address address,uint256 nonce)',
      { name: 'x' },
      { chainId: 1, address: BOB, nonce: 0 },
    ),
  ),
  'a Safe of an early version': blind(
    safeTx({ baseGas: undefined, dataGas: 0 }, OLD_SAFE_TX, { verifyingContract: SAFE }),
  ),
  'a Safe on no chain': whole(safeTx({ value: '5' }, SAFE_TX, { verifyingContract: SAFE })),
  'a Safe that pays a fortune for gas': whole(
    safeTx({ gasPrice: '1000000000000000000', baseGas: '100000', refundReceiver: BOB }),
  ),
  'a Safe that pays for gas in a token': whole(safeTx({ gasPrice: '1000000', baseGas: '100000', gasToken: USDC })),
  'a Safe that gets an owner': whole(
    safeTx({
      to: SAFE,
      data: hexOf(
        encodeCall('addOwnerWithThreshold(address owner, uint256 _threshold)', { owner: BOB, _threshold: 1n }),
      ),
    }),
  ),
  'several calls of a Safe, of which one is a delegate call': blind(multiSend(packed(1, 4, 'deadbeef'))),
  'several calls of a Safe, of which one states too many bytes': blind(multiSend(packed(0, 32, '04'))),
  'several calls of a Safe, with an operation that there is not': blind(multiSend(packed(2, 0))),
  'several calls of a Safe, that are none': blind(multiSend(new Uint8Array())),
  'an operation in a mode of one call': whole(
    operation(execute('00', `${USDC.slice(2)}${'00'.repeat(32)}${approve.slice(2)}`)),
  ),
  'an operation in the mode of a delegate call': blind(operation(execute('ff', `${BOB.slice(2)}${nothing.slice(2)}`))),
  'an operation in a mode with a selector of its own': blind(
    operation(execute('0001000000000000deadbeef', `${USDC.slice(2)}${'00'.repeat(32)}${nothing.slice(2)}`)),
  ),
  'an operation whose account runs a call with a kind': blind(
    operation(
      hexOf(
        encodeCall('executeUserOp(address to, uint256 value, bytes data, uint8 operation)', {
          to: USDC,
          value: 0n,
          data,
          operation: 1n,
        }),
      ),
    ),
  ),
  'an operation of lists of different lengths': blind(
    operation(hexOf(encodeCall('executeBatch(address[] dest, bytes[] func)', { dest: [USDC, BOB], func: [data] }))),
  ),
  'a call for a relayer of another standard': blind(
    ofType(`${FORWARD},uint48 deadline,bytes data)`, domain('Forwarder', SAFE), {
      from: OPERATOR,
      to: USDC,
      value: '1000000000000000000',
      gas: 100_000,
      nonce: 0,
      deadline: SOON,
      data: approve,
    }),
  ),
  'a call for a relayer, with a kind of call': blind(
    ofType(`${FORWARD},bytes data,uint8 kind)`, domain('Forwarder', SAFE), {
      from: OPERATOR,
      to: USDC,
      value: 0,
      gas: 1,
      nonce: 0,
      data: nothing,
      kind: 1,
    }),
  ),
  'a call for a relayer, on another chain than the domain': blind(
    ofType(
      'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)',
      domain('GelatoRelay1BalanceERC2771', SAFE),
      { chainId: 10, target: USDC, data: approve, user: OPERATOR, userNonce: 0, userDeadline: 0 },
    ),
  ),
  'a vote for': whole(ballot(1)),
  'a vote of a choice that governors do not have': blind(ballot(7)),
  'a text for an account that validates': whole(
    ofType('PersonalSign(bytes prefixed)', domain('Solady', SAFE), {
      prefixed: hexOf(utf8Encode('\u0019Ethereum Signed Message:\n2hi')),
    }),
  ),
  'payments of a list': blind(
    ofType('Pay(address[] recipients,uint256[] amounts)', domain('X', BOB), {
      recipients: [OPERATOR, BOB],
      amounts: ['1', '2'],
    }),
  ),
  'a withdrawal to a key of another chain': blind(
    ofType('WithdrawRequest(bytes32 l2Recipient,uint128 quantum,uint32 chain)', domain('X', BOB), {
      l2Recipient: `0x${'11'.repeat(32)}`,
      quantum: 5,
      chain: 10,
    }),
  ),
  'a transaction of a Safe that pays for its gas': safeTx({ gasPrice: '1000000000', baseGas: 21_000 }),
});
