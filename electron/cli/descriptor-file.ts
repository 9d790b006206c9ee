import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { AppError } from '../../shared/errors/index.ts';
import {
  INTERFACE_LIMITS,
  includedPath,
  isJsonObject,
  type JsonObject,
  mergeIncludes,
  ownMember,
} from '../../shared/model/index.ts';
import { readText } from './files.ts';
import type { Input } from './input.ts';

/** Files that one descriptor may include, directly or through another file. */
const MAXIMUM_FILES = 16;

/**
 * Reads an ABI or an ERC-7730 descriptor. A descriptor is merged with the files that it includes when all of them are on
 * disk, as in a checkout of the public registry. Otherwise the text is returned unchanged, and the vault looks the included
 * files up in the built-in registry.
 * @param source A path, or `-` for standard input, which includes no files from disk.
 * @throws AppError FILE_REFUSED; INVALID_INPUT for text that is not UTF-8 and for files that include each other.
 */
export async function readInterfaceText(source: string, input: Pick<Input, 'readAll'>): Promise<string> {
  const read = async (path: string) =>
    await readText(path, { maximum: INTERFACE_LIMITS.text, what: 'The interface', input });
  const text = await read(source);
  const root = descriptorIn(text);
  if (source === '-' || root === null || includesOf(root).length === 0) return text;
  const start = resolve(source).split(sep).join('/');
  const files = new Map([[start, root]]);
  for (const [path, file] of files) {
    for (const name of includesOf(file)) {
      const target = typeof name === 'string' ? includedPath(path, name) : null;
      if (target === null || files.size > MAXIMUM_FILES) return text;
      if (files.has(target)) continue;
      const found = existsSync(target) ? descriptorIn(await read(target)) : null;
      if (found === null) return text;
      files.set(target, found);
    }
  }
  const refuse = (why: string) =>
    new AppError(
      'INVALID_INPUT',
      `The interface ${source} cannot be used, because ${why}. Nothing was added. Correct the file and add it again.`,
    );
  return JSON.stringify(mergeIncludes(start, (path) => files.get(path), refuse));
}

function includesOf(root: JsonObject): readonly unknown[] {
  return [ownMember(root, 'includes') ?? []].flat();
}

/** Returns null for text that is not a JSON object. Its consumer reports the reason. */
function descriptorIn(text: string): JsonObject | null {
  try {
    const root: unknown = JSON.parse(text);
    return isJsonObject(root) ? root : null;
  } catch {
    return null;
  }
}
