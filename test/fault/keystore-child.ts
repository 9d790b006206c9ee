import { writeSync } from 'node:fs';
import { locked } from '../../electron/storage/files/index.ts';
import { openKeystoreFile } from '../../electron/storage/keychain/keystore-file.ts';
import { AppError } from '../../shared/errors/index.ts';

/**
 * A process that keeps blobs in a passphrase file, one after another, and prints which of them are promised. With the
 * prefix `hold` it takes the lock, prints a line and keeps the lock until it is killed.
 */
const [path = '', prefix = '', count = '0', size = '48'] = process.argv.slice(2);
const store = openKeystoreFile(path);

if (prefix === 'hold') {
  locked(path, () => {
    writeSync(1, 'held\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
}

for (let index = 1; index <= Number(count); index += 1) {
  const kept = await store.write(`${prefix}${index}`, new Uint8Array(Number(size)).fill(index)).then(
    () => 'kept',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
  writeSync(1, `${kept} ${prefix}${index}\n`);
  if (kept !== 'kept') break;
}
