import { isJsonObject, parseJsonObject, type TransactionType } from '../../../shared/model/index.ts';
import { decodeBase58, hexEncode } from '../../../shared/wire/index.ts';

/** A pasted or dropped value with its recognised kind. */
export interface Recognised {
  readonly kind: 'message' | 'typed-data' | 'transaction';
  /** The field's value: a text, JSON, or the bytes in hexadecimal. */
  readonly text: string;
  readonly form: 'hex' | 'digest' | null;
  readonly type: TransactionType | null;
  /** In words: "Bitcoin transaction (PSBT), written in base64". */
  readonly words: string;
}

interface Spelled {
  /** Lowercase, without 0x. */
  readonly hex: string;
  readonly spelling: 'hexadecimal' | 'base64' | 'base58';
}

/** Longer texts are not decoded as base58, which takes quadratic time. */
const MAXIMUM_BASE58 = 4_096;

/**
 * Decodes the bytes in a text, without spaces and line breaks: hexadecimal with or without 0x, else base64, else
 * base58. Null for none.
 */
export function bytesIn(text: string): Spelled | null {
  const packed = text.replaceAll(/\s+/g, '');
  const digits = packed.replace(/^0x/i, '');
  if (digits === '') return null;
  if (/^[0-9a-f]+$/i.test(digits))
    return digits.length % 2 === 0 ? { hex: digits.toLowerCase(), spelling: 'hexadecimal' } : null;
  if (
    /^[A-Za-z0-9+/]+={0,2}$/.test(packed) &&
    packed.length % 4 === 0 &&
    (packed.endsWith('=') || base58In(packed) === null)
  )
    return {
      hex: hexEncode(Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))),
      spelling: 'base64',
    };
  const bytes = base58In(packed);
  return bytes === null ? null : { hex: hexEncode(bytes), spelling: 'base58' };
}

const base58In = (text: string) => (text.length > MAXIMUM_BASE58 ? null : decodeBase58(text));

/** Transactions by their first bytes, or by their structure without such a mark. */
const TRANSACTIONS: readonly { readonly type: TransactionType; readonly called: string; is(hex: string): boolean }[] = [
  { type: 'TRANSACTION_TYPE_BITCOIN', called: 'Bitcoin transaction (PSBT)', is: (hex) => hex.startsWith('70736274ff') },
  { type: 'TRANSACTION_TYPE_TEMPO', called: 'Tempo transaction', is: (hex) => /^76(f[7-9a-f]|[c-e])/.test(hex) },
  // EIP-2718's types and a list, or a list alone.
  {
    type: 'TRANSACTION_TYPE_ETHEREUM',
    called: 'Ethereum transaction',
    is: (hex) => isList(hex.replace(/^0[1-4]/, '')),
  },
  { type: 'TRANSACTION_TYPE_SOLANA', called: 'Solana transaction', is: isSolana },
  // The reference block and its hash.
  { type: 'TRANSACTION_TYPE_TRON', called: 'Tron transaction', is: (hex) => /^0a02[0-9a-f]{4}2208/.test(hex) },
];

/** Returns true when the bytes are exactly one RLP list. */
function isList(hex: string): boolean {
  const first = Number.parseInt(hex.slice(0, 2), 16);
  if (!(first >= 0xc0)) return false;
  if (first < 0xf8) return hex.length === 2 * (1 + first - 0xc0);
  const size = first - 0xf7;
  return hex.length === 2 * (1 + size + Number.parseInt(hex.slice(2, 2 + 2 * size), 16));
}

/** Returns true when the number of signatures matches the message, which may be of version 0. */
function isSolana(hex: string): boolean {
  const signatures = Number.parseInt(hex.slice(0, 2), 16);
  const message = hex.slice(2 + 128 * signatures).replace(/^80/, '');
  return (
    signatures > 0 && signatures < 13 && message.length > 64 && Number.parseInt(message.slice(0, 2), 16) === signatures
  );
}

/** Returns the recognised kind of some bytes, or null when nothing identifies them. */
export function recogniseBytes({
  hex,
  spelling,
}: {
  readonly hex: string;
  readonly spelling: string;
}): Recognised | null {
  const found = TRANSACTIONS.find(({ is }) => is(hex));
  return found === undefined
    ? null
    : { kind: 'transaction', text: hex, form: null, type: found.type, words: `${found.called}, ${spelling}` };
}

/** Payment requests and wallet links, which only a wallet can process. Nothing in them is signed here. */
const FOR_WALLETS: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^ethereum:/i, 'A payment request (EIP-681)'],
  [/^bitcoin:/i, 'A payment request (BIP-21)'],
  [/^solana:/i, 'A payment request (Solana Pay)'],
  [/^(?:wc|tron|lightning):/i, 'A link for a wallet'],
  [/^ur:[a-z0-9-]+\/\d+-\d+\//i, 'One of the parts of something that a wallet shows in several QR codes (UR)'],
  [/^ur:eth-sign-request\//i, 'A wallet’s request for a signature (EIP-4527)'],
  [/^ur:(?:crypto-)?psbt\//i, 'A PSBT as wallets show it in a QR code (UR)'],
  [/^ur:/i, 'Something that wallets exchange in a QR code (UR)'],
];

/** Returns the kind of a pasted or dropped text. Null for plain text, and for bytes of unknown meaning. */
export function recognise(text: string): Recognised | null {
  const root = objectIn(text);
  if (root !== null) return recogniseObject(root, text);
  const [, name] = FOR_WALLETS.find(([begins]) => begins.test(text)) ?? [];
  if (name !== undefined)
    return {
      kind: 'message',
      text,
      form: null,
      type: null,
      words: `${name}, which is no transaction to be signed: have the wallet give the transaction as a file or a text. It stands here as a text`,
    };
  const bytes = bytesIn(text);
  if (bytes === null) return null;
  const found = recogniseBytes({ ...bytes, spelling: `written in ${bytes.spelling}` });
  if (found !== null || bytes.spelling !== 'hexadecimal' || bytes.hex.length < 40) return found;
  const message = { kind: 'message', text: bytes.hex, type: null } as const;
  return bytes.hex.length === 64
    ? { ...message, form: 'digest', words: '32 bytes in hexadecimal, as a digest has' }
    : { ...message, form: 'hex', words: 'Bytes in hexadecimal, of no transaction that is known' };
}

function recogniseObject(root: Readonly<Record<string, unknown>>, text: string): Recognised | null {
  const has = (...members: string[]) => members.every((member) => Object.hasOwn(root, member));
  if (has('types', 'primaryType', 'message'))
    return { kind: 'typed-data', text, form: null, type: null, words: 'Typed data (EIP-712)' };
  const message = { kind: 'message', text, form: null, type: null } as const;
  if (has('to') && (has('value') || has('data') || has('gas') || has('gasLimit')))
    return {
      ...message,
      words:
        'A transaction as an object for a node, which is no transaction to be signed: have its library serialise it, and paste that. It stands here as a text',
    };
  if (has('address', 'chainId', 'nonce'))
    return {
      ...message,
      words: 'An EIP-7702 authorization, which is signed under All operations. It stands here as a text',
    };
  return { ...message, words: 'JSON of no kind that is known. It stands here as a text' };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const root: unknown = parseJsonObject(text, (why) => new Error(why));
    return isJsonObject(root) ? root : null;
  } catch {
    return null;
  }
}

/** Recognises the content of a file or a QR code: a text, or bytes that are put in as hexadecimal. */
export function recogniseContent(bytes: Uint8Array): Recognised {
  const hex = hexEncode(bytes);
  const binary = recogniseBytes({ hex, spelling: 'as bytes' });
  if (binary !== null) return binary;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return recognise(text) ?? { kind: 'message', text, form: null, type: null, words: 'A text' };
  } catch {
    return { kind: 'message', text: hex, form: 'hex', type: null, words: 'Bytes of no kind that is known' };
  }
}
