/**
 * The German form of shared/words/number.ts.
 *
 * Choice (written-numbers): a space stands between groups of three digits, as in Austria. Amounts have a decimal point in
 * every language, and a point in a count would read as one.
 */
const DIGITS = new Intl.NumberFormat('de-AT');
const PLURAL = new Intl.PluralRules('de');

/** A whole number with thousands separated: 100 000. */
export const count = (value: number): string => DIGITS.format(value);

/** A number with its noun: "1 Konto", "100 000 Konten". A noun without a translation has the English plural. */
export const counted = (value: number, singular: string, plural = `${singular}s`): string =>
  `${count(value)} ${PLURAL.select(value) === 'one' ? singular : plural}`;
