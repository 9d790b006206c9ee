import { keychainLocked, keychainProblem } from './problem.ts';

/** The three used calls of keytar. `findCredentials` would return every secret at once. */
type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

/** Runs when a reply comes after the time limit. */
export type Late = (keytar: Keytar) => Promise<unknown>;

/** Makes one call to the keychain. Throws KEYCHAIN_UNAVAILABLE or KEYCHAIN_LOCKED. */
export type Asker = <Answer>(question: (keytar: Keytar) => Promise<Answer>, late?: Late) => Promise<Answer>;

/**
 * Calls that timed out and are still unanswered. It is global because all callers share the process's one thread pool.
 */
let abandoned = 0;

/**
 * Stops waiting for a call after `timeout` milliseconds, because an unlock prompt may stay open for ever.
 *
 * The call itself cannot be cancelled. It occupies one of the few threads of libuv's pool, which file access needs too.
 * So no other call is made until it is answered. At exit the process would wait for that thread, so it kills itself.
 */
export function createAsker(timeout: number): Asker {
  return async (question, late) => {
    if (abandoned > 0) throw keychainLocked('an earlier question still waits for its unlock prompt');
    try {
      const keytar = await loadKeytar();
      return await bounded(question(keytar), timeout, () => late?.(keytar).catch(() => undefined));
    } catch (error) {
      throw keychainProblem(error);
    }
  };
}

/**
 * Loads keytar. No other code does, and only on first use, so that a passphrase file needs no keychain library.
 * Rejects when libsecret is not installed: a missing keychain, not a broken program.
 */
async function loadKeytar(): Promise<Keytar> {
  const loaded = (await import('keytar')) as Keytar & { default?: Keytar };
  return loaded.default ?? loaded;
}

async function bounded<Answer>(answer: Promise<Answer>, timeout: number, late: () => unknown): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abandon(answer, late);
      const seconds = timeout / 1000;
      reject(keychainLocked(`it did not answer within ${seconds} seconds; it may be waiting for its unlock prompt`));
    }, timeout);
  });
  try {
    return await Promise.race([answer, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function abandon(answer: Promise<unknown>, late: () => unknown): void {
  abandoned += 1;
  process.once('exit', endNow);
  const answered = () => {
    abandoned -= 1;
    if (abandoned === 0) process.off('exit', endNow);
  };
  answer.finally(answered).then(late, () => undefined);
}

/** Node would join the blocked thread after the last exit listener. By then everything is written. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}
