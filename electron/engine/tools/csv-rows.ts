/** The separators of a CSV. */
export type Separator = ',' | ';' | '\t';

/** A header without commas means semicolons (spreadsheets of some languages) or tabs (a copied range). */
export function separatorOf(text: string): Separator {
  const [names = ''] = text.split(/\r?\n/, 1);
  return (['\t', ';'] as const).find((one) => names.includes(one) && !names.includes(',')) ?? ',';
}

/** “1 cell”, “3 cells” */
export const cellCount = ({ length }: readonly string[]): string => `${length} ${length === 1 ? 'cell' : 'cells'}`;

export interface CsvRow {
  /** The line it begins on. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly isWhole: boolean;
}

const PLAIN_CELL: Readonly<Record<Separator, RegExp>> = {
  ',': /([^,\r\n]*)/y,
  ';': /([^;\r\n]*)/y,
  '\t': /([^\t\r\n]*)/y,
};

/** The records of a CSV (RFC 4180): cells in quotation marks hold commas, line feeds and doubled marks. */
export function* csvRows(text: string, separator: Separator): Iterable<CsvRow> {
  let cells: string[] = [];
  let [line, begun, at] = [1, 1, 0];
  while (at <= text.length) {
    const quoted = text[at] === '"' ? /"((?:[^"]+|"")*)("?)/y : null;
    const pattern = quoted ?? PLAIN_CELL[separator];
    pattern.lastIndex = at;
    const [whole = '', cell = '', end] = pattern.exec(text) ?? [];
    cells.push(quoted === null ? cell : cell.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    at += whole.length;
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    const isEnd = at >= text.length || /[\r\n]/.test(text[at] ?? '');
    const isWhole = isEnd && end !== '';
    if (!isEnd) at = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    yield { line: begun, cells, isWhole };
    if (text.startsWith('\r\n', at)) at += 1;
    at += 1;
    line += 1;
    [cells, begun] = [[], line];
  }
}
