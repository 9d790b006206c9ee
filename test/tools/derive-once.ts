/**
 * scrypt is slow by design, and tests open copies of one folder many times. A process therefore derives each
 * passphrase, salt and cost once. The derived keys are real, except in tests whose sealed data never leaves the
 * process. Those tests derive each passphrase and cost once, and give each salt its own key from that.
 *
 * The configuration of vitest puts this module in the place of `@noble/hashes/scrypt.js`.
 */
import { createHash, hkdfSync } from 'node:crypto';
import { expect } from 'vitest';
import { scryptAsync as derive, type ScryptOpts } from '../../node_modules/@noble/hashes/scrypt.js';

/** Starts of the paths of tests whose vaults and services all run in the test's own process. */
const SEALED_FOR_ITSELF = ['/test/unit/engine/', '/test/unit/vault/factors.', '/test/unit/vault/keystore.'];

const derived = new Map<string, Promise<Uint8Array>>();

export async function scryptAsync(passphrase: Uint8Array, salt: Uint8Array, options: ScryptOpts): Promise<Uint8Array> {
  const forItself = SEALED_FOR_ITSELF.some((start) => expect.getState().testPath?.includes(start));
  const first = forItself ? Buffer.from('the first salt') : Buffer.from(salt);
  const asked = JSON.stringify([Buffer.from(passphrase).toString('hex'), first.toString('hex'), options]);
  const name = createHash('sha256').update(asked).digest('hex');
  const key = derived.get(name) ?? derive(passphrase, first, options);
  derived.set(name, key);
  // The caller wipes what it gets.
  const own = Uint8Array.from(await key);
  return forItself ? new Uint8Array(hkdfSync('sha256', own, salt, '', own.length)) : own;
}
