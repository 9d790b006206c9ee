import { AppError } from '../../../shared/errors/index.ts';
import type { AddressFormat, Curve } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { type Bytes, hkdfSha256, hmacSha256, openAtRest, sealAtRest } from '../../crypto/index.ts';
import type { SecretMemory } from '../../hardening/index.ts';

/**
 * Seals and opens secrets of the database. `place` names table, row and column, so that a sealed value cannot be opened
 * in another row or column.
 */
export interface Keyring {
  /** Seals `plaintext`, which the caller still wipes. */
  seal(place: string, plaintext: Uint8Array): Bytes;
  /** Opens for the time of `use`, which may not wait, and wipes the plaintext after it. Throws KEYSTORE_CORRUPT when it does not open. */
  open<Result>(place: string, sealed: Uint8Array, use: (plaintext: Bytes) => Result): Result;
  /** HMAC-SHA-256 under a separate key, derived from the master key. It proves that this service wrote `text`. */
  mac(text: string): Bytes;
  /** Wipes both keys. Nothing can be decrypted afterwards. */
  close(): void;
}

/** Moves the master key (32 bytes) into `memory`, and wipes it there when closed. */
export function createKeyring(key: Bytes, memory: SecretMemory): Keyring {
  const macKey = memory.hold(hkdfSha256(key, 'castellan custody rows'));
  const masterKey = memory.hold(key);
  let isOpen = true;
  const whileOpen = (key: Uint8Array) => {
    // A wiped key is all zeros, and zeros would seal.
    if (!isOpen)
      throw new AppError('SERVICE_STOPPED', 'The local service has stopped, so nothing was sealed or opened.');
    return key;
  };
  return {
    seal: (place, plaintext) => sealAtRest(whileOpen(masterKey), plaintext, place),
    open(place, sealed, use) {
      const plaintext = openAtRest(whileOpen(masterKey), sealed, place);
      try {
        return use(plaintext);
      } finally {
        plaintext.fill(0);
      }
    },
    mac: (text) => hmacSha256(whileOpen(macKey), utf8Encode(text)),
    close() {
      isOpen = false;
      memory.release(masterKey);
      memory.release(macKey);
    },
  };
}

/** Opens a sealed value as `open` does. Returns null for a damaged one, which does not open. */
export function openOrNull<Result>(
  keyring: Keyring,
  place: string,
  sealed: Uint8Array,
  use: (plaintext: Bytes) => Result,
): Result | null {
  try {
    return keyring.open(place, sealed, use);
  } catch (error) {
    if (error instanceof AppError && error.code === 'KEYSTORE_CORRUPT') return null;
    throw error;
  }
}

interface WalletIdentity {
  readonly walletId: string;
  readonly organizationId: string;
}
interface AccountIdentity extends WalletIdentity {
  readonly walletAccountId: string;
  readonly curve: Curve;
  readonly path: string;
  readonly addressFormat: AddressFormat;
  readonly address: string;
  readonly publicKey: string;
}
interface PrivateKeyIdentity {
  readonly privateKeyId: string;
  readonly organizationId: string;
  readonly curve: Curve;
  readonly publicKey: string;
}

/**
 * The places (associated data) of sealed values. A key's place names its owner and every attribute that policies judge.
 * A row moved to another wallet, organization or address therefore cannot be decrypted.
 */
export const PLACES = {
  mnemonic: ({ organizationId, walletId }: WalletIdentity) =>
    place('wallets', 'sealed_mnemonic', [organizationId, walletId]),
  seed: ({ organizationId, walletId }: WalletIdentity) => place('wallets', 'sealed_seed', [organizationId, walletId]),
  accountKey: (account: AccountIdentity) =>
    place('wallet_accounts', 'sealed_private_key', [
      account.organizationId,
      account.walletId,
      account.walletAccountId,
      account.curve,
      account.path,
      account.addressFormat,
      account.address,
      account.publicKey,
    ]),
  privateKey: ({ organizationId, privateKeyId, curve, publicKey }: PrivateKeyIdentity) =>
    place('private_keys', 'sealed_private_key', [organizationId, privateKeyId, curve, publicKey]),
  secret: (secretId: string) => `secrets/${secretId}/sealed_secret`,
  importTarget: (importTargetId: string) => `import_targets/${importTargetId}/sealed_private_key`,
  otpCode: (otpId: string) => `otps/${otpId}/sealed_code`,
  otpTarget: (otpId: string) => `otps/${otpId}/sealed_target_key`,
  serviceKey: (name: string) => `service_keys/${name}/sealed_private_key`,
} as const;

function place(table: string, column: string, row: readonly string[]): string {
  return JSON.stringify([table, column, ...row]);
}
