/**
 * Returns the singular of a title.
 *
 * @example
 * singular('Policies');
 * // 'Policy'
 */
export function singular(title: string): string {
  return title
    .replace(/ies$/, 'y')
    .replace(/(ss|us|x|ch)es$/, '$1')
    .replace(/(?<![su])s$/, '');
}
