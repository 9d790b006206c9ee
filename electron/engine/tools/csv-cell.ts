/**
 * The start of a cell that a spreadsheet would run as a formula. Leading apostrophes match too, so that reading removes
 * only the added one.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * Writes a cell of a CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe in front.
 *
 * @example
 * csvCell('=1+1');
 * // "'=1+1"
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
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
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
