import { hexEncode } from '../../../../shared/wire/index.ts';
import { signDigest, strictSigner } from '../../curves/ecdsa-digest.ts';
import type { ContentMeaning } from '../../meaning.ts';
import { type Bytes, join, sha256 } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { sameBytes, transactionBytes } from '../reading.ts';
import {
  ECDSA_SCHEME,
  type Signer,
  type SigningKey,
  type TransactionField,
  type TransactionRule,
  type VerifiedTransaction,
} from '../rule.ts';
import { TRANSACTION } from './contracts.ts';
import { tronMeaning } from './meaning.ts';
import { lengthPrefix, readMessage } from './protobuf.ts';
import { bytesOf, MAXIMUM_RAW_BYTES, parseTronRaw, tronFields } from './raw.ts';

const CURVE = 'CURVE_SECP256K1';
const SIGNATURE_BYTES = 65;
/** The raw data, its prefix and a signature fit into this. */
const MAXIMUM_SIGNED_BYTES = MAXIMUM_RAW_BYTES + 128;

/**
 * Tron transactions: raw data in, the transaction with its one signature out. The raw bytes are signed as they came.
 * Choice (tron-owner): the owner's address need not be the signer's, because an account's permissions may name other keys.
 * Does NOT ask the chain whether they do.
 */
export const tron: TransactionRule = { curve: CURVE, describe, sign, verify, recover };

function describe(unsigned: string, signWith: string | null = null): ContentMeaning {
  const parsed = parseTronRaw(transactionBytes(unsigned, MAXIMUM_RAW_BYTES));
  const fields = tronFields(parsed);
  return { title: `Tron ${parsed.rule.name}`, fields, unexplained: [], ...tronMeaning(parsed, fields, signWith) };
}

function sign(unsigned: string, key: SigningKey): string {
  const raw = transactionBytes(unsigned, MAXIMUM_RAW_BYTES);
  parseTronRaw(raw);
  const { r, s, recovery } = signDigest(CURVE, key.privateKey, sha256(raw));
  return hexEncode(
    join(lengthPrefix(1, raw.length), raw, lengthPrefix(2, SIGNATURE_BYTES), r, s, Uint8Array.of(recovery)),
  );
}

function verify(unsigned: string, signer: Signer): (signed: string) => VerifiedTransaction {
  const raw = transactionBytes(unsigned, MAXIMUM_RAW_BYTES);
  const fields = tronFields(parseTronRaw(raw));
  return (signed) => verifySigned(raw, fields, signed, signer);
}

function verifySigned(
  raw: Uint8Array,
  fields: readonly TransactionField[],
  signed: string,
  signer: Signer,
): VerifiedTransaction {
  const returned = readSigned(signed);
  if (!sameBytes(raw, returned.raw))
    throw new Refusal('answer', 'is not what was asked for', differingField(fields, returned.raw));
  const digest = sha256(raw);
  if (signerOf(digest, returned.signature) !== signer.publicKey)
    throw new Refusal('answer', 'its signature is not one of this transaction by this account');
  const transactionId = hexEncode(digest);
  return {
    scheme: ECDSA_SCHEME,
    signed: [transactionId],
    compared: fields.map(({ name }) => name),
    transactionId,
  };
}

function recover(): (signed: string) => string | null {
  return (signed) => {
    const { raw, signature } = readSigned(signed);
    return signerOf(sha256(raw), signature);
  };
}

function readSigned(signed: string): { raw: Uint8Array; signature: Uint8Array } {
  const bytes = transactionBytes(signed, MAXIMUM_SIGNED_BYTES);
  const transaction = readMessage(bytes, TRANSACTION, 'transaction');
  return { raw: bytesOf(transaction, 'raw_data'), signature: bytesOf(transaction, 'signature') };
}

function signerOf(digest: Bytes, signature: Uint8Array): string | null {
  const [r, s, v] = [signature.slice(0, 32), signature.slice(32, 64), signature[64]];
  if (signature.length !== SIGNATURE_BYTES) throw new Refusal('answer', 'its signature does not have 65 bytes');
  if (v !== 0 && v !== 1) throw new Refusal('answer', 'is neither 00 nor 01', 'v of its signature');
  return strictSigner(CURVE, digest, { r, s, recovery: v });
}

function differingField(asked: readonly TransactionField[], returned: Uint8Array): string {
  const wanted = new Map(asked.map(({ name, value }) => [name, value]));
  const got = new Map(tronFields(parseTronRaw(returned)).map(({ name, value }) => [name, value]));
  for (const name of new Set([...wanted.keys(), ...got.keys()])) if (wanted.get(name) !== got.get(name)) return name;
  return 'the encoding of raw_data';
}
