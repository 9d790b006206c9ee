import type { ExportProof } from '../model/index.ts';
import { utf8Encode } from './text.ts';

/**
 * Returns the info (RFC 9180 section 5.1) of a reveal: UTF-8 JSON. It binds the reveal to its proof and its requested
 * format.
 */
export function revealInfo(format: string, proof: ExportProof): Uint8Array<ArrayBuffer> {
  const { holds, organizationId, signerKey, expectedAddress, derivedAddress, addressFormat, byteLength } = proof;
  const proven = [holds, organizationId, signerKey, expectedAddress, derivedAddress, addressFormat, byteLength];
  return utf8Encode(JSON.stringify(['castellan reveal v1', format, ...proven]));
}
