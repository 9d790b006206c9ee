import { corpus } from './corpus.ts';
import { BOB, caseOf, DOMAIN, domain, type Members, OPERATOR, text, typed, USDC } from './typed-message.ts';

const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const LARGEST = String(2n ** 256n - 1n);

const PERMIT = [
  ['owner', 'address'],
  ['spender', 'address'],
  ['value', 'uint256'],
  ['nonce', 'uint256'],
  ['deadline', 'uint256'],
] as const;
const permit = (value: string, { deadline = '1790000000', of = domain('USD Coin', USDC) } = {}) =>
  typed(
    'Permit',
    { Permit: PERMIT },
    { domain: of, message: { owner: OPERATOR, spender: BOB, value, nonce: 0, deadline } },
  );

const DETAILS = [
  ['token', 'address'],
  ['amount', 'uint160'],
  ['expiration', 'uint48'],
  ['nonce', 'uint48'],
] as const;
const details = (amount: string, token = USDC) => ({ token, amount, expiration: '1790000000', nonce: 0 });
const permit2 = (isBatch: boolean, amounts: readonly object[]) =>
  typed(
    isBatch ? 'PermitBatch' : 'PermitSingle',
    {
      [isBatch ? 'PermitBatch' : 'PermitSingle']: [
        ['details', isBatch ? 'PermitDetails[]' : 'PermitDetails'],
        ['spender', 'address'],
        ['sigDeadline', 'uint256'],
      ],
      PermitDetails: DETAILS,
    },
    {
      domain: domain('Permit2', PERMIT2),
      message: { details: isBatch ? amounts : amounts[0], spender: BOB, sigDeadline: '1790000000' },
    },
  );

const COW: Members = {
  Order: [
    ['sellToken', 'address'],
    ['buyToken', 'address'],
    ['receiver', 'address'],
    ['sellAmount', 'uint256'],
    ['buyAmount', 'uint256'],
    ['validTo', 'uint32'],
    ['appData', 'bytes32'],
    ['feeAmount', 'uint256'],
    ['kind', 'string'],
    ['partiallyFillable', 'bool'],
    ['sellTokenBalance', 'string'],
    ['buyTokenBalance', 'string'],
  ],
};

const MAIL: Members = { Mail: [['contents', 'string']] };
const mail = (contents: string, of: object = domain('Ether Mail', USDC)) =>
  typed('Mail', MAIL, { domain: of, message: { contents } });

corpus('typed-data', {
  'a permit (ERC-2612) of an exact amount': permit('10500000'),
  'a permit without limit': permit(LARGEST),
  'a permit that never ends': permit('1', { deadline: LARGEST }),
  'a permit of a token that is not known': permit('5', { of: domain('Coin', BOB) }),
  'a permit on a chain that is not known': permit('5', { of: domain('Coin', USDC, '18446744073709551617') }),
  'a permit on every chain': caseOf(
    text(
      'Permit',
      { EIP712Domain: [DOMAIN[0], DOMAIN[3]], Permit: PERMIT },
      {
        domain: { name: 'USD Coin', verifyingContract: USDC },
        message: { owner: OPERATOR, spender: BOB, value: '5', nonce: 0, deadline: '1790000000' },
      },
    ),
  ),
  'a permit with a member that no type declares': typed(
    'Permit',
    { Permit: PERMIT },
    {
      domain: domain('USD Coin', USDC),
      message: { owner: OPERATOR, spender: BOB, value: '5', nonce: 0, deadline: '1790000000', operation: 1 },
    },
  ),
  'an order whose proceeds go to somebody else': typed('Order', COW, {
    domain: domain('Gnosis Protocol', '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'),
    message: {
      sellToken: USDC,
      buyToken: DAI,
      receiver: BOB,
      sellAmount: '5000000',
      buyAmount: '1',
      validTo: 1_790_000_000,
      appData: `0x${'2a'.repeat(32)}`,
      feeAmount: '0',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'internal',
    },
  }),
  'a text of 32 letters for a Safe': typed(
    'SafeMessage',
    { SafeMessage: [['message', 'bytes']] },
    { domain: domain('Safe', BOB), message: { message: `0x${'61'.repeat(32)}` } },
  ),
  'a permit of DAI': typed(
    'Permit',
    {
      Permit: [
        ['holder', 'address'],
        ['spender', 'address'],
        ['nonce', 'uint256'],
        ['expiry', 'uint256'],
        ['allowed', 'bool'],
      ],
    },
    {
      domain: domain('Dai Stablecoin', DAI),
      message: { holder: OPERATOR, spender: BOB, nonce: 0, expiry: 0, allowed: true },
    },
  ),
  'a Permit2 of one token': permit2(false, [details('2500000')]),
  'a Permit2 without limit': permit2(false, [details(String(2n ** 160n - 1n))]),
  'a Permit2 of two tokens': permit2(true, [details('1'), details('2', DAI)]),
  'a Permit2 transfer': typed(
    'PermitTransferFrom',
    {
      PermitTransferFrom: [
        ['permitted', 'TokenPermissions'],
        ['spender', 'address'],
        ['nonce', 'uint256'],
        ['deadline', 'uint256'],
      ],
      TokenPermissions: [
        ['token', 'address'],
        ['amount', 'uint256'],
      ],
    },
    {
      domain: domain('Permit2', PERMIT2),
      message: { permitted: { token: USDC, amount: '750000' }, spender: BOB, nonce: 9, deadline: '1790000000' },
    },
  ),
  'an order on a market': typed(
    'OrderComponents',
    {
      OrderComponents: [
        ['offerer', 'address'],
        ['offer', 'uint256[]'],
        ['consideration', 'uint256[]'],
      ],
    },
    { domain: domain('Seaport', BOB), message: { offerer: OPERATOR, offer: ['1'], consideration: ['2', '3'] } },
  ),
  'a letter': mail('Hello, Bob!'),
  'a letter whose characters change direction': mail('send to \u202eb0b'),
  'a letter of no chain and no contract': caseOf(
    text(
      'Mail',
      { EIP712Domain: [['name', 'string']], ...MAIL },
      { domain: { name: 'Mail' }, message: { contents: 'x' } },
    ),
  ),
  'a name of other letters': mail('x', domain('Unіswap', USDC)),
  'types with the names of an exchange': typed(
    'HyperliquidTransaction:Withdraw',
    {
      'HyperliquidTransaction:Withdraw': [
        ['destination', 'string'],
        ['amount', 'string'],
        ['time', 'uint64'],
      ],
    },
    {
      domain: domain('HyperliquidSignTransaction', `0x${'0'.repeat(40)}`, 42_161),
      message: { destination: BOB, amount: '1', time: 1 },
    },
  ),
  'values that no type declares': caseOf(
    text(
      'Mail',
      { EIP712Domain: DOMAIN, ...MAIL },
      {
        domain: { ...domain('Ether Mail', USDC), salt: 'x' },
        message: { contents: 'Hello', amount: 'one million' },
      },
    ),
  ),
  'a member that stands there twice': caseOf(
    text(
      'Mail',
      { EIP712Domain: DOMAIN, ...MAIL },
      { domain: domain('Mail', USDC), message: { contents: 'a' } },
    ).replace('"contents":"a"', '"contents":"a","contents":"b"'),
  ),
  'a number that does not fit its type': typed(
    'Count',
    { Count: [['value', 'uint8']] },
    { domain: domain('Count', USDC), message: { value: 256 } },
  ),
  'a number of 256 bits, below zero': typed(
    'Count',
    { Count: [['value', 'int256']] },
    { domain: domain('Count', USDC), message: { value: String(-(2n ** 255n)) } },
  ),
  'a number of a type without a size': typed(
    'Count',
    { Count: [['value', 'uint[]']] },
    { domain: domain('Count', USDC), message: { value: [5] } },
  ),
  'text that is no JSON': caseOf('sign me'),
});
