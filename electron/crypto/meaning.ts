/** Describes contents before they are signed, in one form for the transactions of every chain and for every payload. */
import {
  type ByteRange,
  type DecodedField,
  type Finding,
  type FindingLevel,
  utcMoment,
  type ValueKind,
} from '../../shared/model/index.ts';

/** A value of a call or of typed data. */
export interface AbiArgument {
  /** Empty where the interface gives none. */
  readonly name: string;
  readonly type: string;
  readonly value: bigint | boolean | string | Uint8Array | readonly AbiArgument[];
}

/** Stands for an account that a signature does not reveal. */
export const ANY_ACCOUNT = 'any';

/** A call of a contract, whose data only its interface explains. */
export interface ContractCall {
  readonly family: 'ethereum' | 'tron';
  /** The chain by CAIP-2. Null when the transaction names none. */
  readonly chain: string | null;
  /** The account that makes the call, as its chain spells addresses. Absent when it is not known. */
  readonly from?: string;
  /** The contract, as its chain spells addresses. */
  readonly to: string;
  /** The amount sent with it, in the smallest unit of the chain’s coin. */
  readonly value: bigint;
  readonly data: Uint8Array;
  /** True when the contract's code runs as the account that makes the call, and gets no coins. */
  readonly isDelegate?: boolean;
  /**
   * The contracts whose code accounts get in the same transaction (EIP-7702), by the accounts in lower case. Those of an
   * account that is not known are under `ANY_ACCOUNT`.
   */
  readonly codes?: ReadonlyMap<string, string>;
  /** True for a call in a plan of a router, whose reading reports what is left in the router. */
  readonly isPart?: boolean;
  /** The field that the data is. */
  readonly field: string;
  /** The range of the data in the contents. Omitted inside another call. */
  readonly range?: ByteRange;
  /** An amount of the chain’s coin: `2.5 ETH`. */
  amount(units: bigint): string;
  /** An address in the spelling of the chain, from its 20 bytes. */
  address(bytes: Uint8Array): string;
}

/** A message of typed data (EIP-712). Only a rule for its exact type, or a descriptor of its contract, explains it. */
export interface TypedMessage {
  readonly family: 'eip712';
  /** By CAIP-2. Null when the domain names none. */
  readonly chain: string | null;
  /** The verifying contract, after EIP-55. Null when the domain names none. */
  readonly to: string | null;
  readonly value: null;
  /** The domain's values by their members. */
  readonly domain: ReadonlyMap<string, string>;
  /** True when the domain has only members of EIP-712. Nothing explains any other member. */
  readonly isDomainStandard: boolean;
  readonly primaryType: string;
  /** The encodeType of the standard, as it is hashed: `Mail(Person from,string text)Person(string name)`. */
  readonly type: string;
  readonly values: readonly AbiArgument[];
  /** The name of the struct with these values in the payload. */
  readonly field: string;
  /** The contract that verifies the signature (ERC-7739). Null when the signer is the account. */
  readonly account: string | null;
  /** The signed digest: 32 bytes in lower-case hexadecimal. */
  readonly digest: string;
  /** A permit by the names of its members, for a message that nothing explains. */
  readonly permit: Doing | null;
  /** Recipients and amounts by the names of their members, for a message that nothing explains. */
  readonly guessed: readonly DecodedField[];
  /** An amount of the chain’s coin. */
  amount(units: bigint): string;
  /** An address in the spelling of the chain, from its 20 bytes. */
  address(bytes: Uint8Array): string;
}

/**
 * One effect: a sentence without its full stop and with whole addresses, or a call or message that is still to be
 * explained.
 */
export type Step = string | ContractCall | TypedMessage;

/** The effects of contents. */
export interface Doing {
  /** In their order, at least one. */
  readonly steps: readonly Step[];
  /** The payer, the amounts, the recipient, the chain, the maximum cost and the expiry. */
  readonly summary: readonly DecodedField[];
  /** The warnings, the most important first among those of a level. */
  readonly findings: readonly Finding[];
}

export interface ContentMeaning extends Doing {
  /** As their standard calls them: `EIP-1559 transaction`. */
  readonly title: string;
  /** All fields, in the order and the words of their standard. */
  readonly fields: readonly DecodedField[];
  /** The bytes that neither a field nor the form of the contents explains. A call's data is explained with the call. */
  readonly unexplained: readonly ByteRange[];
  /** The message that a transaction of its own form signs (BIP-322). */
  readonly message?: Uint8Array;
}

type From = Partial<Pick<Finding, 'field' | 'basis' | 'mark' | 'isUnlimited' | 'cause'>>;

const finding =
  (level: FindingLevel) =>
  (text: string, from: From = {}): Finding => ({ level, text, field: null, basis: null, ...from });

/** It can lose the account's assets, or hides what is signed. */
export const danger = finding('danger');
/** It is out of the usual. */
export const care = finding('care');
/** It helps to read. */
export const information = finding('information');

/**
 * Returns a finding about somebody who may take assets. All of them without a limit is a danger, with a red answer. A
 * limited part is out of the usual.
 */
export const allowanceFinding = (isAll: boolean, text: string, from: From = {}): Finding =>
  isAll ? danger(text, { ...from, isUnlimited: true }) : care(text, from);

/** The number of digits to type before an undecodable content is signed. */
const MARK_DIGITS = 6;

/**
 * Returns the mark that an operator types for a content: the last six digits of its hex or of its address.
 *
 * @example
 * lastDigits('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
 * // '395Bdf'
 */
export const lastDigits = (text: string): string => text.slice(-MARK_DIGITS);

/**
 * Returns a sentence about the effect on an account that is a contract. Another key signs for that account.
 *
 * @example
 * forAccount('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'Send 1 ETH');
 * // 'For the account 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf: send 1 ETH'
 */
export function forAccount(account: string, sentence: string): string {
  return `For the account ${account}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/** Returns a row of the summary. */
export function row(name: string, value: string, kind: DecodedField['kind'] = 'text'): DecodedField {
  return { name, value, kind };
}

/**
 * Returns the name of a member as the label of a row.
 *
 * @example
 * labelOf('refundReceiver');
 * // 'Refund receiver'
 */
export function labelOf(name: string): string {
  const words = name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/_/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the range of `part` when it is a view into `whole`, and undefined for bytes of its own. */
export function rangeIn(whole: Uint8Array, part: Uint8Array): ByteRange | undefined {
  const start = part.byteOffset - whole.byteOffset;
  const isWithin = part.buffer === whole.buffer && start >= 0 && start + part.length <= whole.length;
  return isWithin ? { start, end: start + part.length } : undefined;
}

/** Returns the `range` member, or an empty object for a value without a range. */
export function placed(range: ByteRange | undefined): { readonly range?: ByteRange } {
  return range === undefined ? {} : { range };
}

/** Returns the kind of a value by its Solidity type. Hashes, roles, salts and topics have 32 bytes. */
export function solidityKind(type: string): ValueKind {
  if (type === 'address') return 'address';
  if (type === 'bytes32') return 'hash';
  if (/^bytes\d*$/.test(type)) return 'bytes';
  return /^u?int\d*$/.test(type) ? 'amount' : 'text';
}

const MILLISECONDS = { seconds: 1000, ms: 1 } as const;

/**
 * Formats a time since 1970 for people, as `utcMoment` does. A time outside the range of dates stays a number.
 *
 * @example
 * momentText(1745383555n, 'seconds');
 * // '23 Apr 2025, 04:45:55 UTC'
 */
export function momentText(time: bigint, unit: keyof typeof MILLISECONDS): string {
  const milliseconds = Number(time) * MILLISECONDS[unit];
  return Number.isNaN(new Date(milliseconds).getTime()) ? `${time} ${unit} since 1970` : utcMoment(milliseconds);
}

/** The end of the year 9999 in seconds. Later times mean "no end". */
const FOR_EVER = 253_402_300_799n;
/** The largest number of 32 bits, which stands for "no end" where a time has no more. */
const LARGEST_OF_32_BITS = 2n ** 32n - 1n;

/** Returns true when a time, in seconds since 1970, means "no end". */
export const isForEver = (seconds: bigint): boolean => seconds > FOR_EVER || seconds === LARGEST_OF_32_BITS;

/**
 * Returns an expiry in words. Takes seconds since 1970.
 *
 * @example
 * untilText(4294967295n);
 * // 'for ever'
 */
export const untilText = (seconds: bigint): string =>
  isForEver(seconds) ? 'for ever' : momentText(seconds, 'seconds');
