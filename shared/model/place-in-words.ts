/**
 * Returns the names and indexes in a JSON Pointer (RFC 6901), unescaped.
 *
 * @example
 * pointerSteps('/accounts/0/a~1b');
 * // ['accounts', '0', 'a/b']
 */
export const pointerSteps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * Returns the place of a member in words. `/` is the whole.
 * @param pointer A JSON Pointer (RFC 6901) from the check of a value. Other text, as `line 3`, is in words already.
 *
 * @example
 * placeInWords('/rootUsers/0/userName');
 * // 'userName in item 1 of rootUsers'
 */
export function placeInWords(pointer: string): string {
  if (!pointer.startsWith('/')) return pointer === '' ? 'the whole' : pointer;
  let words = '';
  let joint = '';
  for (const step of pointerSteps(pointer).reverse()) {
    if (step === '') continue;
    const isItem = /^\d+$/.test(step);
    words = `${words}${joint}${isItem ? `item ${Number(step) + 1}` : step}`;
    joint = isItem ? ' of ' : ' in ';
  }
  return words === '' ? 'the whole' : words;
}

/** Names the place behind a number of characters of a text, in a sentence about it. */
export const firstCharacters = (characters: number): string =>
  `its first ${characters} character${characters === 1 ? '' : 's'}`;
