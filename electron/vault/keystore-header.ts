import { AppError } from '../../shared/errors/index.ts';
import { characterCount, type KeyStore, MINIMUM_CHARACTERS } from '../../shared/model/index.ts';
import { HEADER_KIND } from '../../shared/processes/index.ts';
import { copySecret, hexEncode, secretBytes } from '../../shared/wire/index.ts';
import { type Bytes, openAtRest, randomBytes, scryptKey, sealAtRest } from '../crypto/index.ts';

/**
 * What a store keeps of its own, so that its wrapping key (32 bytes) can be had. Byte 0 says how.
 * `HEADER_KIND.plain`: the key itself follows. `HEADER_KIND.sealed`: the binary logarithm of scrypt's N (one byte), a salt (32 bytes),
 * and the key, sealed under what scrypt (RFC 7914) makes of the PIN or passphrase.
 */
const SALT_BYTES = 32;
const SEALED_AT = 2 + SALT_BYTES;
const PLAIN_BYTES = 33;

/** 128 MiB and about half a second: OWASP's first choice for scrypt. */
const LOG_N = 17;
const MAXIMUM_LOG_N = 20;

const costOf = (logN: number) => ({ n: 2 ** logN, r: 8, p: 1 }) as const;

/** The header of a store that has no PIN. */
export function plainHeader(wrappingKey: Uint8Array): Bytes {
  const header = secretBytes(1 + wrappingKey.length);
  header[0] = HEADER_KIND.plain;
  header.set(wrappingKey, 1);
  return header;
}

/** The header of a store under a PIN or passphrase. Throws INVALID_INPUT for one that is too short. */
export async function sealedHeader(store: KeyStore, wrappingKey: Uint8Array, passphrase: Uint8Array): Promise<Bytes> {
  const minimum = store === 'keychain' ? MINIMUM_CHARACTERS.pin : 1;
  if (characterCount(passphrase) < minimum)
    throw new AppError('INVALID_INPUT', `It needs at least ${minimum} characters, so nothing was changed.`);
  const salt = randomBytes(SALT_BYTES);
  const key = await scryptKey(passphrase, salt, costOf(LOG_N));
  try {
    const sealed = sealAtRest(key, wrappingKey, purposeOf(store, LOG_N, salt));
    const header = secretBytes(SEALED_AT + sealed.length);
    header.set([HEADER_KIND.sealed, LOG_N]);
    header.set(salt, 2);
    header.set(sealed, SEALED_AT);
    return header;
  } finally {
    key.fill(0);
  }
}

/** The wrapping key, which the caller wipes. Throws PASSPHRASE_REQUIRED, PASSPHRASE_WRONG or KEYSTORE_CORRUPT. */
export async function openHeader(
  store: KeyStore,
  header: Uint8Array,
  passphrase: Uint8Array | null,
): Promise<Uint8Array> {
  // A passphrase file that says it has none is not one that was made here.
  if (header[0] === HEADER_KIND.plain && header.length === PLAIN_BYTES && store === 'keychain')
    return copySecret(header.subarray(1));
  const logN = header[1] ?? 0;
  if (header[0] !== HEADER_KIND.sealed || logN < LOG_N || logN > MAXIMUM_LOG_N || header.length <= SEALED_AT)
    throw new AppError(
      'KEYSTORE_CORRUPT',
      'What tells how the keys are sealed was changed, so nothing was opened. Restore it from a backup.',
    );
  if (passphrase === null) throw required(store);
  const salt = header.subarray(2, SEALED_AT);
  const key = await scryptKey(passphrase, salt, costOf(logN));
  try {
    return openAtRest(key, header.subarray(SEALED_AT), purposeOf(store, logN, salt));
  } catch {
    throw wrong(store);
  } finally {
    key.fill(0);
  }
}

const purposeOf = (store: KeyStore, logN: number, salt: Uint8Array) =>
  `castellan ${store} wrapping key v1|${logN}|${hexEncode(salt)}`;

function required(store: KeyStore): AppError {
  return new AppError(
    'PASSPHRASE_REQUIRED',
    store === 'keychain'
      ? 'The keys are protected with a PIN, and none was given. Nothing was opened. Unlock with the PIN.'
      : 'The passphrase file needs its passphrase, and none was given. Nothing was opened. Unlock with the passphrase.',
  );
}

function wrong(store: KeyStore): AppError {
  return new AppError(
    'PASSPHRASE_WRONG',
    store === 'keychain'
      ? 'This is not the PIN. Nothing was opened. Try again.'
      : 'The passphrase does not open the passphrase file. Nothing was unlocked. Try again; if it is certainly right, the file is damaged and needs a backup.',
  );
}
