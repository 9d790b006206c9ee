/** Texts that spell something else: the digits of a transaction, a request in JSON, an address to pay. */
import { base64nopad } from '@scure/base';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { decoded } from '../addresses/encodings.ts';
import { findFormatsOf } from '../addresses/index.ts';
import { encodedTransaction } from './forms/encoded-transaction.ts';
import { transactionIn } from './forms/ethereum-transaction.ts';
import { jsonLook } from './json-look.ts';

/** Content that a text spells in another way. */
export interface Look {
  /** As in "a request to pay". */
  readonly name: string;
  /** True when people read in the text itself what it is about. */
  readonly isReadable: boolean;
}

/**
 * Returns the content that a text spells in another way, or null. Takes a text without blanks around it.
 *
 * @example
 * looksLike('ethereum:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf@1?value=5e18');
 * // { name: 'a request to pay', isReadable: true }
 */
export function looksLike(text: string): Look | null {
  if (/[\n\r\u2028\u2029].* wants you to sign in with your /i.test(text))
    return { name: 'a sign-in with other lines before it', isReadable: true };
  const name = bytesLook(text) ?? jsonLook(text) ?? unwrappedLook(text) ?? unknownLook(text);
  if (name !== null) return { name, isReadable: false };
  return PAYMENT.test(text) ? { name: 'a request to pay', isReadable: true } : null;
}

const bytesLook = (text: string): string | null => digitsLook(text) ?? encodedLook(text);

/** Quotation marks and brackets around a whole text. */
const OPENS = '"\'`<([{';
const CLOSES = '"\'`>)]}';

/** Returns a text without the marks around it. A regular expression would take for ever with many marks. */
function withoutMarks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && OPENS.includes(text.charAt(start))) start += 1;
  while (end > start && CLOSES.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).trim();
}

/** A word that only says how the bytes behind it are written, or which bytes they are. */
const TITLE =
  /^(?:(?:base(?:16|32|58|64)(?:url)?|b58|b64|bcs|boc|bytes|cbor|data|digest|hash|hex|message|msg|payload|psbt|raw(?:[ _-]?tx)?|sha-?(?:256|512)|keccak-?256|blake2b|sig(?:hash|ndoc)|tx|txn|transaction|unsigned|xdr|ur|web\+stellar)[:=?]\s*(?:xdr=)?|(?:new )?(?:Uint8Array|Buffer|bytearray|bytes|vec!|byte\[\]|\[\]byte)(?:\.(?:from|of))?\s*(?=[([{\d])|Buffer |(?:web\+stellar:tx\?xdr=)|h(?='))/i;

/** About bytes behind a title, between marks, or in groups. */
function unwrappedLook(text: string): string | null {
  const inner = [0, 1, 2].reduce((rest) => withoutMarks(rest).replace(TITLE, ''), text);
  const decoded = (dumpedIn(text) ?? inner).replace(/%(2b|2f|3d)/gi, (sign) => decodeURIComponent(sign));
  const joined = isGrouped(decoded) ? decoded.replace(/\s+/g, '') : decoded;
  return joined === text ? null : bytesLook(joined);
}

/** A line of bytes behind their place, as programs list them: `00000010: 0100 0103  ....`. */
const DUMPED = /^[0-9a-f]{4,8}(?::\s*|\s+)((?:(?:[0-9a-f]{2}){1,8}\s{1,2}){1,32})/i;

/** Returns the digits of bytes that lines list with their places. Null for other texts. */
function dumpedIn(text: string): string | null {
  const lines = text.split('\n').map((line) => DUMPED.exec(`${line} `)?.[1]);
  return lines.includes(undefined) ? null : lines.join('').replace(/\s/g, '');
}

/** Groups of letters of one length, but for the last. */
function isGrouped(text: string): boolean {
  const groups = text.split(/\s+/);
  const [first = ''] = groups;
  return groups.length > 2 && first.length > 2 && groups.slice(0, -1).every(({ length }) => length === first.length);
}

function digitsLook(text: string): string | null {
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return 'a hash';
  // A hash as a number has no zeros at its begin.
  if (/^(?:0x)?[0-9a-f]{59,}$/i.test(text) && text.length % 2 === 1) return 'a hash or other bytes, as a number';
  const digits = digitsIn(text);
  if (digits === null) return null;
  const title = transactionIn(digits)?.title ?? encodedTransaction(hexDecode(digits.replace(/^0x/i, '')));
  const bytes = digits === text ? 'in hexadecimal' : 'with other signs between them';
  return title === null ? `a transaction or other bytes ${bytes}` : `the ${title} that these digits spell`;
}

/** The least bytes that are not taken for a word. */
const FEWEST = 33;
/** Pairs of digits, each behind a blank or a mark. */
const PAIRS = /^(?:0x|\\x|\\u00|&#x|%)?[0-9a-f]{2}(?:(?:0x|\\x|\\u00|&#x|[\s,:;._%-])+[0-9a-f]{2})+;?$/i;
const BETWEEN = /0x|\\x|\\u00|&#x|[\s,:;._%-]/gi;
/** Numbers up to 255, as programs write bytes. A blank matches in one way only, or a long text would take for ever. */
const NUMBERS = /^[[{(]?\s*\d{1,3}(?:(?:\s+|\s*[,;.:|/_-]\s*)\d{1,3})+\s*[\])}]?$/;
/** Addresses with which wallets are asked to pay (BIP-21, ERC-681, Solana Pay). */
const PAYMENT =
  /^(?:web\+)?(?:algorand|bitcoin|cardano|dogecoin|ethereum|lightning|litecoin|near|ripple|solana|stellar|sui|ton|tron|xrpl?|zcash):\S+$/i;

/** Returns the bytes that a text spells by their digits or as a list of numbers, in hexadecimal. Null for others. */
function digitsIn(text: string): string | null {
  if (/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(text)) return text.length < 2 * FEWEST ? null : text;
  const numbers = NUMBERS.test(text) ? (text.match(/\d+/g) ?? []).map(Number) : [];
  if (numbers.length >= FEWEST && numbers.every((number) => number <= 255)) return hexEncode(Uint8Array.from(numbers));
  const pairs = PAIRS.test(text) ? text.replace(BETWEEN, '') : '';
  return pairs.length < 2 * FEWEST ? null : pairs;
}

/** Members of what services keep: what it is, whose it is and what it is worth. */
const RECORD =
  /["{,\s](?:id|uuid|\w{1,40}_id|\w{1,40}Id|account\w{0,40}|amount\w{0,40}|balance|beneficiary|currency|email|iban|order\w{0,40}|recipient|status|\w{0,40}(?:price|total))"?\s*:/;

/**
 * Returns true for a text that is nothing but records in JSON, as bodies of requests and of webhooks are. Lenient parsers
 * read a text that only begins and ends so, names without quotation marks, and JSON in a text of JSON.
 */
export function isRecord(text: string): boolean {
  const plain = text.replaceAll('\\', '').replaceAll("'", '"');
  if (!/^[\s"]*(?:\{\s*"?\w{1,80}"?\s*:|\[\s*[{[])/.test(plain) || !RECORD.test(plain)) return false;
  return /[}\]]"?\s*$/.test(plain);
}

/** The digits of a hash, or of more, that stand for themselves. */
const DIGITS_INSIDE = /(?<![0-9a-z])(?:0x)?((?:[0-9a-f]{2}){32,})(?![0-9a-z])/i;

/**
 * Returns the words for the digits of a hash or of a transaction among the words of a text. Null for none.
 *
 * @example
 * digitsInside(`Sign this: ${'ab'.repeat(32)}`);
 * // 'a hash'
 */
export function digitsInside(text: string): string | null {
  const digits = DIGITS_INSIDE.exec(text)?.[1];
  if (digits === undefined) return null;
  if (digits.length === 2 * (FEWEST - 1)) return 'a hash';
  const isTransaction = transactionIn(digits) !== null || encodedTransaction(hexDecode(digits)) !== null;
  return isTransaction ? 'a transaction in hexadecimal' : 'bytes in hexadecimal';
}

/** A long run of the letters of base64 with capitals, small letters and digits, which is no part of the address of a page. */
const ENCODED_INSIDE =
  /(?<![\w+/.:?=&%#-])(?=[A-Za-z+/_-]*\d)(?=[a-z\d+/_-]*[A-Z])(?=[A-Z\d+/_-]*[a-z])[A-Za-z0-9+/_-]{60,}={0,2}(?![\w+/.-])/;

/** Returns the words for bytes in base64 or base58 among the words of a text. Null for none. */
export const encodedInside = (text: string): string | null =>
  ENCODED_INSIDE.test(text) ? 'bytes in base64 or base58' : null;

/** The least characters of bytes in another encoding that are not taken for a word. */
const ENCODED = 40;
const BASE64 = /^[A-Za-z0-9+/_\r\n-]+={0,6}$/;
const NO_LETTER = /[0-9+/_-]/;
/** Short words in small letters, as in the name of a page or a UUID. */
const WORDS = /^[a-z0-9]{1,20}(?:[-_/][a-z0-9]{1,20})+$/;
/** Lines as long as the first one, but for the last. Lists of words have lines of many lengths. */
function isFolded(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.slice(0, -1).every((line) => line.length === lines[0]?.length) && (lines[0]?.length ?? 0) >= ENCODED;
}
/** The first bytes of a PSBT, in base64. */
const PSBT = /^cHNidP[89]/;

/** One long word of capitals, small letters, digits and marks, which is no address of a page and no JSON. */
const UNKNOWN = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])(?=.*[!-.:-@[-`{-~])[!-~]{80,}$/;
const PAGE = /^(?:[a-z][a-z0-9+.-]*:|[[{]\s*["[{]|[\w.-]+\.[a-z]{2,}\/)/i;

function unknownLook(text: string): string | null {
  const isWord = PAGE.test(text) || /[a-z]{12}/.test(text);
  return UNKNOWN.test(text) && !isWord ? 'bytes in an encoding that is not known' : null;
}

/** About a text of one word that spells bytes. */
function encodedLook(text: string): string | null {
  if (/^data:[^,\s]{0,200};base64,/i.test(text)) return 'bytes in base64';
  if (PSBT.test(text)) return 'a Bitcoin transaction (PSBT) in base64';
  if (text.length < ENCODED || !BASE64.test(text) || !NO_LETTER.test(text)) return null;
  if (WORDS.test(text) || !isFolded(text)) return null;
  if (/^(?:0x)?[0-9a-f]+$/i.test(text) || findFormatsOf(text).length > 0) return null;
  const title = encodedTransaction(base64Bytes(text));
  return title === null ? 'a transaction or other bytes in base64 or base58' : `the ${title} that these letters spell`;
}

/** The most characters of base64 that are decoded. */
const MOST_BASE64 = 200_000;

/** Returns the bytes that a text spells in base64 of either alphabet. None for another text. */
function base64Bytes(text: string): Uint8Array {
  if (text.length > MOST_BASE64) return new Uint8Array(0);
  const letters = text
    .replace(/[\r\n=]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  return decoded(base64nopad, letters) ?? new Uint8Array(0);
}
