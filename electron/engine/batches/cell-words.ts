import { codePointName, ellipsized } from '../../../shared/model/index.ts';
import { hasHidden, spellHidden } from '../../../shared/wire/index.ts';

/** Characters of a cell that are shown. */
export const MAXIMUM_SHOWN = 120;

/** Returns a cell for a sentence: its beginning, with hidden characters spelled out. */
export function shown(text: string): string {
  return spellHidden(ellipsized(text, MAXIMUM_SHOWN), codeOf);
}

/** Returns the name of the first invisible character in a cell, or null. */
export function hiddenIn(text: string): string | null {
  const inner = text.trim();
  if (!hasHidden(inner)) return null;
  let found: string | null = null;
  spellHidden(inner, (code) => {
    found ??= codeOf(code);
    return '';
  });
  return found;
}

const codeOf = (code: number): string => `<${codePointName(code)}>`;
