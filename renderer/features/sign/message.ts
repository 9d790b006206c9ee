import type { HashFunction, PayloadEncoding, SchnorrScheme } from '../../../shared/model/index.ts';
import { hexByteLength } from '../../words/hex.ts';
import { familyOf, type Signer, schnorrOf } from './signer.ts';

export type MessageForm = 'text' | 'hex';

/**
 * Hash functions that make sense for an account, the sane default first: Ethereum's own for its accounts, SHA-256 for others
 * with ECDSA or Schnorr; Ed25519 hashes by itself (SPEC 6.1).
 */
export function hashesFor(signer: Signer): readonly HashFunction[] {
  if (signer.curve === 'CURVE_ED25519') return ['HASH_FUNCTION_NOT_APPLICABLE'];
  return familyOf(signer) === 'ethereum'
    ? ['HASH_FUNCTION_KECCAK256', 'HASH_FUNCTION_SHA256', 'HASH_FUNCTION_NO_OP']
    : ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256', 'HASH_FUNCTION_NO_OP'];
}

const HASHED: Readonly<Record<HashFunction, string>> = {
  HASH_FUNCTION_KECCAK256: 'The message is hashed with Keccak-256, as Ethereum does, and the digest is signed',
  HASH_FUNCTION_SHA256: 'The message is hashed with SHA-256 and the digest is signed',
  HASH_FUNCTION_NO_OP: 'The message is itself a digest of 32 bytes and is signed as it is',
  HASH_FUNCTION_NOT_APPLICABLE: 'Ed25519 hashes the message by itself; it is signed as it is',
};

const SCHNORR: Readonly<Record<SchnorrScheme, string>> = {
  BIP340: ', with BIP-340 Schnorr',
  BIP341: ', with BIP-340 Schnorr and the key of the Taproot address',
};

/** What choosing a hash function means for the message, and how the account signs it where that is not the usual way. */
export function hashHelp(hash: HashFunction, signer: Signer): string {
  const scheme = schnorrOf(signer);
  return `${HASHED[hash]}${scheme === null ? '' : SCHNORR[scheme]}.`;
}

/** The wire's name for how the payload is written. */
export function encodingOf(form: MessageForm): PayloadEncoding {
  return form === 'hex' ? 'PAYLOAD_ENCODING_HEXADECIMAL' : 'PAYLOAD_ENCODING_TEXT_UTF8';
}

/** Bytes the message stands for; null when it is not whole bytes of hex. */
export function messageBytes(form: MessageForm, message: string): number | null {
  return form === 'hex' ? hexByteLength(message.trim()) : new TextEncoder().encode(message).length;
}

/** What is wrong with a message, in words, or null. */
export function messageProblem(form: MessageForm, message: string, hash: HashFunction): string | null {
  const bytes = messageBytes(form, message);
  if (message === '') return 'Write the message to sign.';
  if (bytes === null) return 'This is not hex: use two digits (0-9, a-f) for each byte.';
  if (hash === 'HASH_FUNCTION_NO_OP' && bytes !== 32)
    return `Without a hash function the message must be a digest of exactly 32 bytes; this has ${bytes}.`;
  return null;
}
