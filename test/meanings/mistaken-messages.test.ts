/** Messages whose words promise less than the signature gives, at contracts and on other chains. */
import { utf8Encode } from '../../shared/wire/index.ts';
import { hex } from '../unit/crypto/payloads/forms/builder.ts';
import { amino, coin, SENDER, send, VALIDATOR } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { blind, type Case, corpus, payload, whole } from './corpus.ts';
import { BOB, domain, nested, OPERATOR, ofType, USDC } from './typed-message.ts';

const SAFE = { chainId: 1, verifyingContract: BOB };
const safe = (text: string | Uint8Array) =>
  ofType('SafeMessage(bytes message)', SAFE, {
    message: `0x${hex(typeof text === 'string' ? utf8Encode(text) : text)}`,
  });
const signIn = (asking: string) =>
  `${asking} wants you to sign in with your Ethereum account:\n${BOB}\n\n\nURI: https://app.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh12\nIssued At: 2025-04-23T04:25:55Z`;
const keys = 'Sign to derive your private keys for the app';

const padded = (address: string) => `0x${'00'.repeat(12)}${address.slice(2)}`;
const SPEC =
  'TransferSpec(uint32 version,uint32 sourceDomain,uint32 destinationDomain,bytes32 sourceContract,bytes32 destinationContract,bytes32 sourceToken,bytes32 destinationToken,bytes32 sourceDepositor,bytes32 destinationRecipient,bytes32 sourceSigner,bytes32 destinationCaller,uint256 value,bytes32 salt,bytes hookData)';
const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const gateway = (spec: object, intent: object = {}) =>
  ofType(
    `BurnIntent(uint256 maxBlockHeight,uint256 maxFee,TransferSpec spec)${SPEC}`,
    { name: 'GatewayWallet', version: '1' },
    {
      maxBlockHeight: 30_000_000,
      maxFee: 2_000_000,
      ...intent,
      spec: {
        version: 1,
        sourceDomain: 0,
        destinationDomain: 6,
        sourceContract: padded('0x77777777dcc4d5a8b6e418fd04d8997ef11000ee'),
        destinationContract: padded('0x2222222d7164433c4c09b0b0d809a9b52c04c205'),
        sourceToken: padded(USDC),
        destinationToken: padded(BASE_USDC),
        sourceDepositor: padded(OPERATOR),
        destinationRecipient: padded(BOB),
        sourceSigner: padded(OPERATOR),
        destinationCaller: `0x${'00'.repeat(32)}`,
        value: 5_000_000,
        salt: `0x${'01'.repeat(32)}`,
        hookData: '0x',
        ...spec,
      },
    },
  );

const BY_TYPE =
  'DelegateByType(address delegator,address delegatee,uint8 delegationType,uint256 nonce,uint256 deadline)';
const delegated = (delegationType: number) =>
  ofType(BY_TYPE, domain('Aave', USDC), {
    delegator: OPERATOR,
    delegatee: BOB,
    delegationType,
    nonce: 0,
    deadline: 1_790_000_000,
  });
const credit = (value: number) =>
  ofType('DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)', domain('Debt', USDC), {
    delegatee: BOB,
    value,
    nonce: 0,
    deadline: 1_790_000_000,
  });

const cosmos = (message: object, signWith = SENDER): Case =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', amino([message]), { signWith, hashFunction: 'HASH_FUNCTION_SHA256' });
const to = (address: string) => cosmos({ ...send, value: { ...send.value, to_address: address } });
const staked = (validator: string) =>
  cosmos({
    type: 'cosmos-sdk/MsgDelegate',
    value: { amount: coin('1'), delegator_address: SENDER, validator_address: validator },
  });
const sent = (change: object) =>
  cosmos({
    type: 'cosmos-sdk/MsgTransfer',
    value: {
      source_port: 'transfer',
      source_channel: 'channel-141',
      token: coin('1'),
      sender: SENDER,
      receiver: 'osmo1qqqqqq',
      timeout_height: {},
      timeout_timestamp: '1790000000000000000',
      ...change,
    },
  });
const text = (written: string) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', written, { hashFunction: 'HASH_FUNCTION_KECCAK256' });

corpus('mistaken-messages', {
  'Safe: a text': whole(safe('hello')),
  'Safe: a sign-in': whole(safe(signIn('app.example'))),
  'Safe: a sign-in of another domain': safe(signIn('evil.example')),
  'Safe: a text about keys': safe(keys),
  'Safe: a request of a custody service': blind(safe('[{"organizationId":"5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90"}]')),
  'Safe: typed data with a blank before it': blind(safe(' {"primaryType":"Permit","types":{}}')),
  'Safe: a hash': blind(safe(new Uint8Array(32).fill(0xab))),
  'Safe: a hash that is letters': blind(safe('a'.repeat(32))),
  'Safe: a personal message': whole(safe('\u0019Ethereum Signed Message:\n5hello')),
  'Safe: a personal message with a hash': blind(safe(`\u0019Ethereum Signed Message:\n32${'a'.repeat(32)}`)),
  'ERC-7739: a permit of no account': blind(
    nested(
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      { owner: `0x${'0'.repeat(40)}`, spender: BOB, value: '1', nonce: 0, deadline: 1_900_000_000 },
      { change: { verifyingContract: `0x${'0'.repeat(40)}` } },
    ),
  ),

  'Gateway: a transfer': whole(gateway({})),
  'Gateway: a fee without a limit': whole(gateway({}, { maxFee: (2n ** 256n - 1n).toString() })),
  'Gateway: a recipient that is nobody': whole(gateway({ destinationRecipient: padded(`0x${'0'.repeat(40)}`) })),
  'Gateway: another token at the other end': blind(gateway({ destinationToken: padded(BOB) })),
  'Gateway: an address of Ethereum on Solana': blind(gateway({ destinationDomain: 5 })),
  'Gateway: a version to come': blind(gateway({ version: 2 })),
  'Gateway: a chain that is not known': blind(gateway({ destinationDomain: 99 })),
  'Gateway: a recipient beyond an address': blind(gateway({ destinationRecipient: `0x${'ab'.repeat(32)}` })),
  'Gateway: a signer who does not sign': whole(gateway({ sourceSigner: padded(BOB) })),

  'Aave: a delegation of votes': whole(delegated(0)),
  'Aave: a delegation of proposals': whole(delegated(1)),
  'Aave: a delegation of an unknown power': blind(delegated(7)),
  'Aave: a credit that is taken back': whole(credit(0)),

  'Cosmos: a recipient of another chain': whole(to('osmo1w508d6qejxtdg4y5r3zarvary0c5xw7kah7jwz')),
  'Cosmos: a recipient that is no address': whole(to('hello')),
  'Cosmos: a validator': whole(staked(VALIDATOR)),
  'Cosmos: a validator that is an account': whole(staked(SENDER)),
  'Cosmos: an account that signs by its key': whole(
    cosmos(send, '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
  ),
  'Cosmos: a transfer by the port of a contract': blind(sent({ source_port: 'wasm.cosmos1contract' })),
  'Cosmos: a transfer that never comes back': sent({ timeout_timestamp: '0' }),

  'a sign-in at a script': text(
    signIn('app.example').replace('https://app.example', 'javascript://app.example/%0aalert(1)'),
  ),
  'a sign-in at an application': text(signIn('app.example').replace('https://app.example', 'wallet://app.example')),
  'a sign-in that never ends': text(`${signIn('app.example')}\nExpiration Time: 9999-01-01T00:00:00Z`),
  'a sign-in with an open date': text(`${signIn('app.example')}\nExpiration Time: 1/2/2030`),
  'a sign-in on a chain with a name': text(signIn('app.example').replace('Chain ID: 1', 'Chain ID: mainnet')),
  'a sign-in on chain 0': text(signIn('app.example').replace('Chain ID: 1', 'Chain ID: 0')),
  'nearly a sign-in, with a hyphen': text(signIn('app.example').replace('sign in', 'sign-in')),
  'nearly a sign-in, with other blanks': text(signIn('app.example').replace('you to', 'you\u00a0to')),
  'nearly a sign-in, with two blanks': text(signIn('app.example').replace('your Ethereum', 'your  Ethereum')),
  'a request of OAuth': text('POST&https%3A%2F%2Fapi.example%2Fpay&oauth_nonce%3D1'),
  'a request in lines': text('POST\n/api/v1/withdraw\n1683000000'),
  'a request with a time': text('apiKey=a&side=SELL&time=1683000000000'),
  'an order that ends before it begins': ofType(
    'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
    domain('USD Coin', USDC),
    {
      from: OPERATOR,
      to: BOB,
      value: 5,
      validAfter: 1_800_000_000,
      validBefore: 1_790_000_000,
      nonce: `0x${'01'.repeat(32)}`,
    },
  ),
  'an application with a joined letter': ofType(
    'SafeMessage(bytes message)',
    { name: '\ufb01nance', ...SAFE },
    { message: '0x68656c6c6f' },
  ),

  'a text with control characters': blind(text('\u0002abc')),
  'a text with a zero': blind(text('a\0b')),
  'a text with lines': whole(text('a\n\tb\r\n')),
});
