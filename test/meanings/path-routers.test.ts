/** Swaps at the routers of Uniswap, version 3, alone and several in one call. */
import { hexDecode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { BOB, CONTRACT, calling, ETHER, encodeCall, OPERATOR, packed, USDC, USDT, WETH } from './evm-calls.ts';

const FIRST = '0xE592427A0AEce92De3Edee1F18E0157C05861564';
const SECOND = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45';
const NOBODY = `0x${'0'.repeat(40)}`;
const ITSELF = `0x${'0'.repeat(39)}2`;
const SENDER = `0x${'0'.repeat(39)}1`;
const SOON = 1_790_000_000n;
const POOL = 'address tokenIn, address tokenOut, uint24 fee, address recipient, ';
const IN = 'uint256 amountIn, uint256 amountOutMinimum';
const OUT = 'uint256 amountOut, uint256 amountInMaximum';
const LIMIT = ', uint160 sqrtPriceLimitX96';
const path = (...tokens: readonly string[]) =>
  packed(tokens.map((token, index) => hexDecode(`${index === 0 ? '' : '0001f4'}${token.slice(2).toLowerCase()}`)));
const pool = { tokenIn: USDC, tokenOut: WETH, fee: 500n, recipient: OPERATOR, sqrtPriceLimitX96: 0n };
const exactIn = (change: object = {}) =>
  encodeCall(`exactInputSingle((${POOL}${IN}${LIMIT}) params)`, {
    ...pool,
    amountIn: 5_000_000_000n,
    amountOutMinimum: ETHER,
    ...change,
  });
const fromCoins = { tokenIn: WETH, tokenOut: USDC, amountIn: ETHER, amountOutMinimum: 4_000_000_000n };
const along = (change: object = {}) =>
  encodeCall(`exactInput((bytes path, address recipient, ${IN}) params)`, {
    path: path(USDC, WETH, USDT),
    recipient: OPERATOR,
    amountIn: 5_000_000n,
    amountOutMinimum: 4_900_000n,
    ...change,
  });
const exactOut = (change: object = {}) =>
  encodeCall(`exactOutputSingle((${POOL}${OUT}${LIMIT}) params)`, {
    ...pool,
    amountOut: ETHER,
    amountInMaximum: 5_000_000_000n,
    ...change,
  });
const unwrap = (recipient = OPERATOR) =>
  encodeCall('unwrapWETH9(uint256 amountMinimum, address recipient)', { amountMinimum: ETHER, recipient });
const refund = encodeCall('refundETH()');
const several = (...data: readonly Uint8Array[]) =>
  encodeCall('multicall(uint256 deadline, bytes[] data)', { deadline: SOON, data });
const at = (data: Uint8Array, { to = SECOND, value = 0n } = {}) => calling(data, { to, value });

corpus('path-routers', {
  'tokens in one pool': whole(at(exactIn())),
  'tokens in one pool, with a deadline': whole(
    at(
      encodeCall(`exactInputSingle((${POOL}uint256 deadline, ${IN}${LIMIT}) params)`, {
        ...pool,
        deadline: SOON,
        amountIn: 5_000_000_000n,
        amountOutMinimum: ETHER,
      }),
      { to: FIRST },
    ),
  ),
  'tokens along a path': whole(at(along())),
  'at most so many tokens for an exact amount': whole(at(exactOut())),
  'at most so many tokens for an exact amount, along a path': whole(
    at(
      encodeCall(`exactOutput((bytes path, address recipient, ${OUT}) params)`, {
        path: path(USDT, WETH, USDC),
        recipient: SENDER,
        amountOut: 5_000_000n,
        amountInMaximum: 5_100_000n,
      }),
    ),
  ),
  'tokens without a maximum for an exact amount': whole(at(exactOut({ amountInMaximum: 2n ** 256n - 1n }))),
  'coins in one pool': whole(at(exactIn(fromCoins), { value: ETHER })),
  'more coins than the pool takes': blind(at(exactIn(fromCoins), { value: 2n * ETHER })),
  'fewer coins than the pool takes': blind(at(exactIn(fromCoins), { value: ETHER / 2n })),
  'tokens with coins that nothing takes': blind(at(exactIn(), { value: ETHER })),
  'tokens for coins': whole(at(several(exactIn({ recipient: ITSELF }), unwrap()))),
  'tokens for coins, at the first router': whole(
    at(
      encodeCall('multicall(bytes[] data)', [
        encodeCall(`exactInput((bytes path, address recipient, uint256 deadline, ${IN}) params)`, {
          path: path(USDC, WETH),
          recipient: NOBODY,
          deadline: SOON,
          amountIn: 5_000_000_000n,
          amountOutMinimum: ETHER,
        }),
        unwrap(),
      ]),
      { to: FIRST },
    ),
  ),
  'tokens for coins that stay in the router': blind(at(several(exactIn({ recipient: ITSELF })))),
  'tokens for wrapped coins that stay, by a call alone': blind(at(exactIn({ recipient: ITSELF }))),
  'tokens for coins that stay in the router, by a plan in a plan': blind(
    at(several(several(exactIn({ recipient: ITSELF })))),
  ),
  'tokens for coins, by a plan in a plan': whole(at(several(several(exactIn({ recipient: ITSELF })), unwrap()))),
  'tokens for coins of somebody': whole(at(several(exactIn({ recipient: ITSELF }), unwrap(BOB)))),
  'at most so many coins for an exact amount, and the rest back': whole(
    at(
      several(exactOut({ tokenIn: WETH, tokenOut: USDC, amountOut: 4_000_000_000n, amountInMaximum: ETHER }), refund),
      {
        value: ETHER,
      },
    ),
  ),
  'at most so many coins for an exact amount, without the rest': blind(
    at(several(exactOut({ tokenIn: WETH, tokenOut: USDC, amountOut: 4_000_000_000n, amountInMaximum: ETHER })), {
      value: ETHER,
    }),
  ),
  'two swaps': whole(at(several(exactIn(), along()))),
  'tokens without a minimum': whole(at(exactIn({ amountOutMinimum: 0n }))),
  'tokens for somebody': whole(at(exactIn({ recipient: BOB }))),
  'tokens for nobody': whole(at(exactIn({ recipient: `0x${'0'.repeat(36)}dEaD` }))),
  'tokens for the address that means the sender elsewhere': whole(
    at(
      encodeCall(`exactInputSingle((${POOL}uint256 deadline, ${IN}${LIMIT}) params)`, {
        ...pool,
        recipient: SENDER,
        deadline: SOON,
        amountIn: 5_000_000_000n,
        amountOutMinimum: ETHER,
      }),
      { to: FIRST },
    ),
  ),
  'tokens for the address that means the router elsewhere': whole(at(exactIn({ recipient: NOBODY }))),
  'tokens for coins, to the address that means the sender in a swap': whole(
    at(several(exactIn({ recipient: ITSELF }), unwrap(SENDER))),
  ),
  'tokens with a limit of the price': whole(at(exactIn({ sqrtPriceLimitX96: 5n }))),
  'tokens along no path': blind(at(along({ path: path(USDC) }))),
  'a swap and a function that nobody knows': blind(at(several(exactIn(), Uint8Array.of(1, 2, 3, 4)))),
  'tokens at a contract that nobody knows': blind(at(exactIn(), { to: CONTRACT })),
});
