import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from './harness.ts';
import type { Secret } from './secrets.ts';

interface KeyIndex {
  readonly keys: readonly { readonly id: string; readonly purpose: string }[];
  readonly masters: readonly { readonly id: string }[];
  readonly keychainId: string;
}

/** Everything Castellan keeps in the keychain of this run, asked of the real Secret Service by the app's own keytar. */
export async function keychainSecrets({ app, state }: Running): Promise<Secret[]> {
  const { keys, masters, keychainId } = JSON.parse(readFileSync(join(state, 'credentials.json'), 'utf8')) as KeyIndex;
  const ids = [
    `header/${keychainId}`,
    ...keys.map(({ id, purpose }) => `${purpose}/${id}`),
    ...masters.map(({ id }) => `master/${id}`),
  ];
  const passwords = await app.evaluate(({ app: electron }, accounts) => {
    const { createRequire } = process.getBuiltinModule('node:module');
    const { getPassword } = createRequire(`${electron.getAppPath()}/`)('keytar') as {
      getPassword(service: string, account: string): Promise<string | null>;
    };
    return Promise.all(accounts.map((account) => getPassword('Castellan', account)));
  }, ids);
  return passwords.map((password, index) => ({
    name: `keychain item ${ids[index]}`,
    bytes: new Uint8Array(Buffer.from(password ?? '', 'base64')),
  }));
}
