import { hexEncode } from './text.ts';

/** The fingerprint of an activity: SHA-256 of the exact request body, as the service writes it (PROTOCOL 2.3). */
export function formatFingerprint(bodySha256: Uint8Array): string {
  return `sha256:${hexEncode(bodySha256)}`;
}
