/** Computes the address that a contract will have, from the account or contract that creates it. */
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { keccak256 } from '../keccak.ts';
import { ethereum } from './ethereum.ts';

/** EIP-1014 puts this byte first, so that no preimage of CREATE2 is one of CREATE. */
const CREATE2_PREFIX = 'ff';
/** RLP prefixes: a list of 22 bytes, then a string of 20 bytes. The nonce is the last byte, encoded as itself. */
const [RLP_LIST, RLP_STRING] = ['d6', '94'];
const digitsOf = (address: string): string => address.slice(2).toLowerCase();

/**
 * Returns the address, after EIP-55, of a contract that is created with CREATE2 (EIP-1014). `creator` is the creating
 * contract: 0x and 40 hex digits in any letter case. `salt` has 32 bytes. `code` is the init code with the encoded
 * arguments of the constructor.
 *
 * @example
 * addressBySalt('0xdeadbeef00000000000000000000000000000000', new Uint8Array(32), Uint8Array.of(0x00));
 * // '0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3'
 */
export function addressBySalt(creator: string, salt: Uint8Array, code: Uint8Array): string {
  return addressFrom(`${CREATE2_PREFIX}${digitsOf(creator)}${hexEncode(salt)}${hexEncode(keccak256(code))}`);
}

/**
 * Returns the address, after EIP-55, of a contract that is created with CREATE. `creator` is 0x and 40 hex digits in any
 * letter case. `nonce` is the creator's: 1 for the first contract of a contract (EIP-161). It is from 1 to 127, because
 * RLP encodes 0 and larger nonces differently.
 *
 * @example
 * addressByNonce('0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0', 1);
 * // '0x343c43A37D37dfF08AE8C4A11544c718AbB4fCF8'
 */
export function addressByNonce(creator: string, nonce: number): string {
  return addressFrom(`${RLP_LIST}${RLP_STRING}${digitsOf(creator)}${nonce.toString(16).padStart(2, '0')}`);
}

/** Returns the last 20 bytes of the keccak256 of a preimage in hex, after EIP-55. */
function addressFrom(preimage: string): string {
  const address = `0x${hexEncode(keccak256(hexDecode(preimage)).subarray(12))}`;
  return ethereum.normalize(address) ?? address;
}
