/** Messages and calls that people sign every day: accounts of Avocado and Euler, delegates of Safes, and bridges. */
import { keccak256 } from '../../electron/crypto/keccak.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { ALICE, CONTRACT, calling, ETHER, encodeCall, OPERATOR as PAYER, WETH } from './evm-calls.ts';
import { ACCOUNT, BOB, OPERATOR, ofType, USDC } from './typed-message.ts';

const EVE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const NOBODY = `0x${'0'.repeat(40)}`;
const NOTHING = new Uint8Array(0);
const SOON = 1_790_000_000;
const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const hex = (bytes: Uint8Array) => `0x${hexEncode(bytes)}`;
const word = (address: string) => hexDecode(`${'00'.repeat(12)}${address.slice(2).toLowerCase()}`);
const transfer = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5_000_000n });

const CAST =
  'Cast(CastParams params,CastForwardParams forwardParams)Action(address target,bytes data,uint256 value,uint256 operation)CastForwardParams(uint256 gas,uint256 gasPrice,uint256 validAfter,uint256 validUntil,uint256 value)CastParams(Action[] actions,uint256 id,int256 avoNonce,bytes32 salt,address source,bytes metadata)';
const avocado = (chain: number, chainId = 634) => ({
  name: 'Avocado-Multisig',
  version: '1.1.0',
  chainId,
  verifyingContract: ACCOUNT,
  salt: hex(keccak256(hexDecode(chain.toString(16).padStart(64, '0')))),
});
const cast = (of: object, action: object = {}, params: object = {}) =>
  ofType(CAST, of, {
    params: {
      actions: [{ target: USDC, data: hex(transfer), value: 0, operation: 0, ...action }],
      id: 0,
      avoNonce: 1,
      salt: `0x${'00'.repeat(32)}`,
      source: NOBODY,
      metadata: '0x',
      ...params,
    },
    forwardParams: { gas: 0, gasPrice: 0, validAfter: 0, validUntil: SOON, value: 0 },
  });

const PERMIT =
  'Permit(address signer,address sender,uint256 nonceNamespace,uint256 nonce,uint256 deadline,uint256 value,bytes data)';
const CONNECTOR = '0x0C9a3dd6b8F28529d72d7f9cE918D493519EE383';
const permit = (data: Uint8Array, change: object = {}, verifyingContract = CONNECTOR) =>
  ofType(
    PERMIT,
    { name: 'Ethereum Vault Connector', chainId: 1, verifyingContract },
    {
      signer: OPERATOR,
      sender: NOBODY,
      nonceNamespace: 0,
      nonce: 0,
      deadline: SOON,
      value: 0,
      data: hex(data),
      ...change,
    },
  );
const operator = encodeCall('setAccountOperator(address account, address operator, bool authorized)', {
  account: OPERATOR,
  operator: EVE,
  authorized: true,
});
const operators = (operatorBitField: bigint) =>
  encodeCall('setOperator(bytes19 addressPrefix, address operator, uint256 operatorBitField)', {
    addressPrefix: Uint8Array.from(Buffer.from(OPERATOR.slice(2, -2), 'hex')),
    operator: EVE,
    operatorBitField,
  });
const controller = encodeCall('enableController(address account, address vault)', { account: OPERATOR, vault: EVE });
const withdraw = encodeCall('withdraw(uint256 assets, address receiver, address owner)', {
  assets: 5n,
  receiver: OPERATOR,
  owner: OPERATOR,
});
const batch = (...items: readonly (readonly [target: string, account: string, data: Uint8Array])[]) =>
  encodeCall(
    'batch((address targetContract, address onBehalfOfAccount, uint256 value, bytes data)[] items)',
    items.map(([targetContract, onBehalfOfAccount, data]) => ({ targetContract, onBehalfOfAccount, value: 0n, data })),
  );

corpus('everyday-messages', {
  'Avocado: a payment on Ethereum': whole(cast(avocado(1))),
  'Avocado: a payment on Base': whole(cast(avocado(8453), { target: USDC_ON_BASE })),
  'Avocado: coins on Polygon': whole(cast(avocado(137), { data: '0x', value: String(5n * ETHER) })),
  'Avocado: on a chain that is not known': blind(cast(avocado(987_654_321))),
  'Avocado: of another chain than its own': blind(cast(avocado(1, 1))),
  'Avocado: a delegate call': blind(cast(avocado(1), { operation: 1 })),
  'Avocado: within a flash loan': blind(cast(avocado(1), {}, { id: 20 })),
  'Euler: an operator': whole(permit(operator)),
  'Euler: an operator of some accounts': whole(permit(operators(0b1011n))),
  'Euler: an operator of every account': whole(permit(operators(2n ** 256n - 1n))),
  'Euler: an operator of no account': whole(permit(operators(0n))),
  'Euler: a vault that may take collateral, handed in by one account': whole(permit(controller, { sender: BOB })),
  'Euler: several calls, one of the connector itself': blind(
    permit(batch([CONNECTOR, NOBODY, controller], [CONTRACT, OPERATOR, withdraw])),
  ),
  'Euler: a call for another account of the owner': blind(
    permit(batch([CONTRACT, `${OPERATOR.slice(0, -2)}07`, withdraw])),
  ),
  'Euler: a call for an account of somebody else': blind(permit(batch([CONTRACT, EVE, withdraw]))),
  'Euler: a call of a token': blind(permit(batch([USDC, OPERATOR, transfer]))),
  'Euler: no call': blind(permit(NOTHING)),
  'Euler: a call that the connector does not have': blind(permit(transfer)),
  'Euler: at a contract that nobody knows': blind(permit(operator, {}, EVE)),
  'Safe: a delegate': whole(
    ofType(
      'Delegate(address delegateAddress,uint256 totp)',
      { name: 'Safe Transaction Service', version: '1.0', chainId: 1 },
      { delegateAddress: BOB, totp: 497_222 },
    ),
  ),
  'Safe: a delegate at another application': blind(
    ofType(
      'Delegate(address delegateAddress,uint256 totp)',
      { name: 'Transaction Service', version: '1.0', chainId: 1 },
      { delegateAddress: BOB, totp: 497_222 },
    ),
  ),
  'Safe: a proposal that is taken off': whole(
    ofType(
      'DeleteRequest(bytes32 safeTxHash,uint256 totp)',
      { name: 'Safe Transaction Service', version: '1.0', chainId: 1, verifyingContract: ACCOUNT },
      { safeTxHash: `0x${'ab'.repeat(32)}`, totp: 497_222 },
    ),
  ),
});

const POOL = '0xc026395860Db2d07ee33e05fE50ed7bD583189C7';
const SEND =
  'send((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)';
const FEE = ETHER / 1000n;
const send = (change: object = {}, { to = POOL, value = FEE, fee = FEE, refund = PAYER } = {}) =>
  calling(
    encodeCall(SEND, {
      sendParam: {
        dstEid: 30184n,
        to: word(PAYER),
        amountLD: 5_000_000n,
        minAmountLD: 4_990_000n,
        extraOptions: NOTHING,
        composeMsg: NOTHING,
        oftCmd: NOTHING,
        ...change,
      },
      fee: { nativeFee: fee, lzTokenFee: 0n },
      refundAddress: refund,
    }),
    { to, value },
  );

const SPOKE = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5';
const members = (type: string) =>
  `(${type} depositor, ${type} recipient, ${type} inputToken, ${type} outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, ${type} exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)`;
const given = {
  depositor: PAYER,
  recipient: PAYER,
  inputToken: USDC,
  outputToken: USDC_ON_BASE,
  inputAmount: 5_000_000n,
  outputAmount: 4_990_000n,
  destinationChainId: 8453n,
  exclusiveRelayer: NOBODY,
  quoteTimestamp: 1_745_383_555n,
  fillDeadline: 1_790_000_000n,
  exclusivityParameter: 0n,
  message: NOTHING,
};
const deposit = (change: object = {}, { to = SPOKE, value = 0n } = {}) =>
  calling(encodeCall(`depositV3${members('address')}`, { ...given, ...change }), { to, value });
const words = {
  depositor: word(PAYER),
  recipient: word(PAYER),
  inputToken: word(USDC),
  outputToken: word(USDC_ON_BASE),
  exclusiveRelayer: word(NOBODY),
};

corpus('everyday-calls', {
  'Stargate: dollars to Base': whole(send()),
  'Stargate: coins to Base': whole(
    send(
      { amountLD: ETHER, minAmountLD: ETHER },
      { to: '0x77b2043768d28E9C9aB44E1aBfC95944bcE57931', value: ETHER + FEE },
    ),
  ),
  'Stargate: for half of it': whole(send({ minAmountLD: 2_500_000n })),
  'Stargate: to nobody': whole(send({ to: word(NOBODY) })),
  'Stargate: by a bus': blind(send({ oftCmd: Uint8Array.of(1) })),
  'Stargate: with a message for a contract': blind(send({ composeMsg: transfer })),
  'Stargate: to a chain that is not known': blind(send({ dstEid: 39_999n })),
  'Stargate: to a key of another chain': blind(send({ to: new Uint8Array(32).fill(7) })),
  'Stargate: with more coins than the fee': blind(send({}, { value: ETHER })),
  'Stargate: with a high fee whose rest goes to another account': whole(
    send({}, { value: 10n * ETHER, fee: 10n * ETHER, refund: CONTRACT }),
  ),
  'LayerZero: a token that is not known': blind(send({}, { to: CONTRACT })),
  'Across: dollars to Base': whole(deposit()),
  'Across: dollars to Base, as words': whole(
    calling(encodeCall(`deposit${members('bytes32')}`, { ...given, ...words }), { to: SPOKE }),
  ),
  'Across: coins to Base': whole(
    deposit(
      {
        inputToken: WETH,
        outputToken: '0x4200000000000000000000000000000000000006',
        inputAmount: ETHER,
        outputAmount: (ETHER * 99n) / 100n,
      },
      { value: ETHER },
    ),
  ),
  'Across: to somebody, who can change it': whole(deposit({ depositor: ALICE, recipient: ALICE })),
  'Across: for half of it': whole(deposit({ outputAmount: 2_500_000n })),
  'Across: for nothing': whole(deposit({ outputAmount: 0n })),
  'Across: for a token that is not known': whole(deposit({ outputToken: EVE })),
  'Across: with a message for a contract': blind(deposit({ message: transfer })),
  'Across: to a chain that is not known': blind(deposit({ destinationChainId: 987_654_321n })),
  'Across: with coins that are not deposited': blind(deposit({}, { value: ETHER })),
  'Across: to a key of another chain': blind(
    calling(encodeCall(`deposit${members('bytes32')}`, { ...given, ...words, recipient: new Uint8Array(32).fill(7) }), {
      to: SPOKE,
    }),
  ),
  'Across: at a contract that nobody knows': blind(deposit({}, { to: CONTRACT })),
});
