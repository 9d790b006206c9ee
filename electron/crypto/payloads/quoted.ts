/** A message that people read, whole, with the findings about its text. */
import { type DecodedField, type Finding, inQuotes, shortened } from '../../../shared/model/index.ts';
import { hexEncode, utf8Decode } from '../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import { findFormatsOf } from '../addresses/index.ts';
import { type ContentMeaning, care, danger, information, row } from '../meaning.ts';
import { isUtf8 } from '../native.ts';
import { transactionIn } from './forms/ethereum-transaction.ts';
import { DIGEST_BYTES, markOf, moved, type PayloadAround } from './forms/form.ts';
import { readSignIn } from './sign-in.ts';

const BASIS = { basis: 'EIP-191' } as const;
/** The most characters of a message that a sentence quotes. */
const MAXIMUM_QUOTE = 120;

interface Place {
  /** The offset of the message in `bytes`. */
  readonly start: number;
  readonly around: PayloadAround;
}

/** Describes the message that begins at `start`: its text, a sign-in in it, and the findings about both. */
export function quoted(
  name: 'text' | 'message',
  bytes: Uint8Array,
  { start, around }: Place,
): Omit<ContentMeaning, 'title'> {
  const { signWith = null, atMs = null, hashFunction } = around;
  const message = bytes.subarray(start);
  const range = { start, end: bytes.length };
  const summary = payerRows(signWith);
  if (!isUtf8(message)) {
    const isHash = message.length === DIGEST_BYTES;
    return {
      steps: [
        isHash ? 'Sign a hash of unknown content' : `Sign a message of ${message.length} bytes that are not text`,
      ],
      unexplained: [range],
      summary,
      fields: [{ name, value: `0x${hexEncode(message)}`, kind: 'bytes', range }],
      findings: [
        danger(
          isHash
            ? 'A hash in a personal message can stand for anything: Safe transactions are approved this way.'
            : 'The message is not text: its meaning is unknown.',
          { field: name, mark: markOf(message), ...BASIS },
        ),
      ],
    };
  }
  const text = utf8Decode(message);
  const signIn = readSignIn(text, { signWith, atMs });
  const [line = ''] = text.slice(0, 4 * MAXIMUM_QUOTE).split('\n', 1);
  const isWhole = line.length === text.length && text.length <= MAXIMUM_QUOTE;
  const said = inQuotes(`${shortened(line, MAXIMUM_QUOTE)}${isWhole || line.length > MAXIMUM_QUOTE ? '' : '…'}`);
  return {
    steps: [signIn?.step ?? (text === '' ? `Sign an empty ${name}` : `Sign the ${name} ${said}`)],
    unexplained: [],
    summary: [...summary, ...(signIn?.summary ?? [])],
    fields: [{ name, value: text, kind: 'text', range }, ...(signIn?.fields ?? []).map((field) => moved(field, start))],
    findings: [
      ...(signIn?.findings ?? []),
      ...digestLike(message, name, hashFunction),
      ...keyFindings(text, name),
      ...lookalike(text, name),
      ...(name === 'text' && hashFunction === 'HASH_FUNCTION_KECCAK256'
        ? [
            information(
              'It is signed without a prefix: wallets of Ethereum verify personal messages, not raw text.',
              BASIS,
            ),
          ]
        : []),
    ],
  };
}

/** Returns the row of the signing account. Empty when the signer is a key named by its id. */
function payerRows(signWith: string | null): DecodedField[] {
  const own = signWith ?? '';
  const from = ethereumAddress.normalize(own) ?? (findFormatsOf(own).length > 0 ? own : null);
  return from === null ? [] : [row('From', from, 'address')];
}

/** Bitcoin signs the hash of a hash and chains of Ed25519 a hash itself. */
function digestLike(
  message: Uint8Array,
  field: 'text' | 'message',
  hashFunction: PayloadAround['hashFunction'],
): Finding[] {
  const isHashedOnce = hashFunction === 'HASH_FUNCTION_SHA256' || hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE';
  return field === 'text' && isHashedOnce ? lettersFindings(message, field) : [];
}

/** A finding about a text as long as a hash. A text of letters can be searched for. */
export function lettersFindings(message: Uint8Array, field: 'text' | 'message'): Finding[] {
  if (message.length !== DIGEST_BYTES || !isUtf8(message)) return [];
  const text = `A ${field} of exactly 32 bytes can be a transaction hash that was searched until it looked like text.`;
  return [danger(text, { field, mark: markOf(message) })];
}

/** Words of applications that make the keys of an account from a signature. */
const KEYS =
  /\bkey derivation\b|\bderiv\w*\b.{0,40}\bkeys?\b|\bgenerat\w*\b.{0,40}\bkeys?\b|\btrusted (?:client|site|website|app)|\bzkSync account\b|\bSTARK\b|\bkey nonce\b|\bImmutable X\b|\bXMTP ?:/i;

function keyFindings(text: string, field: string): Finding[] {
  if (!KEYS.test(text)) return [];
  const said =
    'The text mentions keys that are derived from a signature. Anyone with the signature then has these keys and all they hold.';
  return [danger(said, { field })];
}

/** A finding for a text that may be taken for something else. */
function lookalike(text: string, field: string): Finding[] {
  const what = lookOf(text.trim());
  return what === null
    ? []
    : [
        care(`It looks like ${what}. Only the text is signed, but find out why it is requested as text.`, {
          field,
        }),
      ];
}

function lookOf(text: string): string | null {
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return 'a hash';
  if (/^(?:0x)?(?:[0-9a-f]{2}){33,}$/i.test(text)) {
    const title = transactionIn(text)?.title;
    return title === undefined ? 'a transaction or other bytes in hexadecimal' : `the ${title} that these digits spell`;
  }
  if (/[\n\r\u2028\u2029].* wants you to sign in with your /i.test(text)) return 'a sign-in with other lines before it';
  return jsonLook(text) ?? encodedLook(text);
}

/** The members of typed data and of transactions, as applications write them in JSON. */
const REQUESTS: readonly (readonly [string, readonly RegExp[]])[] = [
  ['typed data (EIP-712)', [/"primaryType"/, /"types"/]],
  ['a transaction of the XRP Ledger', [/"TransactionType"/]],
  ['a transaction of Tron', [/"raw_data(?:_hex)?"/]],
  ['a transaction', [/"to"\s*:/, /"(?:value|data|amount)"\s*:/]],
  ['a transaction', [/"(?:raw|unsigned)Transaction"/]],
];

function jsonLook(text: string): string | null {
  if (!/^[[{]/.test(text)) return null;
  return REQUESTS.find(([, members]) => members.every((member) => member.test(text)))?.[0] ?? null;
}

/** The least characters of bytes in another encoding that are not taken for a word. */
const ENCODED = 40;
const BASE64 = /^[A-Za-z0-9+/_\r\n-]+={0,2}$/;
const NO_LETTER = /[0-9+/_-]/;
/** The first bytes of a PSBT, in base64. */
const PSBT = /^cHNidP[89]/;

/** About a text of one word that spells bytes. */
function encodedLook(text: string): string | null {
  if (PSBT.test(text)) return 'a Bitcoin transaction (PSBT) in base64';
  if (text.length < ENCODED || !BASE64.test(text) || !NO_LETTER.test(text)) return null;
  if (/^(?:0x)?[0-9a-f]+$/i.test(text) || findFormatsOf(text).length > 0) return null;
  return 'a transaction or other bytes in base64 or base58';
}
