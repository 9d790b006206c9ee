import { createHash } from 'node:crypto';

/** SHA-256 over the parts one after another; the only cryptography here, for the audit chain. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return Uint8Array.from(hash.digest());
}
