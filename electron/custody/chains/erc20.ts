import { hexEncode } from '../../../shared/wire/index.ts';
import { encodeCall, isUtf8, WORD_BYTES } from '../../crypto/index.ts';
import { contractCall, readWord } from './contract-calls.ts';
import type { ChainNode, Question } from './node.ts';
import type { BlockTag } from './questions.ts';

/** The balance of an address in a token (ERC-20), in its smallest unit. Null where no such token answers. */
export const tokenBalance = (token: string, holder: string, block: BlockTag): Question<bigint | null> =>
  contractCall(token, encodeCall('balanceOf(address)', holder), block, readWord);

/** A token's metadata as its contract returns it. A value that is missing, too long or not printable is null. */
export interface TokenWords {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
}

const LONGEST_SYMBOL = 32;
const LONGEST_NAME = 128;
/** A byte by ERC-20. */
const MOST_DECIMALS = 255n;

export async function tokenWords(node: ChainNode, token: string): Promise<TokenWords> {
  const asked = (signature: string, longest: number) =>
    contractCall(token, encodeCall(signature), 'latest', (given) => readText(given, longest));
  const [symbol, name, decimals] = await node.askAll<[string | null, string | null, bigint | null]>([
    asked('symbol()', LONGEST_SYMBOL),
    asked('name()', LONGEST_NAME),
    contractCall(token, encodeCall('decimals()'), 'latest', readWord),
  ]);
  return { symbol, name, decimals: decimals === null || decimals > MOST_DECIMALS ? null : Number(decimals) };
}

/** The currency that a token of Tempo counts (TIP-20), such as USD. Null where no such token answers. */
export const tokenCurrency = (token: string): Question<string | null> =>
  contractCall(token, encodeCall('currency()'), 'latest', (given) => readText(given, LONGEST_SYMBOL));

/** The number of tokens that one message queries. */
const AT_ONCE = 25;

/** Returns the current balances of an address in the tokens, in their order. Throws NodeFault. */
export async function tokenBalances(
  node: ChainNode,
  holder: string,
  tokens: readonly string[],
): Promise<readonly (bigint | null)[]> {
  const balances: (bigint | null)[] = [];
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    const some = tokens.slice(from, from + AT_ONCE);
    balances.push(...(await node.askAll(some.map((token) => tokenBalance(token, holder, 'latest')))));
  }
  return balances;
}

/** A text that can be shown on one line: as ERC-20 gives it, or in the one word in which tokens older than it do. */
function readText(given: Uint8Array, longest: number): string | null {
  const bytes = given.length === WORD_BYTES ? beforeZeros(given) : dynamicBytes(given, 4 * longest);
  if (bytes === null || !isUtf8(bytes)) return null;
  const text = new TextDecoder().decode(bytes).trim();
  return [...text].length <= longest && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(text) ? text : null;
}

function beforeZeros(word: Uint8Array): Uint8Array {
  const end = word.indexOf(0);
  return end === -1 ? word : word.subarray(0, end);
}

/** Decodes bytes of the contract ABI: their offset, their length, then the bytes. */
function dynamicBytes(given: Uint8Array, most: number): Uint8Array | null {
  if (given.length < 2 * WORD_BYTES) return null;
  const wordAt = (index: number) =>
    BigInt(`0x${hexEncode(given.subarray(index * WORD_BYTES, (index + 1) * WORD_BYTES))}`);
  const length = wordAt(1);
  if (wordAt(0) !== BigInt(WORD_BYTES) || length > BigInt(most)) return null;
  const end = 2 * WORD_BYTES + Number(length);
  return end <= given.length ? given.subarray(2 * WORD_BYTES, end) : null;
}
