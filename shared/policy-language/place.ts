/** Returns the line and the column of an offset in a text, both counted from 1. `\n` ends a line. */
export function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
