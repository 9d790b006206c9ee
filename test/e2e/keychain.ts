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
  const [password] = await passwordsOf(app, [[triesIn(state)]]);
  return JSON.parse(Buffer.from(password ?? '', 'base64').toString('utf8'));
}

/** Puts another record in its place, as any program of the same user can. */
export async function countTries({ app, state }: Running, record: { count: number; at: number }): Promise<void> {
  await passwordsOf(app, [[triesIn(state), Buffer.from(JSON.stringify(record)).toString('base64')]]);
}

const triesIn = (state: string): string => `tries/${indexOf(state).keychainId}`;

/** Everything Castellan keeps in the keychain of this run, asked of the real Secret Service by the app's own keytar. */
export async function keychainSecrets({ app, state }: Running): Promise<Secret[]> {
  const { keys, masters, keychainId } = indexOf(state);
  const ids = [
    `header/${keychainId}`,
    ...keys.map(({ id, purpose }) => `${purpose}/${id}`),
    ...masters.map(({ id }) => `master/${id}`),
  ];
  const passwords = await passwordsOf(
    app,
    ids.map((id) => [id]),
  );
  return passwords.map((password, index) => ({
    name: `keychain item ${ids[index]}`,
    bytes: new Uint8Array(Buffer.from(password ?? '', 'base64')),
  }));
}

/** Sets the password of each account for which one is given. Returns the passwords of all. */
const passwordsOf = (
  app: ElectronApplication,
  items: readonly (readonly [account: string, password?: string])[],
): Promise<(string | null)[]> =>
  app.evaluate(({ app: electron }, asked) => {
    const { createRequire } = process.getBuiltinModule('node:module');
    const keytar = createRequire(`${electron.getAppPath()}/`)('keytar') as {
      getPassword(service: string, account: string): Promise<string | null>;
      setPassword(service: string, account: string, password: string): Promise<void>;
    };
    return Promise.all(
      asked.map(async ([account, password]) => {
        if (password !== undefined) await keytar.setPassword('Castellan', account, password);
        return keytar.getPassword('Castellan', account);
      }),
    );
  }, items);
