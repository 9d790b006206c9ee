/** The forms of addresses that carry a checksum, and of the addresses of accounts. */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';

const base58check = createBase58check(sha256);
const SEGWIT = /^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,}$/i;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{26,35}$/;
/** A version byte and a hash of 20 bytes. */
const BASE58_BYTES = 21;
const WRONG_CHECKSUM = 'its checksum is wrong: copy the address again';

/** Returns the correction of a text that is no address of Bitcoin, or null. */
export function bitcoinAdvice(text: string): string | null {
  if (SEGWIT.test(text)) return isSegwit(text) ? null : WRONG_CHECKSUM;
  if (!BASE58.test(text)) return 'write an address of Bitcoin';
  return decodes(() => base58check.decode(text).length === BASE58_BYTES) ? null : WRONG_CHECKSUM;
}

/** BIP-350: version 0 has the checksum of Bech32, and each later version that of Bech32m. */
function isSegwit(text: string): boolean {
  const { decodeUnsafe } = /^[a-z]+1q/i.test(text) ? bech32 : bech32m;
  return decodeUnsafe(text) !== undefined;
}

function decodes(read: () => boolean): boolean {
  try {
    return read();
  } catch {
    return false;
  }
}

const ETHEREUM = /^0x[0-9a-f]{40}$/i;

/**
 * Returns true for an address of Ethereum in mixed case whose capital letters are not those of EIP-55. An address in one
 * case has no checksum.
 *
 * @example
 * hasWrongChecksum('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046');
 * // true
 */
export function hasWrongChecksum(text: string): boolean {
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (!ETHEREUM.test(text) || digits === lower || digits === digits.toUpperCase()) return false;
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  return [...digits].some((digit, at) => {
    const isCapital = digit !== lower[at];
    return /[a-f]/i.test(digit) && isCapital !== Number.parseInt(hash[at] ?? '0', 16) >= 8;
  });
}

/** The shortest address of an account: 25 characters of XRP. */
const SHORTEST_ACCOUNT = 25;

/** Returns the correction of a text that is no address of an account on any chain, or null. */
export function accountAdvice(text: string): string | null {
  if (/^0x/i.test(text))
    return /^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text) ? null : 'write 0x and 40 or 64 hexadecimal digits';
  return text.length >= SHORTEST_ACCOUNT && /^[!-~]+$/.test(text) ? null : 'write the whole address of an account';
}
