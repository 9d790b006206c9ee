/** The words for commands of Sui, one by one, and the dangers of those that no rule explains. */
import { decimalText } from '../../../../../shared/model/index.ts';
import { addressIn, amountIn, inputOf, type Move } from './moves.ts';
import type { Argument, Command, SuiTransaction } from './transaction.ts';

const DECIMALS = 9;
export const suiText = (units: bigint): string => `${decimalText(units, DECIMALS)} SUI`;
const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;

/** The effect of known commands. `coins` counts those that pay the fee. */
export function moveStep(move: Move): string {
  if (move.kind === 'payment')
    return move.amount === null
      ? `Send all SUI of the coins that pay the fee to ${move.to}`
      : `Send ${suiText(move.amount)} to ${move.to}`;
  const coins = counted(move.count, 'coin', 'coins');
  return move.into === null
    ? `Merge ${coins} into the coin that pays the fee`
    : `Merge ${coins} into the coin ${move.into}`;
}

/** The effect of one command. The coins and objects of a command may be those that an earlier one made. */
export function commandStep(transaction: SuiTransaction, command: Command): string {
  const objects = (all: readonly Argument[]) => {
    const [only] = all;
    return all.length === 1 && only !== undefined
      ? argumentText(transaction, only)
      : counted(all.length, 'object', 'objects');
  };
  switch (command.kind) {
    case 'call':
      return `Call the function ${command.target}`;
    case 'transfer':
      return `Give ${objects(command.objects)} to ${argumentText(transaction, command.to)}`;
    case 'split':
      return `Split ${splitText(transaction, command)} off ${argumentText(transaction, command.coin)}`;
    case 'merge':
      return `Merge ${objects(command.coins)} into ${argumentText(transaction, command.into)}`;
    case 'publish':
      return `Publish ${counted(command.modules, 'module', 'modules')} of code`;
    case 'vector':
      return `Make a list of ${counted(command.items.length, 'item', 'items')}`;
    case 'upgrade':
      return `Replace the code of the package ${command.package}`;
  }
}

function splitText(
  transaction: SuiTransaction,
  { coin, amounts }: Extract<Command, { readonly kind: 'split' }>,
): string {
  const known = amounts.map((argument) => amountIn(transaction, argument));
  if (known.includes(null)) return counted(amounts.length, 'unknown amount', 'unknown amounts');
  const total = known.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
  if (coin.kind === 'gas') return suiText(total);
  return `${total} ${total === 1n ? 'unit' : 'units'}`;
}

/** An argument in words: an address, an object, or the result of a command, counted from 1. */
export function argumentText(transaction: SuiTransaction, argument: Argument): string {
  if (argument.kind === 'gas') return 'the coin that pays the fee';
  if (argument.kind === 'result')
    return argument.part === null
      ? `the result of command ${argument.of + 1}`
      : `result ${argument.part + 1} of command ${argument.of + 1}`;
  const address = addressIn(transaction, argument);
  if (address !== null) return address;
  const input = inputOf(transaction, argument);
  return input === null || input.kind === 'pure' ? `input ${argument.of + 1}` : `the object ${input.id}`;
}

/** Functions whose danger is known. Each matches the begin of a name. */
const DANGERS: readonly (readonly [name: string, says: string])[] = [
  ['0x2::transfer::', 'It gives objects to another account, or makes them public.'],
  ['0x2::pay::', 'It gives coins to another account.'],
  ['0x2::balance::', 'It moves balances of coins, which can be sent to another account.'],
  ['0x2::coin::', 'It splits, joins, mints or burns coins.'],
  ['0x2::package::', 'It changes who can replace the code of a package.'],
  ['0x2::kiosk::', 'It sells, buys or takes items of a kiosk.'],
  ['0x2::token::', 'It spends or moves tokens.'],
  ['0x3::sui_system::request_add_stake', 'It stakes coins with a validator.'],
  ['0x3::sui_system::request_withdraw_stake', 'It takes coins back from a validator.'],
  ['0x3::', 'It changes a stake or a validator.'],
];

/** Returns the danger of a command that no rule explains. Null where none is known. */
export function dangerOf(command: Command): string | null {
  if (command.kind === 'publish') return 'It publishes code, which can be that of contracts that hold assets.';
  if (command.kind === 'upgrade') return 'It replaces the code of contracts, which can then do something else.';
  return command.kind === 'call' ? (DANGERS.find(([name]) => command.target.startsWith(name))?.[1] ?? null) : null;
}
