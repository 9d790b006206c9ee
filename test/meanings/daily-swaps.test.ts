/** Swaps in pairs of tokens at the routers of Uniswap, SushiSwap and PancakeSwap. */
import { blind, corpus, whole } from './corpus.ts';
import { BOB, CONTRACT, calling, ETHER, encodeCall, OPERATOR, USDC, USDT, WETH } from './evm-calls.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const UNISWAP = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D';
const SUSHI = '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F';
const PANCAKE = '0x10ED43C718714eb63d5aA57B78B54704E256024E';
const SOON = 1_790_000_000n;

const EXACT = 'uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline';
const FROM_COINS = 'uint256 amountOutMin, address[] path, address to, uint256 deadline';
const swap = (name: string, parameters: string, values: object, { to = UNISWAP, value = 0n, chain = 1 } = {}) =>
  calling(encodeCall(`${name}(${parameters})`, { to: OPERATOR, deadline: SOON, ...values }), { to, value, chain });
const exact = { amountIn: 5_000_000n, amountOutMin: ETHER / 1000n, path: [USDC, WETH] };

corpus('daily-swaps', {
  'tokens for tokens': whole(swap('swapExactTokensForTokens', EXACT, exact)),
  'tokens for tokens by way of another': whole(
    swap(
      'swapExactTokensForTokens',
      EXACT,
      { ...exact, path: [USDC, WETH, USDT], amountOutMin: 4_900_000n },
      { to: SUSHI },
    ),
  ),
  'tokens that keep a fee of their own': whole(
    swap('swapExactTokensForTokensSupportingFeeOnTransferTokens', EXACT, exact),
  ),
  'all tokens for tokens': whole(swap('swapExactTokensForTokens', EXACT, { ...exact, amountIn: 2n ** 256n - 1n })),
  'at most so many tokens for others': whole(
    swap(
      'swapTokensForExactTokens',
      'uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline',
      { amountOut: ETHER, amountInMax: 4_000_000_000n, path: [USDC, WETH] },
    ),
  ),
  'many coins for next to nothing': whole(
    swap(
      'swapETHForExactTokens',
      'uint256 amountOut, address[] path, address to, uint256 deadline',
      { amountOut: 1n, path: [WETH, USDC] },
      { value: 1000n * ETHER },
    ),
  ),
  'many tokens for next to nothing': whole(
    swap(
      'swapTokensForExactTokens',
      'uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline',
      { amountOut: 1n, amountInMax: 4_000_000_000n, path: [USDC, WETH] },
    ),
  ),
  'tokens without a maximum for others': whole(
    swap(
      'swapTokensForExactTokens',
      'uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline',
      { amountOut: ETHER, amountInMax: 2n ** 256n - 1n, path: [USDC, WETH] },
    ),
  ),
  'coins for tokens': whole(
    swap('swapExactETHForTokens', FROM_COINS, { amountOutMin: 4_000_000_000n, path: [WETH, USDC] }, { value: ETHER }),
  ),
  'coins for tokens, on BNB Chain': whole(
    swap(
      'swapExactETHForTokensSupportingFeeOnTransferTokens',
      FROM_COINS,
      { amountOutMin: 4_000_000_000n, path: ['0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', CONTRACT] },
      { value: ETHER, to: PANCAKE, chain: 56 },
    ),
  ),
  'coins for an exact amount': whole(
    swap(
      'swapETHForExactTokens',
      'uint256 amountOut, address[] path, address to, uint256 deadline',
      { amountOut: 4_000_000_000n, path: [WETH, USDC] },
      { value: 2n * ETHER },
    ),
  ),
  'tokens for coins': whole(swap('swapExactTokensForETH', EXACT, exact)),
  'tokens for an exact amount of coins': whole(
    swap(
      'swapTokensForExactETH',
      'uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline',
      { amountOut: ETHER, amountInMax: 4_000_000_000n, path: [USDC, WETH] },
    ),
  ),
  'tokens without a minimum': whole(swap('swapExactTokensForETH', EXACT, { ...exact, amountOutMin: 0n })),
  'tokens for somebody else': whole(swap('swapExactTokensForTokens', EXACT, { ...exact, to: BOB })),
  'tokens for nobody': whole(swap('swapExactTokensForTokens', EXACT, { ...exact, to: NOBODY })),
  'tokens along no path': blind(swap('swapExactTokensForTokens', EXACT, { ...exact, path: [USDC] })),
  'tokens at a contract that nobody knows': blind(swap('swapExactTokensForTokens', EXACT, exact, { to: CONTRACT })),
  'tokens with coins that nothing takes': blind(swap('swapExactTokensForTokens', EXACT, exact, { value: ETHER })),
  'two tokens into a pool': whole(
    swap(
      'addLiquidity',
      'address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline',
      {
        tokenA: USDC,
        tokenB: USDT,
        amountADesired: 5_000_000n,
        amountBDesired: 5_000_000n,
        amountAMin: 4_900_000n,
        amountBMin: 4_900_000n,
      },
    ),
  ),
  'coins and a token into a pool, at any price': whole(
    swap(
      'addLiquidityETH',
      'address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline',
      { token: USDC, amountTokenDesired: 5_000_000n, amountTokenMin: 0n, amountETHMin: 0n },
      { value: ETHER },
    ),
  ),
  'shares of a pool for coins and a token': whole(
    swap(
      'removeLiquidityETH',
      'address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline',
      { token: USDC, liquidity: ETHER, amountTokenMin: 4_900_000n, amountETHMin: ETHER / 1000n },
    ),
  ),
});
