/**
 * The commands of Uniswap's Universal Router, versions 1.2 and 2 (Uniswap/universal-router, contracts/libraries/Commands.sol and
 * contracts/base/Dispatcher.sol), and where it is deployed (deploy-addresses there). Those of version 1 have other numbers.
 */
import { type DecodedField, decimalText, type Finding } from '../../../shared/model/index.ts';
import { care, row } from '../../crypto/index.ts';
import { exactOutputFindings, noMinimumFindings } from './dust.ts';
import { permit2Findings, permit2Rows, permitTaken, takenText } from './permit2.ts';
import { type Arguments, listed } from './standard.ts';

export const ROUTER = 'Universal Router';

/** By CAIP-2, in lowercase. */
export const ROUTERS: Readonly<Record<string, readonly string[]>> = {
  'eip155:1': ['0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad', '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'],
  'eip155:10': [
    '0xcb1355ff08ab38bbce60111f1bb2b784be25d7e8',
    '0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4',
    '0x851116d9223fabed8e56c0e6b8ad0c31d98b3507',
  ],
  'eip155:56': ['0x1906c1d672b88cd1b9ac7593301ca990f94eae07'],
  'eip155:130': ['0xef740bf23acae26f6492b10de645d6b98dc8eaf3'],
  'eip155:137': [
    '0x643770e279d5d0733f21d6dc03a8efbabf3255b4',
    '0xec7be89e9d109e7e3fec59c222cf297125fefda2',
    '0x1095692a6237d83c6a72f3f5efedb9a670c49223',
  ],
  'eip155:8453': [
    '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
    '0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4',
    '0x6ff5693b99212da76ad316178a184ab56d299b43',
  ],
  'eip155:42161': [
    '0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4',
    '0x5e325eda8064b456f4781070c0738d849c824258',
    '0xa51afafe0263b40edaef0df8781ea9aa03e381a3',
  ],
  'eip155:43114': ['0x4dae2f939acf50408e13d58534ff8c2776d45265', '0x94b75331ae8d42c1b61065089b7d48fe14aa73b7'],
};

/** The lower six bits are the command, and the next one too in later versions. The highest bit lets it fail. */
export const COMMAND = 0x7f;
export const MAY_FAIL = 0x80;
export const SUB_PLAN = 0x21;
/** Runs actions in the pools of version 4 (router-actions.ts). */
export const POOL_ACTIONS = 0x10;

const PERMIT = 'address token, uint160 amount, uint48 expiration, uint48 nonce';
const V3 = 'address recipient, uint256 amountIn, uint256 amountOut, bytes path, bool payerIsUser';
const V2 = 'address recipient, uint256 amountIn, uint256 amountOut, address[] path, bool payerIsUser';
const V3_OUT = 'address recipient, uint256 amountOut, uint256 amountIn, bytes path, bool payerIsUser';
const V2_OUT = 'address recipient, uint256 amountOut, uint256 amountIn, address[] path, bool payerIsUser';

/** An amount that means the router's whole balance. */
export const ALL = 1n << 255n;
/** The address that means the chain’s coin. */
export const COIN = `0x${'0'.repeat(40)}`;
const ADDRESS_BYTES = 20;
/** A fee and the next token. */
const HOP_BYTES = 23;

/** The arguments of a command, and the recipient of its output. */
export interface Input extends Arguments {
  /** In a sentence. */
  readonly recipient: string;
  /** An exact amount, or the router's whole balance. The address 0 means the chain’s coin. */
  amountOf(units: bigint, token: string): string;
  /** The name of a token. */
  nameOf(token: string): string;
  /** An address from its 20 bytes. */
  address(bytes: Uint8Array): string;
}

export interface Command {
  /** As Solidity writes a function. */
  readonly signature: string;
  /** The effect, after “have the router”. Null for impossible arguments. */
  readonly does: (of: Input) => string | null;
  readonly rows?: (of: Input) => readonly DecodedField[];
  readonly findings?: (of: Input) => readonly Finding[];
}

/** The first and the last token of a path. Null for bytes that are not a path. */
export function ends(of: Input): readonly [first: string, last: string] | null {
  const list = of.texts('path');
  if (list.length > 1) return [list[0] ?? '', list.at(-1) ?? ''];
  return list.length > 0 ? null : packedEnds(of, 'path');
}

/** The same of a path whose tokens and fees are packed in bytes. */
export function packedEnds(of: Arguments, name: string): readonly [first: string, last: string] | null {
  const path = of.bytes(name);
  const hops = (path.length - ADDRESS_BYTES) / HOP_BYTES;
  if (hops < 1 || !Number.isInteger(hops)) return null;
  const at = (start: number) => of.address(path.subarray(start, start + ADDRESS_BYTES));
  return [at(0), at(path.length - ADDRESS_BYTES)];
}

/** A swap. In swaps for an exact output, paths of V3 begin at the output token. */
function swap(
  signature: string,
  { isOut, isReversed }: { readonly isOut: boolean; readonly isReversed: boolean },
): Command {
  const gotten = (of: Input) => ends(of)?.[isReversed ? 0 : 1] ?? '';
  const amountsOf = (of: Input) => {
    const found = ends(of);
    if (found === null) return null;
    const [given, got] = isReversed ? [found[1], found[0]] : found;
    const [units, least] = [of.number('amountIn'), of.number('amountOut')];
    const isFree = least === 0n && !isOut;
    return {
      // An exact amount of 0 means the amount that the pool was sent.
      given: units === 0n && !isOut ? `what the pool was sent of ${of.nameOf(given)}` : of.amountOf(units, given),
      got: isFree ? `whatever ${of.nameOf(got)} that gives` : of.amountOf(least, got),
      isFree,
    };
  };
  return {
    signature,
    does(of) {
      const amounts = amountsOf(of);
      if (amounts === null) return null;
      const whose = of.text('payerIsUser') === 'true' ? '' : ' that the router has';
      return `swap ${isOut ? 'at most ' : ''}${amounts.given}${whose} for ${isOut || amounts.isFree ? '' : 'at least '}${amounts.got}, to ${of.recipient}`;
    },
    rows(of) {
      const amounts = amountsOf(of);
      return amounts === null
        ? []
        : [
            row(isOut ? 'Swapped at most' : 'Swapped', amounts.given, 'amount'),
            ...(amounts.isFree ? [] : [row(isOut ? 'Swapped for' : 'Swapped for at least', amounts.got, 'amount')]),
          ];
    },
    findings: (of) =>
      isOut
        ? exactOutputFindings(
            of.chain,
            { token: ends(of)?.[isReversed ? 1 : 0] ?? '', units: of.number('amountIn') },
            { token: gotten(of), units: of.number('amountOut') },
            { field: 'amountIn', basis: ROUTER },
          )
        : of.recipient === ITSELF
          ? []
          : noMinimumFindings(
              of.chain,
              { token: gotten(of), units: of.number('amountOut') },
              { field: 'amountOut', basis: ROUTER },
            ),
  };
}

/** The recipient that keeps the output for the next command. */
export const ITSELF = 'itself';

function allOf(of: Input, least: string, token: string): string {
  const units = of.number(least);
  return `all ${of.nameOf(token)} that it has${units === 0n ? '' : `, at least ${of.amountOf(units, token)},`}`;
}

/** By the lower six bits of their byte. */
export const COMMANDS: Readonly<Record<number, Command>> = {
  0: swap(`V3_SWAP_EXACT_IN(${V3})`, { isOut: false, isReversed: false }),
  1: swap(`V3_SWAP_EXACT_OUT(${V3_OUT})`, { isOut: true, isReversed: true }),
  2: {
    signature: 'PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)',
    does: (of) => `send ${of.tokens('amount', 'token')} of the sender to ${of.recipient}`,
    rows: (of) => [row('Amount', of.tokens('amount', 'token'), 'amount')],
  },
  3: {
    signature: `PERMIT2_PERMIT_BATCH(((${PERMIT})[] details, address spender, uint256 sigDeadline) batch, bytes signature)`,
    does: (of) => `hand in a permit: ${of.text('batch.spender')} may take ${takenText(of.each('batch.details'))}`,
    rows: (of) => [row('Spender', of.text('batch.spender'), 'address'), ...permit2Rows(of.each('batch.details'))],
    findings: (of) => permit2Findings(of.text('batch.spender'), 'batch.spender', of.each('batch.details')),
  },
  4: {
    signature: 'SWEEP(address token, address recipient, uint256 amountMinimum)',
    does: (of) => `send ${allOf(of, 'amountMinimum', of.text('token'))} to ${of.recipient}`,
    rows: (of) =>
      of.number('amountMinimum') === 0n
        ? []
        : [row('Sent at least', of.amountOf(of.number('amountMinimum'), of.text('token')), 'amount')],
  },
  5: {
    signature: 'TRANSFER(address token, address recipient, uint256 amount)',
    does: (of) => `send ${of.amountOf(of.number('amount'), of.text('token'))} to ${of.recipient}`,
    rows: (of) => [row('Amount', of.amountOf(of.number('amount'), of.text('token')), 'amount')],
  },
  6: {
    signature: 'PAY_PORTION(address token, address recipient, uint256 bips)',
    does: (of) =>
      `send ${decimalText(of.number('bips'), 2)} % of all ${of.nameOf(of.text('token'))} that it has to ${of.recipient}`,
  },
  8: swap(`V2_SWAP_EXACT_IN(${V2})`, { isOut: false, isReversed: false }),
  9: swap(`V2_SWAP_EXACT_OUT(${V2_OUT})`, { isOut: true, isReversed: false }),
  10: {
    signature: `PERMIT2_PERMIT(((${PERMIT}) details, address spender, uint256 sigDeadline) single, bytes signature)`,
    does: (of) => `submit a permit: ${of.text('single.spender')} may take ${permitTaken(of.within('single.details'))}`,
    rows: (of) => [row('Spender', of.text('single.spender'), 'address'), ...permit2Rows([of.within('single.details')])],
    findings: (of) => permit2Findings(of.text('single.spender'), 'single.spender', [of.within('single.details')]),
  },
  11: {
    signature: 'WRAP_ETH(address recipient, uint256 amount)',
    does: (of) => `wrap ${of.amountOf(of.number('amount'), COIN)} for ${of.recipient}`,
    rows: (of) => [row('Wrapped', of.amountOf(of.number('amount'), COIN), 'amount')],
  },
  12: {
    signature: 'UNWRAP_WETH(address recipient, uint256 amountMinimum)',
    does: (of) =>
      `unwrap all wrapped coins that it has, at least ${of.coins(of.number('amountMinimum'))}, to ${of.recipient}`,
    rows: (of) => [row('Sent at least', of.coins(of.number('amountMinimum')), 'amount')],
  },
  13: {
    signature: 'PERMIT2_TRANSFER_FROM_BATCH((address from, address to, uint160 amount, address token)[] transfers)',
    does: (of) =>
      listed(
        of
          .each('transfers')
          .map((each) => `move ${each.tokens('amount', 'token')} from ${each.text('from')} to ${each.text('to')}`),
      ) || 'move nothing',
    rows: (of) =>
      of
        .each('transfers')
        .flatMap((each) => [
          row('Amount', each.tokens('amount', 'token'), 'amount'),
          row('To', each.text('to'), 'address'),
        ]),
    findings: (of) =>
      of.each('transfers').map((each, index) => sentElsewhere(each.text('to'), `transfers[${index}].to`)),
  },
  14: {
    signature: 'BALANCE_CHECK_ERC20(address owner, address token, uint256 minimum)',
    does: (of) => `stop unless ${of.text('owner')} then has ${of.tokens('minimum', 'token')}`,
  },
};

/** A finding for tokens that go to a named recipient. */
export function sentElsewhere(recipient: string, field: string): Finding {
  return care(
    `${recipient} gets the output of the router: the command names it, instead of the sender of the transaction.`,
    { field, basis: ROUTER },
  );
}
