import { AppError } from '../../../shared/errors/index.ts';
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
import { findSecret, SECRET_NAMES } from '../../../shared/secrets/index.ts';
import { hasHidden } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, findFormatsOf } from '../../crypto/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
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
  const known = readAddress(text);
  if (known === null) throw invalid(yield* noAddress(text, seeksNearest));
  return known.address;
}

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
  if (nearest === null) return whyNoAddress(text);
  return `The checksum of ${text} is wrong: it has a wrong character. The nearest right one is ${nearest}; ask for the address again and do not use the guess`;
}

/** A text of many characters may be a key, so it is not repeated. */
const MAXIMUM_REPEATED = 110;

function whyNoAddress(text: string): string {
  if (text === '') return 'It has no address';
  const space = /\s/.exec(text);
  if (space !== null) return `The address has a space or line break after ${counted(space.index)}. Remove it`;
  const foreign = /[^!-~]/u.exec(text);
  if (foreign !== null)
    return `The address has the invalid character ${codeOf(foreign[0])} after ${counted(foreign.index)}. Copy it again from its owner’s publication`;
  const [, digits] = /^0x(.*)$/is.exec(text) ?? [];
  const other = /[^0-9a-f]/i.exec(digits ?? '');
  if (other !== null)
    return `The address has the character ${other[0]} after ${counted(other.index + 2)}, which is not a hexadecimal digit`;
  if (/^[0-9a-f]{40}$/i.test(text)) return 'The address has 40 hexadecimal digits without 0x. Write 0x before them';
  if (digits !== undefined)
    return `The address has ${digits.length} hexadecimal digits after 0x, and an address on a chain like Ethereum has 40`;
  if (/^[^\s:/]+\.[a-z]{2,}$/i.test(text))
    return `${text} is a name, and Castellan looks up no names. Give its address`;
  const secret = findSecret(text);
  if (secret !== null)
    return `The text is ${SECRET_NAMES[secret.kind]}, not an address. Give the address of its account`;
  if (/^https?:/i.test(text)) return 'The text is a link to a page. Give the address alone';
  if (isTagged(text))
    return 'A destination tag stands behind the address. Give the address alone, and the tag with a payment';
  const validator = /^[a-z]{1,20}valoper1/.exec(text)?.[0];
  if (validator !== undefined)
    return `The address begins with ${validator} and is one of a validator. Give that of an account`;
  const count = lengthOf(text);
  if (count !== null)
    return `The address begins like one of ${count.chain}, which has ${count.length} characters, and has ${text.length}`;
  return `${text.length > MAXIMUM_REPEATED ? `A text of ${text.length} characters` : text} is not an address of a chain that Castellan knows`;
}

const isTagged = (text: string) => {
  const [, account = ''] = /^(r[1-9A-HJ-NP-Za-km-z]{24,34})[:?](?:dt=)?\d{1,10}$/.exec(text) ?? [];
  return account !== '' && readAddress(account) !== null;
};

/** Formats whose addresses all have one length and begin alike. */
const LENGTHS = [
  { chain: 'Tron', begins: /^T[1-9A-HJ-NP-Za-km-z]{27,38}$/, length: 34 },
  { chain: 'Stellar', begins: /^G[A-Z2-7]{50,60}$/, length: 56 },
  { chain: 'TON', begins: /^[EUk0]Q[\w-]{40,52}$/, length: 48 },
] as const;
/** The format that a text begins like, where the text has another length. */
const lengthOf = (text: string) =>
  LENGTHS.find(({ begins, length }) => begins.test(text) && text.length !== length) ?? null;

const counted = (characters: number) => `its first ${characters} characters`;
const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function invalid(what: string): AppError {
  return new AppError('INVALID_INPUT', `${what}. Nothing was changed.`);
}
