/** Writes keystore files: a secret under a passphrase, for wallets and validators. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { AppError } from '../../shared/errors/index.ts';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { aes128CtrSeal, type Bytes, join, randomBytes, randomUuid, sha256 } from './native.ts';
import { scryptKey } from './scrypt.ts';

/** 128 MiB and about half a second for each try of a passphrase, as for keys at rest. */
const COST = { n: 2 ** 17, r: 8, p: 1 } as const;
const DKLEN = 32;
const SALT_BYTES = 32;
const BLOCK_BYTES = 16;
const isPrintable = (byte: number) => byte >= 0x20 && byte <= 0x7e;

/**
 * Returns a keystore file of Ethereum wallets (Web3 Secret Storage, version 3) with a 32-byte private key, as UTF-8
 * JSON. `address` is that of the key without 0x, or null to leave it out.
 */
export async function writeWeb3Keystore(
  privateKey: Uint8Array,
  passphrase: Uint8Array,
  address: string | null,
): Promise<Bytes> {
  const { salt, counter, ciphertext, checked } = await seal(privateKey, passphrase);
  const mac = keccak_256(checked);
  checked.fill(0);
  const { n, r, p } = COST;
  return jsonOf({
    version: 3,
    id: randomUuid(),
    ...(address === null ? {} : { address }),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: hexEncode(counter) },
      ciphertext: hexEncode(ciphertext),
      kdf: 'scrypt',
      kdfparams: { dklen: DKLEN, n, r, p, salt: hexEncode(salt) },
      mac: hexEncode(mac),
    },
  });
}

/**
 * Returns a keystore file of validators (EIP-2335, version 4) with a 32-byte secret, as UTF-8 JSON. The standard
 * normalises the passphrase, which the vault does not do, so it must be of printable ASCII. Throws INVALID_INPUT.
 */
export async function writeValidatorKeystore(secret: Uint8Array, passphrase: Uint8Array): Promise<Bytes> {
  if (!passphrase.every(isPrintable))
    throw new AppError(
      'INVALID_INPUT',
      'The passphrase has a character beyond printable ASCII, which programs read differently in a keystore of EIP-2335. Nothing was written. Choose a passphrase of letters, digits and signs.',
    );
  const { salt, counter, ciphertext, checked } = await seal(secret, passphrase);
  const checksum = sha256(checked);
  checked.fill(0);
  const { n, r, p } = COST;
  return jsonOf({
    crypto: {
      kdf: { function: 'scrypt', params: { dklen: DKLEN, n, p, r, salt: hexEncode(salt) }, message: '' },
      checksum: { function: 'sha256', params: {}, message: hexEncode(checksum) },
      cipher: { function: 'aes-128-ctr', params: { iv: hexEncode(counter) }, message: hexEncode(ciphertext) },
    },
    description: '',
    path: '',
    uuid: randomUuid(),
    version: 4,
  });
}

/** Both standards encrypt with the first half of the derived key, and check its second half before the ciphertext. */
async function seal(secret: Uint8Array, passphrase: Uint8Array) {
  const salt = randomBytes(SALT_BYTES);
  const counter = randomBytes(BLOCK_BYTES);
  const derived = await scryptKey(passphrase, salt, COST);
  try {
    const ciphertext = aes128CtrSeal(derived.subarray(0, BLOCK_BYTES), counter, secret);
    return { salt, counter, ciphertext, checked: join(derived.subarray(BLOCK_BYTES), ciphertext) };
  } finally {
    derived.fill(0);
  }
}

const jsonOf = (file: object): Bytes => utf8Encode(`${JSON.stringify(file)}\n`);
