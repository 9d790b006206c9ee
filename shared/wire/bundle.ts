import { AppError } from '../errors/index.ts';
import { parseJsonObject } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';
import { hexDecode, hexEncode, hexFault, utf8Decode, utf8Encode } from './text.ts';

/** The only message version the public clients write (docs/protocol.md#bundles). */
export const BUNDLE_VERSION = 'v1.0.0';

const POINT_BYTES = 65;

/** A service's message to a client's target key, before its signature is checked. All bytes, nothing trusted yet. */
export interface ServerMessage {
  readonly version: string;
  /** The signed bytes: UTF-8 JSON, still to be parsed by `readSealedData` after the signature holds. */
  readonly data: Uint8Array;
  /** ASN.1 DER ECDSA P-256 over SHA-256 of `data`. */
  readonly dataSignature: Uint8Array;
  /** Lowercase hex of the 65-byte uncompressed signer key. */
  readonly signerKey: string;
}

/** The signed content of an export bundle. */
export interface SealedData {
  /** 65-byte uncompressed P-256 point. */
  readonly encappedPublic: Uint8Array;
  /** AES-256-GCM output with its 16-byte tag. */
  readonly ciphertext: Uint8Array;
  readonly organizationId: string;
}

/**
 * Parses the outer envelope of an export bundle: the JSON text of `exportBundle`, with values in hex
 * (docs/protocol.md#bundles). Verifies no signature. Throws BUNDLE_TOO_LARGE or BUNDLE_INVALID.
 */
export function readServerMessage(text: string): ServerMessage {
  if (text.length > LIMITS.bundle) {
    throw new AppError(
      'BUNDLE_TOO_LARGE',
      `The bundle is longer than ${LIMITS.bundle} characters, so it was not read. Check that this is the right file.`,
    );
  }
  const envelope = parseJsonObject(text, invalid);
  const { version, data, dataSignature, enclaveQuorumPublic } = envelope;
  if (version !== BUNDLE_VERSION) throw invalid(`its version is not “${BUNDLE_VERSION}”`);
  if (data === '') throw invalid('its data is empty');
  return {
    version,
    data: bytesOf('data', data),
    dataSignature: bytesOf('dataSignature', dataSignature),
    signerKey: hexEncode(bytesOf('enclaveQuorumPublic', enclaveQuorumPublic, POINT_BYTES)),
  };
}

/**
 * Parses the signed bytes of an export bundle. Call it only after their signature was verified. Throws BUNDLE_INVALID.
 */
export function readSealedData(data: Uint8Array): SealedData {
  let text: string;
  try {
    text = utf8Decode(data);
  } catch {
    throw invalid('its data is not text');
  }
  const { encappedPublic, ciphertext, organizationId } = parseJsonObject(text, (why) =>
    invalid(`its data cannot be read, because ${why}`),
  );
  if (typeof organizationId !== 'string') throw invalid('its organizationId is not text');
  return {
    encappedPublic: bytesOf('encappedPublic', encappedPublic, POINT_BYTES),
    ciphertext: bytesOf('ciphertext', ciphertext),
    organizationId,
  };
}

/**
 * Returns the bytes that a service signs: UTF-8 JSON with values in hex, in the member order of the public service
 * (docs/protocol.md#bundles).
 */
export function writeSealedData(sealed: SealedData): Uint8Array<ArrayBuffer> {
  return utf8Encode(
    JSON.stringify({
      encappedPublic: hexEncode(sealed.encappedPublic),
      ciphertext: hexEncode(sealed.ciphertext),
      organizationId: sealed.organizationId,
    }),
  );
}

/** Returns the bundle text: JSON with values in hex, as it travels inside `exportBundle` (docs/protocol.md#bundles). */
export function writeServerMessage(message: ServerMessage): string {
  return JSON.stringify({
    version: message.version,
    data: hexEncode(message.data),
    dataSignature: hexEncode(message.dataSignature),
    enclaveQuorumPublic: message.signerKey,
  });
}

function bytesOf(name: string, value: unknown, bytes?: number): Uint8Array {
  if (value === undefined) throw invalid(`its ${name} is missing`);
  if (typeof value !== 'string') throw invalid(`its ${name} is not text`);
  const fault = hexFault(value, bytes);
  if (fault !== null) throw invalid(`its ${name} ${fault}`);
  return hexDecode(value);
}

function invalid(why: string): AppError {
  return new AppError(
    'BUNDLE_INVALID',
    `This is not an export bundle that can be opened: ${why}. Nothing was opened. Use the exportBundle text exactly as the service returned it.`,
  );
}
