import { AppError, type ErrorData } from '../../shared/errors/index.ts';
import { base64Decode, base64Encode } from './base64.ts';
import { keychainLocked, keychainProblem, keychainUnavailable } from './keychain-problem.ts';
import { type Keytar, loadKeytar } from './keytar.ts';
import { checkName, checkSecret, type SecretStore } from './secret-store.ts';

/** Whether the keychain can keep a key right now, and if not why. */
export interface KeychainProbe {
  readonly available: boolean;
  readonly problem: Pick<ErrorData, 'code' | 'message'> | null;
}

export interface OsKeychain extends SecretStore {
  readonly kind: 'keychain';
  /** Keeps, reads and removes a random item of its own, because reading alone does not tell a locked keychain from an empty one. */
  probe(): Promise<KeychainProbe>;
}

export interface OsKeychainOptions {
  /** Items are filed under this name; another one keeps tests apart from an operator's keys. */
  readonly service?: string;
  /** Milliseconds one question to the keychain may take; an unlock prompt waits for a person. */
  readonly timeout?: number;
}

const BACKENDS: Readonly<Record<string, string>> = { darwin: 'macOS Keychain', win32: 'Windows Credential Manager' };

const DEFAULT_TIMEOUT = 60_000;

/**
 * The keychain of the operating system, through keytar.
 *
 * keytar takes and gives immutable strings, so for a short time a key exists as base64 text that cannot be wiped;
 * base64 also keeps clear of its silent cut at a NUL byte.
 * Throws KEYCHAIN_UNAVAILABLE, KEYCHAIN_LOCKED, KEY_INVALID (the kept text is not ours) and INVALID_INPUT.
 */
export function openOsKeychain(options: OsKeychainOptions = {}): OsKeychain {
  const { service = 'Castellan', timeout = DEFAULT_TIMEOUT } = options;

  const ask = async <Answer>(
    question: (keytar: Keytar) => Promise<Answer>,
    late?: (keytar: Keytar) => void,
  ): Promise<Answer> => {
    try {
      const keytar = await loadKeytar();
      return await bounded(question(keytar), timeout, () => late?.(keytar));
    } catch (error) {
      throw keychainProblem(error);
    }
  };

  const keep = async (name: string, text: string): Promise<void> => {
    // A write that was given up on may still happen when its prompt is answered; it must not leave what nobody knows of.
    await ask(
      (keytar) => keytar.setPassword(service, name, text),
      (keytar) => void keytar.deletePassword(service, name).catch(() => undefined),
    );
    if ((await ask((keytar) => keytar.getPassword(service, name))) !== text) {
      throw keychainUnavailable('it did not give back what was just kept');
    }
  };

  const probeItem = async (): Promise<void> => {
    const name = `probe-${crypto.randomUUID()}`;
    try {
      await keep(name, 'cHJvYmU=');
    } finally {
      await ask((keytar) => keytar.deletePassword(service, name)).catch(() => undefined);
    }
  };

  /** libsecret answers "nothing there" for items of a locked collection; only an attempt to write tells the difference. */
  const tellLockedFromEmpty = async (): Promise<void> => {
    if (process.platform === 'linux') await probeItem();
  };

  return {
    kind: 'keychain',
    backend: BACKENDS[process.platform] ?? 'Secret Service',

    async read(name) {
      checkName(name);
      const text = await ask((keytar) => keytar.getPassword(service, name));
      if (text === null) {
        await tellLockedFromEmpty();
        return null;
      }
      const bytes = base64Decode(text);
      if (bytes === null || bytes.length === 0) {
        throw new AppError(
          'KEY_INVALID',
          `The keychain item “${name}” of “${service}” is not what Castellan kept there, so it was not used. Restore it, or remove it and make a new key.`,
        );
      }
      return bytes;
    },

    async write(name, bytes) {
      checkName(name);
      checkSecret(bytes);
      await keep(name, base64Encode(bytes));
    },

    async remove(name) {
      checkName(name);
      if (!(await ask((keytar) => keytar.deletePassword(service, name)))) await tellLockedFromEmpty();
    },

    async probe() {
      try {
        await probeItem();
        return { available: true, problem: null };
      } catch (error) {
        const { code, message } = keychainProblem(error);
        return { available: false, problem: { code, message } };
      }
    },
  };
}

/**
 * Gives up waiting after `timeout` milliseconds. The call itself cannot be cancelled: it keeps one thread of
 * libuv's pool until the keychain answers; `late` then runs.
 */
async function bounded<Answer>(answer: Promise<Answer>, timeout: number, late: () => void): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      answer.then(late, () => undefined);
      reject(
        keychainLocked(`it did not answer within ${timeout / 1000} seconds; it may be waiting for its unlock prompt`),
      );
    }, timeout);
  });
  try {
    return await Promise.race([answer, expired]);
  } finally {
    clearTimeout(timer);
  }
}
