import { AppError } from '../../../shared/errors/index.ts';

/** A transaction that cannot be read or must not be signed. `reason` is a clause without its full stop. */
export function invalidTransaction(reason: string): AppError {
  return new AppError('TRANSACTION_INVALID', `failed to parse transaction: ${reason}. Nothing was signed.`);
}

/** A kind of transaction that is known but not offered. `reason` is a clause without its full stop. */
export function unsupportedTransaction(reason: string): AppError {
  return new AppError('TRANSACTION_UNSUPPORTED', `unsupported transaction type: ${reason}. Nothing was signed.`);
}

/** A signed transaction that is not what was asked for. `reason` names the field. */
export function transactionMismatch(reason: string): AppError {
  return new AppError(
    'SIGNATURE_MISMATCH',
    `The signed transaction that came back is refused: ${reason}. Do not send it to the chain, and find out why the service answered it.`,
  );
}
