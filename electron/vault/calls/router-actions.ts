/**
 * The actions of Uniswap's Universal Router in pools of version 4 (Uniswap/v4-periphery, src/libraries/Actions.sol and
 * src/V4Router.sol). The pools reckon what is owed to them and by them, and the call fails unless all of it is settled.
 */
import { type DecodedField, decimalText, type Finding } from '../../../shared/model/index.ts';
import { care, danger, row } from '../../crypto/index.ts';
import { exactOutputFindings, isDust } from './dust.ts';
import { ALL, type Command, type Input, ROUTER } from './router-commands.ts';
import { type Arguments, isNobody } from './standard.ts';

const POOL = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) pool';
const HOPS = '(address currency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path';
/** An amount that means all that is owed. */
const OPEN = 0n;

/** The amounts of a swap, and the pools on its way. */
export interface PoolSwap {
  readonly given: string;
  readonly got: string;
  readonly units: { readonly given: bigint; readonly got: bigint };
  readonly isOut: boolean;
}

/** True for a swap of an exact output. */
const isOutOf = (of: Input) => of.text('swap.amountOut') !== '';

export function poolSwapOf(of: Input): PoolSwap {
  const isOut = isOutOf(of);
  const [given, got] = currenciesOf(of, isOut);
  const number = (name: string) => of.number(`swap.${name}`);
  return {
    given,
    got,
    isOut,
    units: isOut
      ? { given: number('amountInMaximum'), got: number('amountOut') }
      : { given: number('amountIn'), got: number('amountOutMinimum') },
  };
}

function currenciesOf(of: Input, isOut: boolean): readonly [given: string, got: string] {
  const path = of.each('swap.path').map((hop) => hop.text('currency'));
  const named = of.text('swap.currency');
  if (named !== '') return isOut ? [path[0] ?? '', named] : [named, path.at(-1) ?? ''];
  const [first, second] = [of.text('swap.pool.currency0'), of.text('swap.pool.currency1')];
  return of.text('swap.zeroForOne') === 'true' ? [first, second] : [second, first];
}

/** The pools, or the one pool, with their hooks. */
const poolsOf = (of: Input): readonly Arguments[] =>
  of.text('swap.currency') === '' ? [of.within('swap.pool')] : of.each('swap.path');

function texts(of: Input) {
  const { given, got, units, isOut } = poolSwapOf(of);
  const isOpen = units.got === OPEN;
  return {
    // An exact amount of 0 means what the pools owe, or what is owed to them.
    given:
      units.given === OPEN && !isOut ? `all ${of.nameOf(given)} that is there for it` : of.amountOf(units.given, given),
    got: !isOpen
      ? of.amountOf(units.got, got)
      : isOut
        ? `all ${of.nameOf(got)} that is owed`
        : `whatever ${of.nameOf(got)} that gives`,
    isFree: isOpen && !isOut,
    isOut,
  };
}

function swap(signature: string): Command {
  return {
    signature,
    does(of) {
      if (of.text('swap.currency') !== '' && of.each('swap.path').length === 0) return null;
      const { given, got, isFree, isOut } = texts(of);
      return `swap ${isOut ? 'at most ' : ''}${given} for ${isOut || isFree ? '' : 'at least '}${got}`;
    },
    rows(of): DecodedField[] {
      const { given, got, isFree, isOut } = texts(of);
      return [
        row(isOut ? 'Swapped at most' : 'Swapped', given, 'amount'),
        ...(isFree ? [] : [row(isOut ? 'Swapped for' : 'Swapped for at least', got, 'amount')]),
        ...poolsOf(of).flatMap((pool) =>
          isNobody(pool.text('hooks')) ? [] : [row('Code of the pool', pool.text('hooks'), 'address')],
        ),
      ];
    },
    findings(of): Finding[] {
      const { given, got, units, isOut } = poolSwapOf(of);
      const hooks = [...new Set(poolsOf(of).map((pool) => pool.text('hooks')))].filter((each) => !isNobody(each));
      const hasData =
        of.bytes('swap.hookData').length > 0 || of.each('swap.path').some((hop) => hop.bytes('hookData').length > 0);
      return [
        ...(isOut || !isDust(of.chain, got, units.got)
          ? []
          : [
              care('The swap has no minimum of its own, or next to none: compare what is taken out at least.', {
                field: 'swap',
                basis: ROUTER,
              }),
            ]),
        ...(isOut
          ? exactOutputFindings(
              of.chain,
              { token: given, units: units.given },
              { token: got, units: units.got },
              { field: 'swap', basis: ROUTER },
            )
          : []),
        ...hooks.map((hook) =>
          care(`The pool runs the code of ${hook} in each swap: it can change the price or refuse the swap.`, {
            field: 'swap',
            basis: ROUTER,
          }),
        ),
        ...(hasData
          ? [
              danger('It has data for the code of a pool, which nothing explains.', {
                field: 'swap',
                basis: ROUTER,
                mark: of.mark,
              }),
            ]
          : []),
      ];
    },
  };
}

const owedText = (of: Input, name: string) =>
  of.number(name) === OPEN
    ? `all ${of.nameOf(of.text('currency'))} that is owed`
    : of.number(name) === ALL
      ? `all ${of.nameOf(of.text('currency'))} that the router has`
      : of.amountOf(of.number(name), of.text('currency'));

/** By their bytes. */
export const ACTIONS: Readonly<Record<number, Command>> = {
  6: swap(
    `SWAP_EXACT_IN_SINGLE((${POOL}, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) swap)`,
  ),
  7: swap(`SWAP_EXACT_IN((address currency, ${HOPS}, uint128 amountIn, uint128 amountOutMinimum) swap)`),
  8: swap(
    `SWAP_EXACT_OUT_SINGLE((${POOL}, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) swap)`,
  ),
  9: swap(`SWAP_EXACT_OUT((address currency, ${HOPS}, uint128 amountOut, uint128 amountInMaximum) swap)`),
  11: {
    signature: 'SETTLE(address currency, uint256 amount, bool payerIsUser)',
    does: (of) =>
      `pay ${owedText(of, 'amount')} into the pools${of.text('payerIsUser') === 'true' ? ', out of what the sender has' : ''}`,
  },
  12: {
    signature: 'SETTLE_ALL(address currency, uint256 maximum)',
    does: (of) =>
      `pay at most ${of.amountOf(of.number('maximum'), of.text('currency'))} into the pools, out of what the sender has`,
    rows: (of) => [row('Paid at most', of.amountOf(of.number('maximum'), of.text('currency')), 'amount')],
  },
  14: {
    signature: 'TAKE(address currency, address recipient, uint256 amount)',
    does: (of) => `take ${owedText(of, 'amount')} out of the pools, to ${of.recipient}`,
  },
  15: {
    signature: 'TAKE_ALL(address currency, uint256 minimum)',
    does: (of) =>
      `take at least ${of.amountOf(of.number('minimum'), of.text('currency'))} out of the pools, to the sender`,
    rows: (of) => [row('Taken at least', of.amountOf(of.number('minimum'), of.text('currency')), 'amount')],
  },
  16: {
    signature: 'TAKE_PORTION(address currency, address recipient, uint256 bips)',
    does: (of) =>
      `take ${decimalText(of.number('bips'), 2)} % of ${of.nameOf(of.text('currency'))} out of the pools, to ${of.recipient}`,
  },
};
