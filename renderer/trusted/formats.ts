import type { AskedProfile, Given } from '../../shared/ipc/index.ts';
import type { ExportProof } from '../../shared/model/index.ts';
import { ageRecipientFault } from '../../shared/wire/index.ts';

export type RevealFormat = NonNullable<Given['format']>;

/** The operator's words for the content of a bundle: as a title, and inside a sentence. */
export const HELD_AS: Readonly<Record<ExportProof['holds'], { readonly title: string; readonly short: string }>> = {
  key: { title: 'Private key', short: 'key' },
  mnemonic: { title: 'Recovery phrase', short: 'phrase' },
  text: { title: 'Exported text', short: 'text' },
  bytes: { title: 'Exported bytes', short: 'bytes' },
};

/** Returns the recipients of age in a text, which separates them by spaces or lines, or its problem. */
export function recipientsIn(text: string): readonly string[] | string {
  const recipients = wordsOf(text);
  if (recipients.length === 0) return 'Type at least one recipient.';
  return recipientProblem(recipients) ?? recipients;
}

/** Returns the problem of a text that is still typed, or undefined. Its last recipient may be unfinished. */
export function typedRecipientProblem(text: string): string | undefined {
  const recipients = wordsOf(text);
  const last = recipients.at(-1) ?? '';
  const isUnfinished = text.endsWith(last) && last.length < FINISHED && /^(?:a|ag|age|age1.*)?$/.test(last);
  return recipientProblem(isUnfinished ? recipients.slice(0, -1) : recipients);
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** The first wrong recipient by its number. It is not quoted, because it may be a private key. */
function recipientProblem(recipients: readonly string[]): string | undefined {
  if (recipients.length > MAXIMUM_RECIPIENTS) return `Type at most ${MAXIMUM_RECIPIENTS} recipients.`;
  for (const [index, recipient] of recipients.entries()) {
    const fault = ageRecipientFault(recipient);
    if (fault !== null) return `Recipient ${index + 1} ${fault}. Type a public key of age (age1…).`;
  }
  return undefined;
}

const MAXIMUM_RECIPIENTS = 20;
/** The characters of a whole recipient. */
const FINISHED = 62;

/** Returns the location of a profile's service. */
export function serviceOf({ kind, baseUrl }: AskedProfile): string {
  return kind === 'local' ? 'this machine' : (baseUrl ?? '');
}

const HEX = { value: 'hex', label: 'Hex' } as const;
const SOLANA = { value: 'solana', label: 'Solana (base58)' } as const;
const WORDS = { value: 'mnemonic', label: 'Words' } as const;
const TEXT = { value: 'text', label: 'Text' } as const;
/** Written to a file. No window shows it. */
const AGE = { value: 'age', label: 'age file' } as const;

/**
 * Returns the output formats for a bundle's content, the usual one first. Solana's 64-byte base58 form is for Solana
 * accounts only.
 */
export function formatsFor({
  holds,
  addressFormat,
}: Pick<ExportProof, 'holds' | 'addressFormat'>): readonly { readonly value: RevealFormat; readonly label: string }[] {
  switch (holds) {
    case 'key':
      return addressFormat === 'ADDRESS_FORMAT_SOLANA' ? [SOLANA, HEX, AGE] : [HEX, AGE];
    case 'mnemonic':
      return [WORDS, AGE];
    case 'text':
      return [TEXT, HEX, AGE];
    case 'bytes':
      return [HEX, AGE];
  }
}
