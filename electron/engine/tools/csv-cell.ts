/**
 * The places where a spreadsheet would begin a formula. Some spreadsheets separate cells by other characters than a
 * comma. Apostrophes match too, so that reading removes only the added one.
 */
const BEGINNING = String.raw`(?<=^|[;|\t\r\n])`;
const SIGN = String.raw`(?='*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])`;
const FORMULA = new RegExp(`${BEGINNING}${SIGN}`, 'g');
const WRITTEN = new RegExp(`${BEGINNING}'${SIGN}`, 'g');

/**
 * Writes a cell of a CSV (RFC 4180). A formula that a spreadsheet would run gets an apostrophe in front.
 *
 * @example
 * csvCell('=1+1');
 * // "'=1+1"
 */
export function csvCell(text: string): string {
  const safe = text.replace(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns the text of a cell as it was before `csvCell`. Takes a cell without its quotation marks.
 *
 * @example
 * plainCell("'=1+1");
 * // '=1+1'
 */
export function plainCell(cell: string): string {
  return cell.replace(WRITTEN, '');
}
