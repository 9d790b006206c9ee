import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { LIMITS, Nullable, parseJsonObject } from '../../../shared/model/index.ts';
import { auditHeadBytes } from '../../../shared/processes/index.ts';
import { decodeStamp, hexDecode, hexEncode, STAMP_HEADER } from '../../../shared/wire/index.ts';
import { p256Verify, verifyStamp } from '../../crypto/index.ts';
import { CHAIN_START, linkHash } from '../../storage/records/index.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Hex = Type.String({ pattern: '^([0-9a-f]{2})+$' });
const Place = {
  first: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  sequence: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  hash: Hash,
  signer: Nullable(Hex),
  signature: Nullable(Hex),
};
const ExportedEntry = Type.Object({
  ...Place,
  at: Type.Integer(),
  profile: Type.String(),
  credentialId: Type.String(),
  publicKey: Type.String(),
  operation: Type.String(),
  url: Type.String(),
  body: Type.String(),
  profiles: Nullable(Hash),
  previousHash: Nullable(Hash),
  stamp: Nullable(Type.Object({ header: Type.String(), value: Type.String() })),
  response: Type.Optional(Type.Unknown()),
});
const ExportedHead = Type.Object({ head: Type.Object(Place) });
type Signed = Pick<Static<typeof ExportedEntry>, 'first' | 'sequence' | 'hash' | 'signer' | 'signature'>;

/** The length of a line in characters. It has a body in base64 and other members. */
export const MAXIMUM_EXPORTED_LINE = 2 * LIMITS.body;

/** The proof in an exported file. */
export interface VerifiedExport {
  readonly entries: number;
  /** True when the entries follow each other from the first of their chain to the newest of the log. */
  readonly isWhole: boolean;
  /** The first entry, and the last one before the first gap. Null without entries. */
  readonly unbroken: { readonly from: number; readonly to: number } | null;
  /**
   * Stamps that fit the bytes, those of passkeys, which cannot be checked without the passkey's public key, and entries
   * without one. No hash covers a stamp, so somebody can remove it.
   */
  readonly stamps: { readonly checked: number; readonly notChecked: number; readonly absent: number };
  /** Responses in the file. Nothing proves them: no hash covers a response. */
  readonly responses: { readonly notProven: number };
  /** The number of the newest entry of the log. */
  readonly head: number;
  /** The public keys of the audit keys that signed the entries and the head, in hex. Compare them with a known one. */
  readonly signers: readonly string[];
}

/**
 * Verifies an exported audit log by its own contents: each hash, each link between neighbors, each signature and stamp.
 * The last line must be the head. Somebody who cuts the file can make a new head from the last entry that is left, so
 * compare the number of the head too. Anybody can make a file that fits itself, so the signers must be compared. `signer` is the only one to accept, or null.
 * Throws AUDIT_BROKEN naming the line, and INVALID_INPUT for a file that is no export.
 */
export async function verifyExport(lines: AsyncIterable<string>, signer: string | null): Promise<VerifiedExport> {
  const signers = new Set<string>();
  let [entries, checked, notChecked, absent, notProven, number] = [0, 0, 0, 0, 0, 0];
  let before: Signed | null = null;
  let unbroken: { from: number; to: number } | null = null;
  let [isWhole, hasHead] = [true, false];
  for await (const line of lines) {
    number += 1;
    if (hasHead) throw noExport(number, 'a line follows the head');
    const read = parseLine(line, number);
    const signed = 'head' in read ? read.head : read;
    const broken = (what: string) => brokenExport(number, signed.sequence, what);
    hasHead = 'head' in read;
    const isAgain = hasHead && before?.sequence === signed.sequence;
    if (before !== null && !isAgain && signed.sequence <= before.sequence) throw broken('it is out of order');
    if (isAgain && signed.hash !== before?.hash) throw broken('the head is another entry of that number');
    if (!isSigned(signed)) throw broken('its hash has no valid signature');
    if (signer !== null && signed.signer !== signer) throw broken('another key signed it');
    if (signed.signer !== null) signers.add(signed.signer);
    const isNext = before === null ? signed.sequence === signed.first : before.sequence === signed.sequence - 1;
    if (!isAgain && (!isNext || hasHead)) isWhole = false;
    if (!('head' in read)) {
      if (!isBase64(read.body)) throw broken('its body is not base64');
      const begins = read.sequence === read.first;
      const previous = begins ? hexEncode(CHAIN_START) : read.previousHash;
      if (isNext && before !== null && !begins && read.previousHash !== before.hash)
        throw broken(`it does not match entry ${before.sequence}`);
      if (previous === null || hexEncode(linkHash(hexDecode(previous), read.sequence, linked(read))) !== read.hash)
        throw broken('its hash does not match its contents');
      if (read.stamp === null) absent += 1;
      else {
        if (read.stamp.header !== STAMP_HEADER) notChecked += 1;
        else if (isStamped(read, read.stamp.value)) checked += 1;
        else throw broken('its stamp does not fit its bytes');
      }
      if (read.response !== undefined && read.response !== null) notProven += 1;
      if (unbroken === null) unbroken = { from: read.sequence, to: read.sequence };
      else if (read.sequence === unbroken.to + 1) unbroken.to = read.sequence;
      entries += 1;
    }
    before = signed;
  }
  if (before === null) throw noExport(1, 'it is empty');
  if (!hasHead) throw cutExport(unbroken, before.sequence);
  return {
    entries,
    isWhole,
    unbroken,
    stamps: { checked, notChecked, absent },
    responses: { notProven },
    head: before.sequence,
    signers: [...signers],
  };
}

type Exported = Static<typeof ExportedEntry>;

function parseLine(line: string, number: number): Exported | Static<typeof ExportedHead> {
  if (line.length > MAXIMUM_EXPORTED_LINE) throw noExport(number, 'the line is too long');
  const value: unknown = parseJsonObject(line, () => noExport(number, 'the line is not JSON'));
  if (Value.Check(ExportedHead, value) || Value.Check(ExportedEntry, value)) return value;
  throw noExport(number, 'the line is not an exported entry');
}

function linked({ body, profiles, ...rest }: Exported) {
  return { ...rest, body: bytesOf(body), profiles: profiles === null ? null : hexDecode(profiles) };
}

/** Decoding skips other characters, so one body has many spellings. Only the one of its bytes is accepted. */
function isBase64(body: string): boolean {
  return Buffer.from(body, 'base64').toString('base64') === body;
}

function bytesOf(body: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(body, 'base64'));
}

function isSigned({ first, sequence, hash, signer, signature }: Signed): boolean {
  if (signer === null || signature === null) return false;
  return p256Verify(signer, auditHeadBytes(first, sequence, hexDecode(hash)), hexDecode(signature));
}

function isStamped({ publicKey, body }: Exported, value: string): boolean {
  try {
    const stamp = decodeStamp(value);
    return stamp.publicKey === publicKey && verifyStamp(stamp, bytesOf(body));
  } catch {
    return false;
  }
}

function brokenExport(line: number, sequence: number, what: string): AppError {
  return new AppError(
    'AUDIT_BROKEN',
    sentence`The exported audit log does not verify. Line ${line}, entry ${sequence}: ${what}. Keep the file as evidence, and export the log again.`,
  );
}

function cutExport(unbroken: VerifiedExport['unbroken'], last: number): AppError {
  return new AppError(
    'AUDIT_BROKEN',
    sentence`The exported audit log is not whole. The file ends before its head line: it was cut, or its export was interrupted. Its entries verify, and are unbroken from ${unbroken?.from ?? last} to ${unbroken?.to ?? last}. Keep the file as evidence, and export the log again.`,
  );
}

function noExport(line: number, why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The file is not an exported audit log. Line ${line}: ${why}. Nothing was verified. Choose a file of \`castellan audit export\`.`,
  );
}
