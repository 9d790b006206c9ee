/** Token contract calls that move an amount: their selectors and the index of the word with the amount. */
const MOVING: Readonly<Record<string, { readonly words: number; readonly amount: number }>> = {
  // transfer(address,uint256) and transferFrom(address,address,uint256)
  a9059cbb: { words: 2, amount: 1 },
  '23b872dd': { words: 3, amount: 2 },
};
const WORD = 64;
/** An address in a 32-byte word. A Tron address may keep its prefix. */
const ADDRESS = /^0{22}(?:00|41)[0-9a-f]{40}$/;

/**
 * Returns the amount that a call of a token contract moves. Returns null for every other call, also for one with
 * trailing bytes.
 * @param data hexadecimal digits in lowercase, without 0x
 */
export function movedBy(data: string): bigint | null {
  const selector = data.slice(0, 8);
  const rule = Object.hasOwn(MOVING, selector) ? MOVING[selector] : undefined;
  if (rule === undefined || data.length !== 8 + rule.words * WORD) return null;
  const words = Array.from({ length: rule.words }, (_, index) => data.slice(8 + index * WORD, 8 + (index + 1) * WORD));
  if (!words.slice(0, rule.amount).every((word) => ADDRESS.test(word))) return null;
  return BigInt(`0x${words[rule.amount]}`);
}
