/** The addresses of contracts before their creation, in Ethereum's format with the checksum of EIP-55. */
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { keccak256 } from '../keccak.ts';
import { ethereum } from './ethereum.ts';

const CREATED_BY_SALT = 'ff';
/** RLP: a list of 22 bytes, in it a text of 20. */
const [LIST, TEXT] = ['d6', '94'];
const digitsOf = (address: string): string => address.slice(2).toLowerCase();

/** Returns the address of a contract with this code that is created with CREATE2 (EIP-1014). `salt` has 32 bytes. */
export function addressBySalt(creator: string, salt: Uint8Array, code: Uint8Array): string {
  return last20(`${CREATED_BY_SALT}${digitsOf(creator)}${hexEncode(salt)}${hexEncode(keccak256(code))}`);
}

/** Returns the address of a contract that is created with CREATE. `nonce` is from 1 to 127. */
export function addressByNonce(creator: string, nonce: number): string {
  return last20(`${LIST}${TEXT}${digitsOf(creator)}${nonce.toString(16).padStart(2, '0')}`);
}

function last20(preimage: string): string {
  const address = `0x${hexEncode(keccak256(hexDecode(preimage)).subarray(12))}`;
  return ethereum.normalize(address) ?? address;
}
