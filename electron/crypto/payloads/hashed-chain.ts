import { chainIdOf, findChains } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { keccak256 } from '../keccak.ts';
import { type EthereumChain, ethereumChain } from '../transactions/ethereum/meaning.ts';

const WORD_DIGITS = 64;

/**
 * Returns the known chain whose id has that hash: Keccak-256 of 32 bytes, in hexadecimal digits after 0x. Null for the hash
 * of anything else. Avocado's accounts have this hash as the salt of their domain.
 */
export function chainOfHash(hash: string): EthereumChain | null {
  const ids = findChains().flatMap(({ caip2 }) => chainIdOf(caip2) ?? []);
  const id = ids.find((each) => {
    const word = hexDecode(each.toString(16).padStart(WORD_DIGITS, '0'));
    return `0x${hexEncode(keccak256(word))}` === hash.toLowerCase();
  });
  return id === undefined ? null : ethereumChain(id);
}
