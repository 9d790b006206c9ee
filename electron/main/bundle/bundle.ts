import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** A file of the program, compiled but not run. */
export interface Compiled {
  readonly script: Script;
  /** SHA-256 of the source. */
  readonly digest: Buffer;
}

type Require = (name: string) => unknown;
type Run = (exports: object, require: Require) => void;

const DIGEST_BYTES = 32;

/** Returns the path of a file's code cache: the digest of the source, then the data of V8. */
export const cacheOf = (file: string): string => `${file}.cache`;

/**
 * Compiles a CommonJS file of the program, from its code cache if that was made from exactly this source.
 *
 * Choice (code-cache): V8 checks its version and flags, and compiles the source if they differ. It does not notice a
 * forged cache. So a cache lies beside its source: a program that can write the one can write the other.
 */
export function compile(file: string): Compiled {
  const source = readFileSync(file);
  const digest = createHash('sha256').update(source).digest();
  const cache = existsSync(cacheOf(file)) ? readFileSync(cacheOf(file)) : Buffer.alloc(0);
  const isOfSource = cache.subarray(0, DIGEST_BYTES).equals(digest);
  const script = new Script(`(function (exports, require) {${source.toString('utf8')}\n})`, {
    filename: file,
    ...(isOfSource ? { cachedData: cache.subarray(DIGEST_BYTES) } : {}),
  });
  return { script, digest };
}

/**
 * Runs a file of the program, and each file of the program that it requires once. Node's own loader takes no code cache.
 * @returns the file's exports
 */
export function runBundle(file: string): object {
  const packages = createRequire(file);
  const loaded = new Map<string, object>();
  const load = (path: string): object => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(path, exports);
    const run = compile(path).script.runInThisContext() as Run;
    run(exports, (name) => (name.startsWith('.') ? load(join(dirname(path), name)) : packages(name)));
    return exports;
  };
  return load(file);
}
