import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, WORD_BYTES } from '../../crypto/index.ts';
import type { Question } from './node.ts';
import { readData } from './quantities.ts';
import { type BlockTag, tagOf } from './questions.ts';

/**
 * A read-only call of a contract. A contract's result is not the node's fault. So the answer is null when `read` cannot
 * use the result, when the contract reverts, and when there is no contract.
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
    const given = readData(result, 'the answer of the contract').slice(2);
    return given === '' ? null : read(hexDecode(given));
  },
  whenRefused: () => null,
});

/** Reads the result as one 256-bit word. Returns null when it is not exactly one word. */
export const readWord = (given: Uint8Array): bigint | null =>
  given.length === WORD_BYTES ? BigInt(`0x${hexEncode(given)}`) : null;

/** The address in the one word that was given, after EIP-55. */
export function readAddress(given: Uint8Array): string | null {
  const digits = hexEncode(given);
  return given.length === WORD_BYTES && /^0{24}/.test(digits)
    ? ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(`0x${digits.slice(24)}`)
    : null;
}

/** The code at an address, in hexadecimal digits after 0x. Only 0x for an address without code. */
export const codeAt = (address: string, block: BlockTag = 'latest'): Question<string> => ({
  method: 'eth_getCode',
  params: [address, tagOf(block)],
  read: (result) => readData(result, 'the code'),
});
