import { sentence } from '../../../shared/errors/index.ts';
import { hasKey } from '../../crypto/index.ts';
import type { FamilyRule } from './family-rule.ts';

/** Payments on Solana. */
export const SOLANA: FamilyRule<'solana'> = {
  tokensName: () => 'solana',
  misspelling: () =>
    sentence`This is not an address of Solana. Enter 32 to 44 letters and digits, without 0, O, I and l, as its owner gave them.`,
  isOffCurve: (address) => !hasKey(address),
  assetName: (chain, token) => `${chain}/token:${token}`.toLowerCase(),
  withoutFees: 'Compose the payment elsewhere, and sign it on the Sign page.',
  nonce: () => Promise.resolve(null),
  // Only the associated account pays, and the balance counts all accounts of the owner.
  payableUnits: (fees) => (fees?.family === 'solana' ? fees.heldUnits : null),
  complete: (payments) => Promise.resolve(payments.map(({ payment }) => payment)),
};
