/** Calls of contracts by their interface (the contract ABI of Solidity). The only file that knows the library for it. */
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { type ContractABI, Decoder, parseAbi } from 'micro-eth-signer/abi.js';
import { isJsonObject, ownMember } from '../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { ethereum } from './addresses/ethereum.ts';
import type { AbiArgument } from './meaning.ts';
import { sameBytes } from './transactions/reading.ts';

/** A parameter, or a member of a tuple, as a JSON ABI declares it. */
export interface AbiParameter {
  readonly name?: string;
  readonly type: string;
  readonly components?: readonly AbiParameter[];
}

export interface AbiFunction {
  readonly name: string;
  /** Canonical: `transfer(address,uint256)`. */
  readonly signature: string;
  /**
   * Decodes the call data. The value of an array or tuple is its members. Addresses are after EIP-55. Returns null for
   * data that is not exactly a call of this function.
   */
  decode(data: Uint8Array): readonly AbiArgument[] | null;
  /** As `decode`, for data that may have bytes behind the canonical encoding of the arguments. Null when it does not begin with that encoding. */
  decodeBeginning(data: Uint8Array): DecodedBeginning | null;
}

export interface DecodedBeginning {
  readonly values: readonly AbiArgument[];
  /** The bytes behind the arguments, which the function does not read. A view of the data. */
  readonly tail: Uint8Array;
}

/** Functions by their selectors: eight lowercase hex digits. */
export type Abi = ReadonlyMap<string, AbiFunction>;

export const SELECTOR_BYTES = 4;
export const WORD_BYTES = 32;
/** The library decodes for a contract. No result depends on its address. */
const ANY_CONTRACT = `0x${'00'.repeat(20)}`;

/**
 * Returns the functions of human-readable signatures by their selectors. Throws for an invalid signature, because all
 * of them are ours.
 *
 * @example
 * [...abiOf(['transfer(address to, uint256 amount)'])].map(([selector, { signature }]) => [selector, signature]);
 * // [['a9059cbb', 'transfer(address,uint256)']]
 */
export function abiOf(signatures: readonly string[]): Abi {
  const items = parseAbi(signatures.map((signature) => `function ${signature}`));
  return new Map(
    items.map((item) => functionOf({ type: 'function', name: item.name ?? '', inputs: item.inputs ?? [] })),
  );
}

/**
 * Returns the id of a role of OpenZeppelin’s AccessControl by its name: 0x and 64 lowercase hex digits.
 *
 * @example
 * roleId('MINTER_ROLE');
 * // '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6'
 */
export function roleId(name: string): string {
  return `0x${hexEncode(keccak256(utf8Encode(name)))}`;
}

/**
 * Returns the arguments of a call as 32-byte words (the contract ABI of Solidity). Takes numbers from zero, booleans,
 * and addresses of 0x and 40 digits.
 *
 * @example
 * hexEncode(abiWords([true]));
 * // '0000000000000000000000000000000000000000000000000000000000000001'
 */
export function abiWords(values: readonly (bigint | boolean | string)[]): Uint8Array<ArrayBuffer> {
  const words = values.map((value) => {
    const digits = typeof value === 'string' ? value.slice(2).toLowerCase() : BigInt(value).toString(16);
    return digits.padStart(2 * WORD_BYTES, '0');
  });
  return hexDecode(words.join(''));
}

/**
 * Returns the data that calls a function: its selector and one word for each argument. `signature` is canonical, and no
 * parameter takes more than a word.
 *
 * @example
 * hexEncode(encodeCall('balanceOf(address)', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'));
 * // '70a082310000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
 */
export function encodeCall(
  signature: string,
  ...values: readonly (bigint | boolean | string)[]
): Uint8Array<ArrayBuffer> {
  const words = abiWords(values);
  const data = new Uint8Array(SELECTOR_BYTES + words.length);
  data.set(keccak256(utf8Encode(signature)).subarray(0, SELECTOR_BYTES));
  data.set(words, SELECTOR_BYTES);
  return data;
}

/**
 * Returns the functions of a JSON ABI, or null for a text that is not one. The first function with a selector counts.
 *
 * @example
 * readAbi('[{"type":"function","name":"name","inputs":[]}]')?.get('06fdde03')?.signature;
 * // 'name()'
 */
export function readAbi(json: string): Abi | null {
  try {
    const items: unknown = JSON.parse(json);
    if (!Array.isArray(items)) return null;
    const functions = new Map<string, AbiFunction>();
    for (const item of items) {
      if (!isJsonObject(item) || ownMember(item, 'type') !== 'function') continue;
      const inputs = ownMember(item, 'inputs') ?? [];
      const name = ownMember(item, 'name');
      if (typeof name !== 'string' || !areParameters(inputs)) return null;
      const [selector, declared] = functionOf({ type: 'function', name, inputs });
      if (!functions.has(selector)) functions.set(selector, declared);
    }
    return functions;
  } catch {
    return null;
  }
}

/** Returns the function that the call data selects by its first 4 bytes, or undefined when the interface has none. */
export function calledFunction(abi: Abi, data: Uint8Array): AbiFunction | undefined {
  return data.length < SELECTOR_BYTES ? undefined : abi.get(hexEncode(data.subarray(0, SELECTOR_BYTES)));
}

function functionOf(item: { type: 'function'; name: string; inputs: readonly AbiParameter[] }): [string, AbiFunction] {
  const decoder = new Decoder();
  // Names are this file's own matter: the library would refuse two that are the same.
  decoder.add(ANY_CONTRACT, [{ ...item, inputs: item.inputs.map(nameless) }] as ContractABI);
  const [[selector, [packed]] = ['', []]] = Object.entries(decoder.sighashes);
  if (packed === undefined) throw new TypeError(`${item.name} is not a function`);
  const { signature, packer } = packed;
  const decodeBeginning = (data: Uint8Array): DecodedBeginning | null => {
    const encoded = data.subarray(SELECTOR_BYTES);
    if (item.inputs.length === 0) return { values: [], tail: encoded };
    try {
      const value = packer.decode(encoded, { allowUnreadBytes: true });
      // Encoding again must give the same bytes, so that no byte is hidden between the arguments.
      const canonical = packer.encode(value);
      if (!sameBytes(canonical, encoded.subarray(0, canonical.length))) return null;
      const values = members(item.inputs, item.inputs.length === 1 ? [value] : value);
      return { values, tail: encoded.subarray(canonical.length) };
    } catch {
      return null;
    }
  };
  const decode = (data: Uint8Array): readonly AbiArgument[] | null => {
    const found = decodeBeginning(data);
    return found === null || found.tail.length > 0 ? null : found.values;
  };
  return [selector, { name: item.name, signature, decode, decodeBeginning }];
}

function nameless({ type, components }: AbiParameter): AbiParameter {
  return components === undefined ? { type } : { type, components: components.map(nameless) };
}

function members(parameters: readonly AbiParameter[], values: unknown): readonly AbiArgument[] {
  if (!Array.isArray(values)) throw new TypeError('no values');
  return parameters.map((parameter, index) => argument(parameter, parameter.name ?? '', values[index]));
}

function argument(parameter: AbiParameter, name: string, value: unknown): AbiArgument {
  const { type, components = [] } = parameter;
  const array = /^(.*)\[\d*\]$/.exec(type);
  if (array !== null && Array.isArray(value)) {
    const each = { ...parameter, type: array[1] ?? '' };
    return { name, type, value: value.map((item, index) => argument(each, String(index), item)) };
  }
  if (type === 'tuple')
    return { name, type, value: members(components, components.length === 1 ? [only(value)] : value) };
  if (type === 'address') return { name, type, value: ethereum.normalize(String(value)) ?? String(value) };
  if (typeof value === 'bigint' || typeof value === 'boolean' || typeof value === 'string')
    return { name, type, value };
  if (value instanceof Uint8Array) return { name, type, value };
  throw new TypeError(`a value of ${type} has an unknown type`);
}

/** The library returns a one-member tuple as a list. */
function only(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function areParameters(inputs: unknown): inputs is readonly AbiParameter[] {
  return (
    Array.isArray(inputs) &&
    inputs.every((input) => {
      if (!isJsonObject(input)) return false;
      const [name, components] = [ownMember(input, 'name'), ownMember(input, 'components')];
      return (
        typeof ownMember(input, 'type') === 'string' &&
        (name === undefined || typeof name === 'string') &&
        (components === undefined || areParameters(components))
      );
    })
  );
}
