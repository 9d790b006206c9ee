/** The account of a chain that a request signs with, and the findings about a transaction of another account. */
import type { AddressFormat, Finding } from '../../../../shared/model/index.ts';
import { ADDRESS_TABLE, addressOf, findFormatsOf } from '../../addresses/index.ts';
import { care, danger } from '../../meaning.ts';
import type { PayloadAround } from './form.ts';

/** Those of a key of Ed25519. */
const KEY_DIGITS = 64;

/**
 * Returns the account of an address of that format, or of the Ed25519 key that an address of another chain holds. Null
 * where neither is known.
 */
export function accountIn(format: AddressFormat, { signWith }: PayloadAround): string | null {
  const text = signWith ?? '';
  const formats = findFormatsOf(text);
  if (formats.includes(format)) return ADDRESS_TABLE[format].normalize(text);
  for (const other of formats) {
    const { curves, keyOf } = ADDRESS_TABLE[other];
    const key = curves.includes('CURVE_ED25519') ? keyOf?.(text) : undefined;
    if (key?.length === KEY_DIGITS) return addressOf(format, key);
  }
  return null;
}

/** The accounts that sign a transaction, beside the one that signs here. */
export interface Signers {
  readonly sender: string;
  /** The account that pays the fee. Null when it is the sender. */
  readonly payer: string | null;
  readonly others: readonly string[];
}

/** About a signer that is not the sender: another signer, the fee payer, or an account whose key was replaced. */
export function signerFindings(own: string | null, { sender, payer, others }: Signers): Finding[] {
  if (own === null || own === sender) return [];
  if (payer === own) return [care(`You pay its fee. It acts for ${sender}, which signs too.`)];
  if (others.includes(own)) return [care(`It is of the account ${sender}, and ${own} signs it beside that account.`)];
  return [danger(`It is for ${sender}, but ${own} signs it.`, { field: 'sender' })];
}
