import { hexEncode } from '../../../shared/wire/index.ts';
import type { ReadEntry, StampedRequest } from '../../storage/records/index.ts';

/** An entry whose chain is known. */
export type ChainedEntry = ReadEntry & { readonly first: number };
type AuditKeys = readonly { readonly id: string; readonly publicKey: string }[];

/** Returns the line of an exported entry: its members, `body` in base64, hashes and signatures in hex, and its proofs. */
export function entryLine(
  { link, previous, first }: ChainedEntry,
  request: StampedRequest | null,
  keys: AuditKeys,
): string {
  const { body, profiles, hash, signature: _signature, signedBy: _signedBy, ...rest } = link;
  return JSON.stringify({
    ...rest,
    body: body.toString('base64'),
    profiles: profiles === null ? null : hexEncode(profiles),
    first,
    previousHash: previous === null ? null : hexEncode(previous),
    hash: hexEncode(hash),
    ...signatureOf(link, keys),
    stamp: request === null ? null : { header: request.stampName, value: request.stampValue },
    response: responseOf(request),
  });
}

/** The journal's record of the answer. Null for a request without one. */
function responseOf(request: StampedRequest | null) {
  if (request === null || request.state !== 'answered') return null;
  const { activityId, status, httpStatus, closedAt } = request;
  return { at: closedAt, httpStatus, activityId, status };
}

/** Returns the line of the newest entry of the log: it signs the chain before it. */
export function headLine({ link, first }: ChainedEntry, keys: AuditKeys): string {
  const { sequence, hash } = link;
  return JSON.stringify({ head: { first, sequence, hash: hexEncode(hash), ...signatureOf(link, keys) } });
}

/** The signature of an entry's hash, with the public key of the audit key where this machine still lists it. */
function signatureOf({ signedBy, signature }: ReadEntry['link'], keys: AuditKeys) {
  return {
    signedBy,
    signer: keys.find(({ id }) => id === signedBy)?.publicKey ?? null,
    signature: signature === null ? null : hexEncode(signature),
  };
}
