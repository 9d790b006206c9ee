/** Chooses the rows of an unknown message that are shown first, whatever order its maker gave the members. */
import type { DecodedField } from '../../../shared/model/index.ts';
import { row } from '../meaning.ts';

/** The most rows of a message that nothing explains. */
const MAXIMUM_ROWS = 16;
/** The most rows of one kind, where there are more in all. */
const MAXIMUM_OF_KIND = 6;
/** The kinds by importance, with the name of several. */
const KINDS: readonly (readonly [kind: string, several: string])[] = [
  ['Contract', 'contracts'],
  ['Recipient', 'recipients'],
  ['Kind of call', 'kinds of calls'],
  ['Chain', 'chains'],
  ['Token', 'tokens'],
  ['Amount', 'amounts'],
  ['Data', 'data'],
];
const NOTHING = /^(?:0x0*|0+)?$/;

/**
 * Returns the rows as they are if they are few. Returns the most important of each kind otherwise, each value once. The
 * largest amounts come first, and a row counts those that are left out.
 *
 * @example
 * mostImportant([{ name: 'Recipient (to)', value: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', kind: 'address' }]);
 * // [{ name: 'Recipient (to)', value: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', kind: 'address' }]
 */
export function mostImportant(rows: readonly DecodedField[]): DecodedField[] {
  if (rows.length <= MAXIMUM_ROWS) return [...rows];
  return KINDS.flatMap(([kind, several]) => {
    const of = rows.filter(({ name }) => name.startsWith(`${kind} (`));
    const different = [...new Map(of.toReversed().map((each) => [each.value, each])).values()].toReversed();
    const first = different.sort(byWeight).slice(0, MAXIMUM_OF_KIND);
    const left = of.length - first.length;
    return left === 0 ? first : [...first, row(`More ${several}`, `${left} among the fields`)];
  });
}

/** Values that are no numbers come before all numbers, because nobody can compare them. */
function byWeight(one: DecodedField, other: DecodedField): number {
  const [a, b] = [weightOf(one), weightOf(other)];
  return a === b ? 0 : a > b ? -1 : 1;
}

function weightOf({ value }: DecodedField): bigint {
  const text = value.replace(/, in unknown units$/, '');
  if (NOTHING.test(text)) return 0n;
  if (!/^-?\d{1,78}$/.test(text)) return 1n << 256n;
  const number = BigInt(text);
  return number < 0n ? -number : number;
}
