import { signing } from '../../electron/crypto/refusal.ts';
import { AppError } from '../../shared/errors/index.ts';

/** Runs a parser on hostile input: a result, an AppError or a refusal is fine, anything else thrown is a fault. */
export function outcome<Result>(work: () => Result): { readonly value: Result } | { readonly error: AppError } {
  try {
    return { value: signing(work) };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}
