/**
 * Names a code point as Unicode does, with at least four hexadecimal digits.
 *
 * @example
 * codePointName(0x200b);
 * // 'U+200B'
 */
export const codePointName = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
