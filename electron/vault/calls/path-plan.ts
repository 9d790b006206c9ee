/**
 * Reads calls of Uniswap's routers of version 3 together with the calls inside them. Whoever calls the router next can
 * take the coins that no swap took, and the tokens that the router got and did not send on.
 */
import type { Finding } from '../../../shared/model/index.ts';
import { abiOf, type ContractCall, calledFunction, danger, tokenOf } from '../../crypto/index.ts';
import { argumentsFor } from './arguments.ts';
import { readByStandard } from './by-standard.ts';
import { BALANCE, PATH_ROUTER, PATH_ROUTER_PLACES, PATH_ROUTERS, recipientOf, tokensOf } from './path-routers.ts';
import { argumentsOf, type CallReading, markOf } from './reading.ts';
import { type Arguments, isAmong } from './standard.ts';

const COINS = 'coins';
const MAXIMUM_DEPTH = 5;
let functions: ReturnType<typeof abiOf> | null = null;

/** A function of the router with its arguments. Null for another function. */
function stepOf(call: ContractCall): { readonly name: string; readonly of: Arguments } | null {
  functions ??= abiOf(PATH_ROUTERS.map(({ signature }) => signature));
  const called = calledFunction(functions, call.data);
  const found = called === undefined ? null : argumentsOf(called, call);
  return called === undefined || found === null ? null : { name: called.name, of: argumentsFor(call, found.values) };
}

/** Describes a call of a known router, or several that it makes for one. Returns null for any other call. */
export function readPathPlan(call: ContractCall): CallReading | null {
  if (!isAmong(PATH_ROUTER_PLACES, call.chain, call.to)) return null;
  // The coins are followed through the calls, and not compared with what each passes on.
  const reading = readByStandard({ ...call, value: 0n });
  const parts = reading?.calls ?? [];
  if (reading === null || (parts.length === 0 && stepOf(call) === null)) return null;
  return {
    ...reading,
    coins: 'taken',
    calls: parts.map((part) => ({ ...part, isPart: true })),
    findings: [
      ...reading.findings,
      ...(call.isPart === true
        ? []
        : leftFindings(call, parts.length === 0 ? [call] : parts.flatMap((part) => partsOf(part)))),
    ],
  };
}

/** The calls of a plan in a plan. explain.ts follows no more levels of calls than are read here. */
function partsOf(part: ContractCall, depth = 0): readonly ContractCall[] {
  const inner = depth > MAXIMUM_DEPTH || stepOf(part) !== null ? [] : (readByStandard(part)?.calls ?? []);
  return inner.length === 0 ? [part] : inner.flatMap((each) => partsOf(each, depth + 1));
}

function leftFindings(call: ContractCall, parts: readonly ContractCall[]): Finding[] {
  let coins = call.value;
  const held = new Set<string>();
  for (const part of parts) {
    const step = stepOf(part);
    if (step === null) continue;
    const { name, of } = step;
    if (name.startsWith('exact')) {
      coins -= swapped(of, name.startsWith('exactOutput'), coins, held);
      continue;
    }
    if (name === 'refundETH') {
      coins = 0n;
      held.delete(COINS);
      continue;
    }
    const isKept = of.text('recipient') !== '' && recipientOf(of, 'recipient').isRouter;
    if (name === 'sweepToken') {
      if (!isKept) held.delete(of.text('token').toLowerCase());
    } else {
      for (const token of held) if (isWrapped(of, token)) held.delete(token);
      if (isKept) held.add(COINS);
    }
  }
  const left = [
    ...(coins === 0n ? [] : [call.amount(coins)]),
    ...[...held].map((each) => (each === COINS ? each : `tokens of ${each}`)),
  ];
  if (left.length === 0) return [];
  const text = `${left.join(', ')} can stay in the router, where anyone can take them.`;
  return [danger(text, { field: call.field, basis: PATH_ROUTER, mark: markOf(call) })];
}

/** Follows a swap. Returns the coins that it takes: the router pays with them only where they are enough. */
function swapped(of: Arguments, isOut: boolean, coins: bigint, held: Set<string>): bigint {
  const tokens = tokensOf(of, isOut);
  if (tokens === null) return 0n;
  const [given, got] = tokens.map((each) => each.toLowerCase());
  const units = of.number('params.amountIn');
  const isHeld = !isOut && (units === 0n || units === BALANCE);
  if (isHeld) held.delete(given ?? '');
  if (recipientOf(of, 'params.recipient').isRouter) held.add(got ?? '');
  // An exact output can take less than is stated.
  return isOut || isHeld || units > coins || !isWrapped(of, given ?? '') ? 0n : units;
}

const isWrapped = (of: Arguments, token: string) =>
  tokenOf(of.chain, token)?.symbol === `W${of.coins(0n).split(' ')[1]}`;
