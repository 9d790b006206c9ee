import { hexEncode } from './text.ts';

/**
 * Returns the fingerprint of an activity as the service writes it: `sha256:` and lowercase hex
 * (docs/protocol.md#activities). Takes the 32-byte SHA-256 of the exact request body.
 *
 * @example
 * formatFingerprint(hexDecode('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'));
 * // 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
 */
export function formatFingerprint(bodySha256: Uint8Array): string {
  return `sha256:${hexEncode(bodySha256)}`;
}
