/** A spreadsheet takes a cell that begins so for a formula; apostrophes before it are counted, so that reading takes off the one that was added. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A cell of a CSV (RFC 4180); one that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell as it was before `csvCell`. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
