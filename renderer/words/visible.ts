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

/**
 * What an input cannot draw where it stands: what turns the direction of characters that are drawn in their order (UAX #9: explicit
 * formatting, and ends of paragraphs but line feeds), and carriage returns, which it would take out. Choice (drawn-in-order): the style
 * sheet draws all others as they follow each other.
 */
const MISDRAWN = /(?![\n\t])[\p{Cc}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** The text without what an input cannot draw where it stands. */
export const drawable = (text: string): string => text.replaceAll(MISDRAWN, '');

/** The same where nothing but text can stand: a tooltip, a name that is read out. */
export const spelled = (text: string): string => visibleText(text, true);
