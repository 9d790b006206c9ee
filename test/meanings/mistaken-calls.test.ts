/** Names that promise less than a call does: powers, code and items that stand for something else. */
import { blind, corpus, payload, whole } from './corpus.ts';
import { ALICE, BOB, CONTRACT, calling, described, encodeCall, multiSend, OPERATOR, USDC, WETH } from './evm-calls.ts';
import { domain, ofType, OPERATOR as SIGNER } from './typed-message.ts';

const NONE = new Uint8Array(0);
const NOBODY = `0x${'0'.repeat(40)}`;
const FACTORY = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67';
const SINGLETON = '0x41675C099F32341bf84BFc5382aF534df5C7461a';
const setup = encodeCall(
  'setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  {
    owners: [ALICE],
    threshold: 1n,
    to: NOBODY,
    data: NONE,
    fallbackHandler: NOBODY,
    paymentToken: NOBODY,
    payment: 0n,
    paymentReceiver: NOBODY,
  },
);
const made = (singleton: string, initializer: Uint8Array, to = FACTORY) =>
  calling(
    encodeCall('createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)', {
      singleton,
      initializer,
      saltNonce: 1n,
    }),
    { to },
  );
const EXEC_TRANSACTION =
  'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)';
const safe = (to: string, data: Uint8Array, operation: bigint) =>
  calling(
    encodeCall(EXEC_TRANSACTION, {
      to,
      value: 0n,
      data,
      operation,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: NOBODY,
      refundReceiver: NOBODY,
      signatures: new Uint8Array(65),
    }),
  );
const MULTI_SEND_150 = '0x218543288004CD07832472D464648173c77D7eB7';

const SEAPORT =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const order = (offered: object, paid: object = {}) =>
  ofType(
    SEAPORT,
    { ...domain('Seaport', '0x0000000000000068F116a894984e2DB1123eB395'), version: '1.6' },
    {
      offerer: SIGNER,
      zone: NOBODY,
      orderType: 0,
      startTime: 1_700_000_000,
      endTime: 1_790_000_000,
      zoneHash: `0x${'00'.repeat(32)}`,
      salt: 1,
      conduitKey: `0x${'00'.repeat(32)}`,
      counter: 0,
      offer: [{ itemType: 2, token: WETH, identifierOrCriteria: 1, startAmount: 1, endAmount: 1, ...offered }],
      consideration: [
        {
          itemType: 0,
          token: NOBODY,
          identifierOrCriteria: 0,
          startAmount: 1,
          endAmount: 1,
          recipient: SIGNER,
          ...paid,
        },
      ],
    },
  );

const power = (path: string, name: string, change: Record<string, unknown> = {}) => described(path, name, { change });
const vault = (signature: string, values: unknown, to = CONTRACT) => calling(encodeCall(signature, values), { to });
const SIGN_IN = `app.example wants you to sign in with your Ethereum account:
${OPERATOR}

`;
const text = (written: string) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', written, { hashFunction: 'HASH_FUNCTION_KECCAK256' });

corpus('mistaken-calls', {
  'Seaport: a token as an item': blind(order({ identifierOrCriteria: '5000000000000000000' })),
  'Seaport: any item of a token': blind(order({ itemType: 4, identifierOrCriteria: 0 })),
  'Seaport: a token as an item that is paid': blind(
    order({ itemType: 1, identifierOrCriteria: 0 }, { itemType: 2, token: USDC, identifierOrCriteria: 1 }),
  ),
  'Seaport: an item of a collection': whole(order({ token: CONTRACT })),

  'a power by a descriptor: a manager of positions': power('aave/calldata-lpv3', 'approvePositionManager'),
  'a power by a descriptor: a manager who is removed': power('aave/calldata-lpv3', 'approvePositionManager', {
    approve: false,
  }),
  'a power by a descriptor: a session': power('flyingtulip/calldata-SessionManager', 'createSession'),
  'a power by a descriptor: a debt': power('flyingtulip/calldata-PositionsManager', 'approveBorrow'),
  'a power by a descriptor: a signer': power('celo/calldata-celo_accounts', 'authorizeVoteSigner'),
  'a power by a descriptor: payments': power('celo/calldata-celo_accounts', 'setPaymentDelegation'),
  'a power by a descriptor: rewards': power('flare/calldata-ValidatorRewardManager-Flare', 'setClaimExecutors'),
  'a power by a descriptor: the address of rewards': power('sei/calldata-sei-distribution', 'setWithdrawAddress'),
  'a power by a descriptor: an approval and a call': blind(power('threshold/calldata-TBTC', 'approveAndCall')),

  'a Safe that is made': whole(made(SINGLETON, setup)),
  'a Safe that runs the code of others': blind(made(BOB, setup)),
  'a Safe without an owner': blind(made(SINGLETON, NONE)),
  'a Safe of a factory that nobody knows': blind(made(SINGLETON, setup, BOB)),
  'a Safe that calls somebody when it is made': blind(
    calling(
      encodeCall('createProxyWithCallback(address singleton, bytes initializer, uint256 saltNonce, address callback)', {
        singleton: SINGLETON,
        initializer: setup,
        saltNonce: 1n,
        callback: BOB,
      }),
      { to: FACTORY },
    ),
  ),
  'several calls, one of nobody, which is the Safe': blind(
    safe(MULTI_SEND_150, multiSend([NOBODY, 0n, encodeCall('enableModule(address module)', BOB)]), 1n),
  ),

  'a vault that nobody knows: a deposit': blind(
    vault('deposit(uint256 assets, address receiver)', { assets: 5n, receiver: OPERATOR }),
  ),
  'a vault that is a token': blind(
    vault('deposit(uint256 assets, address receiver)', { assets: 5n, receiver: OPERATOR }, USDC),
  ),
  'votes at a contract that nobody knows': blind(vault('delegate(address delegatee)', BOB)),
  'votes of a known token': whole(
    vault('delegate(address delegatee)', BOB, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'),
  ),

  'a text of numbers with two blanks': whole(text(`${'1  '.repeat(28)}x`)),
  'a sign-in with one long word': text(`${SIGN_IN}${'a-'.repeat(200)}evil.example

URI: https://app.example
Version: 1
Chain ID: 1
Nonce: abcdefgh12
Issued At: 2025-04-23T04:25:55Z`),
});
