/** Known standard functions of contracts, and the words that several of them share. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { allowanceFinding, care, danger, HIGH_FEE, row, type Token } from '../../crypto/index.ts';

/**
 * The arguments of a call by their names (`details.token`) in readable form, and the known facts about the called
 * contract.
 */
export interface Arguments {
  /** Text, an address in its chain's spelling, or a number. */
  text(name: string): string;
  /** The items of a list, each as text. */
  texts(name: string): readonly string[];
  number(name: string): bigint;
  /** Empty for a value without bytes. */
  bytes(name: string): Uint8Array;
  /** An amount of the token that an argument names, or that the contract is. */
  tokens(name: string, token?: string): string;
  /** All of that token. */
  allTokens(token?: string): string;
  /** True when an amount of that token is in practice all of it. */
  isAll(name: string, token?: string): boolean;
  /** An amount of the chain's coin. */
  coins(units: bigint): string;
  /** An address in the spelling of the chain, from its 20 bytes. */
  address(bytes: Uint8Array): string;
  /** The members of a tuple. */
  within(name: string): Arguments;
  /** The items of a list, each with its members. */
  each(name: string): readonly Arguments[];
  /** The account that makes the call. Null when it is not known. */
  readonly from: string | null;
  /** The contract that is called. */
  readonly contract: string;
  /** By CAIP-2, or `tron`. Null when none is named. */
  readonly chain: string | null;
  /** The token of the contract. Null when it is not a known token. */
  readonly token: Token | null;
  /** The coins that go with the call, in the smallest unit of the chain’s coin. */
  readonly value: bigint;
  /** True when the code of the contract runs as the account that makes the call. */
  readonly isDelegate: boolean;
  /** The text that the operator types before signing a call with a hidden effect. */
  readonly mark: string;
}

/** A call that is packed in bytes. */
export interface PackedCall {
  /** 20 bytes. Absent for the contract with the bytes. */
  readonly from?: Uint8Array;
  /** 20 bytes. */
  readonly to: Uint8Array;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** Its code runs as the account that makes it. */
  readonly isDelegate: boolean;
}

/** The place of a call among the arguments: once, or in each item of a list. */
export interface CallsInside {
  /** The names that lead to the list, with dots between them. */
  readonly list: string | null;
  /** Null for the contract itself, which is not called without data. */
  readonly to: string | null;
  readonly data: string;
  readonly value: string | null;
  /** Returns false when the call runs foreign code, so that function names do not show its effect. */
  readonly isDescribed?: (of: Arguments) => boolean;
  /** The name of the account that makes the call. Without it, the contract makes the call, or its own caller. */
  readonly from?: string;
  /** Returns true when the data means no call. */
  readonly isOptional?: (data: Uint8Array) => boolean;
  /** The text of the finding for packed data of another form. */
  readonly undecodedText?: string;
  /** Returns true when the code of the called contract runs as the account that makes the call, and gets no coins. */
  readonly isDelegate?: (of: Arguments) => boolean;
  /** For calls that are packed in the data: none where it is not exactly of that form. */
  readonly unpack?: (data: Uint8Array, of: Arguments) => readonly PackedCall[];
}

/** Choice (next-to-nothing): so few of the smallest units are worth next to nothing in every token. */
export const NEXT_TO_NOTHING = 100n;

/** Contracts, in lower case, of any chain or of the chains that are named by CAIP-2. */
export type Contracts = Readonly<Record<string, readonly string[]>>;
/** The key of contracts that have one address on every chain. */
export const ANY_CHAIN = '*';

/** True when the contract is listed for the chain, or for any chain. */
export const isAmong = (contracts: Contracts, chain: string | null, contract: string): boolean =>
  [ANY_CHAIN, chain ?? ANY_CHAIN].some((name) => contracts[name]?.includes(contract.toLowerCase()) === true);

/** The account whose assets a function takes. */
export interface Owner {
  /** The argument's name. A list stands before a dot: `transfers.from`. */
  readonly name: string;
  /** The right to take them. An allowance was given before. A signature is handed in with the call. */
  readonly by: 'an allowance' | 'an approval' | 'a signature';
}

export interface Standard {
  /** Human-readable. */
  readonly signature: string;
  readonly basis: string;
  readonly does: (of: Arguments) => string;
  /**
   * Other contracts have a function of that name with another effect, so the contract's own descriptor takes
   * precedence.
   */
  readonly isShared?: (of: Arguments) => boolean;
  /**
   * The only known contracts with it, in the form of `isAmong`. Another contract can do anything with the same data.
   */
  readonly places?: Contracts;
  /** The function does the same when its code runs as the account that makes the call. */
  readonly isForDelegates?: true;
  /** An expiry of 0 is no end. */
  readonly isEndlessAtZero?: true;
  /** Set if the function takes coins. `mentioned`: the sentence mentions them. */
  readonly coins?: 'taken' | 'mentioned';
  /** The tokens that it moves or allows to be taken: the called contract's own, or those that its arguments name. */
  readonly moves?: 'own tokens' | 'named tokens';
  /** The account whose assets the function takes by a right of the account that makes the call. */
  readonly owner?: Owner;
  /** The name of the argument with the account that gets what the function pays out. */
  readonly gets?: string;
  /** Rows of the values that move, or may be taken. */
  readonly rows?: (of: Arguments) => readonly DecodedField[];
  readonly findings?: (of: Arguments) => readonly Finding[];
  /** The calls among its arguments. Each is explained by itself. */
  readonly calls?: readonly CallsInside[];
}

/** Returns true for the token that the chain's coin is wrapped into. */
export const isCoinAsToken = ({ coins }: Pick<Arguments, 'coins'>, token: Token | null): boolean =>
  token !== null && token.symbol === `W${coins(0n).split(' ')[1]}`;

/** Returns true when an address is the zero address, which names nobody. */
export const isNobody = (address: string): boolean => /^0x0+$/.test(address);

/** The most items named in a sentence. The others have rows. */
export const MAXIMUM_NAMED = 4;

/**
 * Returns the first items for a sentence, and the number of all others.
 *
 * @example
 * listed(['1 ETH', '5 USDC', '2 DAI', '3 LINK', '4 UNI', '6 AAVE']);
 * // '1 ETH, 5 USDC, 2 DAI, 3 LINK and 2 more'
 */
export function listed(items: readonly string[]): string {
  const more = items.length - MAXIMUM_NAMED;
  return `${items.slice(0, MAXIMUM_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Returns how often something happens. `sizes` are the counts of each unit, the largest first.
 *
 * @example
 * everyText(48n, [[24n, 'day'], [1n, 'hour']]);
 * // 'every 2 days'
 */
export function everyText(count: bigint, sizes: readonly (readonly [size: bigint, unit: string])[]): string {
  const [size, unit] = sizes.find(([each]) => count > 0n && count % each === 0n) ?? sizes.at(-1) ?? [1n, ''];
  return count === size ? `every ${unit}` : `every ${count / size} ${unit}s`;
}

const isAlways = () => true;
/** For a standard whose function other contracts use for something else. */
export const SHARED: Pick<Standard, 'isShared'> = { isShared: isAlways };

/** For a function that is known at these contracts only. Of any other contract, its own descriptor takes precedence. */
export const onlyAt = (places: Contracts): Pick<Standard, 'places' | 'isShared'> => ({
  places,
  isShared: ({ chain, contract }) => !isAmong(places, chain, contract),
});

/** Several calls, by the account where the code runs as it, and otherwise by the contract. */
export const severalCalls: Standard['does'] = (of) =>
  of.isDelegate ? 'Make several calls' : `Have ${of.contract} make several calls of its own`;

/** About calls that a contract for everybody makes of its own. */
export function ownCallsFindings(of: Arguments, basis: string): Finding[] {
  return [
    care(
      `The calls come from ${of.contract}, and not from the account: they move what that contract holds, or was allowed to take.`,
      { basis },
    ),
  ];
}

/** Power over the contract changes hands. */
export function power(
  signature: string,
  basis: string,
  does: (of: Arguments) => string,
  field: string | null = null,
): Standard {
  return {
    signature,
    basis,
    does,
    findings: () => [danger('It changes the power over the contract, or its code.', { field, basis })],
  };
}

/** The row that shows the amount that an approval allows to be taken. */
export function allowedRow(amount: string): DecodedField {
  return row('Spending limit', amount, 'amount');
}

/** The spender takes tokens without asking again. */
export function approvalFinding(
  spender: string,
  { taken, isAll }: { readonly taken: string; readonly isAll: boolean },
  from: { field: string; basis: string },
): Finding {
  return allowanceFinding(
    isAll,
    `An approval${isAll ? ' without limit' : ''}: ${spender} can take ${taken} at any time, without asking again.`,
    from,
  );
}

/** A warning of a fee in the chain's coin that is as high as that of no transaction. */
export function highFeeFindings(
  of: Arguments,
  fee: bigint,
  from: { readonly field: string; readonly basis: string },
): Finding[] {
  return fee < HIGH_FEE ? [] : [danger(`The fee can be as high as ${of.coins(fee)}.`, from)];
}
