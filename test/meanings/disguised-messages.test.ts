import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { ETHER, encodeCall, multiSend, WETH } from './evm-calls.ts';
import { BOB, domain, nested, OPERATOR, ofType, USDC } from './typed-message.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const WORD = `0x${'00'.repeat(32)}`;
const SOON = 1_790_000_000;
const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe';
const MULTI_SEND = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D';
const hexOf = (bytes: Uint8Array) => `0x${hexEncode(bytes)}`;
const someone = (digit: number) => `0x${String(digit).repeat(40)}`;
const approve = hexOf(
  encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount: 2n ** 256n - 1n }),
);
const transfer = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5_000_000n });

const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
const permit = (change: object, of: object = domain('USD Coin', USDC)) =>
  ofType(PERMIT, of, { owner: OPERATOR, spender: BOB, value: '5', nonce: 0, deadline: SOON, ...change });
const PERMIT2 = { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const allowance = (change: object) =>
  ofType(`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`, PERMIT2, {
    details: { token: USDC, amount: '5000000', expiration: 0, nonce: 0, ...change },
    spender: BOB,
    sigDeadline: SOON,
  });
const allowances = (amounts: readonly string[]) =>
  ofType(`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`, PERMIT2, {
    details: amounts.map((amount, index) => ({ token: someone(index + 1), amount, expiration: SOON, nonce: 0 })),
    spender: BOB,
    sigDeadline: SOON,
  });
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)';

const SAFE_TX =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
const safeTx = (change: object) =>
  ofType(
    SAFE_TX,
    { chainId: 1, verifyingContract: SAFE },
    {
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
  );
const safeMessage = (text: string) =>
  ofType('SafeMessage(bytes message)', { chainId: 1, verifyingContract: SAFE }, { message: hexOf(utf8Encode(text)) });

const halves = (high: bigint, low: bigint) =>
  `0x${[high, low].map((each) => each.toString(16).padStart(32, '0')).join('')}`;
const operation = (change: object) =>
  ofType(
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
    domain('ERC4337', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'),
    {
      sender: SAFE,
      nonce: 0,
      initCode: '0x',
      callData: '0x',
      preVerificationGas: 50_000,
      accountGasLimits: halves(200_000n, 100_000n),
      gasFees: halves(1_000_000_000n, 30_000_000_000n),
      paymasterAndData: '0x',
      ...change,
    },
  );

const SEAPORT =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const paid = (amount: string, recipient: string) => ({
  itemType: 0,
  token: NOBODY,
  identifierOrCriteria: 0,
  startAmount: amount,
  endAmount: amount,
  recipient,
});
const sale = (consideration: readonly object[]) =>
  ofType(SEAPORT, domain('Seaport', '0x0000000000000068F116a894984e2DB1123eB395'), {
    offerer: OPERATOR,
    zone: NOBODY,
    offer: [{ itemType: 2, token: someone(7), identifierOrCriteria: '5', startAmount: 1, endAmount: 1 }],
    consideration,
    orderType: 0,
    startTime: 1_745_000_000,
    endTime: SOON,
    zoneHash: WORD,
    salt: 0,
    conduitKey: WORD,
    counter: 0,
  });

const zksync = (change: object, chain: object = { chainId: 324 }) =>
  ofType(
    'Transaction(uint256 txType,uint256 from,uint256 to,uint256 gasLimit,uint256 gasPerPubdataByteLimit,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 paymaster,uint256 nonce,uint256 value,bytes data,bytes32[] factoryDeps,bytes paymasterInput)',
    { name: 'zkSync', version: '2', ...chain },
    {
      txType: 113,
      from: BigInt(OPERATOR).toString(),
      to: BigInt(BOB).toString(),
      gasLimit: 300_000,
      gasPerPubdataByteLimit: 50_000,
      maxFeePerGas: 250_000_000,
      maxPriorityFeePerGas: 0,
      paymaster: 0,
      nonce: 0,
      value: String(ETHER),
      data: '0x',
      factoryDeps: [],
      paymasterInput: '0x',
      ...change,
    },
  );
const paymaster = BigInt(someone(7)).toString();
const approved = (inner: Uint8Array) =>
  hexOf(
    encodeCall('approvalBased(address token, uint256 minAllowance, bytes input)', {
      token: USDC,
      minAllowance: 2n ** 256n - 1n,
      input: inner,
    }),
  );

const bet = (change: object) =>
  ofType(
    'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
    {
      name: 'Polymarket CTF Exchange',
      version: '1',
      chainId: 137,
      verifyingContract: '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E',
    },
    {
      salt: 1,
      maker: OPERATOR,
      signer: OPERATOR,
      taker: NOBODY,
      tokenId: '4711',
      makerAmount: '500000000',
      takerAmount: '1000000000',
      expiration: SOON,
      nonce: 0,
      feeRateBps: 0,
      side: 0,
      signatureType: 0,
      ...change,
    },
  );
const hyperliquid = (type: string, message: object) =>
  ofType(
    `HyperliquidTransaction:${type}`,
    { name: 'HyperliquidSignTransaction', version: '1', chainId: 42161, verifyingContract: NOBODY },
    { hyperliquidChain: 'Mainnet', ...message },
  );
const inBytes = (address: string) => `0x${'00'.repeat(12)}${address.slice(2)}`;

corpus('disguised-messages', {
  'a permit of nothing': whole(permit({ value: 0 })),
  'a permit of more than there can ever be': whole(permit({ value: `1${'0'.repeat(30)}` })),
  'a permit of a contract with the name of a token': whole(permit({}, domain('USD Coin', someone(9)))),
  'a permit of a name in full width letters': whole(permit({}, domain('ＵＳＤＣ', someone(9)))),
  'a permit of a name with an Armenian letter': whole(permit({}, domain('U\u0578iswap', someone(9)))),
  'a permit of a name of Cyrillic letters alone': whole(permit({}, domain('\u0410\u0410\u0412\u0415', someone(9)))),
  'a permit of a Chinese and Latin name': whole(permit({}, domain('USD 稳定币', someone(9)))),
  'Permit2: an allowance for one block': whole(allowance({})),
  'Permit2: an allowance of nothing': whole(allowance({ amount: 0, expiration: SOON })),
  'Permit2: everything of the last of five tokens': whole(allowances(['0', '0', '0', '0', String(2n ** 160n - 1n)])),
  'Permit2: no tokens at all': whole(allowances([])),
  'Permit2: a witness that nothing explains': blind(
    ofType(
      `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Plan witness)Plan(address recipient,uint256 minPrice)${PERMISSIONS}`,
      PERMIT2,
      {
        permitted: { token: USDC, amount: '5000000' },
        spender: BOB,
        nonce: 0,
        deadline: SOON,
        witness: { recipient: BOB, minPrice: '7' },
      },
    ),
  ),
  'Permit2: an allowance for one block, in a wrapper (ERC-7739)': whole(
    nested(
      `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
      { details: { token: USDC, amount: 5, expiration: 0, nonce: 0 }, spender: BOB, sigDeadline: SOON },
      { of: PERMIT2 },
    ),
  ),
  'a Safe runs another function as a delegate call': blind(safeTx({ to: MULTI_SEND, operation: 1, data: approve })),
  'a Safe runs nothing as a delegate call, with coins': blind(
    safeTx({ to: MULTI_SEND, operation: 1, value: String(ETHER) }),
  ),
  'a Safe makes several calls, with coins that are not sent': whole(
    safeTx({ to: MULTI_SEND, operation: 1, value: String(ETHER), data: hexOf(multiSend([USDC, 0n, transfer])) }),
  ),
  'a Safe has another contract make several calls': whole(
    safeTx({ to: MULTI_SEND, data: hexOf(multiSend([USDC, 0n, transfer])) }),
  ),
  'a Safe with an operation that there is not': blind(safeTx({ operation: 2 })),
  'a text that spells a hash, for a Safe': blind(safeMessage(`0x${'ab'.repeat(32)}`)),
  'a text that spells typed data, for a Safe': blind(safeMessage('{"primaryType":"Permit"}')),
  'a user operation that calls a token before its account is made': blind(
    operation({ initCode: `${USDC}${hexOf(transfer).slice(2)}` }),
  ),
  'a user operation whose account runs other code (EIP-7702)': blind(
    operation({ initCode: `0x7702${'00'.repeat(18)}` }),
  ),
  'a user operation that a paymaster pays': blind(operation({ paymasterAndData: `${BOB}${'00'.repeat(32)}` })),
  'a sale of which others get almost everything': whole(sale([paid('1', OPERATOR), paid(String(ETHER), BOB)])),
  'a sale with a fee': whole(sale([paid(String(ETHER), OPERATOR), paid(String(ETHER / 40n), BOB)])),
  'zkSync: coins of another account': whole(zksync({ from: BigInt(BOB).toString() })),
  'zkSync: on a chain without such transactions': blind(zksync({}, { chainId: 1 })),
  'zkSync: on no chain': blind(zksync({}, {})),
  'zkSync: a paymaster that takes no tokens': whole(
    zksync({ paymaster, paymasterInput: hexOf(encodeCall('general(bytes input)', new Uint8Array(0))) }),
  ),
  'zkSync: a paymaster that may take all tokens': whole(
    zksync({ paymaster, paymasterInput: approved(new Uint8Array(0)) }),
  ),
  'zkSync: a paymaster that is told something nobody knows': blind(zksync({ paymaster, paymasterInput: '0x12345678' })),
  'Polymarket: shares for more than they can pay': whole(bet({ makerAmount: '1000000000', takerAmount: '1' })),
  'Polymarket: shares for next to nothing': whole(bet({ side: 1, makerAmount: '1000000000', takerAmount: '1' })),
  'Polymarket: a fee of everything': whole(bet({ feeRateBps: 10_000 })),
  'Compound: a manager, by a signature that has ended': whole(
    ofType(
      'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
      domain('Compound USDC', '0xc3d688B66703497DAA19211EEdff47f25384cdc3'),
      { owner: OPERATOR, manager: BOB, isAllowed: true, nonce: 0, expiry: 0 },
    ),
  ),
  'Across: a deposit on another chain than the domain': blind(
    ofType(
      'UpdateDepositDetails(uint256 depositId,uint256 originChainId,uint256 updatedOutputAmount,bytes32 updatedRecipient,bytes updatedMessage)',
      { name: 'ACROSS-V2', version: '1.0.0', chainId: 1 },
      {
        depositId: 5,
        originChainId: 10,
        updatedOutputAmount: '5',
        updatedMessage: '0x',
        updatedRecipient: inBytes(BOB),
      },
    ),
  ),
  'Across: a deposit for nothing': whole(
    ofType(
      'UpdateDepositDetails(uint256 depositId,uint256 originChainId,uint256 updatedOutputAmount,bytes32 updatedRecipient,bytes updatedMessage)',
      { name: 'ACROSS-V2', version: '1.0.0', chainId: 1 },
      {
        depositId: 5,
        originChainId: 1,
        updatedOutputAmount: '0',
        updatedMessage: '0x',
        updatedRecipient: inBytes(BOB),
      },
    ),
  ),
  'Hyperliquid: an account of two signers': whole(
    hyperliquid('ConvertToMultiSigUser(string hyperliquidChain,string signers,uint64 nonce)', {
      signers: JSON.stringify({ authorizedUsers: [BOB.toLowerCase(), OPERATOR.toLowerCase()], threshold: 2 }),
      nonce: 1,
    }),
  ),
  'Hyperliquid: a token with its time': whole(
    hyperliquid('SpotSend(string hyperliquidChain,string destination,string token,string amount,uint64 time)', {
      destination: BOB.toLowerCase(),
      token: 'PURR:0xc4bf3f870c0e9465323c0b6ed28096c2',
      amount: '100',
      time: 1_745_383_555_000,
    }),
  ),
  'Hyperliquid: a token with the name of another': whole(
    hyperliquid('SpotSend(string hyperliquidChain,string destination,string token,string amount,uint64 time)', {
      destination: BOB.toLowerCase(),
      token: 'USDC:0x0d01dc56dcaaca66ad901c959b4011ec',
      amount: '5',
      time: 1_745_383_555_000,
    }),
  ),
  'Hyperliquid: an asset between two dexes': whole(
    hyperliquid(
      'SendAsset(string hyperliquidChain,string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce)',
      {
        destination: BOB.toLowerCase(),
        sourceDex: 'spot',
        destinationDex: '',
        fromSubAccount: '',
        nonce: 1,
        token: 'HYPE:0x0d01dc56dcaaca66ad901c959b4011ec',
        amount: '1000',
      },
    ),
  ),
  'coins that whoever hands a call in pays': whole(
    ofType(
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)',
      domain('Forwarder', someone(9)),
      { from: OPERATOR, to: BOB, value: String(ETHER), gas: 100_000, nonce: 0, data: '0x' },
    ),
  ),
  'calls of an account that has no rule': blind(
    ofType('Execute(Call[] calls,uint256 nonce)Call(address to,uint256 value,bytes data)', domain('Account', SAFE), {
      calls: [{ to: USDC, value: 0, data: approve }],
      nonce: 0,
    }),
  ),
  'an order of a market that has no rule': blind(
    ofType('Maker(address collection,address currency,address signer,uint256 price)', domain('Market', someone(9)), {
      collection: someone(7),
      currency: WETH,
      signer: OPERATOR,
      price: '1',
    }),
  ),
});
