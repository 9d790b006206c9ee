import { writeSync } from 'node:fs';
import { openOsKeychain } from '../../../../electron/storage/keychain/os-keychain.ts';
import { AppError } from '../../../../shared/errors/index.ts';

/** Carries out its arguments on the keychain of its session and prints each outcome as a line of JSON. */
const [timeout = '0', ...steps] = process.argv.slice(2);
const keychain = openOsKeychain({
  service: 'Castellan test',
  ...(timeout === '0' ? {} : { timeout: Number(timeout) }),
});

async function outcome(step: string): Promise<unknown> {
  const [what, name = '', hex = ''] = step.split(' ');
  if (what === 'read') {
    const bytes = await keychain.read(name);
    return bytes === null ? null : Buffer.from(bytes).toString('hex');
  }
  if (what === 'write') return (await keychain.write(name, Buffer.from(hex, 'hex'))) ?? 'done';
  if (what === 'remove') return (await keychain.remove(name)) ?? 'done';
  return keychain.probe();
}

for (const step of steps) {
  const reported = await outcome(step).catch((error: unknown) =>
    error instanceof AppError ? { code: error.code, message: error.message } : String(error),
  );
  writeSync(1, `${JSON.stringify(reported)}\n`);
}
// As the command line ends: without waiting for anything that is still open.
process.exit(0);
