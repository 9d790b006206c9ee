import { bech32 } from '@scure/base';
import { AppError } from '../../shared/errors/index.ts';

const KEY_BYTES = 32;
/** The most recipients of one file. */
const MAXIMUM_RECIPIENTS = 20;

/**
 * Throws INVALID_INPUT naming the first text that is not an X25519 recipient of age. The others, such as hybrid ones and
 * those of plugins, need another program.
 *
 * @example
 * requireRecipients(['age1q']);
 * // throws INVALID_INPUT
 */
export function requireRecipients(recipients: readonly string[]): void {
  if (recipients.length > MAXIMUM_RECIPIENTS)
    throw new AppError(
      'INVALID_INPUT',
      `A file of age is written for at most ${MAXIMUM_RECIPIENTS} recipients here, and ${recipients.length} were given. Nothing was written. Give fewer recipients.`,
    );
  for (const recipient of recipients) publicKeyIn(recipient);
}

/** The 32 bytes of `age1…`, which is bech32 (BIP-173) in lowercase. */
export function publicKeyIn(recipient: string): Uint8Array {
  const { prefix, bytes } = bech32.decodeUnsafe(recipient) === undefined ? NONE : bech32.decodeToBytes(recipient);
  if (prefix !== 'age' || bytes.length !== KEY_BYTES || recipient !== recipient.toLowerCase())
    throw notRecipient(recipient);
  return bytes;
}

const NONE = { prefix: '', bytes: new Uint8Array(0) } as const;

/** A private key that was given by mistake must not be repeated. */
export function notRecipient(recipient: string): AppError {
  const called = recipient.startsWith('age1') ? `“${recipient.slice(0, 12)}…”` : 'A given recipient';
  return new AppError(
    'INVALID_INPUT',
    `${called} is not an X25519 recipient of age. Nothing was written. Give the 62 characters that age-keygen shows as public key, age1…`,
  );
}
