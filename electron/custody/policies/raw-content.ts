import type { TransactionType } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import {
  hasOutline,
  isStandIn,
  isStandInMessage,
  payloadBytes,
  Refusal,
  unsignedOfMessage,
} from '../../crypto/index.ts';

/** One payload of sign_raw_payload(s), as the request gives it. */
export interface RawContent {
  readonly payload: string;
  readonly encoding: unknown;
  readonly hashFunction: unknown;
}

/** The hash function that signs a transaction of each type. Bitcoin signs two rounds of SHA-256, so raw bytes are a digest. */
const SIGNED_WITH: Readonly<Record<TransactionType, string | null>> = {
  TRANSACTION_TYPE_ETHEREUM: 'HASH_FUNCTION_KECCAK256',
  TRANSACTION_TYPE_TEMPO: 'HASH_FUNCTION_KECCAK256',
  TRANSACTION_TYPE_TRON: 'HASH_FUNCTION_SHA256',
  TRANSACTION_TYPE_SOLANA: 'HASH_FUNCTION_NOT_APPLICABLE',
  TRANSACTION_TYPE_BITCOIN: null,
};
const DIGEST_BYTES = 32;
/** The first bytes of an EIP-712 digest's preimage, and its length. */
const TYPED_DATA = '1901';
const TYPED_DATA_BYTES = 66;
/** The preimage of a Taproot signature begins with this hash twice: SHA-256 of "TapSighash" (BIP-341). */
const TAP_SIGHASH = 'f40a48df4b2a70c8b4924bf2654661ed3d95fd66a313eb87237597c628e4a031';
/**
 * Tempo also takes P-256 signatures over SHA-256 of a digest, and of a WebAuthn assertion. That is authenticator data of
 * at least 37 bytes with the flag of a present user, and the hash of the client data.
 */
const AUTHENTICATOR_BYTES = 37;
const FLAGS_AT = 32;
const USER_PRESENT = 1;
/** The first byte of an EIP-7702 authorization's preimage. */
const AUTHORIZATION = '05';

/** Returns the payload's bytes as hex. Returns undefined for an invalid encoding, which is never signed. */
function bytesOf({ payload, encoding }: RawContent): string | undefined {
  if (encoding !== 'PAYLOAD_ENCODING_TEXT_UTF8' && encoding !== 'PAYLOAD_ENCODING_HEXADECIMAL') return undefined;
  try {
    return hexEncode(payloadBytes(encoding, payload));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Returns the unsigned transaction that signing these bytes signs, in the form that the parser of that type takes.
 * Returns undefined when the hash function is not that of the type.
 */
export function rawTransaction(type: TransactionType, content: RawContent): string | undefined {
  const bytes = bytesOf(content);
  if (bytes === undefined || SIGNED_WITH[type] !== hashOf(content)) return undefined;
  if (type !== 'TRANSACTION_TYPE_SOLANA') return bytes;
  return unsignedOfMessage(hexDecode(bytes))?.text;
}

/**
 * Returns true when the bytes may be the digest of a transaction, typed data or authorization of that type, which
 * cannot be decoded. Choice (opaque-digest): a DENY policy about such content refuses it. An ALLOW policy about it does
 * not allow it.
 */
export function isOpaque(type: TransactionType, content: RawContent, curve: string | undefined): boolean {
  const bytes = bytesOf(content);
  if (bytes === undefined || type === 'TRANSACTION_TYPE_SOLANA' || curve === 'CURVE_ED25519') return false;
  const hash = hashOf(content);
  const isDigest = bytes.length === DIGEST_BYTES * 2;
  if (hash === 'HASH_FUNCTION_NO_OP' || hash === 'HASH_FUNCTION_NOT_APPLICABLE') return isDigest;
  if (type === 'TRANSACTION_TYPE_TEMPO' && hash === 'HASH_FUNCTION_SHA256' && curve !== 'CURVE_SECP256K1')
    return isDigest || isAssertion(bytes);
  if (type === 'TRANSACTION_TYPE_BITCOIN')
    return hash === 'HASH_FUNCTION_SHA256' && (isDigest || bytes.startsWith(TAP_SIGHASH + TAP_SIGHASH));
  if (type !== 'TRANSACTION_TYPE_ETHEREUM' || hash !== 'HASH_FUNCTION_KECCAK256') return false;
  const isTypedData = bytes.startsWith(TYPED_DATA) && bytes.length === TYPED_DATA_BYTES * 2;
  return isTypedData || bytes.startsWith(AUTHORIZATION);
}

const isAssertion = (bytes: string): boolean =>
  bytes.length >= (AUTHENTICATOR_BYTES + DIGEST_BYTES) * 2 &&
  (Number.parseInt(bytes.slice(FLAGS_AT * 2, FLAGS_AT * 2 + 2), 16) & USER_PRESENT) !== 0;

/**
 * Returns true when an account that is a contract may take the signature as one of typed data that is not in the payload. Choice
 * (stand-in-messages): a DENY policy about typed data refuses such a payload. It stays a message of its own to every policy.
 */
export function mayStandForTypedData(content: RawContent): boolean {
  if (content.encoding === 'PAYLOAD_ENCODING_EIP712') return isStandInData(content.payload);
  const bytes = hashOf(content) === 'HASH_FUNCTION_KECCAK256' ? bytesOf(content) : undefined;
  return bytes !== undefined && isStandInMessage(hexDecode(bytes));
}

/** Typed data that cannot be read is not signed. */
function isStandInData(payload: string): boolean {
  try {
    return isStandIn(payload);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Returns true when the bytes are divided like a transaction of that type and are signed as one. Choice
 * (unread-transaction): a DENY policy about such content refuses a form of it that no reader here takes, because
 * another network may.
 */
export function isUnreadTransaction(type: TransactionType, content: RawContent): boolean {
  const bytes = bytesOf(content);
  return bytes !== undefined && SIGNED_WITH[type] === hashOf(content) && hasOutline(type, hexDecode(bytes));
}

/** Without a hash function ECDSA takes the payload as the digest and Ed25519 as the message. */
function hashOf({ hashFunction }: RawContent): unknown {
  return hashFunction ?? 'HASH_FUNCTION_NOT_APPLICABLE';
}
