import type { ActivityDetail, ValueRow } from '../../shared/model/index.ts';
import { factsOf } from '../meaning/value.tsx';
import type { Fact } from '../ui/facts.tsx';
import { valueLabel } from '../words/values.ts';

/** An item of a list, as a path names it: `addresses[1]`. */
const ITEM = /^(\w+)\[(\d+)\]$/;

/**
 * Returns the result of an activity as facts. The address of a new account is called by its chain, as the request asked
 * for it. An only item has no number, and an empty list is called by its things.
 */
export function resultFacts({ result, intent }: Pick<ActivityDetail, 'result' | 'intent'>): Fact[] {
  const several = new Set(result.flatMap(({ path }) => (ITEM.exec(path)?.[2] === '1' ? [ITEM.exec(path)?.[1]] : [])));
  const formatOf = (index: string) =>
    intent.find(({ path }) => path === `accounts[${index}].addressFormat` || path === `addressFormats[${index}]`)
      ?.value;
  const labelOf = ({ path, label }: ValueRow): string => {
    const [, list, index] = ITEM.exec(path) ?? [];
    if (list === undefined || index === undefined) return label;
    const format = list === 'addresses' ? formatOf(index) : undefined;
    if (format !== undefined) return valueLabel(format);
    return several.has(list) ? label : label.replace(/ 1$/, '');
  };
  return factsOf(result.map((row) => ({ ...row, label: labelOf(row) })));
}
