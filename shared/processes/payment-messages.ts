import Type from 'typebox';
import { Closed } from '../model/bytes.ts';
import { ComposedPayment } from '../model/payments.ts';
import { REPLACEMENT_ACTS, Replaceable, ReplacementFee } from '../model/replacements.ts';

/** Payments in the vault. It holds no key for them: the account's key belongs to the service. */
export const PAYMENT_MESSAGES = {
  /**
   * Returns the unsigned bytes of a payment in hex. Those of Solana have an empty blockhash, Bitcoin has a PSBT, and Tron
   * has raw data. Throws INVALID_INPUT with the wrong member: an address, an amount, an output or a fee.
   */
  composePayment: {
    input: ComposedPayment,
    output: Closed({ unsignedTransaction: Type.String({ pattern: '^(0[12a]|76|70736274ff)[0-9a-f]+$' }) }),
  },
  /**
   * Returns the unsigned bytes that replace a payment, in hex: the same inputs or nonce, and a higher fee. Throws
   * INVALID_INPUT for a fee that is too low, and for a payment that cannot be replaced.
   */
  composeReplacement: {
    input: Closed({ payment: Replaceable, act: Type.Enum(REPLACEMENT_ACTS), fee: ReplacementFee }),
    output: Closed({ unsignedTransaction: Type.String({ pattern: '^(02|70736274ff)[0-9a-f]+$' }) }),
  },
} as const;
