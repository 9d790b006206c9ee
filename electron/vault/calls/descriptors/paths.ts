/**
 * The paths of ERC-7730: `desc.amount`, `#.params.path.[-20:]`, `@.value`, `$.metadata.constants.token`. They begin at
 * the arguments (`#`, which may be left out), at the container of the call (`@`) or at the descriptor (`$`).
 */
import { hexDecode } from '../../../../shared/wire/index.ts';
import type { AbiArgument } from '../../../crypto/index.ts';
import { DescriptorFault } from './fault.ts';

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'item'; readonly at: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'slice'; readonly from: number; readonly to: number | undefined };

export interface Path {
  readonly root: '#' | '@' | '$';
  readonly steps: readonly Step[];
  /** The path without its optional root, for comparisons. */
  readonly text: string;
}

/** A value that a path leads to. */
export interface Found {
  readonly argument: AbiArgument;
  /** As fields are named: `desc.amount`, `calls[0].data`. */
  readonly name: string;
  /** The items that `[]` stood for, outermost first. */
  readonly items: readonly number[];
  /** The arguments that it is, or is part of. */
  readonly source: AbiArgument;
}

const MAXIMUM_STEPS = 32;

/**
 * Parses a path, relative to `base`. Throws a DescriptorFault for an invalid path.
 *
 * @example
 * parsePath('desc.amounts.[0]');
 * // {
 * //   root: '#',
 * //   steps: [{ kind: 'member', name: 'desc' }, { kind: 'member', name: 'amounts' }, { kind: 'item', at: 0 }],
 * //   text: 'desc.amounts.[0]',
 * // }
 */
export function parsePath(text: string, base = ''): Path {
  const isRooted = /^[#@$](?:\.|$)/.test(text);
  const whole = isRooted || base === '' ? text : `${base}.${text}`;
  const parts = whole
    .replace(/([\w$\]])\[/g, '$1.[')
    .split('.')
    .filter((part) => part !== '');
  const root = parts[0] === '@' || parts[0] === '$' ? parts[0] : '#';
  const named = parts[0] === root ? parts.slice(1) : parts;
  if (parts.length > MAXIMUM_STEPS) throw new DescriptorFault('one of its paths is too long');
  return { root, steps: named.map(parseStep), text: (root === '#' ? named : parts).join('.') };
}

function parseStep(part: string): Step {
  if (part === '[]') return { kind: 'all' };
  const item = /^\[(-?\d{1,6})\]$/.exec(part);
  if (item !== null) return { kind: 'item', at: Number(item[1]) };
  const slice = /^\[(-?\d{1,6})?:(-?\d{1,6})?\]$/.exec(part);
  if (slice !== null)
    return { kind: 'slice', from: Number(slice[1] ?? 0), to: slice[2] === undefined ? undefined : Number(slice[2]) };
  if (!/^[A-Za-z_$][\w$]*$/.test(part)) throw new DescriptorFault('one of its paths is not in ERC-7730 form');
  return { kind: 'member', name: part };
}

/** The values that the steps lead to from a tuple's members. `items` gives the item of each `[]`, if it is known. */
export function follow(
  steps: readonly Step[],
  members: readonly AbiArgument[],
  items: readonly number[] = [],
): readonly Found[] {
  const root: AbiArgument = { name: '', type: 'tuple', value: members };
  return steps.reduce<readonly Found[]>(
    (found, step) => found.flatMap((each) => next(each, step, items)),
    [{ argument: root, name: '', items: [], source: root }],
  );
}

function next(found: Found, step: Step, items: readonly number[]): readonly Found[] {
  const { argument, name } = found;
  if (step.kind === 'member') {
    const member = isList(argument) ? undefined : membersOf(argument).find((each) => each.name === step.name);
    if (member === undefined) throw new DescriptorFault(`it names ${step.name}, which the call does not have`);
    return [{ ...found, argument: member, source: member, name: name === '' ? member.name : `${name}.${member.name}` }];
  }
  if (step.kind === 'slice' && !isList(argument)) return [{ ...found, argument: slice(argument, step) }];
  if (!isList(argument)) throw new DescriptorFault(`it uses ${name} as a list, which it is not`);
  const list = membersOf(argument);
  const at = (index: number, also: readonly number[]): Found[] => {
    const item = list[index];
    if (item === undefined) throw new DescriptorFault(`it names a missing item of ${name}`);
    return [{ argument: item, source: item, name: `${name}[${index}]`, items: [...found.items, ...also] }];
  };
  if (step.kind === 'item') return at(step.at < 0 ? list.length + step.at : step.at, []);
  const chosen = step.kind === 'all' ? items[found.items.length] : undefined;
  if (chosen !== undefined) return at(chosen, [chosen]);
  const [from, to] = step.kind === 'all' ? [0, list.length] : bounds(step, list.length);
  return list.slice(from, to).flatMap((_, offset) => at(from + offset, [from + offset]));
}

/** Returns true for an array. */
export function isList({ type }: AbiArgument): boolean {
  return type.endsWith(']');
}

/** The members of a tuple or the items of an array. Empty for anything else. */
export function membersOf(argument: AbiArgument | undefined): readonly AbiArgument[] {
  return Array.isArray(argument?.value) ? (argument.value as readonly AbiArgument[]) : [];
}

/** Part of the bytes that a value is encoded as. */
function slice(argument: AbiArgument, step: { from: number; to: number | undefined }): AbiArgument {
  const bytes = bytesOf(argument);
  const [from, to] = bounds(step, bytes.length);
  return { name: argument.name, type: 'bytes', value: bytes.subarray(from, to) };
}

function bytesOf({ name, type, value }: AbiArgument): Uint8Array {
  if (value instanceof Uint8Array) return value;
  const size = /^uint(\d+)$/.exec(type);
  if (typeof value === 'bigint' && size !== null)
    return hexDecode(value.toString(16).padStart(Number(size[1]) / 4, '0'));
  if (type === 'address') return hexDecode(String(value).slice(2));
  throw new DescriptorFault(`it uses a part of ${name}, which has no bytes`);
}

function bounds({ from, to }: { from: number; to: number | undefined }, length: number): [number, number] {
  const within = (at: number) => Math.min(Math.max(at < 0 ? length + at : at, 0), length);
  return [within(from), within(to ?? length)];
}

/** The members of what is no single value. */
export function leaves(found: Found): readonly Found[] {
  if (!Array.isArray(found.argument.value)) return [found];
  return membersOf(found.argument).flatMap((argument) =>
    leaves({
      ...found,
      argument,
      source: argument,
      name: isList(found.argument) ? `${found.name}[${argument.name}]` : `${found.name}.${argument.name}`,
    }),
  );
}
