import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, WORD_BYTES } from '../../crypto/index.ts';
import type { Question } from './node.ts';
import { readData } from './quantities.ts';
import { type BlockTag, tagOf } from './questions.ts';

/**
 * A call that changes nothing, of a contract. What a contract gives is its own doing and no fault of the node’s, so `read` gives null for
 * what does not fit, as is given where the contract refuses or there is none.
 */
export const contractCall = <Value>(
  contract: string,
  data: Uint8Array,
  block: BlockTag,
  read: (given: Uint8Array) => Value | null,
): Question<Value | null> => ({
  method: 'eth_call',
  params: [{ to: contract, data: `0x${hexEncode(data)}` }, tagOf(block)],
  read(result) {
    const given = readData(result, 'what the contract gives').slice(2);
    return given === '' ? null : read(hexDecode(given));
  },
  whenRefused: () => null,
});

/** The one word that was given, as a number; null when it is not one word. */
export const readWord = (given: Uint8Array): bigint | null =>
  given.length === WORD_BYTES ? BigInt(`0x${hexEncode(given)}`) : null;

/** The address in the one word that was given, after EIP-55. */
export function readAddress(given: Uint8Array): string | null {
  const digits = hexEncode(given);
  return given.length === WORD_BYTES && /^0{24}/.test(digits)
    ? ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(`0x${digits.slice(24)}`)
    : null;
}

/** The code at an address, in hexadecimal digits behind 0x; only 0x where there is none. */
export const codeAt = (address: string, block: BlockTag = 'latest'): Question<string> => ({
  method: 'eth_getCode',
  params: [address, tagOf(block)],
  read: (result) => readData(result, 'the code'),
});
