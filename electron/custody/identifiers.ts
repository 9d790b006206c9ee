import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { randomUuid, sha256 } from '../crypto/index.ts';

/**
 * A version 7 UUID (RFC 9562): 48 bits of time in milliseconds, the rest random. Activities have these.
 * The random bits are those of a version 4 UUID, which the runtime draws for many at once.
 */
export function uuidV7(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUuid().slice(15)}`;
}

/**
 * The id of a wallet: of the version 5 form that the public service gives, named by the activity that made it.
 * Choice (wallet-id): SHA-256 stands where RFC 9562 has SHA-1, because the public service's name space is unknown and nobody can recompute one.
 */
export function walletUuid(organizationId: string, activityId: string): string {
  return format(sha256(utf8Encode(`${organizationId}/${activityId}`)).slice(0, 16), 5);
}

/** The id of the endpoint that the older webhook feature of an organization is: it has one at most. */
export function featureEndpointUuid(organizationId: string): string {
  return format(sha256(utf8Encode(`${organizationId}/FEATURE_NAME_WEBHOOK`)).slice(0, 16), 5);
}

function format(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexEncode(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
