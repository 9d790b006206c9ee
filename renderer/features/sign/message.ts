import type { AddressFamily, HashFunction, PayloadEncoding, SchnorrScheme } from '../../../shared/model/index.ts';
import { bytesIn } from './recognise.ts';
import { familyOf, type Signer, schnorrOf } from './signer.ts';

export const MESSAGE_FORMS = ['personal', 'text', 'hex', 'digest'] as const;
export type MessageForm = (typeof MESSAGE_FORMS)[number];

/** The prefix of a personal message, before its length in bytes: EIP-191 (version 0x45) and TIP-191. */
const PERSONAL: Partial<
  Readonly<Record<AddressFamily, { readonly standard: string; readonly prefix: string; readonly taken: string }>>
> = {
  ethereum: {
    standard: 'EIP-191',
    prefix: '\u0019Ethereum Signed Message:\n',
    taken: 'Wallets call it “sign message” (personal_sign). verifyMessage of viem and ethers takes the signature.',
  },
  tron: {
    standard: 'TIP-191',
    prefix: '\u0019TRON Signed Message:\n',
    taken: 'Wallets call it “sign message”. verifyMessageV2 of TronWeb takes the signature.',
  },
};

const personalOf = (signer: Signer) => PERSONAL[familyOf(signer) ?? 'key'] ?? null;

/**
 * Returns the message forms of an account, its usual one first. The interface signs none of Bitcoin’s own (BIP-137,
 * BIP-322).
 */
export function formsFor(signer: Signer): readonly MessageForm[] {
  return MESSAGE_FORMS.filter(
    (form) =>
      (form !== 'personal' || personalOf(signer) !== null) &&
      // Ed25519 hashes by itself: it has no digest to sign.
      (form !== 'digest' || signer.curve !== 'CURVE_ED25519'),
  );
}

/** Returns the label of a form for an account. */
export function formLabel(form: MessageForm, signer: Signer): string {
  if (form === 'personal') return `Personal (${personalOf(signer)?.standard ?? ''})`;
  return { text: 'Raw text', hex: 'Hex', digest: 'Digest' }[form];
}

/** Explains a form and the verifiers that accept it. */
export function formHelp(form: MessageForm, signer: Signer): string {
  if (form === 'personal') return personalOf(signer)?.taken ?? '';
  if (form === 'hex')
    return 'Signs the bytes of these digits. Their effect is unknown, so the profile must allow blind signing.';
  if (form === 'digest')
    return 'Signs 32 bytes that were hashed elsewhere. Their content is unknown, so the profile must allow blind signing.';
  if (familyOf(signer) === 'solana')
    return 'The text’s own bytes, as Solana’s wallets sign messages. Any Ed25519 verifier of these bytes takes the signature.';
  return personalOf(signer) === null
    ? 'The text’s own bytes, with nothing before them. Only a verifier that hashes these bytes in the same way takes the signature.'
    : 'The text’s own bytes, with nothing before them. No wallet’s verifyMessage takes the signature, only a verifier that hashes these bytes.';
}

/**
 * Returns the hash functions for a form and an account, the default first. Keccak-256 is the default for personal
 * messages and Ethereum accounts, SHA-256 for others with ECDSA or Schnorr. Ed25519 hashes by itself
 * (docs/protocol.md#raw-payloads).
 */
export function hashesFor(signer: Signer, form: MessageForm): readonly HashFunction[] {
  if (signer.curve === 'CURVE_ED25519') return ['HASH_FUNCTION_NOT_APPLICABLE'];
  if (form === 'digest') return ['HASH_FUNCTION_NO_OP'];
  if (form === 'personal') return ['HASH_FUNCTION_KECCAK256'];
  return familyOf(signer) === 'ethereum'
    ? ['HASH_FUNCTION_KECCAK256', 'HASH_FUNCTION_SHA256']
    : ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256'];
}

const HASHED: Readonly<Record<HashFunction, string>> = {
  HASH_FUNCTION_KECCAK256: 'The message is hashed with Keccak-256, as Ethereum does, and the digest is signed',
  HASH_FUNCTION_SHA256: 'The message is hashed with SHA-256 and the digest is signed',
  HASH_FUNCTION_NO_OP: 'The message is itself a digest of 32 bytes and is signed as it is',
  HASH_FUNCTION_NOT_APPLICABLE: 'Ed25519 hashes the message by itself, so it is signed as it is',
};

const SCHNORR: Readonly<Record<SchnorrScheme, string>> = {
  BIP340: ', with BIP-340 Schnorr',
  BIP341: ', with BIP-340 Schnorr and the key of the Taproot address',
};

/** Explains a hash function, and the account's signature scheme when it is not the usual one. */
export function hashHelp(hash: HashFunction, signer: Signer): string {
  const scheme = schnorrOf(signer);
  return `${HASHED[hash]}${scheme === null ? '' : SCHNORR[scheme]}.`;
}

/**
 * Returns the payload of a message in wire encoding. A personal message is sent as text with its prefix, so that every
 * voter can read it. Requires a `text` without a problem.
 */
export function payloadOf(
  form: MessageForm,
  text: string,
  signer: Signer,
): { readonly payload: string; readonly encoding: PayloadEncoding } {
  if (form === 'personal')
    return {
      payload: `${personalOf(signer)?.prefix ?? ''}${utf8Length(text)}${text}`,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    };
  if (form === 'text') return { payload: text, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' };
  return { payload: bytesIn(text)?.hex ?? '', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' };
}

const utf8Length = (text: string) => new TextEncoder().encode(text).length;

/** Returns the byte length of a message, or null when it encodes no bytes. */
export function messageBytes(form: MessageForm, message: string): number | null {
  if (form === 'personal' || form === 'text') return utf8Length(message);
  const bytes = bytesIn(message);
  return bytes === null ? null : bytes.hex.length / 2;
}

const DIGEST_BYTES = 32;

/** Returns the problem of a message in words, or null. */
export function messageProblem(form: MessageForm, message: string): string | null {
  const bytes = messageBytes(form, message);
  if (message === '') return 'Write the message to sign.';
  if (bytes === null) return 'This is not hexadecimal, base64 or base58. To sign it as text, choose Raw text.';
  if (form === 'digest' && bytes !== DIGEST_BYTES)
    return `A digest has exactly ${DIGEST_BYTES} bytes. This has ${bytes}.`;
  return null;
}
