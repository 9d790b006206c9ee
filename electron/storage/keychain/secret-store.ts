import { base64 } from '@scure/base';
import { AppError, type ErrorData, sentence } from '../../../shared/errors/index.ts';
import { type KeyStore, LIMITS } from '../../../shared/model/index.ts';

/** The reason why a store cannot keep a key right now, with the next step. */
export interface StoreProblem extends Pick<ErrorData, 'code' | 'message'> {
  readonly title: string;
}

/** A store of named byte strings, with its own description. It knows nothing of their meaning. */
export interface SecretStore {
  readonly kind: KeyStore;
  /** The name of the store's technology, as operators know it: "Secret Service", "passphrase file". */
  readonly backend: string;
  /** The name of the store in a choice. */
  readonly label: string;
  /** A sentence or two for the operator who chooses it. */
  readonly text: string;
  /** Describes in a few words who could copy a key out of it. */
  readonly copying: string;
  /** The sentence for a probe without a problem. */
  readonly ready: string;
  /** Returns why it cannot keep a key right now, or null when it can. */
  probe(): Promise<StoreProblem | null>;
  /** Returns the bytes under the name, owned by the caller (who wipes them). Null when there are none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Writes the bytes under the name and replaces older ones. Does not wipe `bytes`. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes the name. A missing one is not an error. */
  remove(name: string): Promise<void>;
}

/** Names every keychain takes unchanged: Windows compares target names without case and NUL would cut them. */
const NAME = /^[a-z0-9](?:[a-z0-9._:/-]{0,126}[a-z0-9])?$/i;

/** Throws INVALID_INPUT for a name that some store would change. */
export function checkName(name: string): void {
  if (!NAME.test(name)) {
    throw new AppError(
      'INVALID_INPUT',
      'The name of a stored secret must be 1 to 128 letters, digits or . _ : / -, so nothing was done.',
    );
  }
}

/** Throws INVALID_INPUT for no bytes, or for more than every store can keep. */
export function checkSecret(bytes: Uint8Array): void {
  if (bytes.length === 0 || bytes.length > LIMITS.storedKey) {
    throw new AppError(
      'INVALID_INPUT',
      sentence`A stored secret must be 1 to ${LIMITS.storedKey} bytes, so nothing was kept.`,
    );
  }
}

/**
 * Decodes strict base64 (RFC 4648 section 4) into an array of the caller's own. Null for anything else.
 * Intermediate values of the decoder stay in memory like the text itself, until they are garbage-collected.
 */
export function base64Decode(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return base64.decode(text) as Uint8Array<ArrayBuffer>;
  } catch {
    return null;
  }
}
