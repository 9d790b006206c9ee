import type { Static } from 'typebox';
import { AppError } from '../../shared/errors/index.ts';
import type { KeyPurpose, KeystoreHeader } from '../../shared/processes/index.ts';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { type Bytes, openAtRest, randomBytes, scryptKey, sealAtRest } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';

type Header = Static<typeof KeystoreHeader>;

/** 128 MiB and about half a second: OWASP's first choice for scrypt. */
const COST = { n: 2 ** 17, r: 8, p: 1 } as const;
const CHECK = utf8Encode('castellan keystore');

/** The passphrase file's wrapping key, and what is sealed with it. Main keeps the blobs and can open none of them. */
export interface Keystore {
  /** Derives the wrapping key; with no header a new one is made. Throws PASSPHRASE_WRONG or INVALID_INPUT (empty). */
  open(passphrase: Uint8Array, header: Header | null): Promise<Header>;
  /** Throws PASSPHRASE_REQUIRED when the keystore was not opened. */
  seal(privateKey: Uint8Array, purpose: KeyPurpose, id: string): Bytes;
  /** Throws PASSPHRASE_REQUIRED or KEYSTORE_CORRUPT. */
  unseal(sealed: Uint8Array, purpose: KeyPurpose, id: string): Bytes;
}

export function createKeystore(memory: SecretMemory): Keystore {
  let wrappingKey: Uint8Array | undefined;

  function requireKey(): Uint8Array {
    if (wrappingKey !== undefined) return wrappingKey;
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      'The passphrase file is locked, so no key was read or written. Enter its passphrase.',
    );
  }

  return {
    async open(passphrase, header) {
      if (passphrase.length === 0)
        throw new AppError('INVALID_INPUT', 'The passphrase is empty, so nothing was unlocked. Give one.');
      const fixed = header ?? { kdf: 'scrypt' as const, ...COST, salt: randomBytes(32) };
      const key = await scryptKey(passphrase, fixed.salt, fixed);
      try {
        const check = header === null ? sealAtRest(key, CHECK, checkPurpose(fixed)) : header.check;
        openCheck(key, { ...fixed, check });
        if (wrappingKey !== undefined) memory.release(wrappingKey);
        wrappingKey = memory.hold(key);
        return { ...fixed, check };
      } finally {
        key.fill(0);
      }
    },
    seal: (privateKey, purpose, id) => sealAtRest(requireKey(), privateKey, keyPurpose(purpose, id)),
    unseal: (sealed, purpose, id) => openAtRest(requireKey(), sealed, keyPurpose(purpose, id)),
  };
}

function openCheck(key: Uint8Array, header: Header): void {
  try {
    openAtRest(key, header.check, checkPurpose(header)).fill(0);
  } catch {
    throw new AppError(
      'PASSPHRASE_WRONG',
      'The passphrase does not open the passphrase file. Nothing was unlocked. Try again; if it is certainly right, the file is damaged and needs a backup.',
    );
  }
}

function checkPurpose({ n, r, p, salt }: Omit<Header, 'check'>): string {
  return `castellan keystore check v1|${n}|${r}|${p}|${hexEncode(salt)}`;
}

function keyPurpose(purpose: KeyPurpose, id: string): string {
  return `castellan key v1|${purpose}|${id}`;
}
