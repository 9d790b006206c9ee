/** The addresses of contracts before their creation, in Ethereum's format with the checksum of EIP-55. */
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { keccak256 } from '../keccak.ts';
import { ethereum } from './ethereum.ts';

const CREATED_BY_SALT = 'ff';
/** RLP: a list of 22 bytes, in it a text of 20. */
const [LIST, TEXT] = ['d6', '94'];
const digitsOf = (address: string): string => address.slice(2).toLowerCase();

/**
 * Returns the address, after EIP-55, of a contract that is created with CREATE2 (EIP-1014). `salt` has 32 bytes, and
 * `code` is the init code.
 *
 * @example
 * addressBySalt('0xdeadbeef00000000000000000000000000000000', new Uint8Array(32), Uint8Array.of(0x00));
 * // '0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3'
 */
export function addressBySalt(creator: string, salt: Uint8Array, code: Uint8Array): string {
  return last20(`${CREATED_BY_SALT}${digitsOf(creator)}${hexEncode(salt)}${hexEncode(keccak256(code))}`);
}

/**
 * Returns the address, after EIP-55, of a contract that is created with CREATE. `nonce` is from 1 to 127.
 *
 * @example
 * addressByNonce('0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0', 1);
 * // '0x343c43A37D37dfF08AE8C4A11544c718AbB4fCF8'
 */
export function addressByNonce(creator: string, nonce: number): string {
  return last20(`${LIST}${TEXT}${digitsOf(creator)}${nonce.toString(16).padStart(2, '0')}`);
}

function last20(preimage: string): string {
  const address = `0x${hexEncode(keccak256(hexDecode(preimage)).subarray(12))}`;
  return ethereum.normalize(address) ?? address;
}
