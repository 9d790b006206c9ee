import type { AccountRow, HashFunction, PayloadEncoding } from '../../../shared/model/index.ts';
import { hexByteLength } from '../../words/hex.ts';

export type MessageForm = 'text' | 'hex';

/** Hash functions that make sense for a curve, the sane default first (SPEC 6.1: Ed25519 hashes by itself). */
export function hashesFor(account: Pick<AccountRow, 'curve' | 'caip2Prefix'>): readonly HashFunction[] {
  if (account.curve === 'CURVE_ED25519') return ['HASH_FUNCTION_NOT_APPLICABLE'];
  const isEthereum = account.curve === 'CURVE_SECP256K1' && (account.caip2Prefix ?? '').startsWith('eip155');
  return isEthereum
    ? ['HASH_FUNCTION_KECCAK256', 'HASH_FUNCTION_SHA256', 'HASH_FUNCTION_NO_OP']
    : ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256', 'HASH_FUNCTION_NO_OP'];
}

/** What choosing a hash function means for the message. */
export const HASH_HELP: Readonly<Record<HashFunction, string>> = {
  HASH_FUNCTION_KECCAK256: 'The message is hashed with Keccak-256, as Ethereum does, and the digest is signed.',
  HASH_FUNCTION_SHA256: 'The message is hashed with SHA-256 and the digest is signed.',
  HASH_FUNCTION_NO_OP: 'The message is itself a digest of 32 bytes and is signed as it is.',
  HASH_FUNCTION_NOT_APPLICABLE: 'Ed25519 hashes the message by itself; it is signed as it is.',
};

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
