/**
 * Explains swaps and pools at the routers of Uniswap, version 2, and at those of SushiSwap and PancakeSwap with the same
 * functions. Addresses after the deployments that Uniswap's, Sushi's and PancakeSwap's documentation lists.
 */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { allTokensText, care, isAllOf, row, tokensText } from '../../crypto/index.ts';
import { COIN, exactOutputFindings, isDust, noMinimumFindings } from './dust.ts';
import { type Arguments, type Contracts, onlyAt, type Standard } from './standard.ts';
import { shortPathFinding, swapRows, swapSentence, wayRows } from './swap-words.ts';

const BASIS = 'Uniswap V2 router';
const ROUTERS: Contracts = {
  'eip155:1': [
    '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
    '0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f',
    '0xeff92a263d31888d860bd50809a8d171709b7b1c',
  ],
  'eip155:10': ['0x4a7b5da61326a6379179b40d00f57e5bbdc962c2'],
  'eip155:56': [
    '0x10ed43c718714eb63d5aa57b78b54704e256024e',
    '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
    '0x1b02da8cb0d097eb8d57a175b88c7d8b47997506',
  ],
  'eip155:100': ['0x1b02da8cb0d097eb8d57a175b88c7d8b47997506'],
  'eip155:130': ['0x284f11109359a7e1306c3e447ef14d38400063ff'],
  'eip155:137': ['0xedf6066a2b290c185783862c7f4776a2c8077ad1', '0x1b02da8cb0d097eb8d57a175b88c7d8b47997506'],
  'eip155:8453': ['0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'],
  'eip155:42161': ['0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24', '0x1b02da8cb0d097eb8d57a175b88c7d8b47997506'],
  'eip155:43114': ['0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24', '0x1b02da8cb0d097eb8d57a175b88c7d8b47997506'],
};

const AT_ROUTERS: Pick<Standard, 'basis' | 'places' | 'isShared' | 'moves' | 'gets'> = {
  basis: BASIS,
  ...onlyAt(ROUTERS),
  moves: 'named tokens',
  gets: 'to',
};

/** An amount of a token, or of the chain's coin, for which `token` is null. */
function amountText(of: Arguments, token: string | null, units: bigint): string {
  if (token === null) return of.coins(units);
  return isAllOf(of.chain, token, units) ? allTokensText(of.chain, token) : tokensText(of.chain, token, units);
}

/** The sides of a swap: the name of its amount, or null for the coins that go with the call, and whether it is coins. */
interface Side {
  readonly amount: string | null;
  readonly isCoins: boolean;
}

interface Swap {
  readonly given: Side;
  readonly got: Side;
  /** The amount that is got is exact, and the given one is the most. */
  readonly isOut: boolean;
}

const side = (of: Arguments, { amount, isCoins }: Side, token: string) => {
  const units = amount === null ? of.value : of.number(amount);
  return { units, token, text: amountText(of, isCoins ? null : token, units) };
};

function swap(name: string, swapped: Swap): Standard {
  const { given, got, isOut } = swapped;
  const amounts = [...(isOut ? [got, given] : [given, got])].flatMap(({ amount }) => (amount === null ? [] : [amount]));
  const sides = (of: Arguments) => {
    const path = of.texts('path');
    const [give, get] = [side(of, given, path[0] ?? ''), side(of, got, path.at(-1) ?? '')];
    return { path, give, get, texts: { isOut, given: give.text, got: get.text } };
  };
  return {
    ...AT_ROUTERS,
    signature: `${name}(${amounts.map((each) => `uint256 ${each}, `).join('')}address[] path, address to, uint256 deadline)`,
    ...(given.amount === null ? { coins: 'mentioned' } : {}),
    does(of) {
      return swapSentence(sides(of).texts, of.text('to'));
    },
    rows(of): DecodedField[] {
      const { path, texts } = sides(of);
      return [...swapRows(texts), ...wayRows(path)];
    },
    findings(of): Finding[] {
      const { path, give, get } = sides(of);
      if (path.length < 2) return [shortPathFinding(of, BASIS)];
      // No more coins can be taken than go with the call.
      const most = given.amount === null ? { ...give, token: COIN } : give;
      return isOut
        ? exactOutputFindings(of.chain, most, get, { field: given.amount ?? got.amount ?? 'path', basis: BASIS })
        : noMinimumFindings(of.chain, get, { field: got.amount ?? 'path', basis: BASIS });
    },
  };
}

const tokens = (amount: string): Side => ({ amount, isCoins: false });
const coins = (amount: string | null): Side => ({ amount, isCoins: true });
const EXACT = { given: tokens('amountIn'), got: tokens('amountOutMin'), isOut: false };
const TO_COINS = { given: tokens('amountIn'), got: coins('amountOutMin'), isOut: false };
const FROM_COINS = { given: coins(null), got: tokens('amountOutMin'), isOut: false };
const FEE_ON_TRANSFER = 'SupportingFeeOnTransferTokens';

/** One of the two amounts of a pool: the most that is given or the least that is got, of a token or of coins. */
interface Part {
  /** The argument with the token. Null for coins. */
  readonly token: string | null;
  /** The argument with the amount. Null for the coins that go with the call. */
  readonly amount: string | null;
  readonly least: string;
}

const partText = (of: Arguments, { token }: Part, units: bigint) =>
  amountText(of, token === null ? null : of.text(token), units);

function pool(signature: string, parts: readonly [Part, Part], isAdded: boolean): Standard {
  const mostOf = (of: Arguments, part: Part) =>
    partText(of, part, part.amount === null ? of.value : of.number(part.amount));
  const leastOf = (of: Arguments, part: Part) => partText(of, part, of.number(part.least));
  const texts = (of: Arguments, text: (of: Arguments, part: Part) => string) =>
    parts.map((part) => text(of, part)).join(' and ');
  return {
    ...AT_ROUTERS,
    signature,
    ...(isAdded && parts.some(({ amount }) => amount === null) ? { coins: 'mentioned' } : {}),
    does: (of) =>
      isAdded
        ? `Put up to ${texts(of, mostOf)} into their pool, and the shares to ${of.text('to')}`
        : `Give back ${of.text('liquidity')} units of shares of a pool for at least ${texts(of, leastOf)}, to ${of.text('to')}`,
    rows: (of) => [
      ...(isAdded ? parts.map((part) => row('Given at most', mostOf(of, part), 'amount')) : []),
      ...parts.map((part) => row(isAdded ? 'Given at least' : 'Paid at least', leastOf(of, part), 'amount')),
    ],
    findings: (of) =>
      parts.some(({ token, least }) => isDust(of.chain, token === null ? '' : of.text(token), of.number(least)))
        ? [
            care('The pool has no minimum: it can take or return the tokens at a price that somebody else makes.', {
              field: parts[0].least,
              basis: BASIS,
            }),
          ]
        : [],
  };
}

const COINS: Part = { token: null, amount: null, least: 'amountETHMin' };
const TOKEN: Part = { token: 'token', amount: 'amountTokenDesired', least: 'amountTokenMin' };
const PAIR = ['A', 'B'].map(
  (name): Part => ({ token: `token${name}`, amount: `amount${name}Desired`, least: `amount${name}Min` }),
) as [Part, Part];

export const PAIR_ROUTERS: readonly Standard[] = [
  swap('swapExactTokensForTokens', EXACT),
  swap(`swapExactTokensForTokens${FEE_ON_TRANSFER}`, EXACT),
  swap('swapTokensForExactTokens', { given: tokens('amountInMax'), got: tokens('amountOut'), isOut: true }),
  swap('swapExactETHForTokens', FROM_COINS),
  swap(`swapExactETHForTokens${FEE_ON_TRANSFER}`, FROM_COINS),
  swap('swapETHForExactTokens', { given: coins(null), got: tokens('amountOut'), isOut: true }),
  swap('swapExactTokensForETH', TO_COINS),
  swap(`swapExactTokensForETH${FEE_ON_TRANSFER}`, TO_COINS),
  swap('swapTokensForExactETH', { given: tokens('amountInMax'), got: coins('amountOut'), isOut: true }),
  pool(
    'addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    PAIR,
    true,
  ),
  pool(
    'addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    [TOKEN, COINS],
    true,
  ),
  pool(
    'removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    PAIR,
    false,
  ),
  ...['', FEE_ON_TRANSFER].map((suffix) =>
    pool(
      `removeLiquidityETH${suffix}(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)`,
      [TOKEN, COINS],
      false,
    ),
  ),
];
