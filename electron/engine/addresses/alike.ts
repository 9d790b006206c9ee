import { ADDRESS_FORMAT_FACTS, type AddressFormat } from '../../../shared/model/index.ts';
import { BASE58_ALPHABET } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, findFormatsOf, isUnowned } from '../../crypto/index.ts';
import type { Steps } from '../../storage/sqlite/index.ts';
import { createBuckets } from './buckets.ts';

/** Characters at each end by which people compare addresses. */
const ENDS = 4;
/** As many other characters as a slip of the hand makes. */
const SLIPS = 2;

/**
 * Returns an address in one letter case without the prefix of its kind, because people compare neither.
 *
 * @example
 * foldAddress('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
 * // '7e5f4552091a69125d5dfcb7b8c2659029395bdf'
 */
export function foldAddress(address: string): string {
  return address.replace(/^(?:0x|bc1[pq]|tb1[pq]|cosmos1|sei1|T(?=.{33}$))/, '').toLowerCase();
}

/**
 * Choice (look-alikes): two different addresses are easily confused when they have the same four characters at each
 * end, or when they differ in at most two characters. People compare the ends, and makers of look-alikes search for
 * them. Letter case and the prefix of their kind do not count. Both are folded. An address of Ethereum's kind is
 * compared on all chains of that kind, because one key holds it on each.
 *
 * @example
 * areAlike('7e5f4552091a69125d5dfcb7b8c2659029395bdf', '7e5f000000000000000000000000000000005bdf');
 * // true
 */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return false;
  if (other.length >= ENDS && one.startsWith(other.slice(0, ENDS)) && one.endsWith(other.slice(-ENDS))) return true;
  if (one.length !== other.length) return false;
  let differing = 0;
  for (let index = 0; index < one.length && differing <= SLIPS; index += 1)
    if (one.charCodeAt(index) !== other.charCodeAt(index)) differing += 1;
  return differing <= SLIPS;
}

/**
 * The network that addresses of a format are of. Formats of one network differ by script or wallet only, which people do not
 * compare: bc1q and bc1p are both addresses of Bitcoin's main network.
 */
function networkOf(format: AddressFormat): string {
  const { family } = ADDRESS_FORMAT_FACTS[format];
  if (family === 'ton') return family;
  return family === 'bitcoin' ? format.replace(/_[^_]+$/, '') : format;
}

/**
 * Returns true when two addresses, by the formats that each has, are of one network: only such can be taken for one
 * another.
 */
export function shareNetwork(one: readonly AddressFormat[], other: readonly AddressFormat[]): boolean {
  const networks = new Set(one.map(networkOf));
  return other.some((format) => networks.has(networkOf(format)));
}

/** An index of known addresses that finds look-alikes. */
export interface Lookalikes<Known> {
  /** The first known ones, `most` of them, that read like an address and are not it. */
  find(address: string, most: number): readonly Known[];
  /**
   * Returns the first known address that reads like this one and differs from it, else null. With `formats`, those of
   * the address, it compares only known addresses of the same network, and skips addresses that nobody holds a key of.
   */
  first(address: string, formats?: readonly AddressFormat[]): Known | null;
}

/** With one part more than the possible slips, at least one part is the same. */
const PARTS = SLIPS + 1;
/** The parts that two look-alikes may share: both ends, or one part at the same place and of the same length. */
const SHARED: readonly ((folded: string) => string)[] = [
  (folded) => folded.slice(0, ENDS) + folded.slice(-ENDS),
  ...Array.from({ length: PARTS }, (_, part) => (folded: string) => {
    const [from, to] = [part, part + 1].map((edge) => Math.floor((folded.length * edge) / PARTS));
    return `${folded.length} ${part} ${folded.slice(from, to)}`;
  }),
];

/**
 * Indexes addresses by the parts that look-alikes share, so that a lookup among many takes no longer than among few.
 */
export function* lookalikesOf<Known extends { readonly address: string }>(
  all: readonly Known[],
): Steps<Lookalikes<Known>> {
  const folded: string[] = [];
  const byShared = SHARED.map((shared) => ({ shared, buckets: createBuckets(all.length) }));
  for (const { address } of all) {
    yield;
    const text = foldAddress(address);
    for (const { shared, buckets } of byShared) buckets.add(shared(text));
    folded.push(text);
  }
  const find = (address: string, most: number, formats?: readonly AddressFormat[]) => {
    const other = foldAddress(address);
    const isComparable = (known = '') =>
      formats === undefined || (!isUnowned(known) && shareNetwork(formats, findFormatsOf(known)));
    const found = byShared.flatMap(({ shared, buckets }) => {
      const alike: number[] = [];
      for (const index of buckets.of(shared(other))) {
        if (areAlike(folded[index] ?? '', other) && isComparable(all[index]?.address)) alike.push(index);
        if (alike.length === most) break;
      }
      return alike;
    });
    const inOrder = [...new Set(found)].sort((a, b) => a - b).slice(0, most);
    return inOrder.flatMap((index) => all[index] ?? []);
  };
  return { find, first: (address, formats) => find(address, 1, formats)[0] ?? null };
}

const LETTERS = {
  bech32: '023456789acdefghjklmnpqrstuvwxyz',
  base58: BASE58_ALPHABET,
} as const;
const LONGEST = 90;

const isAddress = (text: string) => findFormatsOf(text).some((format) => ADDRESS_FORMAT_FACTS[format].family !== 'key');

/**
 * Returns the one right address nearest to a text with a wrong checksum. It has the same digits in EIP-55's letter
 * case, or is the only address that differs in one character. Null when there is none, or more than one.
 */
export function* nearestRight(text: string): Steps<string | null> {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(text.toLowerCase());
  if (text.length < 25 || text.length > LONGEST || !/^[0-9a-z]+$/i.test(text)) return null;
  const letters = /^(?:bc|tb|bcrt|cosmos|sei)1/.test(text) ? LETTERS.bech32 : LETTERS.base58;
  let nearest: string | null = null;
  for (let index = 0; index < text.length; index += 1) {
    yield;
    for (const letter of letters) {
      const candidate = text.slice(0, index) + letter + text.slice(index + 1);
      if (candidate === text || !isAddress(candidate)) continue;
      if (nearest !== null) return null;
      nearest = candidate;
    }
  }
  return nearest;
}
