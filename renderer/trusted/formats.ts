import type { AskedProfile, Given } from '../../shared/ipc/index.ts';
import type { ExportProof } from '../../shared/model/index.ts';

export type RevealFormat = NonNullable<Given['format']>;

/** What a bundle holds, in the operator's words: whole, and in a sentence. */
export const HELD_AS: Readonly<Record<ExportProof['holds'], { readonly title: string; readonly short: string }>> = {
  key: { title: 'Private key', short: 'key' },
  mnemonic: { title: 'Recovery phrase', short: 'phrase' },
  text: { title: 'Exported text', short: 'text' },
  bytes: { title: 'Exported bytes', short: 'bytes' },
};

/** Where the service of a profile is. */
export function serviceOf({ kind, baseUrl }: AskedProfile): string {
  return kind === 'local' ? 'this machine' : (baseUrl ?? '');
}

const HEX = { value: 'hex', label: 'Hex' } as const;
const SOLANA = { value: 'solana', label: 'Solana (base58)' } as const;
const WORDS = { value: 'mnemonic', label: 'Words' } as const;
const TEXT = { value: 'text', label: 'Text' } as const;

/** How what a bundle holds can be written out, the usual form first: Solana's 64-byte base58 form only for a Solana account. */
export function formatsFor({
  holds,
  addressFormat,
}: Pick<ExportProof, 'holds' | 'addressFormat'>): readonly { readonly value: RevealFormat; readonly label: string }[] {
  switch (holds) {
    case 'key':
      return addressFormat === 'ADDRESS_FORMAT_SOLANA' ? [SOLANA, HEX] : [HEX];
    case 'mnemonic':
      return [WORDS];
    case 'text':
      return [TEXT, HEX];
    case 'bytes':
      return [HEX];
  }
}
