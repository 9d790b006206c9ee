import { AppError } from '../../shared/errors/index.ts';

export const KEY_BYTES = 32;

/** Refuses a private key that does not have 32 bytes, before any library sees it. */
export function requireKeyLength(privateKey: Uint8Array): void {
  if (privateKey.length !== KEY_BYTES) throw invalidKey(`a private key has ${KEY_BYTES} bytes`);
}

/** KEY_INVALID with the reason; it never repeats the key. */
export function invalidKey(reason: string): AppError {
  return new AppError(
    'KEY_INVALID',
    `The key cannot be used: ${reason}. Nothing was done with it. Check where the key came from.`,
  );
}
