import Type from 'typebox';
import { Closed } from '../model/bytes.ts';
import { ComposedPayment } from '../model/payments.ts';

/** Payments in the vault. It holds no key for them: the account's key belongs to the service. */
export const PAYMENT_MESSAGES = {
  /**
   * Returns the unsigned bytes of a payment in hex. Those of Solana have an empty blockhash, Bitcoin has a PSBT, and Tron
   * has raw data. Throws INVALID_INPUT with the wrong member: an address, an amount, an output or a fee.
   */
  composePayment: {
    input: ComposedPayment,
    output: Closed({ unsignedTransaction: Type.String({ pattern: '^(0[12a]|70736274ff)[0-9a-f]+$' }) }),
  },
} as const;
