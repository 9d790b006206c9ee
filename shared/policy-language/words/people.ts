/** The approvers that a test of a consensus demands. */
import type { Comparison, Expression } from '../parse.ts';
import { leftToRight } from '../terms.ts';
import { joined, listWords, numberWord, valueWords, type Wording } from './values.ts';

/** A number of people, a named approver or one of several, or a number of people of a tag. */
export type Demand =
  | { readonly people: bigint }
  | { readonly name: string; readonly isOneOf: boolean }
  | { readonly count: bigint; readonly tag: string };

type NamedDemand = Extract<Demand, { readonly name: string }>;
type TagDemand = Extract<Demand, { readonly tag: string }>;

/** Returns the demand of a test, or null for a test that demands something else. */
export function demandOf(part: Expression, phrasing: Wording): Demand | null {
  if (part.is === 'each' && part.quantifier === 'any' && isApprovers(part.of)) {
    const found = approverWords(part, phrasing);
    return found !== null && 'tag' in found ? { count: 1n, tag: found.tag } : found;
  }
  if (part.is !== 'compare') return null;
  const { operator, left, right } = leftToRight(part);
  const least = leastOf(operator, right);
  if (least === null || left.is !== 'count') return null;
  if (isApprovers(left.of)) return { people: least };
  if (left.of.is !== 'each' || left.of.quantifier !== 'filter' || !isApprovers(left.of.of)) return null;
  const found = approverWords(left.of, phrasing);
  return found !== null && 'tag' in found && least > 0n ? { count: least, tag: found.tag } : null;
}

const isApprovers = (part: Expression): boolean => part.is === 'name' && part.name === 'approvers';

/** Returns the approver that a test of one approver names, in words: `Ada`, or `of the tag Treasurers`. Null for others. */
function approverWords(
  { item, predicate }: Expression & { readonly is: 'each' },
  phrasing: Wording,
): NamedDemand | { readonly tag: string } | null {
  if (predicate.is === 'contains') {
    const { of, value } = predicate;
    const isTags = of.is === 'member' && of.name === 'tags' && of.of.is === 'name' && of.of.name === item;
    const words = isTags ? valueWords(value, '', phrasing) : null;
    return words === null ? null : { tag: words };
  }
  if (predicate.is !== 'compare') return null;
  const { operator, left, right } = leftToRight(predicate);
  const isIdentity =
    left.is === 'member' &&
    left.of.is === 'name' &&
    left.of.name === item &&
    ['id', 'email', 'alias'].includes(left.name);
  if (!isIdentity) return null;
  if (operator === 'in') {
    const words = listWords(right, '', phrasing);
    return words === null ? null : { name: words, isOneOf: right.is === 'list' && right.items.length > 1 };
  }
  const words = operator === '==' ? valueWords(right, '', phrasing) : null;
  return words === null ? null : { name: words, isOneOf: false };
}

/** Returns the least number that a comparison of a count demands, or null for another test. */
function leastOf(operator: Comparison, right: Expression): bigint | null {
  if (right.is !== 'literal' || typeof right.value !== 'bigint') return null;
  if (operator === '>=') return right.value;
  return operator === '>' ? right.value + 1n : null;
}

/** Returns a number of people: `two people`. */
export const peopleWords = (least: bigint): string => `${numberWord(least)} ${least === 1n ? 'person' : 'people'}`;

/** Returns a named approver beside other words. Brackets keep an “or” apart from them. */
const approverName = ({ name, isOneOf }: NamedDemand): string => (isOneOf ? `(${name})` : name);

/** Returns a demand as a phrase: `at least two people approve`. */
export function demandWords(demand: Demand): string {
  if ('people' in demand)
    return `at least ${peopleWords(demand.people)} ${demand.people === 1n ? 'approves' : 'approve'}`;
  if ('name' in demand) return `${approverName(demand)} approves`;
  return `at least ${numberWord(demand.count)} of the tag ${demand.tag} ${demand.count === 1n ? 'approves' : 'approve'}`;
}

/** Returns the approvers of all demands together: `two people, among them one of the tag Treasurers,`. */
export function approversWords(demands: readonly Demand[]): string {
  const least = demands.reduce((most, one) => ('people' in one && one.people > most ? one.people : most), 0n);
  const names = demands.filter((one) => 'name' in one);
  const tags = demands.filter((one) => 'tag' in one);
  const [tag] = tags;
  const isAlone = names.length + tags.length === 1;
  if (isAlone && tag !== undefined && least <= tag.count) return tagWords(tag);
  const among = [...names.map((one) => (isAlone ? one.name : approverName(one))), ...tags.map(tagWords)];
  // The named person can have the tag, and one person can have both tags.
  const isShared = !isAlone && (tags.length > 0 || names.some(({ isOneOf }) => isOneOf));
  const all = `${joined(among, 'and')}${isShared ? ' (one person can count for several of these)' : ''}`;
  if (least <= 1n) return among.length === 0 ? 'anyone' : all;
  return `${peopleWords(least)}${among.length === 0 ? '' : `, among them ${all},`}`;
}

const tagWords = ({ count, tag }: TagDemand): string => `${numberWord(count)} of the tag ${tag}`;
