import { AppError, sentence } from '../../../shared/errors/index.ts';
import { ellipsized } from '../../../shared/model/index.ts';

/** Words of libsecret, gnome-keyring and the macOS Security framework for a keychain that is there but closed. */
const LOCKED =
  /object does not exist at path|locked|dismissed|user interaction is not allowed|user canceled|passphrase you entered/i;

const MAXIMUM_QUOTE = 200;

/** Returns the advice for the operator about an unusable keychain. */
function advice(): string {
  if (process.platform === 'darwin')
    return 'Open Keychain Access and check the login keychain, or store the key in a passphrase file instead.';
  if (process.platform === 'win32')
    return 'Check that the Credential Manager service runs, or store the key in a passphrase file instead.';
  return 'Install and start a Secret Service such as gnome-keyring in this session, or store the key in a passphrase file instead.';
}

/** The error for a keychain that exists but does not open. */
export function keychainLocked(reason: string, cause?: unknown): AppError {
  const unlock =
    process.platform === 'linux'
      ? 'Unlock the login keyring of this session (a Secret Service such as gnome-keyring), or store the key in a passphrase file instead.'
      : 'Unlock it and try again, or store the key in a passphrase file instead.';
  return new AppError(
    'KEYCHAIN_LOCKED',
    sentence`The keychain of this session is locked, so nothing was read or stored (${quote(reason)}). ${unlock}`,
    { cause },
  );
}

/** The error for a missing keychain. */
export function keychainUnavailable(reason: string, cause?: unknown): AppError {
  return new AppError(
    'KEYCHAIN_UNAVAILABLE',
    sentence`The keychain of this session cannot be used, so nothing was read or stored (${quote(reason)}). ${advice()}`,
    { cause },
  );
}

/**
 * Converts an error of the keychain library into one of the two problems above. The text of such errors never holds a
 * secret.
 */
export function keychainProblem(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return LOCKED.test(reason) ? keychainLocked(reason, error) : keychainUnavailable(reason, error);
}

function quote(reason: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of a foreign text must not reach a terminal.
  const line = reason.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return ellipsized(line, MAXIMUM_QUOTE);
}
