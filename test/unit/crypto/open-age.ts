import { scryptSync } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32 } from '@scure/base';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';

/** Opens a file of age for a private key or a passphrase. */
export type AgeOpener = { readonly privateKey: Uint8Array } | { readonly passphrase: string };

/** A recipient and its private key. */
export function makeAgeKey(): { readonly recipient: string; readonly privateKey: Uint8Array } {
  const privateKey = x25519.utils.randomSecretKey();
  return { recipient: bech32.encode('age', bech32.toWords(x25519.getPublicKey(privateKey))), privateKey };
}

/** Returns the contents of an armored file of one chunk (C2SP `age`). Throws for any damage. */
export function openAge(armored: Uint8Array, opener: AgeOpener): Uint8Array {
  const lines = utf8Decode(armored).trimEnd().split('\n');
  if (lines[0] !== '-----BEGIN AGE ENCRYPTED FILE-----' || lines.at(-1) !== '-----END AGE ENCRYPTED FILE-----')
    throw new Error('this is not armor');
  const body = lines.slice(1, -1);
  if (body.slice(0, -1).some(({ length }) => length !== 64)) throw new Error('a line of the armor is not 64 columns');
  const file = Buffer.from(body.join(''), 'base64');
  const macAt = file.indexOf('\n--- ') + 1;
  const headEnd = file.indexOf('\n', macAt) + 1;
  const [version, ...stanzas] = file.subarray(0, macAt).toString().trimEnd().split('\n');
  if (version !== 'age-encryption.org/v1') throw new Error('another version');
  const fileKey = fileKeyIn(stanzas, opener);
  const macKey = hkdf(sha256, fileKey, undefined, utf8Encode('header'), 32);
  const mac = hmac(sha256, macKey, file.subarray(0, macAt + 3));
  if (file.subarray(macAt + 4, headEnd - 1).toString() !== unpadded(mac)) throw new Error('the header was changed');
  const key = hkdf(sha256, fileKey, file.subarray(headEnd, headEnd + 16), utf8Encode('payload'), 32);
  return chacha20poly1305(key, Uint8Array.of(...Array(11).fill(0), 1)).decrypt(file.subarray(headEnd + 16));
}

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

function fileKeyIn(stanzas: readonly string[], opener: AgeOpener): Uint8Array {
  for (let index = 0; index < stanzas.length; index += 2) {
    const [, kind, given = '', cost] = (stanzas[index] ?? '').split(' ');
    const sealed = Buffer.from(stanzas[index + 1] ?? '', 'base64');
    try {
      const key =
        'privateKey' in opener && kind === 'X25519'
          ? sharedKey(opener.privateKey, Buffer.from(given, 'base64'))
          : 'passphrase' in opener && kind === 'scrypt'
            ? scryptOf(opener.passphrase, Buffer.from(given, 'base64'), Number(cost))
            : null;
      if (key !== null) return chacha20poly1305(key, new Uint8Array(12)).decrypt(sealed);
    } catch {
      // A stanza of another reader.
    }
  }
  throw new Error('no stanza is for this reader');
}

function sharedKey(privateKey: Uint8Array, oneTimePublic: Uint8Array): Uint8Array {
  const salt = Buffer.concat([oneTimePublic, x25519.getPublicKey(privateKey)]);
  const shared = x25519.getSharedSecret(privateKey, oneTimePublic);
  return hkdf(sha256, shared, salt, utf8Encode('age-encryption.org/v1/X25519'), 32);
}

const scryptOf = (passphrase: string, salt: Uint8Array, logN: number) => {
  const labelled = Buffer.concat([utf8Encode('age-encryption.org/v1/scrypt'), salt]);
  return scryptSync(passphrase, labelled, 32, { N: 2 ** logN, r: 8, p: 1, maxmem: 2 ** 29 });
};
