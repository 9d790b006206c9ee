import { Refusal } from '../../../crypto/index.ts';
import { publicError } from '../../public-error.ts';

/** Runs a parser of transactions. Throws its refusal under the public code. */
export function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error.kind === 'transactionType' ? 'UNSUPPORTED_TRANSACTION_TYPE' : 'INVALID_TRANSACTION';
    throw publicError(code, `${error.message}. Nothing was sent.`);
  }
}
