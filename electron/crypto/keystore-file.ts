/** Keystore files of Ethereum clients (Web3 Secret Storage, version 3): a private key under a passphrase. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { AppError, sentence, type Text } from '../../shared/errors/index.ts';
import { isJsonObject, type JsonObject, ownMember } from '../../shared/model/index.ts';
import { hexDecode, isHex } from '../../shared/wire/index.ts';
import { aes128CtrOpen, type Bytes, constantTimeEqual, join, pbkdf2Sha256 } from './native.ts';
import { scryptKey, spellingHint } from './scrypt.ts';

const KEY_BYTES = 32;
const BLOCK_BYTES = 16;
/** Limits of the derivation: 512 MiB of memory, and some seconds. The clients use 256 MiB at most. */
const MAXIMUM_SCRYPT = { cells: 2 ** 22, lanes: 16 };
const MAXIMUM_ROUNDS = 10_000_000;

/** The members of a keystore file that its key needs. */
interface KeystoreFile {
  readonly counter: Bytes;
  readonly ciphertext: Bytes;
  readonly mac: Bytes;
  /** Derives 32 bytes from a passphrase. The caller wipes them. */
  derive(passphrase: Uint8Array): Promise<Bytes>;
}

/**
 * Checks a keystore file (Web3 Secret Storage, version 3) without its passphrase: its form, and the cost of its
 * derivation. Throws KEY_INVALID for a file that `openKeystoreFile` would not open with any passphrase.
 */
export function checkKeystoreFile(file: JsonObject): void {
  read(file);
}

/**
 * Returns the 32-byte private key in a keystore file (Web3 Secret Storage, version 3). The caller wipes it. Throws
 * KEY_INVALID for a file of another form, and PASSPHRASE_WRONG when the MAC does not match.
 */
export async function openKeystoreFile(file: JsonObject, passphrase: Uint8Array): Promise<Bytes> {
  const { counter, ciphertext, mac, derive } = read(file);
  const derived = await derive(passphrase);
  const checked = join(derived.subarray(BLOCK_BYTES), ciphertext);
  try {
    if (!constantTimeEqual(keccak_256(checked), mac))
      throw new AppError(
        'PASSPHRASE_WRONG',
        sentence`The passphrase does not open this keystore file. Nothing was imported. Give the passphrase that encrypted the file.${spellingHint(passphrase)}`,
      );
    return aes128CtrOpen(derived.subarray(0, BLOCK_BYTES), counter, ciphertext);
  } finally {
    derived.fill(0);
    checked.fill(0);
  }
}

function read(file: JsonObject): KeystoreFile {
  const crypto = ownMember(file, 'crypto') ?? ownMember(file, 'Crypto');
  if (file.version !== 3 || !isJsonObject(crypto)) throw invalid('it is JSON, but not a keystore file of version 3');
  if (crypto.cipher !== 'aes-128-ctr') throw invalid('its cipher is not aes-128-ctr');
  return {
    counter: bytesOf('iv', isJsonObject(crypto.cipherparams) ? crypto.cipherparams.iv : undefined, BLOCK_BYTES),
    ciphertext: bytesOf('ciphertext', crypto.ciphertext, KEY_BYTES),
    mac: bytesOf('mac', crypto.mac, KEY_BYTES),
    derive: derivation(crypto.kdf, crypto.kdfparams),
  };
}

function derivation(kdf: unknown, parameters: unknown): KeystoreFile['derive'] {
  if (!isJsonObject(parameters)) throw invalid('its kdfparams are missing');
  if (parameters.dklen !== KEY_BYTES) throw invalid('its dklen is not 32');
  const salt = bytesOf('salt', parameters.salt);
  if (kdf === 'scrypt') {
    const [n, r, p] = ['n', 'r', 'p'].map((name) => count(name, parameters[name])) as [number, number, number];
    if (n < 2 || !Number.isInteger(Math.log2(n)) || n * r > MAXIMUM_SCRYPT.cells || p > MAXIMUM_SCRYPT.lanes)
      throw invalid('its n, r and p are out of range');
    // pyethereum's files are beyond the limit of n by r in RFC 7914, which is not checked.
    return (passphrase) => scryptKey(passphrase, salt, { n, r, p });
  }
  if (kdf !== 'pbkdf2') throw invalid('its kdf is neither scrypt nor pbkdf2');
  if (parameters.prf !== 'hmac-sha256') throw invalid('its prf is not hmac-sha256');
  const rounds = count('c', parameters.c);
  if (rounds > MAXIMUM_ROUNDS) throw invalid('its c is out of range');
  return async (passphrase) => pbkdf2Sha256(passphrase, salt, rounds, KEY_BYTES);
}

function count(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw invalid(sentence`its ${name} is not a positive whole number`);
}

function bytesOf(name: string, value: unknown, length?: number): Bytes {
  const digits = typeof value === 'string' ? value.replace(/^0x/, '') : '';
  if (digits !== '' && isHex(digits, length)) return hexDecode(digits);
  throw invalid(
    length === undefined
      ? sentence`its ${name} is not hexadecimal text`
      : sentence`its ${name} is not hexadecimal text of ${length} bytes`,
  );
}

const invalid = (why: Text) =>
  new AppError(
    'KEY_INVALID',
    sentence`This is not a private key: ${why}. Nothing was imported. Give the keystore file as the wallet wrote it.`,
  );
