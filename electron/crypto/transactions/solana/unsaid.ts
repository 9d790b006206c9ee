/** Values of instructions that no sentence shows. Each has a row, so that no signed value is only among the fields. */
import type { DecodedField } from '../../../../shared/model/index.ts';
import { labelOf, row } from '../../meaning.ts';
import { isUnowned } from '../../unowned.ts';
import type { Read } from './contents.ts';
import { COMPUTE_BUDGET, NONE } from './programs/index.ts';

/**
 * Returns a row for each value that neither the sentences of its instruction nor the other rows show. It omits:
 * - absent values
 * - addresses without a key, where instructions name programs and sysvars
 * - the compute budget, which only determines the fee
 */
export function unsaidRows(
  read: readonly Read[],
  steps: readonly string[],
  others: readonly DecodedField[],
): DecodedField[] {
  const said = [...steps, ...others.map(({ value }) => value)].join('\n');
  const rows = new Map<string, DecodedField>();
  for (const { program, unsaid } of read) {
    if (program === COMPUTE_BUDGET) continue;
    for (const [name, { value, kind }] of unsaid) {
      const isLeftOut = value === NONE.value || (kind === 'address' && (isUnowned(value) || said.includes(value)));
      if (!isLeftOut) rows.set(`${name} ${value}`, row(labelOf(name), value, kind));
    }
  }
  return [...rows.values()];
}
