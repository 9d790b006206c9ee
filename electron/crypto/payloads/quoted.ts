/** A message that people read, whole, with the findings about its text. */
import { type DecodedField, type Finding, inQuotes, shortened } from '../../../shared/model/index.ts';
import { hexEncode, utf8Decode } from '../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import { findFormatsOf } from '../addresses/index.ts';
import { type ContentMeaning, care, danger, information, row } from '../meaning.ts';
import { isUtf8 } from '../native.ts';
import { keyFindings } from './derived-keys.ts';
import { credentialIn } from './forms/credentials.ts';
import { DIGEST_BYTES, markOf, moved, type PayloadAround } from './forms/form.ts';
import { mixedWord } from './lookalike.ts';
import { digitsInside, encodedInside, isRecord, looksLike } from './looks-like.ts';
import { readSignIn, type SignIn } from './sign-in.ts';
import { orderFindings, plainFindings } from './spoken-orders.ts';

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
        isHash
          ? 'Sign a hash of unknown content'
          : message.length === 1
            ? 'Sign a message of 1 byte that is not text'
            : `Sign a message of ${message.length} bytes that are not text`,
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
  const said = inQuotes(firstLine(text));
  const credential = credentialFindings(message, name);
  const found = [
    ...credential,
    ...(signIn === null ? [] : signInFindings(signIn, message)),
    ...digestLike(message, name, hashFunction),
    ...keyFindings(text, name),
    ...orderFindings(signIn === null ? text : ownWords(signIn), name),
    // An act for a service is named as that alone.
    ...(credential.length > 0 ? [] : lookFindings(message, name, signIn)),
    ...hiddenFindings(text, name),
  ];
  return {
    steps: [signIn?.step ?? (text === '' ? `Sign an empty ${name}` : `Sign the ${name} ${said}`)],
    unexplained: [],
    summary: [...summary, ...(signIn?.summary ?? [])],
    fields: [{ name, value: text, kind: 'text', range }, ...(signIn?.fields ?? []).map((field) => moved(field, start))],
    findings: [
      ...found,
      ...(found.length > 0 || signIn !== null ? [] : plainFindings(text, name)),
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

/** The first line with letters in it. Dots stand for omitted lines. */
function firstLine(text: string): string {
  const shown = text.replace(/^\s*\n/, '');
  const [line = ''] = shown.slice(0, 4 * MAXIMUM_QUOTE).split('\n', 1);
  const isWhole = line.length === shown.length && shown.length <= MAXIMUM_QUOTE;
  const end = isWhole || line.length > MAXIMUM_QUOTE ? '' : '…';
  return `${shown.length < text.length ? '…' : ''}${shortened(line, MAXIMUM_QUOTE)}${end}`;
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

/** A finding about a text that a service accepts as an act of the key, also behind the prefix of a personal message. */
export function credentialFindings(message: Uint8Array, field: string): Finding[] {
  const name = credentialIn(message);
  if (name === null) return recordFindings(message, field);
  const text = `The ${field} is ${name}: anyone with the signature can act as this key.`;
  return [danger(text, { field, mark: markOf(message) })];
}

/** A finding about a record, which is named as what else it looks like where it does. */
function recordFindings(message: Uint8Array, field: string): Finding[] {
  const text = utf8Decode(message);
  if (!isRecord(text) || looksLike(text.trim()) !== null) return [];
  return [
    danger('It is a record in JSON, which programs read: a service can take it as a request or an event.', {
      field,
      mark: markOf(message),
    }),
  ];
}

/** The members of a sign-in that its service writes freely. */
const ownWords = ({ fields }: SignIn): string =>
  fields
    .filter(({ name }) => name === 'statement' || name === 'Request ID')
    .map(({ value }) => value)
    .join('\n');

/** A text that begins like a sign-in and is none is read in no way, so it has the mark. */
function signInFindings({ fields, findings }: SignIn, message: Uint8Array): readonly Finding[] {
  if (fields.length > 0) return findings;
  return findings.map((found) => (found.level === 'danger' ? { ...found, mark: markOf(message) } : found));
}

/**
 * A finding for a text that may be taken for something else, or has digits that stand for something else. A text that is
 * nothing but digits, or that programs read, has the mark: people cannot read in it what a verifier does with it.
 */
function lookFindings(message: Uint8Array, field: string, signIn: SignIn | null): Finding[] {
  const text = utf8Decode(message);
  const look = looksLike(text.trim());
  if (look !== null) {
    const said = `It looks like ${look.name}. Only the text is signed, but find out why it is requested as text.`;
    return [look.isReadable ? care(said, { field }) : danger(said, { field, mark: markOf(message) })];
  }
  // The lines of a sign-in have digits by their format: nonces and addresses.
  const read = signIn === null ? text : ownWords(signIn);
  const inside = digitsInside(read) ?? encodedInside(read);
  return inside === null
    ? []
    : [care(`It has ${inside} in it, and the text does not show what that stands for.`, { field })];
}

/** So many empty lines, or blanks in a line, push what follows out of sight. */
const FAR_BELOW = /(?:\n[^\S\n]*){10}|[^\S\n]{80}/;

/** Findings about words that are out of sight, or are not the words they look like. */
function hiddenFindings(text: string, field: string): Finding[] {
  const word = mixedWord(text);
  return [
    ...(FAR_BELOW.test(text.trimEnd())
      ? [danger('It goes on behind many empty lines or blanks. Read it to its end.', { field })]
      : []),
    ...(word === null
      ? []
      : [care(`The word ${inQuotes(shortened(word, 50))} has letters of two alphabets that look alike.`, { field })]),
  ];
}
