import Type from 'typebox';
import { Closed } from '../model/bytes.ts';
import { UnsignedPayment } from '../model/payments.ts';

/** Payments in the vault. It holds no key for them: the account's key belongs to the service. */
export const PAYMENT_MESSAGES = {
  /**
   * Returns the unsigned bytes of a payment in hex: EIP-1559, or a legacy transaction of Solana with an empty blockhash.
   * Throws INVALID_INPUT for an address with a wrong checksum, an amount of zero, and numbers that a transaction cannot
   * hold.
   */
  composePayment: {
    input: UnsignedPayment,
    output: Closed({ unsignedTransaction: Type.String({ pattern: '^0[12][0-9a-f]+$' }) }),
  },
} as const;
