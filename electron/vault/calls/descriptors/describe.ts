/** Explains the decoded bytes of a call or a message by an ERC-7730 descriptor: its intent and its labelled fields. */
import {
  type DecodedField,
  inQuotes,
  isJsonObject,
  type JsonObject,
  ownMember,
  shortened,
  splitChain,
} from '../../../../shared/model/index.ts';
import type { AbiArgument } from '../../../crypto/index.ts';
import { changeIn, hiddenIn, isOpaque, isShownWhole, unclaimedIn } from './claims.ts';
import { DescriptorFault } from './fault.ts';
import { type Descriptor, listIn, objectIn, tokenOfDescriptor } from './find.ts';
import { addressOf, type Container, formatValue, integerOf, type Parameters, rawText } from './formats.ts';
import { type Found, follow, leaves, type Path, parsePath } from './paths.ts';

/** A call inside, of the format `calldata`. */
export interface CallInside {
  readonly to: string;
  readonly value: bigint;
  readonly data: Uint8Array;
  /** The argument that it is: `calls[0].data`. */
  readonly name: string;
}

export interface Described {
  /** The intent, in the descriptor's words. */
  readonly sentence: string;
  readonly rows: readonly DecodedField[];
  readonly calls: readonly CallInside[];
  /** Arguments that can move value and that the descriptor does not mention. */
  readonly hidden: readonly string[];
  /** The names of values that the descriptor neither shows nor lists as omitted. */
  readonly unclaimed: readonly string[];
  /** The values that its rows and the inner calls show in full. */
  readonly claimed: ReadonlySet<AbiArgument>;
  /** The names of bytes that it shows and does not explain. */
  readonly opaque: readonly string[];
  /** Addresses that mean the account that sends the call. */
  readonly senders: ReadonlySet<AbiArgument>;
  /** Addresses that the descriptor says are accounts of people. */
  readonly accounts: ReadonlySet<AbiArgument>;
  /** A value that changes how a call inside is made, by its name; null for none. */
  readonly changesCall: string | null;
  /** True when it shows the coins that go with the call: as such, as its amounts of the coin, or in a call inside. */
  readonly showsValue: boolean;
}

/** The values to describe. */
export interface Contents {
  readonly values: readonly AbiArgument[];
  readonly container: Container;
}

interface Shown {
  readonly path: Path;
  readonly field: DecodedField;
}

interface Work {
  readonly descriptor: Descriptor;
  readonly contents: Contents;
  readonly shown: Shown[];
  readonly calls: CallInside[];
  /** The arguments that were spoken of. */
  readonly seen: Set<AbiArgument>;
  /** The values that are shown completely. */
  readonly claimed: Set<AbiArgument>;
  /** Addresses that mean the account that sends the call. */
  readonly senders: Set<AbiArgument>;
  /** Addresses that are shown as accounts of people. */
  readonly accounts: Set<AbiArgument>;
  /** The arguments that the descriptor says it leaves out. */
  readonly leftOut: Set<AbiArgument>;
  /** The amounts of the chain's coin that it shows, in the smallest unit. */
  readonly coins: bigint[];
  /** The names of bytes that it shows as they are. */
  readonly opaque: string[];
}

const MAXIMUM_ROWS = 64;
const MAXIMUM_LABEL = 96;
const MAXIMUM_NESTING = 8;
const SENTENCE_ROWS = 4;

/** Describes those contents by that format of the descriptor. Throws a DescriptorFault when they do not match. */
export function describeBy(descriptor: Descriptor, format: JsonObject, contents: Contents): Described {
  const work: Work = {
    descriptor,
    contents,
    shown: [],
    calls: [],
    seen: new Set(),
    claimed: new Set(),
    senders: new Set(),
    accounts: new Set(),
    leftOut: new Set(),
    coins: [],
    opaque: [],
  };
  describeFields(listIn(format, 'fields'), '', work, MAXIMUM_NESTING);
  leaveOut(pathsIn(ownMember(format, 'excluded')), work);
  const intent = capitalised(words(ownMember(format, 'intent'), descriptor) ?? 'Do what the contract does');
  const rows = work.shown.map(({ field }) => field);
  const short = rows.filter(({ kind, value }) => kind !== 'bytes' || value.length <= MAXIMUM_LABEL);
  const listed = short.slice(0, SENTENCE_ROWS).map(({ name, value }) => `${name} ${value}`);
  const more = work.calls.length > 0 ? 0 : rows.length - listed.length;
  return {
    sentence:
      interpolated(ownMember(format, 'interpolatedIntent'), work) ??
      (listed.length === 0 ? intent : `${intent}: ${listed.join(', ')}${more === 0 ? '' : `, and ${more} more`}`),
    rows,
    calls: work.calls,
    hidden: hiddenIn(contents.values, work.seen, !descriptor.own),
    unclaimed: unclaimedIn(contents.values, work),
    claimed: work.claimed,
    opaque: work.opaque,
    senders: work.senders,
    accounts: work.accounts,
    changesCall: work.calls.length === 0 ? null : changeIn(contents.values),
    showsValue: work.shown.some(({ path }) => path.text === '@.value') || isAllOfValue(work),
  };
}

/** Returns true when the amounts of the coin that were shown are the coins that go with the call, alone or together. */
function isAllOfValue({ coins, contents }: Work): boolean {
  const { value } = contents.container;
  return value !== null && coins.some((each) => each === value || coins.reduce((sum, other) => sum + other) === value);
}

/** The words of a descriptor. An operator's own words are quoted, because nobody else has reviewed them. */
function words(text: unknown, { own }: Descriptor): string | null {
  if (typeof text !== 'string' || text === '') return null;
  const short = shortened(text, MAXIMUM_LABEL);
  return own ? inQuotes(short) : short;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function describeFields(fields: readonly JsonObject[], base: string, work: Work, left: number): void {
  if (left === 0) throw new DescriptorFault('its fields are nested too deep');
  for (const given of fields) {
    const field = resolved(given, work.descriptor.root);
    const path = ownMember(field, 'path');
    const at = typeof path === 'string' ? parsePath(path, base) : null;
    if (Array.isArray(ownMember(field, 'fields')))
      describeFields(listIn(field, 'fields'), at === null ? base : at.text, work, left - 1);
    else if (at === null) describeConstant(field, work);
    else if (at.text !== '@.from') describeField(field, at, base, work);
  }
}

/** A field merged with the definition that it refers to. Its own members and parameters take precedence. */
function resolved(field: JsonObject, root: JsonObject): JsonObject {
  const reference = ownMember(field, '$ref');
  if (reference === undefined) return field;
  const definition = constantAt(reference, root);
  if (!isJsonObject(definition)) throw new DescriptorFault('it refers to a missing definition');
  return { ...definition, ...field, params: { ...objectIn(definition, 'params'), ...objectIn(field, 'params') } };
}

function describeConstant(field: JsonObject, work: Work): void {
  const value = constant(ownMember(field, 'value'), work.descriptor.root);
  const label = words(ownMember(field, 'label'), work.descriptor);
  const shownText = words(value, work.descriptor);
  if (label !== null && shownText !== null && ownMember(field, 'visible') !== 'never')
    add(work, { path: parsePath(''), field: { name: label, value: shownText, kind: 'text' } });
}

function describeField(field: JsonObject, path: Path, base: string, work: Work): void {
  // A member that is never shown need not be there.
  if (ownMember(field, 'visible') === 'never') {
    leaveOut([path], work);
    return;
  }
  const found = valuesAt(path, work.contents).flatMap(leaves);
  for (const each of found) {
    if (!isVisible(field, each.argument)) {
      work.leftOut.add(each.source);
      continue;
    }
    work.seen.add(each.source);
    if (isShownWhole(each, field)) work.claimed.add(each.source);
    const parameters = parametersOf(field, base, each, work);
    if (ownMember(field, 'format') === 'calldata') {
      const call = callInside(each, parameters, work.contents.container);
      work.calls.push(call);
      work.coins.push(call.value);
      continue;
    }
    const format = ownMember(field, 'format') ?? 'raw';
    if (format === 'raw' && isOpaque(each)) work.opaque.push(each.name);
    const { text, kind, isSender, coins } = formatValue(
      String(format),
      each.argument,
      parameters,
      work.contents.container,
    );
    if (isSender) work.senders.add(each.source);
    if (coins !== undefined) work.coins.push(coins);
    if (isAccount(format, parameters)) work.accounts.add(each.source);
    const label = words(ownMember(field, 'label'), work.descriptor) ?? path.text;
    add(work, {
      path,
      field: { name: found.length > 1 ? `${label} ${found.indexOf(each) + 1}` : label, value: text, kind },
    });
  }
}

/** Returns true when a field is an account of a person, and not a contract or a token. */
function isAccount(format: unknown, parameters: Parameters): boolean {
  const types = parameters.texts('types');
  return format === 'addressName' && types.length > 0 && types.every((each) => each === 'eoa' || each === 'wallet');
}

function add(work: Work, shown: Shown): void {
  if (work.shown.length >= MAXIMUM_ROWS)
    throw new DescriptorFault(`it makes more than ${MAXIMUM_ROWS} fields of the call`);
  work.shown.push(shown);
}

/** Throws a DescriptorFault where a value is not one of those that the descriptor says it must be. */
function isVisible(field: JsonObject, argument: AbiArgument): boolean {
  const visible = ownMember(field, 'visible');
  if (!isJsonObject(visible)) return true;
  const among = (name: string) =>
    [ownMember(visible, name)].flat().some((each) => String(each).toLowerCase() === rawText(argument).toLowerCase());
  if (ownMember(visible, 'mustMatch') === undefined) return !among('ifNotIn');
  if (!among('mustMatch')) throw new DescriptorFault(`${argument.name} is not the required value`);
  return false;
}

function parametersOf(field: JsonObject, base: string, { items }: Found, work: Work): Parameters {
  const { root } = work.descriptor;
  const given = objectIn(field, 'params');
  const reference = ownMember(given, '$ref');
  return {
    value(name) {
      const path = ownMember(given, `${name}Path`);
      if (typeof path === 'string') {
        const [found, another] = valuesAt(parsePath(path, base), work.contents, items);
        if (found === undefined || another !== undefined)
          throw new DescriptorFault(`${name} of one of its fields is not a single value`);
        work.seen.add(found.source);
        if (isShownWhole(found)) work.claimed.add(found.source);
        return found.argument;
      }
      const value = constant(ownMember(given, name), root);
      if (value === undefined) return undefined;
      if (typeof value === 'number' && Number.isSafeInteger(value))
        return { name, type: 'uint256', value: BigInt(value) };
      if (typeof value !== 'string') throw new DescriptorFault(`${name} of one of its fields has an unknown type`);
      return { name, type: 'string', value };
    },
    texts: (name) =>
      [ownMember(given, name) ?? []].flat().flatMap((each) => {
        const value = constant(each, root);
        return typeof value === 'string' ? [shortened(value, MAXIMUM_LABEL)] : [];
      }),
    meaningOf(key) {
      const values = reference === undefined ? objectIn(given, 'values') : constantAt(reference, root);
      return (isJsonObject(values) ? words(ownMember(values, key), work.descriptor) : null) ?? undefined;
    },
    token: tokenOfDescriptor(work.descriptor),
  };
}

function callInside({ argument, name }: Found, parameters: Parameters, container: Container): CallInside {
  const { value: data } = argument;
  if (!(data instanceof Uint8Array)) throw new DescriptorFault(`it uses ${name} as the data of a call`);
  const [callee, amount] = [parameters.value('callee'), parameters.value('amount')];
  return {
    to: callee === undefined ? container.to : addressOf(callee, container),
    value: amount === undefined ? 0n : integerOf(amount),
    data,
    name,
  };
}

/** The values at a path, among the arguments or in the container. */
function valuesAt({ root, steps }: Path, { values, container }: Contents, items?: readonly number[]): readonly Found[] {
  if (root === '#') return follow(steps, values, items);
  if (root === '$') throw new DescriptorFault('one of its fields is not part of the call');
  const { to, value, chain } = container;
  return follow(steps, [
    { name: 'to', type: 'address', value: to },
    { name: 'chainId', type: 'uint256', value: BigInt(splitChain(chain).reference ?? '') },
    ...(value === null ? [] : [{ name: 'value', type: 'uint256', value }]),
  ]);
}

/** Returns a constant itself, or the value at a path of the descriptor. */
function constant(value: unknown, root: JsonObject): unknown {
  return typeof value === 'string' && value.startsWith('$.') ? constantAt(value, root) : value;
}

function constantAt(path: unknown, root: JsonObject): unknown {
  return parsePath(String(path)).steps.reduce<unknown>((value, step) => {
    const member = isJsonObject(value) && step.kind === 'member' ? ownMember(value, step.name) : undefined;
    if (member === undefined) throw new DescriptorFault('it refers to a missing constant');
    return member;
  }, root);
}

/** Returns the intent with its values. Null without an intent, or when it names a hidden value. */
function interpolated(intent: unknown, { shown, descriptor }: Work): string | null {
  if (typeof intent !== 'string' || intent.length > 4 * MAXIMUM_LABEL) return null;
  let isWhole = true;
  const sentence = intent.replace(/\{([^{}]*)\}/g, (_, text: string) => {
    const wanted = parsePath(text).text.replace(/\.\[\]$/, '');
    const values = shown
      .filter(({ path }) => path.text.replace(/\.\[\]$/, '') === wanted)
      .map(({ field }) => field.value);
    if (values.length === 0) isWhole = false;
    return values.join(', ');
  });
  if (!isWhole) return null;
  return descriptor.own ? inQuotes(sentence) : sentence;
}

function pathsIn(excluded: unknown): Path[] {
  return (Array.isArray(excluded) ? excluded : []).flatMap((path) => {
    try {
      return [parsePath(String(path))];
    } catch (error) {
      if (!(error instanceof DescriptorFault)) throw error;
      return [];
    }
  });
}

/** Notes the values that the format omits. A path that leads nowhere omits nothing. */
function leaveOut(paths: readonly Path[], work: Work): void {
  for (const path of paths) {
    try {
      for (const found of valuesAt(path, work.contents).flatMap(leaves)) work.leftOut.add(found.source);
    } catch (error) {
      if (!(error instanceof DescriptorFault)) throw error;
    }
  }
}
