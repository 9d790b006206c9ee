/** The leftovers of a plan of the Universal Router, which anybody can take from the router. */
import type { Finding } from '../../../shared/model/index.ts';
import { type ContractCall, danger } from '../../crypto/index.ts';
import { markOf } from './reading.ts';
import { poolSwapOf } from './router-actions.ts';
import { ALL, COIN, ends, type Input, ITSELF, ROUTER } from './router-commands.ts';

/** The wrapped coin, which a plan names by its address in some commands and not in others. */
const WRAPPED = 'wrapped coins';
/** Commands by their numbers. */
const [EXACT_IN, EXACT_OUT] = [
  [0, 8],
  [1, 9],
] as const;
/** Actions in pools by their numbers. */
const [SETTLE, SETTLE_ALL, TAKE, TAKE_PORTION] = [11, 12, 14, 16] as const;
const [TRANSFER_FROM, SWEEP, TRANSFER, WRAP, UNWRAP] = [2, 4, 5, 11, 12] as const;

export interface Ledger {
  /** Takes a command of the plan, in its order. */
  take(number: number, of: Input): void;
  /** Takes an action in pools of version 4, in its order. */
  act(number: number, of: Input): void;
  /** Findings about what is left at the end. */
  findings(): Finding[];
}

/** Follows the coins that go with the call, and the tokens that commands leave for later ones. */
export function openLedger(call: ContractCall): Ledger {
  let coins = call.value;
  const held = new Set<string>();
  const nameOf = (of: Input, token: string) =>
    of.nameOf(token) === `W${of.coins(0n).split(' ')[1]}` ? WRAPPED : token.toLowerCase();
  const send = (of: Input, token: string, units: bigint | null) => {
    if (token !== COIN) held.delete(nameOf(of, token));
    else coins = units === null || units >= coins ? 0n : coins - units;
  };
  const exact = (units: bigint) => (units === ALL ? null : units);
  /** The coins that swaps of an exact input owe the pools. Those of an exact output can owe less than is stated. */
  let owed = 0n;
  const settle = (of: Input, units: bigint) => {
    const token = of.text('currency');
    if (token !== COIN) {
      if (of.text('payerIsUser') === 'false') held.delete(nameOf(of, token));
      return;
    }
    const paid = units === 0n ? owed : units;
    send(of, COIN, exact(paid));
    owed = 0n;
  };
  return {
    act(number, of) {
      if (number === SETTLE) settle(of, of.number('amount'));
      else if (number === SETTLE_ALL) settle(of, 0n);
      else if (number === TAKE || number === TAKE_PORTION) {
        const token = of.text('currency');
        if (of.recipient === ITSELF) held.add(token === COIN ? COIN : nameOf(of, token));
      } else if (of.text('swap.amountIn') !== '') {
        const { given, units } = poolSwapOf(of);
        if (given === COIN) owed += units.given;
      }
    },
    take(number, of) {
      const path = ends(of);
      const isSwap = [...EXACT_IN, ...EXACT_OUT].some((each) => each === number);
      if (isSwap && path !== null) {
        const isExactIn = EXACT_IN.some((each) => each === number);
        // The path of an exact output begins with the token that is got, in pools of version 3.
        const [given, got] = number === EXACT_OUT[0] ? [path[1], path[0]] : path;
        // An exact output can leave a part of what was meant for it.
        if (of.text('payerIsUser') !== 'true' && isExactIn) held.delete(nameOf(of, given));
        if (of.recipient === ITSELF) held.add(nameOf(of, got));
      } else if (number === TRANSFER_FROM) {
        if (of.recipient === ITSELF) held.add(nameOf(of, of.text('token')));
      } else if (number === SWEEP || number === TRANSFER) {
        const token = of.text('token');
        if (of.recipient === ITSELF) return;
        if (token === COIN) held.delete(COIN);
        send(of, token, number === SWEEP ? null : exact(of.number('amount')));
      } else if (number === WRAP) {
        send(of, COIN, exact(of.number('amount')));
        if (of.recipient === ITSELF) held.add(WRAPPED);
      } else if (number === UNWRAP) {
        held.delete(WRAPPED);
        // The amount is not known before it is made.
        if (of.recipient === ITSELF) held.add(COIN);
      }
    },
    findings() {
      const left = [
        ...(coins === 0n ? [] : [call.amount(coins)]),
        ...[...held].map((each) => (each === COIN ? 'unwrapped coins' : each === WRAPPED ? each : `tokens of ${each}`)),
      ];
      if (left.length === 0) return [];
      const text = `${left.join(', ')} can stay in the router at the end of the plan, where anyone can take them.`;
      return [danger(text, { field: `${call.field}.commands`, basis: ROUTER, mark: markOf(call) })];
    },
  };
}
