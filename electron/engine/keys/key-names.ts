/**
 * Names the next key of a profile. Names count up, because the public key, not the name, identifies a key.
 *
 * @example
 * nextKeyName([{ name: 'Key 1' }]);
 * // 'Key 2'
 */
export function nextKeyName(taken: readonly { readonly name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name));
  let number = names.size + 1;
  while (names.has(`Key ${number}`)) number += 1;
  return `Key ${number}`;
}
