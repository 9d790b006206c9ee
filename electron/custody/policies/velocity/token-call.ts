interface Moving {
  /** The number of words behind the selector. */
  readonly words: number;
  /** The index of the word with the amount. */
  readonly amount: number;
  /** The index of the word with the owner of the tokens. Absent for tokens of the account that makes the call. */
  readonly owner?: number;
}

/** Token contract calls that move an amount, by their selectors. */
const MOVING: Readonly<Record<string, Moving>> = {
  // transfer(address,uint256) and transferFrom(address,address,uint256)
  a9059cbb: { words: 2, amount: 1 },
  '23b872dd': { words: 3, amount: 2, owner: 0 },
};
const WORD = 64;
const ADDRESS_DIGITS = 40;
/** An address in a 32-byte word. A Tron address may keep its prefix. */
const ADDRESS = /^0{22}(?:00|41)[0-9a-f]{40}$/;

/**
 * Returns the amount that a call of a token contract moves. Returns null for every other call, also for one with
 * trailing bytes.
 * @param data hexadecimal digits in lowercase, without 0x
 */
export function movedBy(data: string): bigint | null {
  const read = wordsOf(data);
  return read === null ? null : BigInt(`0x${read.words[read.rule.amount]}`);
}

/** Returns the owner of the tokens that a call moves by an allowance, in 40 hexadecimal digits. Null for every other call. */
export function ownerIn(data: string): string | null {
  const read = wordsOf(data);
  const owner = read?.rule.owner;
  return owner === undefined ? null : (read?.words[owner]?.slice(-ADDRESS_DIGITS) ?? null);
}

function wordsOf(data: string): { readonly rule: Moving; readonly words: readonly string[] } | null {
  const selector = data.slice(0, 8);
  const rule = Object.hasOwn(MOVING, selector) ? MOVING[selector] : undefined;
  if (rule === undefined || data.length !== 8 + rule.words * WORD) return null;
  const words = Array.from({ length: rule.words }, (_, index) => data.slice(8 + index * WORD, 8 + (index + 1) * WORD));
  return words.slice(0, rule.amount).every((word) => ADDRESS.test(word)) ? { rule, words } : null;
}
