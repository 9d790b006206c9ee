/** Aligned columns that fit into a terminal. */
import { wrap } from './layout.ts';

export interface Column {
  readonly title: string;
  /** Columns of higher numbers are left out first. Those of 0 stay, and stay whole. */
  readonly rank: number;
}

const GAP = 2;
/** The columns that a cut cell keeps: text for people, and words such as addresses and hashes. */
/** A time, which is never cut. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const LEAST = { text: 20, word: 13 } as const;

interface Drawn extends Column {
  readonly cells: readonly string[];
  readonly isNumber: boolean;
  /** The columns that it is cut to at most. */
  readonly least: number;
  width: number;
}

/**
 * Returns a table as lines: titles, then a line for each row. Wide cells are cut where the table is wider than `width`:
 * text at its end, a word in its middle. Columns without any value are left out, and those of the highest ranks that do
 * not fit. The last lines name the latter.
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const drawn = columns
    .map((column, index) =>
      drawnOf(
        column,
        rows.map((row) => row[index] ?? ''),
      ),
    )
    .filter(({ cells }) => cells.some((text) => text !== ''));
  const leftOut: string[] = [];
  while (totalOf(drawn) > width) {
    const cuttable = drawn.filter((column) => column.rank > 0 && column.width > column.least);
    const last = drawn.length > 1 ? worstOf(drawn) : undefined;
    if (cuttable.length > 0) widestOf(cuttable).width -= 1;
    else if (last !== undefined) {
      drawn.splice(drawn.indexOf(last), 1);
      leftOut.push(last.title);
      for (const column of drawn) column.width = widthOf(column);
    } else break;
  }
  const line = (textOf: (column: Drawn) => string) =>
    drawn
      .map((column) => {
        const text = cut(textOf(column), column.width);
        return column.isNumber ? padStart(text, column.width) : pad(text, column.width);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const titles = columns.map(({ title }) => title).filter((title) => leftOut.includes(title));
  const note = `Not shown: ${titles.join(', ')}. --json prints everything.`;
  return [
    line(({ title }) => title),
    ...rows.map((_row, index) => line(({ cells }) => cells[index] ?? '')),
    ...(titles.length === 0 ? [] : wrap(note.split(' '), { head: '', indent: '', width }).trimEnd().split('\n')),
  ];
}

function drawnOf(column: Column, cells: readonly string[]): Drawn {
  const isNumber = cells.every((text) => /^[\d.,]*$/.test(text));
  const width = widthOf({ ...column, cells });
  const isTime = cells.every((text) => text === '' || TIME.test(text));
  const least = isTime ? width : cells.some((text) => text.includes(' ')) ? LEAST.text : LEAST.word;
  return { ...column, cells, isNumber, least, width };
}

const widthOf = ({ title, cells }: Pick<Drawn, 'title' | 'cells'>) =>
  Math.max(textWidth(title), ...cells.map(textWidth));
const widestOf = (columns: readonly Drawn[]): Drawn =>
  columns.reduce((widest, column) => (column.width > widest.width ? column : widest));
/** The last column of the highest rank. */
const worstOf = (columns: readonly Drawn[]): Drawn =>
  columns.reduce((worst, column) => (column.rank >= worst.rank ? column : worst));

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
