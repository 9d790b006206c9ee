/**
 * scrypt is slow by design, and tests open copies of one folder many times. A process therefore derives each
 * passphrase, salt and cost once. The derived keys are real, except in tests whose sealed data never leaves the
 * process. Those tests derive each passphrase and cost once, and give each salt its own key from that.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'vitest';

type Scrypt = typeof crypto.scrypt;
type Arguments = [
  crypto.BinaryLike,
  crypto.BinaryLike,
  number,
  crypto.ScryptOptions,
  (error: Error | null, key: Buffer) => void,
];

/** Starts of the paths of tests whose vaults and services all run in the test's own process. */
const SEALED_FOR_ITSELF = ['/test/unit/engine/', '/test/unit/vault/factors.', '/test/unit/vault/keystore.'];

const derive = crypto.scrypt;
const derived = new Map<string, Buffer>();

function deriveOnce(...[passphrase, salt, length, options, done]: Arguments): void {
  const forItself = SEALED_FOR_ITSELF.some((start) => expect.getState().testPath?.includes(start));
  const first = forItself ? 'the first salt' : salt;
  const keyOf = (key: Buffer) =>
    forItself ? Buffer.from(crypto.hkdfSync('sha256', key, salt, '', length)) : Buffer.from(key);
  const name = crypto.hash('sha256', JSON.stringify([passphrase, first, length, options]));
  const known = derived.get(name);
  if (known !== undefined) {
    process.nextTick(done, null, keyOf(known));
    return;
  }
  derive(passphrase, first, length, options, (error, key) => {
    if (error !== null) return done(error, key);
    derived.set(name, Buffer.from(key));
    done(null, keyOf(key));
  });
}

// It is loaded before each test file, and most files share a process.
if (derive.name !== deriveOnce.name) {
  crypto.scrypt = deriveOnce as Scrypt;
  syncBuiltinESMExports();
}
