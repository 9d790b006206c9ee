import { spellHidden } from '../../shared/wire/index.ts';

/** A foreign text as one line that is safe to show, at most `maximum` characters: a space stands for what would forge lines or not be seen. */
export function oneLine(text: string, maximum: number): string {
  const line = spellHidden(text.slice(0, maximum * 2), () => ' ')
    .replace(/ +/g, ' ')
    .trim();
  if (line.length <= maximum) return line;
  const end = /[\ud800-\udbff]$/.test(line.slice(0, maximum)) ? maximum - 1 : maximum;
  return `${line.slice(0, end)}…`;
}
