/**
 * Characters that are not visible as they are: controls, formatting, direction changes, unpaired surrogates, blanks
 * other than the space.
 * Also each mark on a letter that already has four, because it would be drawn over other lines.
 */
const HIDDEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]|(?<=\p{M}{4})\p{M}/gu;

/**
 * Reports whether a text has characters that are not visible as they are. With `lines`, line feeds count as visible.
 */
export function hasHidden(text: string, lines = false): boolean {
  for (const [character] of text.matchAll(HIDDEN)) if (!lines || character !== '\n') return true;
  return false;
}

/**
 * Splits a text into visible parts and the code points of hidden characters. With `lines`, line feeds count as visible.
 *
 * @example
 * visibleParts('pay\u202eme');
 * // ['pay', 8238, 'me']
 */
export function visibleParts(text: string, lines = false): readonly (string | number)[] {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (lines && character === '\n') continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push(character.codePointAt(0) ?? 0);
    end = index + character.length;
  }
  return end < text.length ? [...parts, text.slice(end)] : parts;
}

/**
 * Returns the text with every character that is not visible replaced by the result of `spell`. With `lines`, line feeds
 * stay.
 *
 * @example
 * spellHidden('pay\u202eme', () => ' ');
 * // 'pay me'
 */
export function spellHidden(text: string, spell: (codePoint: number) => string, lines = false): string {
  return visibleParts(text, lines)
    .map((part) => (typeof part === 'string' ? part : spell(part)))
    .join('');
}

/**
 * Returns the text with every character that is not visible spelled `\u{…}`, in hexadecimal. With `lines`, line feeds
 * stay.
 *
 * @example
 * visibleText('pay\u202eme');
 * // 'pay\\u{202e}me'
 */
export function visibleText(text: string, lines = false): string {
  return spellHidden(text, (codePoint) => `\\u{${codePoint.toString(16)}}`, lines);
}
