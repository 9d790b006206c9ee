/** Texts that spell something else: the digits of a transaction, a request in JSON, an address to pay. */
import { hexEncode } from '../../../shared/wire/index.ts';
import { findFormatsOf } from '../addresses/index.ts';
import { transactionIn } from './forms/ethereum-transaction.ts';

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
  if (PAYMENT.test(text)) return { name: 'a request to pay', isReadable: true };
  const name = digitsLook(text) ?? jsonLook(text) ?? encodedLook(text);
  return name === null ? null : { name, isReadable: false };
}

function digitsLook(text: string): string | null {
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return 'a hash';
  const digits = digitsIn(text);
  if (digits === null) return null;
  const title = transactionIn(digits)?.title;
  const bytes = digits === text ? 'in hexadecimal' : 'with other signs between them';
  return title === undefined ? `a transaction or other bytes ${bytes}` : `the ${title} that these digits spell`;
}

/** The least bytes that are not taken for a word. */
const FEWEST = 33;
/** Pairs of digits, each behind a blank or a mark. */
const PAIRS = /^(?:0x)?[0-9a-f]{2}(?:(?:0x|\\x|[\s,:;_-])+[0-9a-f]{2})+$/i;
/** Numbers up to 255, as programs write bytes. A blank matches in one way only, or a long text would take for ever. */
const NUMBERS = /^[[{(]?\s*\d{1,3}(?:(?:\s+|\s*,\s*)\d{1,3})+\s*[\])}]?$/;
/** Addresses with which wallets are asked to pay (BIP-21, ERC-681, Solana Pay). */
const PAYMENT =
  /^(?:web\+)?(?:algorand|bitcoin|cardano|dogecoin|ethereum|lightning|litecoin|near|solana|stellar|sui|ton|tron|xrpl?|zcash):\S+$/i;

/** Returns the bytes that a text spells by their digits or as a list of numbers, in hexadecimal. Null for others. */
function digitsIn(text: string): string | null {
  if (/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(text)) return text.length < 2 * FEWEST ? null : text;
  const numbers = NUMBERS.test(text) ? (text.match(/\d+/g) ?? []).map(Number) : [];
  if (numbers.length >= FEWEST && numbers.every((number) => number <= 255)) return hexEncode(Uint8Array.from(numbers));
  const pairs = PAIRS.test(text) ? text.replace(/0x|\\x|[\s,:;_-]/gi, '') : '';
  return pairs.length < 2 * FEWEST ? null : pairs;
}

/** The members of typed data and of transactions, as applications write them in JSON. */
const REQUESTS: readonly (readonly [string, readonly RegExp[]])[] = [
  ['typed data (EIP-712)', [/"primaryType"/, /"types"/]],
  ['typed data (EIP-712)', [/"domain"/, /"message"/]],
  ['typed data (EIP-712)', [/"verifyingContract"/]],
  ['a permit', [/"spender"/, /"(?:allowed|deadline|expiration|expiry|sigDeadline)"/]],
  ['a transaction of the XRP Ledger', [/"TransactionType"/]],
  ['a transaction of Tron', [/"raw_data(?:_hex)?"/]],
  ['a transaction', [/"to"\s*:/, /"(?:value|data|amount)"\s*:/]],
  ['a transaction', [/"(?:raw|unsigned)Transaction"/]],
  ['a transaction of Cosmos', [/"account_?[nN]umber"/, /"(?:msgs|body_?[bB]ytes)"/]],
  ['a transaction of Solana', [/"(?:feePayer|recentBlockhash)"/, /"instructions"/]],
  ['a transaction of NEAR', [/"(?:signerId|signer_id)"/, /"actions"/]],
  ['a transaction of Aptos', [/"sequence_number"/, /"payload"/]],
  ['a transaction of Antelope', [/"ref_block_num"/, /"actions"/]],
  ['a transaction of Polkadot', [/"specVersion"/, /"method"/]],
];

/** Words around JSON, and JSON in a text of JSON or with other quotation marks, hide nothing. */
function jsonLook(text: string): string | null {
  if (!/[[{]/.test(text)) return null;
  // JSON can spell each letter by its number.
  const plain = text
    .replace(/\\u00([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\', '')
    .replaceAll("'", '"');
  return REQUESTS.find(([, members]) => members.every((member) => member.test(plain)))?.[0] ?? null;
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
  return transactionIn(digits) === null ? 'bytes in hexadecimal' : 'a transaction in hexadecimal';
}

/** The least characters of bytes in another encoding that are not taken for a word. */
const ENCODED = 40;
const BASE64 = /^[A-Za-z0-9+/_\r\n-]+={0,2}$/;
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

/** About a text of one word that spells bytes. */
function encodedLook(text: string): string | null {
  if (/^data:[^,\s]{0,200};base64,/i.test(text)) return 'bytes in base64';
  if (PSBT.test(text)) return 'a Bitcoin transaction (PSBT) in base64';
  if (text.length < ENCODED || !BASE64.test(text) || !NO_LETTER.test(text)) return null;
  if (WORDS.test(text) || !isFolded(text)) return null;
  if (/^(?:0x)?[0-9a-f]+$/i.test(text) || findFormatsOf(text).length > 0) return null;
  return 'a transaction or other bytes in base64 or base58';
}
