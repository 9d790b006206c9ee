/** Explains lists, and characters beyond ASCII, that are given as a private key. */
import { countBytes, indexOfText, isTextByte } from './key-text.ts';

/** A list that is no list of bytes, or is of another number of them. */
export function listFault(text: Uint8Array): string {
  if (indexOfText(text, '"') !== -1 || indexOfText(text, "'") !== -1)
    return 'it is a list of texts. Give the key alone, without quotes and brackets';
  if (indexOfText(text, '0x') !== -1)
    return 'it is a list of hexadecimal numbers. Leave out the brackets, the commas and each 0x';
  if (text.at(-1) !== CLOSE) return 'it is a list with words around it. Give the list alone, in [ and ]';
  if (text.includes(HYPHEN)) return 'it is a list with numbers below 0. Add 256 to each of these';
  const commas = countBytes(text, (byte) => byte === COMMA);
  if (commas === 0) return 'it is a list without commas between its numbers';
  return commas === 31 || commas === 63
    ? 'it is a list with an item that is no number from 0 to 255'
    : `it is a list of ${commas + 1} items, and a key has 32 numbers from 0 to 255, or 64`;
}

/** A character beyond ASCII, which no key has. Its code is left out, because it may stand for a digit. */
export function foreignFault(text: Uint8Array): string | null {
  const at = text.findIndex((byte) => !isTextByte(byte));
  if (at === -1) return null;
  const place = `character ${countBytes(text.subarray(0, at + 1), (byte) => byte < 0x80 || byte >= 0xc0)}`;
  const begins = (...characters: readonly string[]) =>
    characters.some((character) => indexOfText(text.subarray(at), character) === 0);
  if (begins('“', '”', '„', '‘', '’', '«', '»')) return `its ${place} is a curly quote. Leave it out`;
  if (text[at] === 0xef && (text[at + 1] === 0xbc || text[at + 1] === 0xbd))
    return `its ${place} has double width, as in an East Asian font. Type it in plain letters and digits`;
  if (begins('\u00a0', '\u00ad', '\ufeff') || (text[at] === 0xe2 && (text[at + 1] === 0x80 || text[at + 1] === 0x81)))
    return `its ${place} is not seen, as a blank of no width. Leave it out`;
  return `its ${place} is beyond plain letters and digits, and no key has such a character`;
}

const [COMMA, CLOSE, HYPHEN] = [0x2c, 0x5d, 0x2d];
