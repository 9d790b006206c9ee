/** Characters that would not be seen as they are: controls, formatting, direction changes, surrogates without a pair, odd spaces. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]|\p{Variation_Selector}/gu;

/** The text with every such character spelled `\u{…}`; line feeds stay when `lines` is true. */
export function visibleText(text: string, lines = false): string {
  return text.replace(INVISIBLE, (character) =>
    lines && character === '\n' ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
