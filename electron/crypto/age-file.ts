/**
 * Writes files of age (C2SP `age`, version 1): a secret for X25519 recipients or under a passphrase, in ASCII armor.
 * Nothing here reads one.
 *
 * Choice (age-files): written out, as HPKE is, so that each intermediate value can be wiped.
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { base64, base64nopad } from '@scure/base';
import { AppError } from '../../shared/errors/index.ts';
import { secretBytes, utf8Encode } from '../../shared/wire/index.ts';
import { agreed, requireRecipients } from './age-recipients.ts';
import { type Bytes, hmacSha256, join, randomBytes } from './native.ts';
import { scryptKey } from './scrypt.ts';

/** The cost that age itself uses: 256 MiB and about a second for each try. */
const SCRYPT_LOG_N = 18;
const FILE_KEY_BYTES = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Longer contents have several chunks. No export is that long. */
const MAXIMUM_CHUNK = 64 * 1024;
const ARMOR = { begin: '-----BEGIN AGE ENCRYPTED FILE-----', end: '-----END AGE ENCRYPTED FILE-----' } as const;

/** The readers of a file: holders of keys by their `age1…` recipients, or whoever knows a passphrase. */
export type AgeReaders = { readonly recipients: readonly string[] } | { readonly passphrase: Uint8Array };

/**
 * Returns an armored file of age, as ASCII, which the caller may show to anybody. Throws INVALID_INPUT for a recipient
 * that is not an X25519 recipient of age, for no recipient or too many, and for an empty passphrase.
 */
export async function writeAgeFile(secret: Uint8Array, readers: AgeReaders): Promise<Bytes> {
  if (secret.length > MAXIMUM_CHUNK)
    throw new AppError(
      'TOO_LARGE',
      'The secret is too long for a file of age. Nothing was written. Choose text or hex.',
    );
  const fileKey = randomBytes(FILE_KEY_BYTES);
  try {
    const stanzas = await stanzasOf(fileKey, readers);
    const head = utf8Encode(`age-encryption.org/v1\n${stanzas.join('')}---`);
    const macKey = hkdf(fileKey, EMPTY, 'header');
    const mac = hmacSha256(macKey, head);
    macKey.fill(0);
    const nonce = randomBytes(SALT_BYTES);
    return armored(join(head, utf8Encode(` ${base64nopad.encode(mac)}\n`), nonce, payload(secret, fileKey, nonce)));
  } finally {
    fileKey.fill(0);
  }
}

const EMPTY = new Uint8Array(0);

async function stanzasOf(fileKey: Uint8Array, readers: AgeReaders): Promise<readonly string[]> {
  if ('passphrase' in readers) return [await passphraseStanza(fileKey, readers.passphrase)];
  requireRecipients(readers.recipients);
  if (readers.recipients.length === 0)
    throw new AppError('INVALID_INPUT', 'A file of age needs a recipient. Nothing was written. Give one as age1….');
  return readers.recipients.map((recipient) => recipientStanza(fileKey, recipient));
}

function recipientStanza(fileKey: Uint8Array, recipient: string): string {
  const { publicKey, oneTimePublic, shared } = agreed(recipient);
  const key = hkdf(shared, join(oneTimePublic, publicKey), 'age-encryption.org/v1/X25519');
  shared.fill(0);
  return stanza(['X25519', base64nopad.encode(oneTimePublic)], key, fileKey);
}

async function passphraseStanza(fileKey: Uint8Array, passphrase: Uint8Array): Promise<string> {
  if (passphrase.length === 0)
    throw new AppError(
      'INVALID_INPUT',
      'The passphrase of the file is empty. Nothing was written. Give a passphrase or a recipient.',
    );
  const salt = randomBytes(SALT_BYTES);
  const labelled = join(utf8Encode('age-encryption.org/v1/scrypt'), salt);
  const key = await scryptKey(passphrase, labelled, { n: 2 ** SCRYPT_LOG_N, r: 8, p: 1 });
  return stanza(['scrypt', base64nopad.encode(salt), String(SCRYPT_LOG_N)], key, fileKey);
}

/** The file key under a key of its own, which is wiped. Its body is always one short line. */
function stanza(words: readonly string[], key: Bytes, fileKey: Uint8Array): string {
  const body = chacha20poly1305(key, new Uint8Array(12)).encrypt(fileKey);
  key.fill(0);
  return `-> ${words.join(' ')}\n${base64nopad.encode(body)}\n`;
}

/** The only chunk, which is the last one: its nonce is a counter of 0 and the mark 1. */
function payload(secret: Uint8Array, fileKey: Uint8Array, nonce: Uint8Array): Uint8Array {
  const key = hkdf(fileKey, nonce, 'payload');
  const sealed = secretBytes(secret.length + TAG_BYTES);
  try {
    return chacha20poly1305(key, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)).encrypt(secret, sealed);
  } finally {
    key.fill(0);
  }
}

/** HKDF-SHA-256 (RFC 5869) of 32 bytes: the first block of its output. */
function hkdf(input: Uint8Array, salt: Uint8Array, info: string): Bytes {
  const extracted = hmacSha256(salt.length === 0 ? new Uint8Array(KEY_BYTES) : salt, input);
  try {
    return hmacSha256(extracted, join(utf8Encode(info), Uint8Array.of(1)));
  } finally {
    extracted.fill(0);
  }
}

const armored = (file: Uint8Array): Bytes =>
  utf8Encode([ARMOR.begin, ...(base64.encode(file).match(/.{1,64}/g) ?? []), ARMOR.end, ''].join('\n'));
