import Type from 'typebox';
import { Closed } from '../model/bytes.ts';
import { ComposedPayment } from '../model/payments.ts';

/** Payments in the vault. It holds no key for them: the account's key belongs to the service. */
export const PAYMENT_MESSAGES = {
  /**
   * Returns the unsigned bytes of a payment in hex: EIP-1559, a legacy transaction of Solana with an empty blockhash,
   * a PSBT, or the raw data of a Tron transaction. Throws INVALID_INPUT for an address with a wrong checksum, an amount of zero, numbers that a transaction
   * cannot hold, and outputs that are not the account's or are not proven.
   */
  composePayment: {
    input: ComposedPayment,
    output: Closed({ unsignedTransaction: Type.String({ pattern: '^(0[12a]|70736274ff)[0-9a-f]+$' }) }),
  },
} as const;
