import { AppError } from '../../shared/errors/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { Refusal, unsignedPayment } from '../crypto/index.ts';

/** Returns the unsigned bytes of a payment. Throws INVALID_INPUT with the wrong member. */
export function composePayment(
  payment: InputOf<VaultMessages, 'composePayment'>,
): OutputOf<VaultMessages, 'composePayment'> {
  try {
    return { unsignedTransaction: unsignedPayment(payment) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new AppError(
      'INVALID_INPUT',
      `The payment cannot be composed: ${error.where ?? 'it'} ${error.reason}. Nothing was signed. Correct it and review again.`,
    );
  }
}
