/**
 * scrypt is slow by design, and tests open copies of one folder many times: the same passphrase, salt and cost are derived
 * once in a process. What is derived is real.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = typeof crypto.scrypt;
type Arguments = [
  crypto.BinaryLike,
  crypto.BinaryLike,
  number,
  crypto.ScryptOptions,
  (error: Error | null, key: Buffer) => void,
];

const derive = crypto.scrypt;
const derived = new Map<string, Buffer>();

function deriveOnce(...[passphrase, salt, length, options, done]: Arguments): void {
  const name = crypto.hash('sha256', JSON.stringify([passphrase, salt, length, options]));
  const known = derived.get(name);
  if (known !== undefined) {
    process.nextTick(done, null, Buffer.from(known));
    return;
  }
  derive(passphrase, salt, length, options, (error, key) => {
    if (error === null) derived.set(name, Buffer.from(key));
    done(error, key);
  });
}

if (crypto.scrypt === derive) {
  crypto.scrypt = deriveOnce as Scrypt;
  syncBuiltinESMExports();
}
