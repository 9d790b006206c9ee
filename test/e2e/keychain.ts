import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright/test';
import type { Running } from './harness.ts';
import type { Secret } from './secrets.ts';

interface KeyIndex {
  readonly keys: readonly { readonly id: string; readonly purpose: string }[];
  readonly masters: readonly { readonly id: string }[];
  readonly keychainId: string;
}

const indexOf = (state: string) => JSON.parse(readFileSync(join(state, 'credentials.json'), 'utf8')) as KeyIndex;

/** The record in the keychain that counts tries of a PIN. */
export async function countedTries({ app, state }: Running): Promise<unknown> {
  const [password] = await passwordsOf(app, [`tries/${indexOf(state).keychainId}`]);
  return JSON.parse(Buffer.from(password ?? '', 'base64').toString('utf8'));
}

/** Puts another record in its place, as any program of the same user can. */
export async function countTries({ app, state }: Running, record: { count: number; at: number }): Promise<void> {
  const password = Buffer.from(JSON.stringify(record)).toString('base64');
  await app.evaluate(
    ({ app: electron }, [account, value]) => {
      const { createRequire } = process.getBuiltinModule('node:module');
      const { setPassword } = createRequire(`${electron.getAppPath()}/`)('keytar') as {
        setPassword(service: string, account: string, password: string): Promise<void>;
      };
      return setPassword('Castellan', account, value);
    },
    [`tries/${indexOf(state).keychainId}`, password] as const,
  );
}

/** Everything Castellan keeps in the keychain of this run, asked of the real Secret Service by the app's own keytar. */
export async function keychainSecrets({ app, state }: Running): Promise<Secret[]> {
  const { keys, masters, keychainId } = indexOf(state);
  const ids = [
    `header/${keychainId}`,
    ...keys.map(({ id, purpose }) => `${purpose}/${id}`),
    ...masters.map(({ id }) => `master/${id}`),
  ];
  const passwords = await passwordsOf(app, ids);
  return passwords.map((password, index) => ({
    name: `keychain item ${ids[index]}`,
    bytes: new Uint8Array(Buffer.from(password ?? '', 'base64')),
  }));
}

const passwordsOf = (app: ElectronApplication, ids: readonly string[]): Promise<(string | null)[]> =>
  app.evaluate(({ app: electron }, accounts) => {
    const { createRequire } = process.getBuiltinModule('node:module');
    const { getPassword } = createRequire(`${electron.getAppPath()}/`)('keytar') as {
      getPassword(service: string, account: string): Promise<string | null>;
    };
    return Promise.all(accounts.map((account) => getPassword('Castellan', account)));
  }, ids);
