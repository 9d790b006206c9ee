import { AppError } from '../../shared/errors/index.ts';
import { type JsonObject, parseJsonObject as parseObject } from '../../shared/model/index.ts';
import { utf8Decode } from '../../shared/wire/index.ts';

/** Parses a JSON object. Throws INVALID_INPUT naming `what`, never repeating the text. */
export function parseJsonObject(text: string | Uint8Array, what: string): JsonObject {
  return parseObject(
    typeof text === 'string' ? text : utf8Decode(text, what),
    (why) =>
      new AppError(
        'INVALID_INPUT',
        `${what} cannot be used, because ${why}. Nothing was done. Check quotes, commas and brackets.`,
      ),
  );
}
