import { blake2b } from '@noble/hashes/blake2.js';
import { base64 } from '@scure/base';
import { ed25519Sign, generateEd25519 } from '../../electron/crypto/index.ts';
import { hexDecode, utf8Encode } from '../../shared/wire/index.ts';

/** The holder of the release key, and somebody else. */
export const signer = generateEd25519();
export const stranger = generateEd25519();

const packet = (algorithm: string, id: number, ...parts: Uint8Array[]) =>
  base64.encode(
    Uint8Array.from([...utf8Encode(algorithm), ...Array(8).fill(id), ...parts.flatMap((part) => [...part])]),
  );

/** The public key of `signer` as `minisign -G` prints it. */
export const KEY = packet('Ed', 1, hexDecode(signer.publicKey));

/** Returns the text of a `.minisig` file. `id` is each byte of the key's number. */
export function minisign(content: string, comment: string, { privateKey } = signer, id = 1): string {
  const signature = ed25519Sign(privateKey, blake2b(utf8Encode(content)));
  const bound = ed25519Sign(privateKey, Uint8Array.from([...signature, ...utf8Encode(comment)]));
  const lines = [
    'untrusted comment: x',
    packet('ED', id, signature),
    `trusted comment: ${comment}`,
    base64.encode(bound),
  ];
  return `${lines.join('\n')}\n`;
}
