/**
 * Returns true for texts that are equal without regard to letter case, as ids and email addresses are compared.
 *
 * @example
 * equalInAnyCase('0xAB', '0xab');
 * // true
 */
export function equalInAnyCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
