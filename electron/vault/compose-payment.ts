import { AppError, sentence } from '../../shared/errors/index.ts';
import type { ComposedPayment } from '../../shared/model/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import {
  Refusal,
  replacementBitcoin,
  replacementEthereum,
  unsignedBitcoinPayment,
  unsignedEthereumPayment,
  unsignedSolanaPayment,
  unsignedTempoPayment,
  unsignedTronPayment,
} from '../crypto/index.ts';

/** The encoders of unsigned payments, each throwing a `Refusal` with the wrong member. */
const ENCODERS: {
  readonly [Family in ComposedPayment['family']]: (payment: Extract<ComposedPayment, { family: Family }>) => string;
} = {
  ethereum: unsignedEthereumPayment,
  solana: unsignedSolanaPayment,
  bitcoin: unsignedBitcoinPayment,
  tron: unsignedTronPayment,
  tempo: unsignedTempoPayment,
};

/** Returns the unsigned bytes of a payment. Throws INVALID_INPUT with the wrong member. */
export function composePayment(
  payment: InputOf<VaultMessages, 'composePayment'>,
): OutputOf<VaultMessages, 'composePayment'> {
  return composed('The payment cannot be composed', () => encode(payment));
}

/** Returns the unsigned bytes that replace a payment. Throws INVALID_INPUT with the wrong member. */
export function composeReplacement({
  payment: { unsigned, from },
  act,
  fee,
}: InputOf<VaultMessages, 'composeReplacement'>): OutputOf<VaultMessages, 'composeReplacement'> {
  return composed('The payment cannot be replaced', () =>
    fee.family === 'bitcoin'
      ? replacementBitcoin(unsigned, from, act, BigInt(fee.rate))
      : replacementEthereum(unsigned, from, act, fee),
  );
}

function composed(problem: string, compose: () => string): { unsignedTransaction: string } {
  try {
    return { unsignedTransaction: compose() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new AppError(
      'INVALID_INPUT',
      sentence`${problem}: ${error.where ?? 'it'} ${error.reason}. Nothing was signed. Correct it and review again.`,
    );
  }
}

function encode<Family extends ComposedPayment['family']>(
  payment: Extract<ComposedPayment, { family: Family }>,
): string {
  const encoder = ENCODERS[payment.family as Family];
  return encoder(payment);
}
