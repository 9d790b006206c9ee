/**
 * Messages that stand for other contents. An account that is a contract takes the signature of a hash as one of the hashed content
 * (ERC-1271). The hash is in a wrapper of its own, or in a personal message.
 */
import { hexDecode, utf8Decode } from '../../../shared/wire/index.ts';
import { isUtf8 } from '../native.ts';
import { personalMessage } from './forms/ethereum.ts';
import { DIGEST_BYTES, startsWith } from './forms/form.ts';
import { hashTypedData } from './typed-data/index.ts';

/** Data for a contract (EIP-191), and an EIP-712 preimage. */
const OF_CONTRACT = Uint8Array.of(0x19, 0x00);
/** The most values of a wrapper that names more than the hash, as Ambire's names its account. */
const MAXIMUM_VALUES = 4;
/** Numbers from here on are hashes. An unlimited amount is no hash. */
const HASH_LIKE = 2n ** 200n;
const UNLIMITED = 2n ** 256n - 1n;
/** Text that spells a hash, or that is JSON. */
const SPELLS_DATA = /^\s*(?:(?:0x)?[0-9a-f]{64,}\s*$|\{)/i;

interface Value {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/**
 * Returns true for typed data that says nothing but a hash, or bytes that are no text. Its signature may be one of other typed data.
 * The contents of a wrapper of ERC-7739 count, and not their wrapper. Throws a `Refusal`.
 */
export function isStandIn(payload: string): boolean {
  const values: Value[] = [];
  const contents: Value[] = [];
  hashTypedData(payload, {
    value(path, type, text) {
      if (path[0] !== 'message') return;
      const value = { name: String(path.findLast((step) => typeof step === 'string')), type, text };
      values.push(value);
      if (path[1] === 'contents' && path.length > 2) contents.push(value);
    },
    ignored: () => undefined,
  });
  return saysHash(values) || saysHash(contents);
}

function saysHash(values: readonly Value[]): boolean {
  const hashes = values.filter(isHash);
  if (hashes.length === 0) return false;
  return hashes.length === values.length || (values.length <= MAXIMUM_VALUES && hashes.some(isNamedAsHash));
}

const isNamedAsHash = ({ name }: Value): boolean => /hash|digest|message|content/i.test(name);

/** Returns true for bytes under Keccak-256 whose signature a contract may take as one of typed data (EIP-191). */
export function isStandInMessage(bytes: Uint8Array): boolean {
  const message = personalMessage(bytes);
  return message === null ? startsWith(bytes, OF_CONTRACT) : !isText(message);
}

/** Returns true for text that says something itself. A hash can be made until it is 32 letters. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.length === DIGEST_BYTES || !isUtf8(bytes)) return false;
  const text = utf8Decode(bytes);
  return !/[^\P{Cc}\n\r\t]/u.test(text) && !SPELLS_DATA.test(text);
}

function isHash({ type, text }: Value): boolean {
  if (type === 'bytes32') return true;
  if (/^u?int256$/.test(type)) return BigInt(text) >= HASH_LIKE && BigInt(text) !== UNLIMITED;
  if (type !== 'bytes') return false;
  const bytes = hexDecode(text.slice(2));
  return bytes.length > 0 && !isText(personalMessage(bytes) ?? bytes);
}
