import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  ADDRESS_FORMAT_FACTS,
  AddressEntry,
  type AddressFormat,
  ethereumChainName,
  findChains,
  type NamedChain,
  placeInWords,
  readAddressUri,
  splitChain,
} from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { hasHidden } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, findFormatsOf } from '../../crypto/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import { isShortened, whyNoAddress } from './address-faults.ts';
import { nearestRight } from './alike.ts';

/** Entries of one address book. */
export const MAXIMUM_ENTRIES = 20_000;

/**
 * Returns an address in the spelling that entries use, with the formats that it fits. Null when it is not an address of
 * any chain.
 *
 * @example
 * readAddress('0x7e5f4552091a69125d5dfcb7b8c2659029395bdf');
 * // { address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', formats: ['ADDRESS_FORMAT_ETHEREUM'] }
 */
export function readAddress(text: string): { address: string; formats: readonly AddressFormat[] } | null {
  // Most of a book is of these, and to try every other format takes a hundred times as long.
  const ethereum = ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(text);
  if (ethereum !== null) return { address: ethereum, formats: ['ADDRESS_FORMAT_ETHEREUM'] };
  const formats = findFormatsOf(text).filter((format) => ADDRESS_FORMAT_FACTS[format].family !== 'key');
  const [first] = formats;
  return first === undefined ? null : { address: ADDRESS_TABLE[first].normalize(text) ?? text, formats };
}

/** The one spelling that entries have. Throws INVALID_INPUT, for a wrong character with the nearest right address, where that is sought. */
export function* requireAddress(given: string, seeksNearest = true): Steps<string> {
  // Letters that are all large have no checksum, and neither has the X.
  const text = given.trim().replace(/^0X(?=[0-9A-F]{40}$)/, '0x');
  const known = readAddress(text) ?? (isShortened(text) ? null : readAddress(withoutEdges(text)));
  if (known !== null && PADDED.test(known.address))
    throw invalid(
      `The address is one of Ethereum’s kind after 24 zeros, as in the data of a call. Give 0x${known.address.slice(-40)} after a comparison with its source`,
    );
  if (known === null) throw invalid(yield* noAddress(text, seeksNearest));
  return known.address;
}

/** Removes quotes, brackets, points and invisible characters, which stand around a pasted address and are in none. */
export const withoutEdges = (text: string) =>
  text.replace(/^[\s"'`“”‘’«»<([{\p{Cf}]+|[\s"'`“”‘’«»>)\]}.,;:\p{Cf}]+$/gu, '');

/** 32 bytes of which the last 20 are an address, as a call writes it. Special addresses have more zeros. */
const PADDED = /^0x0{24}(?!0{16})[0-9a-f]{40}$/;

/**
 * Returns the CAIP-2 namespaces of the chains that an address is one of.
 *
 * @example
 * namespacesOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
 * // ['bip122']
 */
export function namespacesOf(address: string): string[] {
  // Matched by its form alone, because this runs for every address of a book.
  if (/^0x[0-9a-f]{40}$/i.test(address)) return ['eip155'];
  const prefixes = (readAddress(address)?.formats ?? []).map((format) => ADDRESS_FORMAT_FACTS[format].caip2Prefix);
  return [...new Set(prefixes.filter((prefix) => prefix !== null))];
}

/** The key of an entry. One address may have one name on all chains and another on a single chain. */
export function keyOf({ address, chain }: Pick<AddressEntry, 'address' | 'chain'>): string {
  return `${address} ${chain ?? ''}`;
}

/**
 * Returns an entry as it is stored: the address in its chain's spelling, texts trimmed, tags without repeats. A label,
 * tag or note is shown beside what is signed. It must not hide text, turn the direction, or read like an address.
 * Throws INVALID_INPUT with the reason, and for a wrong character with the nearest right address, if `seeksNearest`.
 */
export function* checkedEntry(given: AddressEntry, seeksNearest = true): Steps<AddressEntry> {
  const uri = readAddress(given.address.trim()) === null ? readAddressUri(given.address) : null;
  if (uri !== null && uri.amount !== null)
    throw invalid(
      'The address is a payment link with an amount, which the address book does not store. Give the address alone',
    );
  const address = yield* requireAddress(uri?.address ?? given.address, seeksNearest);
  const named = given.chain === null || given.chain.trim() === '' ? null : given.chain.trim();
  if (uri !== null && named !== null && named !== uri.chain)
    throw invalid(`The address names the chain ${uri.chain}, but the entry names ${named}. Give one of them`);
  const chain = named ?? uri?.chain ?? null;
  if (chain !== null) requireChain(chain, namespacesOf(address));
  const label = given.label.normalize('NFC').trim();
  const tags = [...new Set(given.tags.map((tag) => tag.normalize('NFC').trim()).filter((tag) => tag !== ''))];
  const entry = { address, chain, label, note: given.note.trim(), tags, allowed: given.allowed };
  if (label === '') throw invalid('It has no label');
  if (readsLikeAddress(label)) throw invalid('The label looks like an address. Give a name instead');
  for (const [what, text] of [['label', label], ...tags.map((tag) => ['tag', tag] as const)] as const)
    if (hasHidden(text)) throw invalid(`The ${what} has invisible or direction-changing characters`);
  if (hasHidden(entry.note, true)) throw invalid('The note has invisible or direction-changing characters');
  if (tags.some((tag) => /[;,]/.test(tag))) throw invalid('A tag has a comma or a semicolon, which separate tags');
  const [problem] = checkValue(AddressEntry, entry);
  if (problem !== undefined) throw invalid(`Its ${placeInWords(problem.path)} ${problem.reason}`);
  return entry;
}

/** True for a whole address, its beginning, or one shortened in the middle: 0xf39F…2266. */
function readsLikeAddress(label: string): boolean {
  return label
    .split(/\s+/)
    .some(
      (word) => /^0x[0-9a-f]{2,}/i.test(word) || /^[0-9a-z]{3,}(…|\.{2,3})[0-9a-z]{3,}$/i.test(word) || isLong(word),
    );
}

const isLong = (word: string) => /^[0-9a-z]{20,}$/i.test(word) && /\d/.test(word);

const isCalled = ({ caip2, name }: NamedChain, chain: string) =>
  name.toLowerCase() === chain.toLowerCase() || caip2 === ethereumChainName(chain);

function requireChain(chain: string, namespaces: readonly string[]): void {
  const { namespace } = splitChain(chain);
  const chains = findChains();
  const isNamespace = chains.some((one) => one.namespace === chain);
  const known = isNamespace ? undefined : chains.find((one) => isCalled(one, chain));
  if (known !== undefined) throw invalid(`The chain must be in CAIP-2 form: write ${known.caip2} for ${chain}`);
  if (!/^[-a-z0-9]{3,8}(:[-_a-zA-Z0-9]{1,32})?$/.test(chain))
    throw invalid(`${chain} is neither a CAIP-2 chain, such as eip155:1, nor a namespace, such as eip155`);
  if (!namespaces.includes(namespace))
    throw invalid(`The address is one of ${namespaces.join(' or ')}, not of ${chain}`);
}

/**
 * Returns the reason why a text is not an address of any chain, as one sentence without its full stop. The text must
 * not be one.
 *
 * @example
 * await addressFault('7e5f4552091a69125d5dfcb7b8c2659029395bdf');
 * // 'The address has 40 hexadecimal digits without 0x. Write 0x before them'
 */
export const addressFault = (text: string): Promise<string> => inSlices(noAddress(text.trim(), true));

function* noAddress(text: string, seeksNearest: boolean): Steps<string> {
  const nearest = seeksNearest || text.startsWith('0x') ? yield* nearestRight(text) : null;
  if (nearest === null) return whyNoAddress(text, (part) => readAddress(part) !== null);
  return `The checksum of ${text} is wrong: it has a wrong character. The nearest right one is ${nearest}; ask for the address again and do not use the guess`;
}

function invalid(what: string): AppError {
  return new AppError('INVALID_INPUT', sentence`${what}. Nothing was changed.`);
}
