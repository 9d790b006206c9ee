import { base64 } from '@scure/base';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { createAsker, type Late } from './asker.ts';
import { keychainProblem, keychainUnavailable } from './problem.ts';
import { base64Decode, checkName, checkSecret, type SecretStore } from './secret-store.ts';

export interface OsKeychainOptions {
  /** Items are filed under this name. Another one keeps tests apart from an operator's keys. */
  readonly service?: string;
  /** The time limit of one call to the keychain, in milliseconds. An unlock prompt waits for a person. */
  readonly timeout?: number;
}

const BACKENDS: Readonly<Record<string, string>> = { darwin: 'macOS Keychain', win32: 'Windows Credential Manager' };

const DEFAULT_TIMEOUT = 60_000;

/**
 * The keychain of the operating system, through keytar.
 *
 * keytar uses immutable strings, so for a short time a secret exists as base64 text that cannot be wiped.
 * Base64 also avoids keytar's silent cut at a NUL byte.
 * Throws KEYCHAIN_UNAVAILABLE, KEYCHAIN_LOCKED, KEY_INVALID (the kept text is not ours) and INVALID_INPUT.
 */
export function openOsKeychain(options: OsKeychainOptions = {}): SecretStore {
  const { service = 'Castellan', timeout = DEFAULT_TIMEOUT } = options;
  const backend = BACKENDS[process.platform] ?? 'Secret Service';

  const ask = createAsker(timeout);

  const keep = async (name: string, text: string, late?: Late): Promise<void> => {
    await ask((keytar) => keytar.setPassword(service, name, text), late);
    if ((await ask((keytar) => keytar.getPassword(service, name))) !== text) {
      throw keychainUnavailable('it did not return the value just stored');
    }
  };

  const probeItem = async (): Promise<void> => {
    const name = `probe-${crypto.randomUUID()}`;
    const forget: Late = (keytar) => keytar.deletePassword(service, name);
    try {
      await keep(name, 'cHJvYmU=', forget);
    } finally {
      await ask(forget).catch(() => undefined);
    }
  };

  /**
   * libsecret answers "nothing there" for items of a locked collection. Only an attempt to write shows the difference.
   */
  const probeLocked = async (): Promise<void> => {
    if (process.platform === 'linux') await probeItem();
  };

  return {
    kind: 'keychain',
    backend,
    label: 'Keychain',
    text: `${backend}, which this machine unlocks when you log in. You can have it ask for a PIN of Castellan’s.`,
    copying: 'Only programs that may read your keychain can copy it',
    ready: `The ${backend} answers.`,

    async read(name) {
      checkName(name);
      const text = await ask((keytar) => keytar.getPassword(service, name));
      if (text === null) {
        await probeLocked();
        return null;
      }
      const bytes = base64Decode(text);
      if (bytes === null || bytes.length === 0) {
        throw new AppError(
          'KEY_INVALID',
          sentence`The keychain item “${name}” of “${service}” was changed outside Castellan. It was not used. Restore it, or remove it and make a new key.`,
        );
      }
      return bytes;
    },

    async write(name, bytes) {
      checkName(name);
      checkSecret(bytes);
      await keep(name, base64.encode(bytes));
    },

    async remove(name) {
      checkName(name);
      if (!(await ask((keytar) => keytar.deletePassword(service, name)))) await probeLocked();
    },

    /**
     * Writes, reads and removes a random item of its own, because reading alone cannot distinguish a locked keychain
     * from an empty one.
     */
    async probe() {
      try {
        await probeItem();
        return null;
      } catch (error) {
        const { code, message } = keychainProblem(error);
        return { code, title: code === 'KEYCHAIN_LOCKED' ? 'The keychain is locked' : 'There is no keychain', message };
      }
    },
  };
}
