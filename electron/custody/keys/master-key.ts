import { AppError } from '../../../shared/errors/index.ts';
import type { CustodyMessages, InputOf } from '../../../shared/processes/index.ts';
import { copySecret, utf8Encode } from '../../../shared/wire/index.ts';
import { type Bytes, openAtRest, randomBytes, scryptKey, sealAtRest } from '../../crypto/index.ts';
import type { MasterKeyRow } from '../store/index.ts';

export type Master = InputOf<CustodyMessages, 'start'>['master'];

/** 128 MiB of memory and about half a second for each guess (RFC 7914; OWASP's floor for N is the same). */
const COST = { n: 2 ** 17, r: 8, p: 1 } as const;
const CHECK = 'castellan custody master key';
const CHECK_PLACE = 'master_key/sealed_check';

/** Makes the record for a new database: gives the 32-byte master key and what is stored to prove it later. */
export async function createMasterKey(master: Master): Promise<{ key: Bytes; row: MasterKeyRow }> {
  if (master.kind === 'key') {
    const key = copySecret(master.key);
    return { key, row: { kind: 'key', salt: null, n: null, r: null, p: null, sealedCheck: sealedCheck(key) } };
  }
  const salt = randomBytes(32);
  const key = await scryptKey(master.passphrase, salt, COST);
  return { key, row: { kind: 'passphrase', salt, ...COST, sealedCheck: sealedCheck(key) } };
}

/**
 * The 32-byte master key of an existing database, which the caller owns and wipes.
 * Throws PASSPHRASE_WRONG, KEY_INVALID (not the key that sealed this database) or KEY_STORE_CHANGED (the other kind is kept).
 */
export async function openMasterKey(master: Master, row: MasterKeyRow): Promise<Bytes> {
  if (master.kind === 'key') {
    if (row.kind !== 'key') throw changed('a passphrase', 'a key from the keychain');
    return proven(
      copySecret(master.key),
      row.sealedCheck,
      'KEY_INVALID',
      'The key from the keychain is not the one that sealed the keys of this local service. Nothing was opened. Use the keychain of the computer and user that made it, or a backup of that entry.',
    );
  }
  if (row.kind !== 'passphrase') throw changed('a key from the keychain', 'a passphrase');
  const key = await scryptKey(master.passphrase, row.salt, row);
  return proven(
    key,
    row.sealedCheck,
    'PASSPHRASE_WRONG',
    'This is not the passphrase of this local service. Nothing was opened. Try again; without the passphrase its keys cannot be had.',
  );
}

/** What proves the master key of a database. */
function sealedCheck(key: Uint8Array): Bytes {
  return sealAtRest(key, utf8Encode(CHECK), CHECK_PLACE);
}

function proven(key: Bytes, check: Uint8Array, code: 'KEY_INVALID' | 'PASSPHRASE_WRONG', message: string): Bytes {
  try {
    openAtRest(key, check, CHECK_PLACE);
    return key;
  } catch {
    key.fill(0);
    throw new AppError(code, message);
  }
}

function changed(made: string, given: string): AppError {
  return new AppError(
    'KEY_STORE_CHANGED',
    `The keys of this local service are sealed under ${made}, but ${given} was given. Nothing was opened. Start it the way it was made.`,
  );
}
