import type { ExportProof } from '../../../shared/model/index.ts';

export type RevealFormat = 'hex' | 'solana';

/** How a key can be written out: Solana's 64-byte base58 form only where the account is a Solana one. */
export function formatsFor(
  proof: Pick<ExportProof, 'addressFormat'>,
): readonly { readonly value: RevealFormat; readonly label: string }[] {
  const hex = { value: 'hex', label: 'Hex' } as const;
  return proof.addressFormat === 'ADDRESS_FORMAT_SOLANA' ? [{ value: 'solana', label: 'Solana (base58)' }, hex] : [hex];
}
