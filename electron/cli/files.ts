import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError, type ErrorCode } from '../../shared/errors/index.ts';
import { type JsonObject, LIMITS, parseJson, parseJsonObject as parseObject } from '../../shared/model/index.ts';
import { checkValue } from '../../shared/operations/index.ts';
import { encodingFault, utf8Decode } from '../../shared/wire/index.ts';
import { isUtf8 } from '../crypto/index.ts';
import { fileRefused } from '../engine/index.ts';
import type { Input } from './input.ts';
import { jsonLoss } from './json-loss.ts';

/**
 * Reads a whole file of at most `maximum` bytes into an array that the caller owns (and wipes when it is secret).
 * Throws FILE_REFUSED with `what`, the path and the remedy. `tooLong` is the code for a longer file.
 */
export async function readFileBytes(
  path: string,
  maximum: number,
  what: string,
  tooLong: ErrorCode = 'FILE_REFUSED',
): Promise<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | undefined;
  const buffer = new Uint8Array(maximum + 1);
  try {
    file = await open(path, 'r');
    let length = 0;
    while (length <= maximum) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) return buffer.slice(0, length);
      length += bytesRead;
    }
  } catch (error) {
    throw fileRefused(error, `${what} ${path} could not be read`, { path, use: 'read' });
  } finally {
    buffer.fill(0);
    await file?.close();
  }
  throw new AppError(
    tooLong,
    `${what} ${path} is longer than ${maximum} bytes. It was not used. Check that this is the right file.`,
  );
}

/**
 * Reads the text of a file, or of standard input for `-`, of at most `maximum` bytes, as `plainText` does. Throws
 * FILE_REFUSED, and INVALID_INPUT also for a longer standard input.
 */
export async function readText(
  source: string,
  { maximum, what, input }: { readonly maximum: number; readonly what: string; readonly input: Pick<Input, 'readAll'> },
): Promise<string> {
  if (source === '-') return plainText(await input.readAll(maximum, `${what} on stdin`), `${what} on stdin`);
  return plainText(await readFileBytes(source, maximum, what), `The file ${source}`);
}

/**
 * Decodes the text of a file that a person gives, without the byte order mark that some editors put before it. Throws
 * INVALID_INPUT, which names `what`, for UTF-16 and for bytes that are no text.
 */
export function plainText(bytes: Uint8Array, what: string): string {
  const fault = encodingFault(bytes) ?? (isUtf8(bytes) ? null : 'it is not UTF-8 text; save it as UTF-8');
  if (fault !== null) throw unusable(what, fault);
  return withoutMark(utf8Decode(bytes));
}

const unusable = (what: string, why: string) =>
  new AppError('INVALID_INPUT', `${what} cannot be used, because ${why}. Nothing was done. Correct it and try again.`);

/**
 * Reads the lines of a file of any length one after the other. `maximum` is the length of a line in UTF-16 code units.
 * Throws FILE_REFUSED, and INVALID_INPUT for a longer line.
 */
export async function* readLines(
  path: string,
  { maximum, what }: { readonly maximum: number; readonly what: string },
): AsyncGenerator<string, void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    let parts: string[] = [];
    let length = 0;
    for await (const chunk of file.createReadStream({ encoding: 'utf8', autoClose: false })) {
      const [end = '', ...lines] = String(chunk).split('\n');
      parts.push(end);
      length += end.length;
      for (const line of lines) {
        yield parts.join('');
        parts = [line];
        length = line.length;
      }
      if (length > maximum) throw lineTooLong(`${what} ${path}`, maximum);
    }
    if (length > 0) yield parts.join('');
  } catch (error) {
    throw error instanceof AppError
      ? error
      : fileRefused(error, `${what} ${path} could not be read`, { path, use: 'read' });
  } finally {
    await file?.close();
  }
}

function lineTooLong(file: string, maximum: number): AppError {
  return new AppError(
    'INVALID_INPUT',
    `${file} has a line of more than ${maximum} characters. It was not used. Check that this is the right file.`,
  );
}

/** No format that Castellan reads begins with a byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/**
 * Parses a JSON object, which a byte order mark may precede. Throws INVALID_INPUT, which names `what` and never repeats
 * the text. Also throws it where parsing would lose a duplicate member or digits of a number.
 */
export function parseJsonObject(text: string | Uint8Array, what: string): JsonObject {
  return parsed(text, what, parseObject);
}

/** Parses JSON of any kind, by the rules of `parseJsonObject`. */
export function parseJsonValue(text: string | Uint8Array, what: string): unknown {
  return parsed(text, what, parseJson);
}

function parsed<Value>(
  text: string | Uint8Array,
  what: string,
  parse: (text: string, refuse: (why: string) => Error) => Value,
): Value {
  const plain = typeof text === 'string' ? withoutMark(text) : plainText(text, what);
  const refuse = (why: string) => unusable(what, why);
  const value = parse(plain, refuse);
  const loss = jsonLoss(plain);
  if (loss !== null) throw refuse(loss);
  return value;
}

/** Reads a JSON file that must match `schema`. Throws FILE_REFUSED, and INVALID_INPUT with `mismatch` and the wrong members. */
export async function readJsonFile(
  path: string,
  schema: Parameters<typeof checkValue>[0],
  mismatch: string,
): Promise<JsonObject> {
  const value = parseJsonObject(await readFileBytes(path, LIMITS.body, 'The file'), `The file ${path}`);
  const fields = checkValue(schema, value);
  if (fields.length > 0) throw new AppError('INVALID_INPUT', `The file ${path} ${mismatch}`, { fields });
  return value;
}

/** Throws FILE_REFUSED when the path exists, before any work is done for it. `undone` is the second sentence. */
export function requireNewFile(path: string, undone: string): void {
  if (!existsSync(path)) return;
  throw new AppError('FILE_REFUSED', `${path} exists already and is never overwritten. ${undone} Give a new name.`);
}
