/** Characters that would not be seen as they are: controls, formatting, direction changes, surrogates without a pair, odd spaces. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]|\p{Variation_Selector}/gu;

/** A text cut into what is seen as it is and the code points of what is not; line feeds are seen when `lines` is true. */
export function visibleParts(text: string, lines = false): readonly (string | number)[] {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    if (lines && character === '\n') continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push(character.codePointAt(0) ?? 0);
    end = index + character.length;
  }
  return end < text.length ? [...parts, text.slice(end)] : parts;
}

/** The text with every such character spelled `\u{…}`; line feeds stay when `lines` is true. */
export function visibleText(text: string, lines = false): string {
  return visibleParts(text, lines)
    .map((part) => (typeof part === 'string' ? part : `\\u{${part.toString(16)}}`))
    .join('');
}
