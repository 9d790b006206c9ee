/**
 * The formats of ERC-7730, which write values for people. Amounts are exact and addresses whole. Unknown things get no
 * name.
 */
import { chainOf, decimalText, ethereumChainName, type ValueKind } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { type AbiArgument, baseUnits, momentText, solidityKind, type Token, tokenOf } from '../../../crypto/index.ts';
import { DescriptorFault } from './fault.ts';

/** The call or message around the values. */
export interface Container {
  /** By CAIP-2. */
  readonly chain: string;
  /** The contract that is called, or that verifies. */
  readonly to: string;
  /** The coins that go with the call. Null for a message. */
  readonly value: bigint | null;
  /** An amount of the chain’s coin. */
  amount(units: bigint): string;
  /** An address in the spelling of the chain, from its 20 bytes. */
  address(bytes: Uint8Array): string;
}

export interface Formatted {
  readonly text: string;
  readonly kind: ValueKind;
  /** Set for an address that means the account that sends the call. */
  readonly isSender?: true;
  /** Set for an amount of the chain's coin, in its smallest unit. */
  readonly coins?: bigint;
}

/** The descriptor's parameters of a value. */
export interface Parameters {
  /** A constant, or the value at the parameter's path. Undefined when neither is given. */
  value(name: string): AbiArgument | undefined;
  /** Constant texts: one or a list. */
  texts(name: string): readonly string[];
  /** The meaning of an enumeration's value. Undefined when the descriptor has none. */
  meaningOf(key: string): string | undefined;
  /** The token that the descriptor is of. */
  readonly token: Token | null;
}

const ADDRESS_BYTES = 20;
/** No token and no unit has more decimals. A descriptor with more is wrong. */
const MAXIMUM_DECIMALS = 36;
/** A message may replace an amount only if the amount cannot be real. */
const LEAST_THRESHOLD = (1n << 96n) - 1n;
const NO_ADDRESS = /^0x0+$/;
/** Names of bytes that prove a signer. */
const PROOF = /^_?signatures?$/i;
/** Names of numbers that are worth nothing. */
const NO_AMOUNT = /deadline|nonce|salt|expir|timestamp|valid_?until|chain_?id/i;

/** Names of amounts, and of moments in seconds since 1970, that a descriptor shows as plain numbers. */
const UNITS = /(?:amount|value|quantity|price|fee|collateral|debt)$/i;
const MOMENT =
  /^_?(?:\w*deadline|\w*expiry|expirationTime|expiration|expiresAt|valid(?:After|Before|Until|To)|startTime|endTime)$/i;
/** Seconds of the years 2001 to 5138, which no other numbers with these names are among. */
const [FIRST_MOMENT, LAST_MOMENT] = [10n ** 9n, 10n ** 11n];

/** Names of accounts of other chains, whose explorers write such a number in hexadecimal digits. */
const ACCOUNT = /(?:recipient|receiver|account|address|owner|pubkey|publickey)$|^_?to$/i;
const FEWEST_BITS = 128n;

/** An amount of a token that neither the call nor its descriptor names. */
export const UNNAMED_TOKEN = 'a token that is not named';

type Format = (argument: AbiArgument, parameters: Parameters, container: Container) => Formatted;

const text = (shown: string): Formatted => ({ text: shown, kind: 'text' });
const amount = (shown: string): Formatted => ({ text: shown, kind: 'amount' });
const ofCoin = (units: bigint, container: Container): Formatted => ({
  ...amount(container.amount(units)),
  coins: units,
});
const addressed = (shown: string): Formatted => ({ text: shown, kind: 'address' });

/** Formats by their names in the standard. `calldata` is missing, because an inner call is explained separately. */
const FORMATS: Readonly<Record<string, Format>> = {
  raw(argument) {
    const { name, type, value } = argument;
    const isNumber = type.startsWith('uint') && typeof value === 'bigint' && value > 0n;
    if (isNumber && MOMENT.test(name) && value >= FIRST_MOMENT && value < LAST_MOMENT)
      return { text: momentText(value, 'seconds'), kind: 'time' };
    if (isNumber && UNITS.test(name)) return amount(`${value}, in unknown units`);
    if (isNumber && ACCOUNT.test(name) && value >> FEWEST_BITS > 0n) return text(`0x${value.toString(16)}`);
    return { text: rawText(argument), kind: solidityKind(type) };
  },
  amount: (argument, _parameters, container) => ofCoin(integerOf(argument), container),
  tokenAmount(argument, parameters, container) {
    const units = integerOf(argument);
    const named = parameters.value('token');
    const token = named === undefined ? container.to : addressOf(named, container);
    if (parameters.texts('nativeCurrencyAddress').some((each) => sameText(each, token)))
      return ofCoin(units, container);
    const known = tokenAt(token, parameters, container);
    // Without a token named it is the contract's own, when that is one.
    const name = known?.symbol ?? (named === undefined ? UNNAMED_TOKEN : `the token ${token}`);
    const threshold = parameters.value('threshold');
    if (threshold !== undefined && integerOf(threshold) >= LEAST_THRESHOLD && units >= integerOf(threshold))
      return amount(`${parameters.texts('message')[0] ?? 'Unlimited'} ${name}`);
    return amount(known === null ? `${baseUnits(units)} of ${name}` : `${decimalText(units, known.decimals)} ${name}`);
  },
  tokenTicker(argument, parameters, container) {
    const token = addressOf(parameters.value('token') ?? argument, container);
    return addressed(tokenAt(token, parameters, container)?.symbol ?? token);
  },
  addressName(argument, parameters, container) {
    const address = addressOf(argument, container);
    const isSender = parameters.texts('senderAddress').some((each) => sameText(each, address));
    return isSender ? { ...addressed(`the account that sends it (${address})`), isSender } : addressed(address);
  },
  nftName(argument, parameters, container) {
    const collection = parameters.value('collection');
    return text(
      `token ${integerOf(argument)} of ${collection === undefined ? container.to : addressOf(collection, container)}`,
    );
  },
  date: (argument, parameters) =>
    parameters.texts('encoding')[0] === 'blockheight'
      ? text(`block ${integerOf(argument)}`)
      : { text: momentText(integerOf(argument), 'seconds'), kind: 'time' },
  duration: (argument) => text(`${integerOf(argument)} seconds`),
  unit(argument, parameters, { chain }) {
    const decimals = parameters.value('decimals');
    const places = decimals === undefined ? 0 : decimalsOf(integerOf(decimals));
    const number = decimalText(integerOf(argument), places);
    const base = parameters.value('base');
    if (base === undefined) return amount(number);
    const shown = amount(`${number} ${rawText(base)}`.trimEnd());
    const coin = chainOf(chain);
    return coin?.coin === rawText(base) && coin.decimals >= places
      ? { ...shown, coins: integerOf(argument) * 10n ** BigInt(coin.decimals - places) }
      : shown;
  },
  enum(argument, parameters) {
    const key = rawText(argument);
    const shown = parameters.meaningOf(key) ?? parameters.meaningOf(`${key.charAt(0).toUpperCase()}${key.slice(1)}`);
    return text(shown === undefined ? key : `${shown} (${key})`);
  },
  chainId: (argument) => text(chainOf(ethereumChainName(integerOf(argument)))?.name ?? String(integerOf(argument))),
};

/** A value in a format. Throws a DescriptorFault for a format that is not known, or that the value cannot have. */
export function formatValue(
  format: string,
  argument: AbiArgument,
  parameters: Parameters,
  container: Container,
): Formatted {
  const apply = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (apply === undefined) throw new DescriptorFault('it has an unknown format');
  return apply(argument, parameters, container);
}

function tokenAt(address: string, { token }: Parameters, { chain, to }: Container): Token | null {
  return tokenOf(chain, address) ?? (token !== null && sameText(address, to) ? token : null);
}

/** The number of decimals. Throws a DescriptorFault for more than anything has. */
export function decimalsOf(value: bigint): number {
  if (value < 0n || value > MAXIMUM_DECIMALS) throw new DescriptorFault(`${value} decimals are too many`);
  return Number(value);
}

/** A value that is an integer, or bytes that are one. Throws a DescriptorFault. */
export function integerOf({ name, value }: AbiArgument): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof Uint8Array && value.length <= 32) return BigInt(`0x0${hexEncode(value)}`);
  if (typeof value === 'string' && /^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) return BigInt(value);
  throw new DescriptorFault(`it uses ${name === '' ? 'a value' : name} as a number, which it is not`);
}

/** A value that is an address, or has one in its last 20 bytes, as some contracts pack them. Throws a DescriptorFault. */
export function addressOf({ name, value }: AbiArgument, { address }: Pick<Container, 'address'>): string {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
    return address(hexDecode(value.slice(2).toLowerCase()));
  const bytes = typeof value === 'bigint' ? hexDecode(value.toString(16).padStart(64, '0')) : value;
  if (bytes instanceof Uint8Array && bytes.length >= ADDRESS_BYTES)
    return address(bytes.subarray(bytes.length - ADDRESS_BYTES));
  throw new DescriptorFault(`it uses ${name === '' ? 'a value' : name} as an address, which it is not`);
}

/** A value as it is. */
export function rawText({ value }: AbiArgument): string {
  return value instanceof Uint8Array ? `0x${hexEncode(value)}` : String(value);
}

/**
 * Returns true when a value can be worth something: an address, an amount or bytes that are not empty. An operator’s
 * descriptor proves nothing by its names, because it chooses them.
 */
export function movesValue({ name, type, value }: AbiArgument, isReviewed = true): boolean {
  if (type === 'address') return !NO_ADDRESS.test(String(value));
  if (type === 'bytes') return value instanceof Uint8Array && value.length > 0 && !(isReviewed && PROOF.test(name));
  const size = /^u?int(\d+)$/.exec(type);
  if (size === null || value === 0n) return false;
  return isReviewed ? Number(size[1]) >= 96 && !NO_AMOUNT.test(name) : Number(size[1]) > 32;
}

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
