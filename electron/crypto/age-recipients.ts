import { AppError } from '../../shared/errors/index.ts';
import { ageRecipientFault, ageRecipientKey } from '../../shared/wire/index.ts';
import { agreeX25519 } from './native.ts';

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
  for (const recipient of recipients) agreed(recipient).shared.fill(0);
}

/**
 * Agrees with a recipient by a one-time key. The caller wipes `shared`. Throws INVALID_INPUT for a text that is not a
 * recipient, and for a key of small order.
 */
export function agreed(recipient: string): ReturnType<typeof agreeX25519> & { readonly publicKey: Uint8Array } {
  const publicKey = ageRecipientKey(recipient);
  if (publicKey === null) throw notRecipient(recipient, ageRecipientFault(recipient));
  try {
    return { publicKey, ...agreeX25519(publicKey) };
  } catch {
    throw notRecipient(recipient, 'is a key of small order, which protects nothing');
  }
}

/** A private key that was given by mistake must not be repeated. */
function notRecipient(recipient: string, fault: string | null): AppError {
  const called = /^age1[a-z0-9]/.test(recipient) ? `“${recipient.slice(0, 12)}…”` : 'A given recipient';
  return new AppError(
    'INVALID_INPUT',
    `${called} is not an X25519 recipient of age: it ${fault}. Nothing was written. Give the 62 characters that age-keygen shows as public key, age1…`,
  );
}
