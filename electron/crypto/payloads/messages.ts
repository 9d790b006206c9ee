/** What is signed as it is: personal messages (EIP-191), texts, and the known forms among bytes. */
import {
  type DecodedField,
  type Finding,
  type HashFunction,
  inQuotes,
  shortened,
} from '../../../shared/model/index.ts';
import { hexEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import { type ContentMeaning, care, danger, information, row } from '../meaning.ts';
import { isUtf8 } from '../native.ts';
import { Refusal } from '../refusal.ts';
import { addressText } from '../transactions/ethereum/fields.ts';
import { ethereum } from '../transactions/ethereum/index.ts';
import { tempo } from '../transactions/tempo/index.ts';
import { readSignIn } from './sign-in.ts';

/** What is known around a payload. */
export interface PayloadAround {
  readonly hashFunction?: HashFunction | null;
  /** The address that signs. */
  readonly signWith?: string | null;
  /** When it is asked for, in milliseconds since 1970. */
  readonly atMs?: number | null;
}

const PREFIX = utf8Encode('\u0019Ethereum Signed Message:\n');
const BASIS = { basis: 'EIP-191' } as const;
const DIGEST_BYTES = 32;
const ADDRESS_BYTES = 20;
const TEMPO = 0x76;
/** What is typed before something is signed that nobody can judge. */
const MARK_DIGITS = 6;
/** A sentence has room for so many characters of a message. */
const MAXIMUM_QUOTE = 120;

/** What a text says that is signed by its UTF-8 bytes; null for one that is itself the digest that is signed. */
export function describeText(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (isDigest(bytes, around)) return null;
  return (
    describePersonal(bytes, around) ??
    describeHashed(bytes, around) ?? { ...quoted('text', bytes, { start: 0, around }), title: 'Text' }
  );
}

/** What bytes are that hash to what Ethereum's accounts sign; null for those of no known form. A digest has none. */
export function describeBytes(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  return isDigest(bytes, around) ? null : describeHashed(bytes, around);
}

/** Without a hash function 32 bytes are the digest, whatever form somebody searched for that they have. */
function isDigest({ length }: Uint8Array, { hashFunction }: PayloadAround): boolean {
  return length === DIGEST_BYTES && (hashFunction ?? 'HASH_FUNCTION_NO_OP') === 'HASH_FUNCTION_NO_OP';
}

/** Bytes of a known form, texts among them: a transaction can be spelled in letters. */
function describeHashed(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if ((around.hashFunction ?? 'HASH_FUNCTION_KECCAK256') !== 'HASH_FUNCTION_KECCAK256') return null;
  return (
    describePersonal(bytes, around) ??
    describeHashes(bytes) ??
    describeValidated(bytes) ??
    describeSigned(bytes, around)
  );
}

/** 0x19 ‖ "Ethereum Signed Message:\n" ‖ length ‖ message. */
function describePersonal(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (!startsWith(bytes, PREFIX)) return null;
  const start = messageStart(bytes);
  const told =
    start === null
      ? { ...quoted('message', bytes, { start: 0, around }), findings: [WRONG_LENGTH] }
      : quoted('message', bytes, { start, around });
  const { hashFunction } = around;
  return {
    ...told,
    title: 'Personal message (EIP-191)',
    findings: [
      ...told.findings,
      ...(hashFunction === undefined || hashFunction === null || hashFunction === 'HASH_FUNCTION_KECCAK256'
        ? []
        : [care('A personal message is hashed with Keccak-256, and this is not: no wallet verifies it.', BASIS)]),
    ],
  };
}

const WRONG_LENGTH: Finding = danger(
  'It begins like a personal message, but the length in it is not that of what follows: no wallet made it.',
  { field: 'message', ...BASIS },
);

/** Where the message begins, behind its length in decimal digits; null when no length fits. At most one does. */
function messageStart(bytes: Uint8Array): number | null {
  for (let at = PREFIX.length + 1; at <= Math.min(bytes.length, PREFIX.length + 8); at += 1) {
    const digits = String.fromCharCode(...bytes.subarray(PREFIX.length, at));
    if (!/^(?:0|[1-9][0-9]*)$/.test(digits)) return null;
    if (Number(digits) === bytes.length - at) return at;
  }
  return null;
}

/** The message that begins at `start`, whole, and what is to be said of it. */
function quoted(
  name: 'text' | 'message',
  bytes: Uint8Array,
  { start, around }: { readonly start: number; readonly around: PayloadAround },
): Omit<ContentMeaning, 'title'> {
  const { signWith = null, atMs = null, hashFunction } = around;
  const message = bytes.subarray(start);
  const range = { start, end: bytes.length };
  const from = ethereumAddress.normalize(signWith ?? '');
  const summary = from === null ? [] : [row('From', from, 'address')];
  if (!isUtf8(message)) {
    const isDigest = message.length === DIGEST_BYTES;
    return {
      steps: [
        isDigest
          ? 'Sign a hash that hides what it is of'
          : `Sign a message of ${message.length} bytes that are no text`,
      ],
      unexplained: [range],
      summary,
      fields: [{ name, value: `0x${hexEncode(message)}`, kind: 'bytes', range }],
      findings: [
        danger(
          isDigest
            ? 'A hash in a personal message can be of anything: a transaction of a Safe is approved like this.'
            : 'The message is not text: what it says is not known.',
          { field: name, mark: hexEncode(message).slice(-MARK_DIGITS), ...BASIS },
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
      ...lookalike(text, name),
      ...(name === 'text' && hashFunction === 'HASH_FUNCTION_KECCAK256'
        ? [information('It is signed as it is: wallets of Ethereum verify personal messages, not raw text.', BASIS)]
        : []),
    ],
  };
}

function moved({ range, ...field }: DecodedField, by: number): DecodedField {
  return range === undefined ? field : { ...field, range: { start: range.start + by, end: range.end + by } };
}

/** Bitcoin signs the hash of a hash and chains of Ed25519 a hash itself; one that is letters can be searched for. */
function digestLike(
  message: Uint8Array,
  field: 'text' | 'message',
  hashFunction: PayloadAround['hashFunction'],
): Finding[] {
  const isHashedOnce = hashFunction === 'HASH_FUNCTION_SHA256' || hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE';
  if (field !== 'text' || !isHashedOnce || message.length !== DIGEST_BYTES) return [];
  const text = 'A text of exactly 32 bytes can be the hash of a transaction, made until it was letters.';
  return [danger(text, { field, mark: hexEncode(message).slice(-MARK_DIGITS) })];
}

/** What must be said of a text that may be taken for something else. */
function lookalike(text: string, field: string): Finding[] {
  const what = lookOf(text.trim());
  return what === null
    ? []
    : [
        care(`It looks like ${what}. Only its spelling is signed, but find out why it is asked for as a text.`, {
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
  return text.startsWith('{') && text.includes('"primaryType"') && text.includes('"types"')
    ? 'typed data (EIP-712)'
    : null;
}

/** 0x19 ‖ 0x01 ‖ hash of a domain ‖ hash of a message: typed data of which only the hashes are there. */
function describeHashes(bytes: Uint8Array): ContentMeaning | null {
  if (!startsWith(bytes, Uint8Array.of(0x19, 0x01)) || bytes.length !== 2 + 2 * DIGEST_BYTES) return null;
  const hash = (name: string, start: number): DecodedField => ({
    name,
    value: `0x${hexEncode(bytes.subarray(start, start + DIGEST_BYTES))}`,
    kind: 'address',
    range: { start, end: start + DIGEST_BYTES },
  });
  return {
    title: 'EIP-712 hashes',
    steps: ['Sign typed data that is hidden behind its hashes'],
    unexplained: [{ start: 2, end: bytes.length }],
    summary: [],
    fields: [hash('domainSeparator', 2), hash('hashStruct', 2 + DIGEST_BYTES)],
    findings: [
      danger(
        'These are the hashes of typed data: a permit or an order may be behind them. Ask for the typed data itself.',
        {
          field: 'hashStruct',
          mark: hexEncode(bytes).slice(-MARK_DIGITS),
          basis: 'EIP-712',
        },
      ),
    ],
  };
}

/** 0x19 ‖ 0x00 ‖ validator ‖ data. */
function describeValidated(bytes: Uint8Array): ContentMeaning | null {
  const start = 2 + ADDRESS_BYTES;
  if (!startsWith(bytes, Uint8Array.of(0x19, 0x00)) || bytes.length < start) return null;
  const validator = addressText(bytes.subarray(2, start));
  const range = { start, end: bytes.length };
  return {
    title: 'Data for a validator (EIP-191)',
    steps: [`Sign data that the contract ${validator} takes`],
    unexplained: [range],
    summary: [row('Contract', validator, 'address')],
    fields: [
      { name: 'validator', value: validator, kind: 'address', range: { start: 2, end: start } },
      { name: 'data', value: `0x${hexEncode(bytes.subarray(start))}`, kind: 'bytes', range },
    ],
    findings: [
      danger('What the contract does with the data is not known.', {
        field: 'data',
        mark: hexEncode(bytes).slice(-MARK_DIGITS),
        ...BASIS,
      }),
    ],
  };
}

/** The bytes of a transaction, whose hash is what its signature signs. */
function describeSigned(bytes: Uint8Array, { signWith = null }: PayloadAround): ContentMeaning | null {
  const told = transactionIn(hexEncode(bytes), signWith);
  return told === null
    ? null
    : {
        ...told,
        findings: [
          danger(
            'These bytes are a transaction: whoever has the signature can send it. Sign it as a transaction instead.',
          ),
          ...told.findings,
        ],
      };
}

function transactionIn(hex: string, signWith: string | null = null): ContentMeaning | null {
  try {
    return (Number.parseInt(hex.replace(/^0x/i, '').slice(0, 2), 16) === TEMPO ? tempo : ethereum).describe(
      hex,
      signWith,
    );
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}
