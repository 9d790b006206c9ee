import { AppError, sentence } from '../../shared/errors/index.ts';
import { characterCount, type KeyStore, MINIMUM_CHARACTERS } from '../../shared/model/index.ts';
import { type SecurityKeyFacts, type SecurityKeyWay, type TypedWay, writeFacts } from '../../shared/processes/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import {
  type Bytes,
  hkdfSha256,
  openAtRest,
  randomBytes,
  scryptKey,
  sealAtRest,
  sha256,
  spellingHint,
} from '../crypto/index.ts';

/** The secret that opens a store: the typed one, or a security key's answer to its salt. */
export interface Given {
  readonly passphrase: Uint8Array | null;
  /** 32 bytes. */
  readonly securityKey?: Uint8Array | undefined;
}

const SALT_BYTES = 32;
/** 128 MiB and about half a second: OWASP's first choice for scrypt. A file may not ask for more than 1 GiB. */
export const SCRYPT_LOG_N = { used: 17, most: 20 } as const;

const costOf = (logN: number) => ({ n: 2 ** logN, r: 8, p: 1 }) as const;

/** A way by a PIN or passphrase. Throws INVALID_INPUT for one that is too short. */
export async function makeTypedWay(
  store: KeyStore,
  wrappingKey: Uint8Array,
  passphrase: Uint8Array,
): Promise<TypedWay> {
  const minimum = store === 'keychain' ? MINIMUM_CHARACTERS.pin : 1;
  if (characterCount(passphrase) < minimum)
    throw new AppError('INVALID_INPUT', sentence`It needs at least ${minimum} characters, so nothing was changed.`);
  const salt = randomBytes(SALT_BYTES);
  const key = await scryptKey(passphrase, salt, costOf(SCRYPT_LOG_N.used));
  try {
    return {
      kind: 'typed',
      logN: SCRYPT_LOG_N.used,
      salt,
      sealed: sealAtRest(key, wrappingKey, typedPurpose(store, SCRYPT_LOG_N.used, salt)),
    };
  } finally {
    key.fill(0);
  }
}

/**
 * Returns true for a scrypt cost that this program makes. A lower cost is easier to attack. A higher one would exhaust
 * the machine's memory.
 */
export const isUsableCost = (logN: number): boolean => logN >= SCRYPT_LOG_N.used && logN <= SCRYPT_LOG_N.most;

/** The wrapping key, which the caller wipes. Throws PASSPHRASE_WRONG. */
export async function openTypedWay(
  store: KeyStore,
  { logN, salt, sealed }: TypedWay,
  passphrase: Uint8Array,
): Promise<Bytes> {
  const key = await scryptKey(passphrase, salt, costOf(logN));
  try {
    return openAtRest(key, sealed, typedPurpose(store, logN, salt));
  } catch {
    if (store === 'keychain')
      throw new AppError('PASSPHRASE_WRONG', 'This is not the PIN. Nothing was opened. Try again.');
    const hint = `${spellingHint(passphrase)} If the passphrase is certainly right, the key file is damaged: restore a backup with \`castellan backup restore\`.`;
    const message = sentence`The passphrase does not open the key file. Nothing was unlocked. Try again.${spellingHint(passphrase)} If the passphrase is certainly right, the key file is damaged: restore a backup with \`castellan backup restore\`.`;
    throw new AppError('PASSPHRASE_WRONG', message, { hint });
  } finally {
    key.fill(0);
  }
}

/** An unlock method by a security key's answer (32 bytes) to the salt of these facts. */
export function makeSecurityKeyWay(
  store: KeyStore,
  wrappingKey: Uint8Array,
  { answer, facts }: { readonly answer: Uint8Array; readonly facts: SecurityKeyFacts },
): SecurityKeyWay {
  return withAnswer(answer, (key) => ({
    kind: 'securityKey',
    ...facts,
    sealed: sealAtRest(key, wrappingKey, securityKeyPurpose(store, facts)),
  }));
}

/** The wrapping key, which the caller wipes, by that of these ways which the answer is of. Throws PASSPHRASE_WRONG. */
export function openSecurityKeyWay(store: KeyStore, ways: readonly SecurityKeyWay[], answer: Uint8Array): Bytes {
  return withAnswer(answer, (key) => {
    for (const way of ways) {
      try {
        return openAtRest(key, way.sealed, securityKeyPurpose(store, way));
      } catch {
        // It may be of another one.
      }
    }
    throw new AppError(
      'PASSPHRASE_WRONG',
      'This security key does not open these keys. Nothing was opened. Use a security key that was added in Settings.',
    );
  });
}

/** The answer is a secret of its own, so it seals nothing itself. */
function withAnswer<Value>(answer: Uint8Array, use: (key: Uint8Array) => Value): Value {
  const key = hkdfSha256(answer, 'castellan security key v1');
  try {
    return use(key);
  } finally {
    key.fill(0);
  }
}

const typedPurpose = (store: KeyStore, logN: number, salt: Uint8Array) =>
  `castellan ${store} wrapping key v1|${logN}|${hexEncode(salt)}`;

const securityKeyPurpose = (store: KeyStore, facts: SecurityKeyFacts) =>
  `castellan ${store} wrapping key by security key v1|${hexEncode(sha256(writeFacts(facts)))}`;
