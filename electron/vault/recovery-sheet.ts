import { AppError } from '../../shared/errors/index.ts';
import type { ExportProof } from '../../shared/model/index.ts';
import { secretBytes, utf8Encode } from '../../shared/wire/index.ts';
import type { Bytes } from '../crypto/index.ts';

const PAGE = { width: 595, height: 842 } as const;
const LEFT = 56;
const SPACE = 0x20;
/** Columns and the step between them, in points. */
const WORDS = { columns: 3, step: 165 } as const;
const GROUPS = { columns: 8, step: 58, digits: 4 } as const;

type Piece = string | Uint8Array;

/**
 * Returns one page of PDF (ISO 32000-1) with the proven address. `secret` is ASCII: the words of a wallet, or the digits
 * of a key. The page is plain text in fonts that every reader has, so no library gets the
 * secret. Throws INVALID_INPUT for other text. The caller wipes the result.
 */
export function recoverySheet(secret: Uint8Array, proof: ExportProof): Bytes {
  if (!secret.every((byte) => isLetterOrDigit(byte) || byte === SPACE))
    throw new AppError(
      'INVALID_INPUT',
      'A recovery sheet shows English words or a key, and this is neither. Nothing was written. Choose mnemonic or text.',
    );
  const isKey = proof.holds === 'key';
  const content = [
    ...line(780, 18, isKey ? 'Private key' : 'Recovery phrase'),
    ...facts(proof).flatMap((text, index) => line(750 - 16 * index, 10, text)),
    ...(isKey ? cells(groupsIn(secret), GROUPS) : cells(wordsIn(secret), WORDS)),
    ...line(60, 9, 'Whoever reads this page can spend everything that the address has.'),
  ];
  return pdfOf(content);
}

const isLetterOrDigit = (byte: number) => (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a);

/** Addresses and ids have no characters that PDF reads as its own. */
const facts = ({ derivedAddress, addressFormat, organizationId }: ExportProof): string[] => [
  ...(derivedAddress === null ? ['No address was compared.'] : [`Address, derived from it: ${derivedAddress}`]),
  ...(addressFormat === null ? [] : [`Format: ${addressFormat}`]),
  `Organization: ${organizationId}`,
];

const line = (y: number, size: number, text: string): Piece[] => [
  `BT /F1 ${size} Tf ${LEFT} ${y} Td (${text.replaceAll(/[^\x20-\x7e]|[()\\]/g, '_')}) Tj ET\n`,
];

/** Numbered cells in rows. */
const cells = (texts: readonly Uint8Array[], { columns, step }: { readonly columns: number; readonly step: number }) =>
  texts.flatMap((text, index): Piece[] => {
    const x = LEFT + (index % columns) * step;
    const y = 640 - Math.floor(index / columns) * 28;
    return [`BT /F2 12 Tf ${x} ${y} Td (${columns === WORDS.columns ? `${index + 1} ` : ''}`, text, ') Tj ET\n'];
  });

/** Views of the secret: no copy is made. */
function wordsIn(secret: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = [];
  let start = 0;
  for (let end = 0; end <= secret.length; end += 1) {
    if (end < secret.length && secret[end] !== SPACE) continue;
    words.push(secret.subarray(start, end));
    start = end + 1;
  }
  return words;
}

const groupsIn = (secret: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(secret.length / GROUPS.digits) }, (_, index) =>
    secret.subarray(index * GROUPS.digits, (index + 1) * GROUPS.digits),
  );

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** A file of one page: its objects, the table of their places, and the trailer. */
function pdfOf(content: readonly Piece[]): Bytes {
  const objects: readonly (readonly Piece[])[] = [
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Contents 6 0 R/Resources<</Font<</F1 4 0 R/F2 5 0 R>>>>>>`,
    ],
    ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    ['<</Type/Font/Subtype/Type1/BaseFont/Courier>>'],
    [`<</Length ${lengthOf(content)}>>\nstream\n`, ...content, '\nendstream'],
  ];
  const pieces: Piece[] = ['%PDF-1.4\n'];
  const places = objects.map((object, index) => {
    const place = lengthOf(pieces);
    pieces.push(`${index + 1} 0 obj\n`, ...object, '\nendobj\n');
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = lengthOf(pieces);
  const count = objects.length + 1;
  pieces.push(`xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`);
  pieces.push(`trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);
  const file = secretBytes(lengthOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    file.set(typeof piece === 'string' ? utf8Encode(piece) : piece, at);
    at += piece.length;
  }
  return file;
}
