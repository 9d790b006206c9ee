import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { encodeCall } from './evm-calls.ts';
import { ACCOUNT, account, BOB, domain, nested, OPERATOR, ofType, USDC, WRAPPED } from './typed-message.ts';

const ROOT = `0x${'ff'.repeat(32)}`;
const ANYBODY = '0x0000000000000000000000000000000000000a11';
const MANAGER = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3';
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const half = (value: bigint | number) => value.toString(16).padStart(32, '0');
const bare = (address: string) => address.slice(2).toLowerCase();

const DELEGATION =
  'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)';
const delegation = (
  caveats: readonly (readonly [enforcer: string, terms: string])[],
  change: object = {},
  manager = MANAGER,
) =>
  ofType(DELEGATION, domain('DelegationManager', manager), {
    delegate: BOB,
    delegator: OPERATOR,
    authority: ROOT,
    salt: 0,
    caveats: caveats.map(([enforcer, terms]) => ({ enforcer, terms: `0x${terms}` })),
    ...change,
  });
const UNTIL_2026 = ['0x1046bb45C8d673d4ea75321280DB34899413c069', `${half(0)}${half(1_790_000_000)}`] as const;
const TOKENS = '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc';

const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
const permit = { owner: ACCOUNT, spender: BOB, value: '10500000', nonce: 0, deadline: 1_790_000_000 };
const personal = (
  message: string,
  prefix = `\u0019Ethereum Signed Message:\n${utf8Encode(message).length}`,
  more = '',
) =>
  ofType(`PersonalSign(bytes prefixed${more})`, domain('Solady', ACCOUNT), {
    prefixed: `0x${hexEncode(utf8Encode(`${prefix}${message}`))}`,
    ...(more === '' ? {} : { more: 1 }),
  });
const SAFE_TX =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
const NOBODY = `0x${'0'.repeat(40)}`;
const safeTx = {
  to: USDC,
  value: 0,
  operation: 0,
  safeTxGas: 0,
  baseGas: 0,
  gasPrice: 0,
  gasToken: NOBODY,
  refundReceiver: NOBODY,
  nonce: 4,
  data: `0x${hexEncode(encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 1_500_000n }))}`,
};
const SIGN_IN = [
  'service.example wants you to sign in with your Ethereum account:',
  ACCOUNT,
  '',
  'URI: https://service.example/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32891756',
  'Issued At: 2025-04-23T04:45:00Z',
].join('\n');

corpus('delegated', {
  'a delegation without any limit': whole(delegation([])),
  'a delegation to everybody': whole(delegation([UNTIL_2026], { delegate: ANYBODY })),
  'a delegation of an allowance until 2026': whole(
    delegation([[TOKENS, `${bare(USDC)}${word(5_000_000)}`], UNTIL_2026]),
  ),
  'a delegation of all tokens': whole(delegation([[TOKENS, `${bare(USDC)}${word(2n ** 256n - 1n)}`], UNTIL_2026])),
  'a delegation of calls': whole(
    delegation([
      ['0x7F20f61b1f09b08D970938F6fa563634d65c4EeB', `${bare(USDC)}${bare(BOB)}`],
      ['0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5', 'a9059cbb'],
      ['0x92Bf12322527cAA612fd31a0e810472BBB106A8F', word(0)],
      ['0x04658B29F6b82ed55274221a06Fc97D318E25416', word(3)],
      ['0xE144b0b2618071B4E56f746313528a669c7E65c5', bare(BOB)],
      ['0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f', word(9)],
    ]),
  ),
  'a delegation of coins each month': whole(
    delegation([
      ['0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9', `${word(10n ** 17n)}${word(2_592_000)}${word(1_760_000_000)}`],
    ]),
  ),
  'a delegation of streamed tokens': whole(
    delegation([
      [
        '0x56c97aE02f233B29fa03502Ecc0457266d9be00e',
        `${bare(USDC)}${word(1_000_000)}${word(9_000_000)}${word(100)}${word(1_760_000_000)}`,
      ],
    ]),
  ),
  'a delegation that only time limits': whole(delegation([UNTIL_2026])),
  'a delegation that only uses, coins and functions limit': whole(
    delegation([
      UNTIL_2026,
      ['0x04658B29F6b82ed55274221a06Fc97D318E25416', word(1)],
      ['0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320', word(0)],
      ['0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5', 'a9059cbb'],
    ]),
  ),
  'a delegation with a limit of a stranger': blind(delegation([[BOB, '01'], UNTIL_2026])),
  'a delegation with a limit whose terms are too long': blind(delegation([[TOKENS, `${bare(USDC)}${word(5)}00`]])),
  'a delegation with a list that is cut': blind(
    delegation([['0x7F20f61b1f09b08D970938F6fa563634d65c4EeB', bare(USDC).slice(2)]]),
  ),
  'a delegation of a power that was given': blind(delegation([UNTIL_2026], { authority: `0x${'2a'.repeat(32)}` })),
  'a delegation at a stranger': blind(delegation([UNTIL_2026], {}, BOB)),
  'a permit in a wrapper (ERC-7739)': whole(nested(PERMIT, permit)),
  'a permit in a wrapper, of an account on another chain': blind(nested(PERMIT, permit, { change: { chainId: 10 } })),
  'a permit in a wrapper, of an account with a salt': whole(
    nested(PERMIT, permit, {
      change: { salt: `0x${'2a'.repeat(32)}` },
    }),
  ),
  'a permit in a wrapper, of somebody else': whole(nested(PERMIT, { ...permit, owner: BOB })),
  'a call of a Safe in a wrapper': whole(nested(SAFE_TX, safeTx, { of: { chainId: 1, verifyingContract: ACCOUNT } })),
  'an unknown type in a wrapper': blind(nested('Grant(address to,uint256 amount)', { to: BOB, amount: 5 })),
  'a wrapper with another order of members': blind(
    nested(PERMIT, permit, {
      members: 'contents,string version,string name,uint256 chainId,address verifyingContract,bytes32 salt',
    }),
  ),
  'a wrapper with a member more': blind(
    nested(PERMIT, permit, {
      members: `${WRAPPED},uint256[] extensions`,
      change: { extensions: [] },
    }),
  ),
  'a wrapper whose contents have another name': blind(
    ofType(`TypedDataSign(Permit content,${WRAPPED.slice('contents,'.length)})${PERMIT}`, domain('USD Coin', USDC), {
      content: permit,
      ...account,
    }),
  ),
  'a wrapper of another name': blind(
    ofType(`TypedDataSigns(Permit ${WRAPPED})${PERMIT}`, domain('USD Coin', USDC), {
      contents: permit,
      ...account,
    }),
  ),
  'a personal message in a wrapper (ERC-7739)': whole(personal('I own this account.')),
  'a sign-in in a wrapper': whole(personal(SIGN_IN)),
  'a hash in a wrapper': blind(personal('I agree to the terms of service.')),
  'a personal message in a wrapper, with a wrong length': blind(personal('hello', '\u0019Ethereum Signed Message:\n9')),
  'a wrapper of bytes that are no personal message': blind(personal('hello', '')),
  'a personal message in a wrapper with a member more': blind(personal('hello', undefined, ',uint256 more')),
});
