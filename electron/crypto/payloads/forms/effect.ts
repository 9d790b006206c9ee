/** The effect of a transaction, or of an operation of one, as its rule explains it. */
import { type DecodedField, type Finding, inQuotes } from '../../../../shared/model/index.ts';
import { hexEncode, utf8Decode } from '../../../../shared/wire/index.ts';
import { printableText } from '../../transactions/reading.ts';

export interface Effect {
  readonly steps: readonly string[];
  readonly rows: readonly DecodedField[];
  readonly findings: readonly Finding[];
  /** Reasons for which no node takes it, or it is not explained, as clauses. They make it blind: another network may take it. */
  readonly faults: readonly string[];
}

/** An effect with its steps. The other parts may be absent. */
export type Explanation = Partial<Effect> & Pick<Effect, 'steps'>;

/** Returns the text of bytes in quotes, or their digits where people could misread them. */
export const quotedOrHex = (bytes: Uint8Array): string =>
  printableText(bytes) === null ? `0x${hexEncode(bytes)}` : inQuotes(utf8Decode(bytes));
