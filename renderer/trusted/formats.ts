import type { AskedProfile, Given } from '../../shared/ipc/index.ts';
import type { ExportProof } from '../../shared/model/index.ts';

export type RevealFormat = NonNullable<Given['format']>;

/** The operator's words for the content of a bundle: as a title, and inside a sentence. */
export const HELD_AS: Readonly<Record<ExportProof['holds'], { readonly title: string; readonly short: string }>> = {
  key: { title: 'Private key', short: 'key' },
  mnemonic: { title: 'Recovery phrase', short: 'phrase' },
  text: { title: 'Exported text', short: 'text' },
  bytes: { title: 'Exported bytes', short: 'bytes' },
};

/**
 * Returns the recipients in a text with one a line, or why there are none. The vault decodes them.
 */
export function recipientsIn(text: string): readonly string[] | string {
  const recipients = text.split(/\s+/).filter((recipient) => recipient !== '');
  if (recipients.length === 0) return 'Type at least one recipient.';
  if (recipients.length > MAXIMUM_RECIPIENTS) return `Type at most ${MAXIMUM_RECIPIENTS} recipients.`;
  const [wrong] = recipients.filter((recipient) => !/^age1[a-z0-9]{58}$/.test(recipient));
  return wrong === undefined
    ? recipients
    : `${recipients.indexOf(wrong) + 1}: this is not a public key of age. It has 62 characters and begins with age1.`;
}

const MAXIMUM_RECIPIENTS = 20;

/** Returns the location of a profile's service. */
export function serviceOf({ kind, baseUrl }: AskedProfile): string {
  return kind === 'local' ? 'this machine' : (baseUrl ?? '');
}

const HEX = { value: 'hex', label: 'Hex' } as const;
const SOLANA = { value: 'solana', label: 'Solana (base58)' } as const;
const WORDS = { value: 'mnemonic', label: 'Words' } as const;
const TEXT = { value: 'text', label: 'Text' } as const;
/** It is written, and not shown. */
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
