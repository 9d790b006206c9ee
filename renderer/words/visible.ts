import { visibleParts, visibleText } from '../../shared/wire/index.ts';

/** With more pieces the characters are spelled within the text: contents cannot fill a window with elements. */
const MAXIMUM_PIECES = 1_000;

export interface Piece {
  readonly text: string;
  /** Whether it is the name of a character that would not be seen: `U+202E`. */
  readonly named: boolean;
}

/** A text of somebody else, line feeds included, cut so that every character of it is seen. */
export function pieces(text: string): readonly Piece[] {
  const parts = visibleParts(text, true);
  if (parts.length > MAXIMUM_PIECES) return [{ text: visibleText(text, true), named: false }];
  return parts.map((part) =>
    typeof part === 'string'
      ? { text: part, named: false }
      : { text: `U+${part.toString(16).toUpperCase().padStart(4, '0')}`, named: true },
  );
}

/** The same where nothing but text can stand: a tooltip, a name that is read out. */
export const spelled = (text: string): string => visibleText(text, true);
