import { ADDRESS_FORMAT_FACTS } from '../../../shared/model/index.ts';
import { ADDRESS_TABLE, findFormatsOf } from '../../crypto/index.ts';

/** Characters at each end by which people compare addresses. */
const ENDS = 4;
/** As many other characters as a slip of the hand makes. */
const SLIPS = 2;

/** An address without what all of its kind begin with, in one letter case: people do not compare that either. */
export function foldAddress(address: string): string {
  return address.replace(/^(?:0x|bc1[pq]|tb1[pq]|cosmos1|sei1|T(?=.{33}$))/, '').toLowerCase();
}

/**
 * Choice (look-alikes): whether two different addresses are easily taken for one another. They have the same four characters at each
 * end, which is what people compare and what makers of look-alikes search for, or they differ in at most two characters. Letter case
 * and the prefix of their kind do not count. Both are folded.
 */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return false;
  if (one.startsWith(other.slice(0, ENDS)) && one.endsWith(other.slice(-ENDS))) return true;
  if (one.length !== other.length) return false;
  let differing = 0;
  for (let index = 0; index < one.length && differing <= SLIPS; index += 1)
    if (one.charCodeAt(index) !== other.charCodeAt(index)) differing += 1;
  return differing <= SLIPS;
}

/** Known addresses, folded once, in which the first that reads like another is found. */
export interface Lookalikes<Known> {
  /** The first known one that reads like a folded address and is not it. */
  find(folded: string): Known | null;
}

export function createLookalikes<Known extends { readonly address: string }>(all: readonly Known[]): Lookalikes<Known> {
  const folded = all.map(({ address }) => foldAddress(address));
  return {
    find(other) {
      const index = folded.findIndex((one) => areAlike(one, other));
      return all[index] ?? null;
    },
  };
}

const LETTERS = {
  bech32: '023456789acdefghjklmnpqrstuvwxyz',
  base58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
} as const;
const LONGEST = 90;

const isAddress = (text: string) => findFormatsOf(text).some((format) => ADDRESS_FORMAT_FACTS[format].family !== 'key');

/**
 * The one right address that a text with a wrong checksum is nearest to: the same digits in EIP-55's letter case, or the only
 * address that differs in one character. Null when there is none, or more than one.
 */
export function nearestRight(text: string): string | null {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(text.toLowerCase());
  if (text.length < 25 || text.length > LONGEST || !/^[0-9a-z]+$/i.test(text)) return null;
  const letters = /^(?:bc|tb|bcrt|cosmos|sei)1/.test(text) ? LETTERS.bech32 : LETTERS.base58;
  let nearest: string | null = null;
  for (let index = 0; index < text.length; index += 1) {
    for (const letter of letters) {
      const candidate = text.slice(0, index) + letter + text.slice(index + 1);
      if (candidate === text || !isAddress(candidate)) continue;
      if (nearest !== null) return null;
      nearest = candidate;
    }
  }
  return nearest;
}
