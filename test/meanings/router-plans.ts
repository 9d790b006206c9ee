/** Plans of Uniswap's Universal Router, encoded apart from the program. */
import { encodeCall, USDC, WETH } from './evm-calls.ts';

export const ROUTER = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af';
/** Addresses that mean the sender of the transaction, and the router. */
export const SENDER = `0x${'1'.padStart(40, '0')}`;
export const ITSELF = `0x${'2'.padStart(40, '0')}`;
export const COIN = `0x${'0'.repeat(40)}`;
/** An amount that means the router's whole balance. */
export const ALL = 1n << 255n;

/** A command, and its input. */
export type Planned = readonly [command: number, input: Uint8Array];

const PERMIT = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';
const SWAP = 'address recipient, uint256 one, uint256 other, bytes path, bool payerIsUser';
const SWAP_V2 = 'address recipient, uint256 one, uint256 other, address[] path, bool payerIsUser';
const PLAN = 'bytes commands, bytes[] inputs';

/** The parameters of each command. */
const PARAMETERS: Readonly<Record<number, string>> = {
  0: SWAP,
  1: SWAP,
  2: 'address token, address recipient, uint160 amount',
  3: `(${PERMIT}[] details, address spender, uint256 sigDeadline) batch, bytes signature`,
  4: 'address token, address recipient, uint256 amount',
  5: 'address token, address recipient, uint256 amount',
  6: 'address token, address recipient, uint256 bips',
  8: SWAP_V2,
  9: SWAP_V2,
  10: `(${PERMIT} details, address spender, uint256 sigDeadline) single, bytes signature`,
  11: 'address recipient, uint256 amount',
  12: 'address recipient, uint256 amount',
  13: '(address from, address to, uint160 amount, address token)[] transfers',
  14: 'address owner, address token, uint256 minimum',
  33: PLAN,
};

/** A command with its arguments by their names; `flag` is the bit that lets it fail. */
export function command(number: number, values: unknown, flag = 0): Planned {
  return [number | flag, encodeCall(`f(${PARAMETERS[number] ?? ''})`, values).subarray(4)];
}

const planned = (commands: readonly Planned[]) => ({
  commands: Uint8Array.from(commands.map(([number]) => number)),
  inputs: commands.map(([, input]) => input),
});

/** A plan in a plan. */
export const subPlan = (...commands: readonly Planned[]): Planned => command(0x21, planned(commands));

/** A call of the router that carries them out. */
export function routed(...commands: readonly Planned[]): Uint8Array {
  return encodeCall(`execute(${PLAN}, uint256 deadline)`, { ...planned(commands), deadline: 1_900_000_000n });
}

/** The bytes of a path in V3 pools: tokens, and the fee between two. */
export function path(...tokens: readonly string[]): Uint8Array {
  return Buffer.from(tokens.map((token) => token.slice(2)).join('0001f4'), 'hex');
}

/** Wraps coins and swaps them for USDC. A part goes to somebody else, the rest to the sender. */
export function coinSwap(amount: bigint, other: string): readonly Planned[] {
  return [
    command(0x0b, { recipient: ITSELF, amount }),
    command(0x00, { recipient: ITSELF, one: amount, other: 0n, path: path(WETH, USDC), payerIsUser: false }),
    command(0x06, { token: USDC, recipient: other, bips: 25n }),
    command(0x04, { token: USDC, recipient: SENDER, amount: 3_000_000_000n }),
  ];
}
