/** Returns the line and the column of an offset in a text, both counted from 1. `\n` ends a line. */
export function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** As `placeOf`, for many offsets of one text in rising order. */
export function createPlaces(text: string): (at: number) => string {
  let line = 1;
  let begin = 0;
  return (at) => {
    for (let end = text.indexOf('\n', begin); end !== -1 && end < at; end = text.indexOf('\n', begin)) {
      line += 1;
      begin = end + 1;
    }
    return `line ${line}, column ${at - begin + 1}`;
  };
}
