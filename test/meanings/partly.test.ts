/** Contents of which a part, a reading, or the first step says too little of the whole. */
import { utf8Encode } from '../../shared/wire/index.ts';
import { corpus, payload, transaction, whole } from './corpus.ts';
import { BOB, CONTRACT, calling, ETHER, encodeCall, OPERATOR, USDC, WETH } from './evm-calls.ts';
import { PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';
import { domain, ofType } from './typed-message.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const WORD = `0x${'0'.repeat(64)}`;
const APES = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D';
const ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45';
/** The time of every request is 23 April 2025. */
const [PAST, SOON, FAR] = [1_700_000_000, 1_790_000_000, 4_000_000_000];

const permit2 = { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const details = (change: object) => ({ token: USDC, amount: '7', expiration: SOON, nonce: 0, ...change });
const permits = (...all: readonly object[]) =>
  ofType(`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`, permit2, {
    details: all.map(details),
    spender: BOB,
    sigDeadline: SOON,
  });

const ITEMS =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const COMPONENTS =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)';
const wrapped = (amount: bigint) => ({
  ...{ itemType: 1, token: WETH, identifierOrCriteria: 0 },
  ...{ startAmount: String(amount), endAmount: String(amount) },
});
const order = (change: object) => ({
  ...{ offerer: OPERATOR, zone: NOBODY, orderType: 0, startTime: 0, endTime: SOON, zoneHash: WORD },
  ...{ offer: [{ itemType: 2, token: APES, identifierOrCriteria: '5', startAmount: 1, endAmount: 1 }] },
  ...{ consideration: [{ ...wrapped(ETHER), recipient: OPERATOR }] },
  ...{ salt: 0, conduitKey: WORD, counter: 0, ...change },
});
const seaport = { ...domain('Seaport', '0x0000000000000068F116a894984e2DB1123eB395'), version: '1.6' };
const orders = (...both: readonly [object, object]) =>
  ofType(`BulkOrder(OrderComponents[2] tree)${ITEMS}${COMPONENTS}`, seaport, { tree: both.map(order) });

const pay = (to: string, lamports: bigint) => ({
  program: PROGRAMS.system,
  accounts: [[PAYER, 'sw'] as const, [to, 'w'] as const],
  data: `${u32(2)}${u64(lamports)}`,
});
const swap = (parameters: string, values: object) =>
  calling(encodeCall(`${parameters}`, { path: [USDC, WETH], to: OPERATOR, ...values }), { to: ROUTER });
const EXACT = 'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)';

const signIn = (host: string) => {
  const message = `${host} wants you to sign in with your Ethereum account:\n${OPERATOR}\n\nURI: https://${host}/login\nVersion: 1\nChain ID: 1\nNonce: 32891756\nIssued At: 2025-04-23T04:05:55Z`;
  return payload(
    'PAYLOAD_ENCODING_TEXT_UTF8',
    `\u0019Ethereum Signed Message:\n${utf8Encode(message).length}${message}`,
    { signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_KECCAK256' },
  );
};

const DELEGATION =
  'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)';
const delegation = (terms: string) =>
  ofType(DELEGATION, domain('DelegationManager', '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'), {
    ...{ delegate: BOB, delegator: OPERATOR, authority: `0x${'ff'.repeat(32)}`, salt: 0 },
    caveats: [{ enforcer: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB', terms }],
  });

corpus('partly', {
  'a transfer of 7, which can be an NFT': whole(
    calling(encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 7n }), { to: CONTRACT }),
  ),
  'a transfer of an NFT as tokens': whole(
    calling(
      encodeCall('transferFrom(address from, address to, uint256 amount)', { from: OPERATOR, to: BOB, amount: 7n }),
      {
        to: APES,
      },
    ),
  ),
  'an allowance of 7, which can be an NFT': whole(
    calling(encodeCall('approve(address spender, uint256 amount)', { spender: BOB, amount: 7n }), { to: APES }),
  ),
  'Permit2: an allowance of 7, which can be an NFT': whole(permits({ token: APES })),
  'Permit2: one that has ended, and one for ever': whole(
    permits({ token: WETH, amount: String(2n ** 160n - 1n), expiration: String(2n ** 48n - 1n) }, { expiration: PAST }),
  ),
  'Seaport: one of two orders is valid at no time': whole(orders({ startTime: FAR, endTime: PAST }, {})),
  'Seaport: two orders, of which one begins and ends far ahead': whole(
    orders({}, { startTime: FAR - 1, endTime: FAR }),
  ),
  'Seaport: tokens for fewer of them': whole(
    ofType(`${COMPONENTS}${ITEMS}`, seaport, order({ offer: [wrapped(10n * ETHER)] })),
  ),
  'Solana: the largest payment is last': whole(
    transaction(
      'TRANSACTION_TYPE_SOLANA',
      solanaOf([pay(someone(0x41), 1n), pay(someone(0x42), 1n), pay(someone(0x43), 5_000_000_000_000n)]),
    ),
  ),
  'Uniswap: a swap in pools of version 2, at the router of version 3': whole(
    swap(EXACT, { amountIn: 5_000_000n, amountOutMin: ETHER / 1000n }),
  ),
  'Uniswap: such a swap of all that the router has': whole(swap(EXACT, { amountIn: 0n, amountOutMin: ETHER / 1000n })),
  'Uniswap: at most so many tokens for others, to the router': whole(
    swap('swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)', {
      ...{ amountOut: ETHER, amountInMax: 4_000_000_000n },
      to: '0x0000000000000000000000000000000000000002',
    }),
  ),
  'a sign-in to a well-known site': whole(signIn('app.uniswap.org')),
  'a sign-in to a site with a digit for a letter': whole(signIn('0pensea.io')),
  'a sign-in to a site with two letters for one': whole(signIn('rnetamask.io')),
  'a sign-in to a site with one letter changed': whole(signIn('app.uniswasp.org')),
  'a sign-in to a site with another ending': whole(signIn('opensea.com')),
  'a sign-in to a site with a known name within': whole(signIn('uniswap.claims.example')),
  'a delegation of all calls of a token': whole(delegation(USDC)),
  'a delegation of all calls of the account itself': whole(delegation(OPERATOR)),
});
