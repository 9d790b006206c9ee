/** Aligned columns that fit into a terminal. */

interface Column {
  readonly title: string;
  /** True for an identifier, which is typed into other commands and so stays whole. */
  readonly isId: boolean;
}

const GAP = 2;
/** A cut cell keeps this many columns. */
const LEAST = 10;

/**
 * Returns a table as lines: titles, then a line for each row. Wide cells are cut where the table is wider than `width`:
 * text at its end, a word in its middle. Columns without any value, and the last ones that do not fit, are left out. A
 * line below names the latter.
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const drawn = columns
    .map((column, index) => {
      const cells = rows.map((row) => row[index] ?? '');
      const natural = Math.max(textWidth(column.title), ...cells.map(textWidth));
      const isNumber = cells.every((text) => /^[\d.,]*$/.test(text));
      return { ...column, cells, isNumber, width: natural, isKept: index === 0 || column.isId };
    })
    .filter(({ cells }) => cells.some((text) => text !== ''));
  const leftOut: string[] = [];
  for (let excess = totalOf(drawn) - width; excess > 0; excess = totalOf(drawn) - width) {
    const cuttable = drawn.filter((column) => !column.isKept && column.width > LEAST);
    const widest = cuttable.toSorted((one, other) => other.width - one.width)[0];
    if (widest !== undefined) {
      widest.width -= 1;
      continue;
    }
    const last = drawn.length > 1 ? drawn.findLast((column, index) => index > 0 && !column.isKept) : undefined;
    const dropped = last ?? (drawn.length > 1 ? drawn.at(-1) : undefined);
    if (dropped === undefined) break;
    drawn.splice(drawn.indexOf(dropped), 1);
    leftOut.unshift(dropped.title);
  }
  const line = (textOf: (column: (typeof drawn)[number]) => string) =>
    drawn
      .map((column) => {
        const text = cut(textOf(column), column.width);
        return column.isNumber ? padStart(text, column.width) : pad(text, column.width);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  return [
    line(({ title }) => title),
    ...rows.map((_row, index) => line(({ cells }) => cells[index] ?? '')),
    ...(leftOut.length === 0 ? [] : [`Not shown: ${leftOut.join(', ')}. --json prints everything.`]),
  ];
}

const totalOf = (columns: readonly { readonly width: number }[]) =>
  columns.reduce((sum, column) => sum + column.width + GAP, -GAP);

/** Returns the text in at most `width` columns. A text without blanks keeps its beginning and its end. */
function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const characters = [...text];
  const end = text.includes(' ') ? 0 : Math.floor((width - 1) / 2);
  const tail = end === 0 ? [] : characters.slice(-end);
  const head: string[] = [];
  let room = width - 1 - tail.reduce((sum, character) => sum + textWidth(character), 0);
  for (const character of characters) {
    room -= textWidth(character);
    if (room < 0) break;
    head.push(character);
  }
  return `${head.join('')}…${tail.join('')}`;
}

export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));
const padStart = (text: string, width: number) => ' '.repeat(Math.max(0, width - textWidth(text))) + text;

/** Characters of East Asian scripts, and pictures: two columns each (Unicode Standard Annex 11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const MARK = /\p{M}/u;

/** Returns the columns that a terminal draws a text in. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
