import { hasWrongChecksum } from './account-values.ts';
import type { Expression } from './parse.ts';
import { partsOf, type ValueFault } from './values.ts';

/**
 * Returns the addresses of Ethereum in an expression whose capital letters do not fit their checksum. The service
 * compares addresses without regard to case, so it takes a mistyped one for another address.
 */
export function checksumFaults(root: Expression): readonly ValueFault[] {
  const found: ValueFault[] = [];
  const open: Expression[] = [root];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.is === 'literal' && typeof part.value === 'string' && hasWrongChecksum(part.value)) {
      const { start, end, value } = part;
      const message = `the checksum (EIP-55) of '${value}' is wrong, so a digit may be mistyped; copy the address again`;
      found.push({ start, end, message });
    }
    open.push(...partsOf(part));
  }
  return found.toSorted((one, other) => one.start - other.start);
}
