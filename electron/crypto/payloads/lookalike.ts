/** Names with letters of one alphabet that look like those of another. */

/** Letters that people of one language write beside Latin ones. */
const BESIDE_LATIN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}';
const OTHER_SCRIPT = new RegExp(
  `[^\\P{L}\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}${BESIDE_LATIN}]`,
  'u',
);
const LATIN = /\p{Script=Latin}/u;
/** Latin letters that no name of an application needs: dotless, phonetic and small capital ones. */
const RARE_LATIN = /[ıſ\u{180}-\u{2af}\u{1d00}-\u{1dbf}\u{2c60}-\u{2c7f}\u{a720}-\u{a7ff}\u{ab30}-\u{ab6f}]/u;
/** Letters of other scripts with the shape of a Latin one. */
const SHAPED_LIKE_LATIN = /[асеорхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅԌԚԜαικνορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧՕոսօցհᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ]/u;

/** A plain letter or digit, or the dot before the last part of a domain. */
const REPLACED = /^[A-Za-z0-9.]$/;

/**
 * Returns true for a name that can be taken for another one. Its letters are of several scripts, all have a Latin shape,
 * or are replaced by a compatible spelling, such as full width ones.
 *
 * @example
 * isLookalike('Uni\u0455wap');
 * // true
 */
export function isLookalike(name: string): boolean {
  const letters = [...name].filter((letter) => /\p{L}/u.test(letter));
  const isReplaced = [...name].some((letter) => letter > '\u007f' && REPLACED.test(letter.normalize('NFKC')));
  const isJoined = letters.some((letter) => letter > '\u007f' && /^[A-Za-z]{2,}$/.test(letter.normalize('NFKC')));
  const isMixed = OTHER_SCRIPT.test(name) && LATIN.test(name);
  const isShaped = letters.length > 0 && letters.every((letter) => SHAPED_LIKE_LATIN.test(letter));
  return isReplaced || isJoined || isMixed || isShaped || RARE_LATIN.test(name);
}

/** The most characters of a text whose words are compared. */
const MOST_COMPARED = 16_384;

/**
 * Returns the first word of a text that has Latin letters and others that are shaped like Latin ones. Null for none.
 *
 * @example
 * mixedWord('Log in to \u0430pple.com');
 * // '\u0430pple'
 */
export function mixedWord(text: string): string | null {
  const words = text.slice(0, MOST_COMPARED).match(/\p{L}+/gu) ?? [];
  return words.find((word) => SHAPED_LIKE_LATIN.test(word) && OTHER_SCRIPT.test(word) && LATIN.test(word)) ?? null;
}
