/** The causes of a text that is no whole number, in the order in which they are tried, with their corrections. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'is empty and must be a whole number'],
  [/^\s|\s$/, 'has blanks around the number: take them away'],
  [/^-?[0-9]+n$/, 'ends with n, as in JavaScript: write the digits alone'],
  [/^-?[0-9]{1,3}(?:[,_' ][0-9]{3})+$/, 'has signs between its digits: write the digits alone'],
  [/^-?[0-9]*[.,][0-9]+$/, 'has a fraction: write a whole number in the smallest unit'],
  [/^-?[0-9]+(?:\.[0-9]+)?e[+-]?[0-9]+$/i, 'has an exponent: write all of its digits'],
  [/^[-a-z0-9]{3,8}:[-_a-z0-9]+$/i, 'has a name before the number: write the number alone'],
  [/^-?0x/i, 'is not a whole number: 1 to 64 hexadecimal digits follow 0x, without a sign'],
  [/^[0-9]+$/, 'has more than 78 digits, and no type takes so many'],
  [/^(?=[0-9]*[a-f])[0-9a-f]+$/i, 'is not a whole number: write 0x before hexadecimal digits'],
  [/^[a-z][-a-z0-9 ]*$/i, 'is a name and must be a whole number: write its number'],
];

/** Returns the reason why a text is no whole number: the end of a sentence that begins with its path. */
export const integerFault = (text: string): string =>
  CAUSES.find(([form]) => form.test(text))?.[1] ??
  'is not a whole number: write decimal digits, or 0x and hexadecimal digits';
