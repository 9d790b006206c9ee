/**
 * Explains swaps at the routers of Uniswap, version 3: SwapRouter, and SwapRouter02, which names no deadline in a swap.
 * Both make several calls for one transaction. Types after Uniswap/v3-periphery and Uniswap/swap-router-contracts.
 */
import { type DecodedField, decimalText, type Finding } from '../../../shared/model/index.ts';
import { burntFinding, care, danger, isBurnt, keylessFindings, row, tokensText } from '../../crypto/index.ts';
import { exactOutputFindings, isDust, noMinimumFindings } from './dust.ts';
import { packedEnds } from './router-commands.ts';
import { type Arguments, type Contracts, onlyAt, type Standard } from './standard.ts';
import { shortPathFinding, swapRows, swapSentence, wayRows } from './swap-words.ts';

export const PATH_ROUTER = 'Uniswap V3 router';
const [FIRST, SECOND, ON_BASE] = [
  '0xe592427a0aece92de3edee1f18e0157c05861564',
  '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  '0x2626664c2603336e57b271c5c0b26f421741e481',
] as const;
export const PATH_ROUTER_PLACES: Contracts = {
  ...Object.fromEntries(
    ['eip155:1', 'eip155:10', 'eip155:137', 'eip155:42161'].map((chain) => [chain, [FIRST, SECOND]]),
  ),
  'eip155:8453': [ON_BASE],
};
/** SwapRouter02 alone. */
const SECOND_PLACES: Contracts = Object.fromEntries(
  Object.entries(PATH_ROUTER_PLACES).map(([chain, places]) => [chain, places.filter((place) => place !== FIRST)]),
);
/** An amount that means all that the router has. */
export const BALANCE = 1n << 255n;
/** Addresses that mean the sender and the router in swaps of SwapRouter02. Elsewhere they are addresses without a key. */
const [SENDER, ITSELF] = [1n, 2n] as const;

const AT_ROUTERS: Pick<Standard, 'basis' | 'places' | 'isShared' | 'coins'> = {
  basis: PATH_ROUTER,
  ...onlyAt(PATH_ROUTER_PLACES),
  coins: 'taken',
};

/** The recipient of a swap or of a payout in words. Only swaps have addresses that mean the sender or the router. */
export function recipientOf(of: Arguments, name: string) {
  const address = of.text(name);
  // An address of Tron is no number.
  const number = /^0x[0-9a-f]{40}$/i.test(address) ? BigInt(address) : null;
  const isSwap = name.startsWith('params.') || name === 'to';
  const isFirst = of.contract.toLowerCase() === FIRST;
  const isOwn = (isSwap && !isFirst && number === SENDER) || address.toLowerCase() === of.from?.toLowerCase();
  const isRouter =
    (isSwap && number === (isFirst ? 0n : ITSELF)) || address.toLowerCase() === of.contract.toLowerCase();
  return { text: isOwn ? 'the sender' : isRouter ? 'the router' : address, isOther: !isOwn && !isRouter, isRouter };
}

/** The tokens of a swap: those of one pool, or the ends of a path, which for an exact output begins at the output. */
export function tokensOf(of: Arguments, isOut: boolean): readonly [given: string, got: string] | null {
  if (of.text('params.tokenIn') !== '') return [of.text('params.tokenIn'), of.text('params.tokenOut')];
  const ends = packedEnds(of, 'params.path');
  return ends === null || !isOut ? ends : [ends[1], ends[0]];
}

const heldText = (token: string) => `all of the token ${token} that the router has`;

function textsOf(of: Arguments, isOut: boolean) {
  const tokens = tokensOf(of, isOut);
  if (tokens === null) return null;
  const [given, got] = tokens;
  const [most, least] = ['amountIn', 'amountOut'].map((name) => {
    const limit = isOut ? `${name}Maximum` : `${name}Minimum`;
    return of.number(`params.${of.text(`params.${name}`) === '' ? limit : name}`);
  });
  const units = most ?? 0n;
  const isHeld = !isOut && (units === 0n || units === BALANCE);
  return {
    got,
    least: least ?? 0n,
    most: { token: given, units },
    given: isHeld ? heldText(given) : tokensText(of.chain, given, units),
    gotText: tokensText(of.chain, got, least ?? 0n),
  };
}

function swap(name: string, members: string, isOut: boolean): Standard {
  return {
    ...AT_ROUTERS,
    signature: `${name}((${members}) params)`,
    does(of) {
      const texts = textsOf(of, isOut);
      if (texts === null) return 'Swap along a path that is none';
      return swapSentence({ isOut, given: texts.given, got: texts.gotText }, recipientOf(of, 'params.recipient').text);
    },
    rows(of): DecodedField[] {
      const texts = textsOf(of, isOut);
      if (texts === null) return [];
      return [
        ...swapRows({ isOut, given: texts.given, got: texts.gotText }),
        ...(of.text('params.fee') === '' ? [] : [row('Pool fee', `${decimalText(of.number('params.fee'), 4)} %`)]),
      ];
    },
    findings(of): Finding[] {
      const texts = textsOf(of, isOut);
      if (texts === null)
        return [
          danger('Its path is no path of tokens and fees, so that the swapped tokens are unknown.', {
            field: 'params.path',
            basis: PATH_ROUTER,
            mark: of.mark,
          }),
        ];
      const recipient = recipientOf(of, 'params.recipient');
      return [
        ...(isOut || recipient.isRouter || !isDust(of.chain, texts.got, texts.least)
          ? []
          : [
              care('The swap has no minimum, or next to none: it can return next to nothing for the swapped amount.', {
                field: 'params.amountOutMinimum',
                basis: PATH_ROUTER,
              }),
            ]),
        ...(isOut
          ? exactOutputFindings(
              of.chain,
              texts.most,
              { token: texts.got, units: texts.least },
              { field: 'params.amountInMaximum', basis: PATH_ROUTER },
            )
          : []),
        ...otherFindings(of, 'params.recipient'),
      ];
    },
  };
}

/** SwapRouter02 also swaps in pools of version 2. It names no deadline, and 0 means all that the router has. */
function pairSwap(name: string, isOut: boolean): Standard {
  const [most, least] = isOut ? ['amountInMax', 'amountOut'] : ['amountIn', 'amountOutMin'];
  const ends = (of: Arguments) => {
    const path = of.texts('path');
    const [given, got] = [path[0] ?? '', path.at(-1) ?? ''];
    const units = of.number(most ?? '');
    const isHeld = !isOut && units === 0n;
    return {
      path,
      most: { token: given, units },
      get: { token: got, units: of.number(least ?? '') },
      texts: {
        isOut,
        given: isHeld ? heldText(given) : tokensText(of.chain, given, units),
        got: tokensText(of.chain, got, of.number(least ?? '')),
      },
    };
  };
  return {
    basis: PATH_ROUTER,
    ...onlyAt(SECOND_PLACES),
    coins: 'taken',
    signature: `${name}(${(isOut ? [least, most] : [most, least]).map((each) => `uint256 ${each}`).join(', ')}, address[] path, address to)`,
    does(of) {
      return swapSentence(ends(of).texts, recipientOf(of, 'to').text);
    },
    rows(of): DecodedField[] {
      const { path, texts } = ends(of);
      return [...swapRows(texts), ...wayRows(path)];
    },
    findings(of): Finding[] {
      const { path, most: given, get } = ends(of);
      if (path.length < 2) return [shortPathFinding(of, PATH_ROUTER)];
      const from = { field: isOut ? 'amountInMax' : 'amountOutMin', basis: PATH_ROUTER };
      return [
        ...(isOut
          ? exactOutputFindings(of.chain, given, get, from)
          : recipientOf(of, 'to').isRouter
            ? []
            : noMinimumFindings(of.chain, get, from)),
        ...otherFindings(of, 'to'),
      ];
    },
  };
}

function otherFindings(of: Arguments, name: string): Finding[] {
  const { text, isOther } = recipientOf(of, name);
  if (isOther && (isBurnt(text) || keylessFindings(text, name).length > 0)) return [burntFinding(text, name)];
  return isOther ? [care(`${text} gets the output, and not the sender.`, { field: name, basis: PATH_ROUTER })] : [];
}

/** A function that sends what the router has of something. Without a named recipient it is the sender. */
function payout(signature: string, what: (of: Arguments) => string): Standard {
  const isNamed = signature.includes('address recipient');
  return {
    ...AT_ROUTERS,
    signature,
    does: (of) =>
      `Send ${what(of)} that the router has to ${isNamed ? recipientOf(of, 'recipient').text : 'the sender'}`,
    findings: (of) => (isNamed ? otherFindings(of, 'recipient') : []),
  };
}

const coins = (of: Arguments) => `all wrapped coins, at least ${of.coins(of.number('amountMinimum'))},`;
const tokens = (of: Arguments) => `all of a token, at least ${of.tokens('amountMinimum', 'token')},`;

const POOL = 'address tokenIn, address tokenOut, uint24 fee, address recipient, ';
const PATH = 'bytes path, address recipient, ';
const UNTIL = 'uint256 deadline, ';
const LIMIT = ', uint160 sqrtPriceLimitX96';
const [IN, OUT] = ['uint256 amountIn, uint256 amountOutMinimum', 'uint256 amountOut, uint256 amountInMaximum'] as const;

export const PATH_ROUTERS: readonly Standard[] = [
  ...['', UNTIL].flatMap((until) => [
    swap('exactInputSingle', `${POOL}${until}${IN}${LIMIT}`, false),
    swap('exactInput', `${PATH}${until}${IN}`, false),
    swap('exactOutputSingle', `${POOL}${until}${OUT}${LIMIT}`, true),
    swap('exactOutput', `${PATH}${until}${OUT}`, true),
  ]),
  pairSwap('swapExactTokensForTokens', false),
  pairSwap('swapTokensForExactTokens', true),
  payout('unwrapWETH9(uint256 amountMinimum, address recipient)', coins),
  payout('unwrapWETH9(uint256 amountMinimum)', coins),
  payout('sweepToken(address token, uint256 amountMinimum, address recipient)', tokens),
  payout('sweepToken(address token, uint256 amountMinimum)', tokens),
  payout('refundETH()', () => 'all coins'),
];
