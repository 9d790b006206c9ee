/** Lays text out in columns of a terminal. */

/** Columns of a page that no terminal shows: of a pipe, a file, or the documents. */
export const PAGE_WIDTH = 100;
/** Narrower terminals get lines of this many columns, because summaries would be one word a line. */
const NARROWEST = 40;
/** Longer lines are hard to read. */
const WIDEST = 120;
/** Columns of the widest name that shares a line with its summary. */
export const WIDEST_NAME = 34;

/** Returns the columns for help: those of the terminal within limits, or of a page where there is no terminal. */
export function helpWidth(terminal: number | undefined): number {
  return terminal === undefined ? PAGE_WIDTH : Math.min(WIDEST, Math.max(NARROWEST, terminal));
}

/** Returns two columns: names, and their summaries. A name that is too wide has a line of its own. */
export function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const widest = Math.min(WIDEST_NAME, Math.floor(width / 3));
  const left = Math.min(widest, Math.max(...rows.map(([name]) => name.length)));
  const blank = ' '.repeat(left + 4);
  return rows
    .map(([name, summary]) => {
      const [head, before] = name.length > left ? [blank, `  ${name}\n`] : [`  ${name.padEnd(left)}  `, ''];
      return `${before}${wrap(summary.split(' '), { head, indent: blank, width })}`;
    })
    .join('');
}

/** Returns a text in lines behind an indent. Line feeds of the text stay. */
export function paragraph(text: string, indent: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrap(line.split(' '), { head: indent, indent, width }))
    .join('');
}

/** Joins words by blanks into lines, the first behind `head` and the others behind `indent`. */
export function wrap(
  words: readonly string[],
  { head, indent, width }: { readonly head: string; readonly indent: string; readonly width: number },
): string {
  const lines: string[] = [];
  let line = head;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      [line, isEmpty] = [indent, true];
    }
    line = isEmpty ? `${line}${word}` : `${line} ${word}`;
    isEmpty = false;
  }
  return [...lines, line].map((each) => `${each}\n`).join('');
}

/** Returns a line to type into a shell, continued by a backslash where it is longer than the width. */
export function shellLine(text: string, width: number): string {
  const words = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const continued = ' \\';
  return wrap(words, { head: '  ', indent: '    ', width: width - continued.length })
    .trimEnd()
    .replaceAll('\n', `${continued}\n`)
    .concat('\n');
}
