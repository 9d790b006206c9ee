/** The forms of addresses that carry a checksum, and of the addresses of accounts. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

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

/** The shortest address of an account: 25 characters of XRP. */
const SHORTEST_ACCOUNT = 25;

/** Returns the correction of a text that is no address of an account on any chain, or null. */
export function accountAdvice(text: string): string | null {
  if (/^0x/i.test(text))
    return /^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text) ? null : 'write 0x and 40 or 64 hexadecimal digits';
  return text.length >= SHORTEST_ACCOUNT && /^[!-~]+$/.test(text) ? null : 'write the whole address of an account';
}
