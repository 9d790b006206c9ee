import { AppError } from '../../shared/errors/index.ts';
import { type KeyStore, LIMITS } from '../../shared/model/index.ts';
import {
  HEADER_KIND,
  packParts,
  readSealedHeader,
  type SecurityKeyWay,
  unpackParts,
  type Way,
  writeSealedHeader,
  writeWay,
} from '../../shared/processes/index.ts';
import { copySecret, hexEncode, secretBytes } from '../../shared/wire/index.ts';
import { type Bytes, openAtRest, sealAtRest, sha256 } from '../crypto/index.ts';
import { type Given, isUsableCost, openSecurityKeyWay, openTypedWay } from './ways.ts';

/**
 * A security key that opens a store. Its entry is sealed under the wrapping key, so that nobody can substitute another
 * key.
 */
export interface KnownSecurityKey {
  readonly way: SecurityKeyWay;
  /** COSE. */
  readonly publicKey: Bytes;
  /** Its signature counter when it was added. */
  readonly signCount: number;
}

/** The unlock methods of a store. */
export interface Openers {
  readonly typed: Extract<Way, { kind: 'typed' }> | null;
  readonly securityKeys: readonly KnownSecurityKey[];
}

/** A store that nothing is needed for. */
export const NO_OPENERS: Openers = { typed: null, securityKeys: [] };

const PLAIN_BYTES = 33;
const COUNT_BYTES = 4;

/**
 * Writes the header of a store with its unlock methods. Without any, the header holds the wrapping key itself. Throws
 * INVALID_INPUT for more methods than a store keeps.
 */
export function writeHeader(store: KeyStore, wrappingKey: Uint8Array, { typed, securityKeys }: Openers): Bytes {
  const ways: Way[] = [...(typed === null ? [] : [typed]), ...securityKeys.map(({ way }) => way)];
  if (ways.length === 0) {
    const plain = secretBytes(PLAIN_BYTES);
    plain[0] = HEADER_KIND.plain;
    plain.set(wrappingKey, 1);
    return plain;
  }
  const known = packParts(securityKeys.flatMap(({ publicKey, signCount }) => [publicKey, countBytes(signCount)]));
  const header = writeSealedHeader({ ways, checked: sealAtRest(wrappingKey, known, waysPurpose(store, ways)) });
  if (header.length <= LIMITS.storedKey) return header;
  throw new AppError(
    'INVALID_INPUT',
    'The store has no room for another security key. Nothing was changed. Remove one first.',
  );
}

/**
 * Returns the wrapping key, which the caller wipes, and the unlock methods. Throws PASSPHRASE_REQUIRED,
 * PASSPHRASE_WRONG, and KEYSTORE_CORRUPT for a header that was changed: a method was added, dropped, exchanged or
 * edited.
 */
export async function openHeader(
  store: KeyStore,
  header: Uint8Array,
  given: Given,
): Promise<{ wrappingKey: Uint8Array; openers: Openers }> {
  // A passphrase file that says it has none is not one that was made here.
  if (header[0] === HEADER_KIND.plain && header.length === PLAIN_BYTES && store === 'keychain')
    return { wrappingKey: copySecret(header.subarray(1)), openers: NO_OPENERS };
  const { ways, checked } = readSealedHeader(header) ?? corrupt();
  const [typed = null, ...more] = ways.filter((way) => way.kind === 'typed');
  const keyWays = ways.filter((way) => way.kind === 'securityKey');
  if (more.length > 0 || (typed !== null && !isUsableCost(typed.logN))) corrupt();
  const wrappingKey = await openWay(store, { typed, keyWays }, given);
  try {
    return { wrappingKey, openers: { typed, securityKeys: readKnown(store, wrappingKey, { ways, keyWays, checked }) } };
  } catch (error) {
    wrappingKey.fill(0);
    throw error;
  }
}

async function openWay(
  store: KeyStore,
  { typed, keyWays }: { typed: Openers['typed']; keyWays: readonly SecurityKeyWay[] },
  { passphrase, securityKey }: Given,
): Promise<Bytes> {
  if (securityKey !== undefined && keyWays.length > 0) return openSecurityKeyWay(store, keyWays, securityKey);
  if (passphrase !== null && typed !== null) return openTypedWay(store, typed, passphrase);
  throw required(store, typed !== null);
}

function readKnown(
  store: KeyStore,
  wrappingKey: Uint8Array,
  { ways, keyWays, checked }: { ways: readonly Way[]; keyWays: readonly SecurityKeyWay[]; checked: Uint8Array },
): KnownSecurityKey[] {
  const known = unpackParts(openChecked(wrappingKey, checked, waysPurpose(store, ways))) ?? corrupt();
  if (known.length !== 2 * keyWays.length) corrupt();
  return keyWays.map((way, index) => ({
    way,
    publicKey: known[2 * index] ?? corrupt(),
    signCount: countOf(known[2 * index + 1] ?? corrupt()),
  }));
}

function openChecked(wrappingKey: Uint8Array, checked: Uint8Array, purpose: string): Bytes {
  try {
    return openAtRest(wrappingKey, checked, purpose);
  } catch {
    return corrupt();
  }
}

/** All of the ways in their order. */
const waysPurpose = (store: KeyStore, ways: readonly Way[]) =>
  `castellan ${store} ways v1|${hexEncode(sha256(packParts(ways.map(writeWay))))}`;

function countBytes(count: number): Bytes {
  const bytes = new Uint8Array(COUNT_BYTES);
  new DataView(bytes.buffer).setUint32(0, count);
  return bytes;
}

const countOf = (bytes: Bytes): number =>
  bytes.length === COUNT_BYTES ? new DataView(bytes.buffer).getUint32(0) : corrupt();

function corrupt(): never {
  throw new AppError(
    'KEYSTORE_CORRUPT',
    'The header of the key store was changed. Nothing was opened. Restore a backup with `castellan backup restore`.',
  );
}

function required(store: KeyStore, isTyped: boolean): AppError {
  if (!isTyped)
    return new AppError(
      'PASSPHRASE_REQUIRED',
      'Only a security key opens these keys, and security keys work only in the window. Nothing was opened. Unlock in the window, or set a PIN there.',
    );
  return new AppError(
    'PASSPHRASE_REQUIRED',
    store === 'keychain'
      ? 'The keys are protected with a PIN, and none was given. Nothing was opened. Unlock with the PIN.'
      : 'The passphrase file needs its passphrase, and none was given. Nothing was opened. Unlock with the passphrase.',
  );
}
