/** Findings about messages that hold for each reader of them: expiry, chain, limits, and the one who hands them in. */
import { type DecodedField, type Finding, splitChain } from '../../../../shared/model/index.ts';
import { type AbiArgument, care, danger, isForEver, isUnlimited, type TypedMessage } from '../../../crypto/index.ts';
import { isList, membersOf } from '../descriptors/paths.ts';
import { NEXT_TO_NOTHING } from '../standard.ts';
import { handedIn } from './rule.ts';

/** The names of members that end what a message allows, in seconds since 1970. */
const ENDS =
  /^_?(?:deadline|sigDeadline|userDeadline|expiry|expiration(?:Time)?|expiresAt|valid(?:Before|Until|UntilTime|To)|endTime)$/;
/** The first words of a warning of a message without an end, with its subject before them. */
export const ENDLESS = / never expires[:.]/;
/** Numbers that are no amounts. */
const NO_AMOUNT = /nonce|salt|id$|hash|root|key|mask|bitmap|flags|traits|time|data/i;

interface Place {
  readonly field: string;
  readonly basis: string;
}

/** Every single value with its name. Items of a list have the name of the list. */
function leavesOf(
  argument: AbiArgument,
  name = argument.name,
): { readonly name: string; readonly argument: AbiArgument }[] {
  if (!Array.isArray(argument.value)) return [{ name, argument }];
  return membersOf(argument).flatMap((member) => leavesOf(member, isList(argument) ? name : member.name));
}

/** A warning of a message that can be handed in at any time, where its reader has none. */
export function endlessFindings(
  earlier: readonly Finding[],
  values: readonly AbiArgument[],
  { field, basis }: Place,
): Finding[] {
  const found = values
    .flatMap((value) => leavesOf(value))
    .find(({ name, argument: { value } }) => ENDS.test(name) && typeof value === 'bigint' && isForEver(value));
  if (found === undefined || earlier.some(({ text }) => ENDLESS.test(text))) return [];
  return [danger('It never expires: it can be used at any time.', { field: `${field}.${found.name}`, basis })];
}

/** The members that begin and end what a message allows, where both are in one struct. */
const BEGINS = /^_?(?:validAfter|startTime|start)$/;

/** A warning of a message that is valid at no time, or of one of its parts. */
export function neverFindings(values: readonly AbiArgument[], { field, basis }: Place, isPart = false): Finding[] {
  const inner = values.filter(({ value }) => Array.isArray(value)).map(membersOf);
  const time = (name: RegExp) =>
    values.find((each) => name.test(each.name) && typeof each.value === 'bigint' && each.value > 0n);
  const [from, until] = [time(BEGINS), time(ENDS)];
  if (from === undefined || until === undefined || BigInt(String(from.value)) < BigInt(String(until.value)))
    return inner.flatMap((members) => neverFindings(members, { field, basis }, true)).slice(0, 1);
  const text = isPart
    ? 'A part of it is valid at no time, because it begins after its end. The rest can still take effect.'
    : 'It is valid at no time: it begins after its end.';
  return [care(text, { field: `${field}.${until.name}`, basis })];
}

/** The names of arguments that end what a call may do. Allowances with an `expiration` have findings of their own. */
const CALL_ENDS = /^_?(?:deadline|sigDeadline|userDeadline|expiry|expiresAt|valid(?:Before|Until|UntilTime|To))$/;

/** About a call that has an effect however late it is mined. */
export function endlessCallFindings(values: readonly AbiArgument[], { field, basis }: Place): Finding[] {
  const found = values
    .flatMap((value) => leavesOf(value))
    .find(({ name, argument: { value } }) => CALL_ENDS.test(name) && typeof value === 'bigint' && isForEver(value));
  if (found === undefined) return [];
  return [
    care('It never expires: it has its effect however late it is mined.', { field: `${field}.${found.name}`, basis }),
  ];
}

/** The names of amounts that are more than any token has. */
function unlimitedIn(values: readonly AbiArgument[]): string[] {
  return values
    .flatMap((value) => leavesOf(value))
    .filter(
      ({ name, argument: { type, value } }) =>
        type.startsWith('uint') &&
        typeof value === 'bigint' &&
        isUnlimited(value) &&
        !ENDS.test(name) &&
        !NO_AMOUNT.test(name),
    )
    .map(({ name }) => name);
}

/** The names of amounts of calls, whose numbers can also be packed addresses and flags. */
const AMOUNT = /amount|value|shares|assets|quantity|wad|collateral|debt|fee|units|limit/i;
/** More whole units than any token has. */
const LONG_NUMBER = /\d{18}/;

/**
 * A warning of amounts that no token has, where a text has the number and no words for it.
 * @param texts The sentence and the rows.
 */
export function hugeFindings(
  values: readonly AbiArgument[],
  texts: readonly string[],
  { field, basis }: Place,
): Finding[] {
  if (!texts.some((text) => LONG_NUMBER.test(text.replace(/0x[0-9a-f]+/gi, '')))) return [];
  const unlimited = unlimitedIn(values).filter((name) => AMOUNT.test(name));
  if (unlimited.length === 0) return [];
  return [
    care(`${unlimited.join(', ')} is more than any token has: contracts take it as all of it, or as no limit.`, {
      field: `${field}.${unlimited[0] ?? ''}`,
      basis,
    }),
  ];
}

/** The names of the least that a swap, a redemption or a removal of liquidity gives. */
const LEAST =
  /^_?(?:taking|taker|buy|receiv(?:e|ing))\w*amount$|^_?(?:min|minimum|least)\w*(?:amount|return|received?|out|output|output?amount|shares|assets|tokens|buy)\w*$|^_?(?:amount|shares|assets|output|tokens)\w*(?:min|minimum)$/i;
/** Names of deadlines and gas that begin so. */
const NO_LEAST = /gas|fee|time|delay|deadline|sqrt|price/i;

const minimumText = ({ name, argument: { value } }: ReturnType<typeof leavesOf>[number]): string =>
  `next to no minimum, because ${name} is ${String(value)}`;

/** About a trade that gives nothing for sure, because its least amount is zero or close to it. */
function leastFindings(values: readonly AbiArgument[], { field, basis }: Place, findingOf = care): Finding[] {
  const leasts = values
    .flatMap((value) => leavesOf(value))
    .filter(
      ({ name, argument: { type, value } }) =>
        LEAST.test(name) && !NO_LEAST.test(name) && type.startsWith('uint') && typeof value === 'bigint',
    );
  const [first] = leasts;
  if (first === undefined || leasts.some(({ argument: { value } }) => BigInt(String(value)) > NEXT_TO_NOTHING))
    return [];
  const most = leasts.find(({ argument: { value } }) => value !== 0n);
  const text = most === undefined ? `no minimum, because ${first.name} is 0` : minimumText(most);
  return [
    findingOf(`It has ${text}: it can return next to nothing.`, {
      field: `${field}.${first.name}`,
      basis,
    }),
  ];
}

/**
 * The findings about a call that a descriptor explains. A standard has its own.
 * @param rows The rows of the descriptor, which can have words for the largest amount.
 */
export function commonCallFindings(
  values: readonly AbiArgument[],
  rows: readonly DecodedField[],
  place: Place,
): Finding[] {
  return [
    ...endlessCallFindings(values, place),
    ...leastFindings(values, place),
    ...hugeFindings(
      values,
      rows.map(({ value }) => value),
      place,
    ),
  ];
}

/** The account whose tokens an order sells, and who gets what is paid for them. */
const SELLER = /^_?(?:maker|offerer|owner|swapper|user|trader|seller)$/i;
const PROCEEDS = /^_?(?:receiver|recipient|to|beneficiary)$/i;

/** About an order whose proceeds go to somebody else than the account whose tokens are sold. */
function proceedsFindings({ primaryType, values, field }: Order, basis: string): Finding[] {
  if (!isOrder(primaryType)) return [];
  const addresses = values
    .flatMap((value) => leavesOf(value))
    .flatMap(({ name, argument: { type, value } }) =>
      type === 'address' && !NOBODY.test(String(value)) ? [{ name, address: String(value) }] : [],
    );
  const seller = addresses.find(({ name }) => SELLER.test(name));
  const other = addresses.find(
    ({ name, address }) => PROCEEDS.test(name) && address.toLowerCase() !== seller?.address.toLowerCase(),
  );
  if (seller === undefined || other === undefined) return [];
  const text = `The proceeds go to ${other.address}, and not to ${seller.address}, whose tokens are sold.`;
  return [danger(text, { field: `${field}.${other.name}`, basis })];
}

const isOrder = (primaryType: string) => /order/i.test(primaryType);
type Order = Pick<TypedMessage, 'primaryType' | 'values' | 'field'>;
const NOBODY = /^0x0+$/;

/** The findings about a message that a descriptor explains. A rule has its own. */
export function commonFindings(
  { chain, primaryType, values, field }: Pick<TypedMessage, 'chain' | 'primaryType' | 'values' | 'field'>,
  { mark, basis }: { readonly mark: string; readonly basis: string },
): Finding[] {
  const leaves = values.flatMap((value) => leavesOf(value));
  const number = (value: AbiArgument['value']): value is bigint => typeof value === 'bigint';
  const own = chain === null ? null : splitChain(chain).reference;
  const other = leaves.find(
    ({ name, argument: { value } }) => /^_?chain_?id$/i.test(name) && number(value) && String(value) !== own,
  );
  const unlimited = unlimitedIn(values);
  return [
    ...handedIn('hand it in', basis),
    ...proceedsFindings({ primaryType, values, field }, basis),
    ...endlessFindings([], values, { field, basis }),
    // Anybody can settle an order for what it asks for.
    ...leastFindings(values, { field, basis }, isOrder(primaryType) ? danger : care),
    ...neverFindings(values, { field, basis }),
    ...(other === undefined
      ? []
      : [
          danger(`It names the chain ${String(other.argument.value)}, and its domain names ${own ?? 'none'}.`, {
            field: `${field}.${other.name}`,
            basis,
            mark,
          }),
        ]),
    ...(unlimited.length === 0
      ? []
      : [
          danger(`${unlimited.join(', ')} is without a limit.`, {
            field: `${field}.${unlimited[0] ?? ''}`,
            basis,
          }),
        ]),
  ];
}
