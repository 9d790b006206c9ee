/** Control, line-breaking and text-direction characters: in a foreign text they could forge lines or reorder what is read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/** A foreign text as one line that is safe to show, at most `maximum` characters. */
export function oneLine(text: string, maximum: number): string {
  const line = text
    .slice(0, maximum * 2)
    .replace(UNPRINTABLE, ' ')
    .trim();
  if (line.length <= maximum) return line;
  const end = /[\ud800-\udbff]$/.test(line.slice(0, maximum)) ? maximum - 1 : maximum;
  return `${line.slice(0, end)}…`;
}
