/** A form of content that a chain or an application signs as bytes, and which keys sign it. */
import {
  CURVES,
  type Curve,
  type DecodedField,
  type Finding,
  type HashFunction,
} from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { ADDRESS_TABLE, findFormatsOf } from '../../addresses/index.ts';
import { type ContentMeaning, danger, lastDigits } from '../../meaning.ts';
import { clauseOf, Refusal } from '../../refusal.ts';

/** The request around a payload. */
export interface PayloadAround {
  readonly hashFunction?: HashFunction | null;
  /** The address that signs, or the id of a key. */
  readonly signWith?: string | null;
  /** The time of the request, in milliseconds since 1970. */
  readonly atMs?: number | null;
}

export interface Form {
  readonly name: string;
  readonly curves: readonly Curve[];
  readonly hashFunctions: readonly HashFunction[];
  /** Describes bytes of this form. Returns null for all others. Bytes that only begin like the form get a finding with a mark. */
  read(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null;
}

export const DIGEST_BYTES = 32;
/** The mark of bytes that nobody can judge. */
export const markOf = (bytes: Uint8Array): string => lastDigits(hexEncode(bytes));

/** Ed25519 is the only curve that signs a message itself. The others sign a hash of it. */
const CURVES_OF_HASH: Readonly<Record<HashFunction, readonly Curve[]>> = {
  HASH_FUNCTION_NO_OP: CURVES,
  HASH_FUNCTION_SHA256: ['CURVE_SECP256K1', 'CURVE_P256'],
  HASH_FUNCTION_KECCAK256: ['CURVE_SECP256K1', 'CURVE_P256'],
  HASH_FUNCTION_NOT_APPLICABLE: ['CURVE_ED25519'],
};

/**
 * Returns the curves that can sign the payload, by the signer's address and the hash function. Returns all curves when
 * neither restricts them.
 */
export function signingCurves({ hashFunction, signWith }: PayloadAround): readonly Curve[] {
  const byHash = CURVES_OF_HASH[hashFunction ?? 'HASH_FUNCTION_NO_OP'];
  const own = findFormatsOf(signWith ?? '').flatMap((format) => ADDRESS_TABLE[format].curves);
  const both = byHash.filter((curve) => own.includes(curve));
  return both.length === 0 ? byHash : both;
}

/** Returns true when the payload is the message that is signed, without a hash. */
export function isSignedUnhashed(around: PayloadAround): boolean {
  return signingCurves(around).every((curve) => curve === 'CURVE_ED25519');
}

/** Returns true when the payload is itself the digest that is signed. Ed25519 signs no digest. */
export function isDigest({ length }: Uint8Array, around: PayloadAround): boolean {
  const isUnhashed = (around.hashFunction ?? 'HASH_FUNCTION_NO_OP') === 'HASH_FUNCTION_NO_OP';
  return length === DIGEST_BYTES && isUnhashed && !isSignedUnhashed(around);
}

/** Returns true when keys of the form can sign the payload as requested. */
export function isSignedAs({ curves, hashFunctions }: Form, around: PayloadAround): boolean {
  const { hashFunction } = around;
  const isOpen = hashFunction === undefined || hashFunction === null || hashFunction === 'HASH_FUNCTION_NO_OP';
  return (
    (isOpen || hashFunctions.includes(hashFunction)) && signingCurves(around).some((curve) => curves.includes(curve))
  );
}

export function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, index) => bytes[index] === byte);
}

/** Returns the result of `read`, or its refusal. */
export function refusedOr<Result>(read: () => Result): Result | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Moves the range of a field by this number of bytes. */
export function moved({ range, ...field }: DecodedField, by: number): DecodedField {
  return range === undefined ? field : { ...field, range: { start: range.start + by, end: range.end + by } };
}

/** Returns content with a known form only. All of it is unexplained, and `finding` has the mark. */
export function undecoded(
  bytes: Uint8Array,
  { title, step, finding }: { readonly title: string; readonly step: string; readonly finding: Finding },
): ContentMeaning {
  return {
    title,
    steps: [step],
    summary: [],
    fields: [],
    findings: [{ ...finding, mark: markOf(bytes) }],
    unexplained: [{ start: 0, end: bytes.length }],
  };
}

/**
 * Returns a transaction of a chain that was refused by its reader. `called` is the chain with the form of its bytes, and
 * `sentWith` is what anyone needs to send it.
 */
export function undecodedTransaction(
  bytes: Uint8Array,
  { reason, where }: Refusal,
  {
    chain,
    called = chain,
    sentWith = 'the signature',
  }: Record<'chain', string> & Partial<Record<'called' | 'sentWith', string>>,
): ContentMeaning {
  return undecoded(bytes, {
    title: `Transaction of ${chain}, not decoded`,
    step: `Sign a transaction of ${called} that is not decoded`,
    finding: danger(
      `These bytes are a transaction of ${called}, which is not decoded here, because ${clauseOf(reason, where)}: anyone with ${sentWith} can send it.`,
    ),
  });
}
