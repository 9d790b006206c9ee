import type { Expression } from './parse.ts';

/**
 * Returns the reason that a part always fails because of the values written in it, or null. An item or a part lies beyond
 * the end of a written text or list, or a list mixes types.
 */
export function writtenFault(part: Expression): string | null {
  switch (part.is) {
    case 'list':
      return isMixed(part.items) ? 'the list has values of different types; write values of one type' : null;
    case 'index':
      return isBeyond(part.of, part.at, false)
        ? `item [${literalOf(part.at)}] does not exist, because ${lengthOf(part.of)} are written; write a smaller number`
        : null;
    case 'slice':
      return isBeyond(part.of, part.to, true)
        ? `the part ends at ${literalOf(part.to)}, and ${lengthOf(part.of)} are written; write a smaller number`
        : null;
    default:
      return null;
  }
}

/** A number and the same number as text are compared. Every other pair of types fails. */
function isMixed(items: readonly Expression[]): boolean {
  const literals = items.flatMap((item) => (item.is === 'literal' ? [item.value] : []));
  const kinds = new Set(literals.map((value) => typeof value));
  const isNumeric = (value: unknown) => typeof value === 'bigint' || /^[0-9]{1,78}$/.test(String(value));
  return kinds.size > 1 && (kinds.has('boolean') || !literals.every(isNumeric));
}

function isBeyond(of: Expression, at: Expression, isEnd: boolean): boolean {
  const [length, place] = [lengthOf(of), literalOf(at)];
  if (length === null || typeof place !== 'bigint') return false;
  return isEnd ? place > BigInt(length) : place >= BigInt(length);
}

/** The length of a written text or list. Null for any other part. */
function lengthOf(part: Expression): number | null {
  if (part.is === 'list') return part.items.length;
  return part.is === 'literal' && typeof part.value === 'string' ? part.value.length : null;
}

const literalOf = (part: Expression): unknown => (part.is === 'literal' ? part.value : null);
