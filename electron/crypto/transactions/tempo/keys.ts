/**
 * Access keys of Tempo (key authorizations, TIP-1011): the powers of another key over an account, with their end and
 * limits.
 */
import { type DecodedField, ethereumChainName, type Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { danger, momentText, row } from '../../meaning.ts';
import { allowedText } from '../../tokens.ts';
import { addressText, itemsOf, lengthOf, uintOf } from '../ethereum/fields.ts';
import type { EthereumChain } from '../ethereum/meaning.ts';
import type { RlpItem } from '../ethereum/rlp.ts';
import { KEY_AUTHORIZATION } from './fields.ts';

const BASIS = 'TIP-1011';
const FIELD = 'keyAuthorization.authorization';
const MEMBERS = KEY_AUTHORIZATION.fields[0]?.shape;
/** The number of items that a sentence lists. All are among the fields. */
const MAXIMUM_NAMED = 4;
const DURATIONS = [
  [86_400n, 'day'],
  [3_600n, 'hour'],
] as const;
const KEY_TYPES: ReadonlyMap<bigint, string> = new Map([
  [0n, 'secp256k1'],
  [1n, 'P-256'],
  [2n, 'passkey'],
]);

/** Describes the power of the key as a step. Empty without an authorization. */
export function keySteps(authorization: RlpItem | undefined, chain: EthereumChain): string[] {
  if (authorization === undefined) return [];
  const key = readKey(authorization);
  return [
    `Let the key ${key.name} act for the account that signed the authorization, ${key.until}: ${powerOf(key, chain)}`,
  ];
}

/** Returns the rows of the key's power: the account, its end, and each limit and scope, of which a sentence lists few. */
export function keyRows(authorization: RlpItem | undefined, { caip2 }: EthereumChain): DecodedField[] {
  if (authorization === undefined) return [];
  const { account, expires, expiry, limits = [], scopes = [], witness } = readKey(authorization);
  return [
    ...(account === null ? [] : [row('Account', account, 'address')]),
    ...(expires ? [row('Allowed until', momentText(expiry, 'seconds'), 'time')] : []),
    ...limits.map((limit) => row('Spending limit', limitText(limit, caip2), 'amount')),
    ...scopes.map((scope) => row('May call', scopeText(scope, Number.POSITIVE_INFINITY))),
    ...(witness === null ? [] : [row('Witness', witness, 'hash')]),
  ];
}

/** Returns the warnings about the power that the key gets. */
export function keyFindings(authorization: RlpItem | undefined, chain: EthereumChain): Finding[] {
  if (authorization === undefined) return [];
  const key = readKey(authorization);
  const from = (member: string) => ({ field: `${FIELD}.${member}`, basis: BASIS });
  return [
    danger(
      `Its authorization gives the key ${key.name} power over the account that signed it, ${key.until}: ${powerOf(key, chain)}.`,
      from('keyId'),
    ),
    ...(key.isAdmin
      ? [
          danger(
            'The key becomes an administrator: it can give other keys any power over the account.',
            from('isAdmin'),
          ),
        ]
      : []),
    ...(key.expires ? [] : [danger('The key never expires: it has its power until it is revoked.', from('expiry'))]),
    ...(key.chainId === 0n
      ? [danger('The authorization names no chain: it may be valid on every chain.', from('chainId'))]
      : ethereumChainName(key.chainId) === chain.caip2
        ? []
        : [
            danger(
              `The authorization is for chain ${key.chainId}: anyone can submit it on that chain.`,
              from('chainId'),
            ),
          ]),
    ...(key.isKnown
      ? []
      : [
          danger('The type of the key is unknown: who can sign with it is not known.', {
            ...from('keyType'),
            mark: key.name.slice(2, 8),
          }),
        ]),
  ];
}

interface Key {
  readonly chainId: bigint;
  readonly name: string;
  readonly isKnown: boolean;
  readonly expires: boolean;
  /** In seconds since 1970. */
  readonly expiry: bigint;
  readonly until: string;
  /** Undefined: nothing is limited. */
  readonly limits: readonly RlpItem[] | undefined;
  readonly scopes: readonly RlpItem[] | undefined;
  readonly isAdmin: boolean;
  /** Null when the authorization names none. */
  readonly account: string | null;
  readonly witness: string | null;
}

function readKey(authorization: RlpItem): Key {
  const items = itemsOf(itemsOf(authorization)[0]);
  const item = (name: string) =>
    MEMBERS?.is === 'tuple' ? items[MEMBERS.fields.findIndex((field) => field.name === name)] : undefined;
  const listIn = (name: string) => {
    const list = item(name);
    return list === undefined || list instanceof Uint8Array ? undefined : list;
  };
  const expiry = item('expiry');
  const expires = lengthOf(expiry) > 0;
  const type = uintOf(item('keyType'));
  const [account, witness] = [item('account'), item('witness')];
  return {
    chainId: uintOf(item('chainId')),
    name: `${addressText(item('keyId'))} (${KEY_TYPES.get(type) ?? `type ${type}, an unknown type`})`,
    isKnown: KEY_TYPES.has(type),
    expires,
    expiry: uintOf(expiry),
    until: expires ? `until ${momentText(uintOf(expiry), 'seconds')}` : 'for ever',
    limits: listIn('limits'),
    scopes: listIn('scopes'),
    isAdmin: uintOf(item('isAdmin')) === 1n,
    account: lengthOf(account) === 0 ? null : addressText(account),
    witness: witness instanceof Uint8Array && witness.length > 0 ? `0x${hexEncode(witness)}` : null,
  };
}

/** Describes the key's rights over the account as a clause. */
function powerOf(key: Key, chain: EthereumChain): string {
  return key.isAdmin ? 'it may give and take the keys of the account' : `${spendingOf(key, chain)}, ${callsOf(key)}`;
}

/**
 * A limit is for the life of the key, or for each period in seconds. Without the list nothing is limited. With an empty
 * list nothing may be spent.
 */
function spendingOf({ limits }: Key, { caip2 }: EthereumChain): string {
  if (limits === undefined) return 'it may spend without limit';
  if (limits.length === 0) return 'it may spend nothing';
  // The maker of a list decides its order, and a sentence lists its first items only.
  const largestFirst = [...limits].sort((a, b) => (unitsIn(a) < unitsIn(b) ? 1 : -1));
  return `it may spend ${named(largestFirst, (limit) => limitText(limit, caip2))}`;
}

const unitsIn = (limit: RlpItem): bigint => uintOf(itemsOf(limit)[1]);

function limitText(limit: RlpItem, chain: string | null): string {
  const [token, units, period] = itemsOf(limit);
  const each = uintOf(period);
  return `${allowedText(chain, addressText(token), uintOf(units))}${each === 0n ? '' : ` every ${durationText(each)}`}`;
}

/** A span as people count it, where it is whole days or hours. */
function durationText(seconds: bigint): string {
  const [size, unit] = DURATIONS.find(([each]) => seconds % each === 0n) ?? [1n, 'second'];
  const count = seconds / size;
  return count === 1n ? unit : `${count} ${unit}s`;
}

function callsOf({ scopes }: Key): string {
  if (scopes === undefined) return 'and may call everything';
  if (scopes.length === 0) return 'and may call nothing';
  return `and may call ${named(scopes, (scope) => scopeText(scope, MAXIMUM_NAMED))}`;
}

/** A contract with the functions and the recipients that the key may call it for. */
function scopeText(scope: RlpItem, most: number): string {
  const [address, selectors] = itemsOf(scope);
  const functions = itemsOf(selectors).map((selector) => functionText(selector, most));
  return `${addressText(address)}${functions.length === 0 ? '' : ` (${functions.join(', ')})`}`;
}

function functionText(item: RlpItem, most: number): string {
  const [selector, recipients] = itemsOf(item);
  const whom = itemsOf(recipients);
  const hex = selector instanceof Uint8Array ? `0x${hexEncode(selector)}` : '';
  return whom.length === 0 ? hex : `${hex} for ${named(whom, addressText, { most, mark: ', ' })}`;
}

function named(
  items: readonly RlpItem[],
  nameOf: (item: RlpItem) => string,
  { most = MAXIMUM_NAMED, mark = '; ' } = {},
): string {
  const more = items.length - most;
  const words = items.slice(0, most).map(nameOf).join(mark);
  return `${words}${more > 0 ? `${mark}and ${more} more` : ''}`;
}
