import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

type Require = (name: string) => unknown;
type Run = (exports: object, require: Require) => void;

const DIGEST_BYTES = 32;

/** V8 takes a code cache only under the flags of its making, so main and its children have caches of their own. */
export type Kind = 'main' | 'child';

/** The V8 flags of children. With access to the garbage collector the vault frees native copies of a forgotten key at once. */
export const CHILD_FLAGS = '--disallow-code-generation-from-strings --expose-gc';

/** Returns the path of a file's code cache: the SHA-256 of source and data, then the data of V8. */
export const cacheOf = (file: string, kind: Kind = 'main'): string => `${file}.${kind}.cache`;

const digestOf = (source: Buffer, data: Buffer): Buffer => createHash('sha256').update(source).update(data).digest();

/** Returns the content of the code cache of a source. */
export const cacheFor = (source: Buffer, data: Buffer): Buffer => Buffer.concat([digestOf(source, data), data]);

/**
 * Compiles a CommonJS file of the program, from its code cache if that was made from exactly this source and is whole.
 *
 * Choice (code-cache): V8 checks its version and flags, and compiles the source if they differ. It does not notice a
 * damaged or a forged cache. The digest finds damage. A forged one needs the right to write beside the source, which is
 * the right to write the source.
 */
export function compile(file: string, kind: Kind = 'main'): Script {
  const source = readFileSync(file);
  const path = cacheOf(file, kind);
  const cache = existsSync(path) ? readFileSync(path) : null;
  const data = cache?.subarray(DIGEST_BYTES) ?? Buffer.alloc(0);
  const isWhole = cache?.subarray(0, DIGEST_BYTES).equals(digestOf(source, data)) === true;
  const text = source.toString(isAscii(source) ? 'latin1' : 'utf8');
  return new Script(`(function (exports, require) {${text}\n})`, {
    filename: file,
    ...(isWhole ? { cachedData: data } : {}),
  });
}

/**
 * Runs a file of the program, and each file of the program that it requires once. Node's own loader takes no code cache.
 * A required `.txt` file, in ASCII, gives its text.
 * @returns the file's exports
 */
export function runBundle(file: string, kind: Kind = 'main'): object {
  const packages = createRequire(file);
  const loaded = new Map<string, object>();
  const load = (path: string): unknown => {
    if (path.endsWith('.txt')) return readFileSync(path, 'latin1');
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(path, exports);
    const run = compile(path, kind).runInThisContext() as Run;
    run(exports, (name) => (name.startsWith('.') ? load(join(dirname(path), name)) : packages(name)));
    return exports;
  };
  return load(file) as object;
}
