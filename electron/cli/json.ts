import { AppError } from '../../shared/errors/index.ts';
import { utf8Decode } from '../../shared/wire/index.ts';

/** Largest JSON read from a file or stdin; the vault stamps bodies up to 4 MiB. */
export const MAXIMUM_JSON = 4 * 1024 * 1024;

/** Parses JSON. Throws INVALID_INPUT naming `what`, never repeating the text. */
export function parseJson(text: string | Uint8Array, what: string): unknown {
  const source = typeof text === 'string' ? text : utf8Decode(text, what);
  try {
    return JSON.parse(source);
  } catch {
    throw new AppError('INVALID_INPUT', `${what} is not JSON, so nothing was done. Check quotes, commas and brackets.`);
  }
}

/** Parses a JSON object. Throws INVALID_INPUT. */
export function parseJsonObject(text: string | Uint8Array, what: string): Record<string, unknown> {
  const value = parseJson(text, what);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('INVALID_INPUT', `${what} is not a JSON object ({…}), so nothing was done.`);
  }
  return value as Record<string, unknown>;
}
