/**
 * Solana transactions in bytes that Ed25519 signs: a transaction's message, which every signer signs, or a whole
 * transaction.
 */
import { base58 } from '@scure/base';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { findFormatsOf } from '../../addresses/index.ts';
import { type ContentMeaning, danger } from '../../meaning.ts';
import { Refusal } from '../../refusal.ts';
import { sameBytes } from '../../transactions/reading.ts';
import { solana } from '../../transactions/solana/index.ts';
import { VERSION_1, VERSION_1_BYTES } from '../../transactions/solana/version-1.ts';
import { unsignedOfMessage } from '../../transactions/solana/wire.ts';
import { SENDABLE } from './ethereum-transaction.ts';
import { moved, type PayloadAround, refusedOr, undecoded } from './form.ts';

const VERSION_FLAG = 0x80;
const KEY_BYTES = 32;
const HEADER_BYTES = 3;

/** Describes a serialized message, legacy or of a version, as the transaction that it is of. */
export function readSolanaMessage(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  const header = bytes.subarray((bytes[0] ?? 0) < VERSION_FLAG ? 0 : 1);
  const unsigned = bytes.length > VERSION_1_BYTES ? null : unsignedOfMessage(bytes);
  if (unsigned === null) return null;
  const described = refusedOr(() => solana.describe(unsigned.text, around.signWith ?? null));
  if (described instanceof Refusal) {
    // A whole transaction of version 1 begins with its message.
    const isWhole = bytes[0] === VERSION_1 && readSolanaTransaction(bytes, around) !== null;
    return !isWhole && beginsLikeMessage(bytes, header, around) ? broken(bytes, described) : null;
  }
  const by = -unsigned.start;
  return {
    ...described,
    title: `Message of a ${described.title}`,
    fields: described.fields.map((field) => moved(field, by)),
    unexplained: described.unexplained.map(({ start, end }) => ({ start: start + by, end: end + by })),
    findings: [SENDABLE, ...described.findings],
  };
}

/** Describes a whole transaction with its signature slots, which nobody signs as it is. */
export function readSolanaTransaction(bytes: Uint8Array, { signWith = null }: PayloadAround): ContentMeaning | null {
  if (bytes.length > VERSION_1_BYTES) return null;
  const described = refusedOr(() => solana.describe(hexEncode(bytes), signWith));
  if (described instanceof Refusal) return null;
  const text =
    'These bytes are a transaction with its signature slots. Signers sign its message only. Sign it as a transaction instead.';
  return { ...described, findings: [danger(text), ...described.findings] };
}

/** Returns the static keys that the header counts. Empty when the bytes end before the last one. */
function keysOf(bytes: Uint8Array, header: Uint8Array): Uint8Array[] {
  // In version 1, a mask, a blockhash and the number of instructions precede the number of keys.
  const at = bytes[0] === VERSION_1 ? HEADER_BYTES + 4 + KEY_BYTES + 1 : HEADER_BYTES;
  const count = header[at] ?? 0;
  const start = at + 1;
  if (count >= VERSION_FLAG || header.length < start + KEY_BYTES * count) return [];
  return Array.from({ length: count }, (_, index) =>
    header.subarray(start + KEY_BYTES * index, start + KEY_BYTES * (index + 1)),
  );
}

/** Returns the key of the signing account, or null when it is unknown. */
function ownKey({ signWith }: PayloadAround): Uint8Array | null {
  const own = signWith ?? '';
  return findFormatsOf(own).includes('ADDRESS_FORMAT_SOLANA') ? base58.decode(own) : null;
}

/**
 * Returns true when a transaction was probably meant: a version with a possible header, or the account among the keys.
 */
function beginsLikeMessage(bytes: Uint8Array, header: Uint8Array, around: PayloadAround): boolean {
  const [required = 0, readonlySigned = 0, readonlyUnsigned = 0] = header;
  const keys = keysOf(bytes, header);
  if (readonlySigned >= required || required + readonlyUnsigned > keys.length) return false;
  const own = ownKey(around);
  const isVersioned = bytes[0] === VERSION_FLAG || bytes[0] === VERSION_1;
  return isVersioned || (own !== null && keys.some((key) => sameBytes(key, own)));
}

function broken(bytes: Uint8Array, { reason, where }: Refusal): ContentMeaning {
  const why = where === null ? reason : `${where} ${reason}`;
  return undecoded(bytes, {
    title: 'Message of a Solana transaction, not decoded',
    step: 'Sign a Solana transaction that cannot be read',
    finding: danger(`These bytes begin like the message of a Solana transaction, but cannot be read: ${why}.`),
  });
}
