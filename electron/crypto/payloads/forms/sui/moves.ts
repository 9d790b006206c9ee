/** The commands of a transaction of Sui that are known: payments from the coins that pay the fee, and merged coins. */
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { littleEndian } from '../../../transactions/byte-reader.ts';
import type { Argument, Command, Input, SuiTransaction } from './transaction.ts';

export interface Payment {
  /** In MIST. Null for all that the coins hold after the fee. */
  readonly amount: bigint | null;
  readonly to: string;
}

/** Coins that become one. */
export interface Merge {
  readonly count: number;
  /** The coin that they become, which stays with the sender. Null for the one that pays the fee. */
  readonly into: string | null;
}

/** The effects of the commands, in their order. */
export type Move = ({ readonly kind: 'payment' } & Payment) | ({ readonly kind: 'merge' } & Merge);

const AMOUNT_BYTES = 8;
const ADDRESS_BYTES = 32;

/** Returns the address that an input is, or null for another argument. */
export function addressIn({ inputs }: Pick<SuiTransaction, 'inputs'>, argument: Argument): string | null {
  const bytes = pureOf(inputs, argument, ADDRESS_BYTES);
  return bytes === null ? null : `0x${hexEncode(bytes)}`;
}

/** Returns the amount that an input is, or null for another argument. */
export function amountIn({ inputs }: Pick<SuiTransaction, 'inputs'>, argument: Argument): bigint | null {
  const bytes = pureOf(inputs, argument, AMOUNT_BYTES);
  return bytes === null ? null : littleEndian(bytes);
}

/** Returns the input that an argument is, or null for a result or the gas. */
export function inputOf({ inputs }: Pick<SuiTransaction, 'inputs'>, argument: Argument): Input | null {
  return argument.kind === 'input' ? (inputs[argument.of]?.value ?? null) : null;
}

function pureOf(inputs: SuiTransaction['inputs'], argument: Argument, length: number): Uint8Array | null {
  const input = inputOf({ inputs }, argument);
  return input?.kind === 'pure' && input.value.length === length ? input.value : null;
}

/**
 * Returns the effects of all commands. Null when one of them is not known, when an input or a new coin is not used, or
 * when a coin is used twice. The network refuses most of these transactions.
 */
export function knownMoves(transaction: SuiTransaction): readonly Move[] | null {
  const state = createState(transaction);
  const moves: Move[] = [];
  for (const [index, { value }] of transaction.commands.entries()) {
    const made = state.run(value, index);
    if (made === null) return null;
    moves.push(...made);
  }
  return moves.length > 0 && state.isUsedUp() ? moves : null;
}

/** The coins while the commands run, one after the other. */
function createState(transaction: SuiTransaction) {
  /** New coins that nobody has yet, by the numbers of their command and their place. */
  const coins = new Map<string, bigint>();
  const results = new Map<number, number>();
  const used = new Set<number>();
  const gone = new Set<number>();
  let hasGas = transaction.payment.length > 0;
  const isOwn = transaction.payer.value === transaction.sender.value;

  /** Notes that an input is used. */
  function noted<Value>(argument: Argument, value: Value | null): Value | null {
    if (value !== null && argument.kind === 'input') used.add(argument.of);
    return value;
  }

  /** An object of the sender that is still there. */
  function ownObject(argument: Argument): string | null {
    const input = inputOf(transaction, argument);
    if (argument.kind !== 'input' || input?.kind !== 'owned' || gone.has(argument.of)) return null;
    return noted(argument, input.id);
  }

  function split({ coin, amounts }: Extract<Command, { kind: 'split' }>, index: number): Move[] | null {
    if (coin.kind !== 'gas' || !hasGas || amounts.length === 0) return null;
    for (const [part, argument] of amounts.entries()) {
      const amount = noted(argument, amountIn(transaction, argument));
      if (amount === null) return null;
      coins.set(`${index}.${part}`, amount);
    }
    results.set(index, amounts.length);
    return [];
  }

  /** Takes a new coin, or all that is left of the coin that pays. */
  function taken(argument: Argument): Pick<Payment, 'amount'> | null {
    if (argument.kind === 'gas') {
      if (!hasGas) return null;
      hasGas = false;
      return { amount: null };
    }
    if (argument.kind !== 'result' || (argument.part === null && results.get(argument.of) !== 1)) return null;
    const key = `${argument.of}.${argument.part ?? 0}`;
    const amount = coins.get(key);
    return coins.delete(key) && amount !== undefined ? { amount } : null;
  }

  function transfer({ objects, to: argument }: Extract<Command, { kind: 'transfer' }>): Move[] | null {
    const to = noted(argument, addressIn(transaction, argument));
    if (to === null || objects.length === 0) return null;
    const moves: Move[] = [];
    for (const object of objects) {
      const coin = taken(object);
      if (coin === null) return null;
      moves.push({ kind: 'payment', to, ...coin });
    }
    return moves;
  }

  function merge({ into: argument, coins: given }: Extract<Command, { kind: 'merge' }>): Move[] | null {
    // Coins of the sender would become those of a sponsor.
    const intoGas = argument.kind === 'gas' && hasGas && isOwn;
    const into = intoGas ? null : ownObject(argument);
    if ((into === null && !intoGas) || given.length === 0) return null;
    for (const coin of given) {
      if (coin.kind !== 'input' || ownObject(coin) === null || ownObject(coin) === into) return null;
      gone.add(coin.of);
    }
    return [{ kind: 'merge', count: given.length, into }];
  }

  return {
    run(command: Command, index: number): Move[] | null {
      if (command.kind === 'split') return split(command, index);
      if (command.kind === 'transfer') return transfer(command);
      return command.kind === 'merge' ? merge(command) : null;
    },
    isUsedUp: () => coins.size === 0 && transaction.inputs.every((_input, index) => used.has(index)),
  };
}
