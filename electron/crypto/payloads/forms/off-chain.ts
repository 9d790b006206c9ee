/** Solana's off-chain messages: a header that no transaction begins with, then a text. */
import { base58 } from '@scure/base';
import type { DecodedField } from '../../../../shared/model/index.ts';
import { hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type ContentMeaning, danger, information, row } from '../../meaning.ts';
import { isUtf8, join } from '../../native.ts';
import { clauseOf, Refusal } from '../../refusal.ts';
import { byteReader, littleEndian } from '../../transactions/byte-reader.ts';
import { placeIn } from '../../transactions/reading.ts';
import { quoted } from '../quoted.ts';
import { type PayloadAround, refusedOr, startsWith, undecoded } from './form.ts';

const PREFIX = join(Uint8Array.of(0xff), utf8Encode('solana offchain'));
const KEY_BYTES = 32;
const FORMATS = ['restricted ASCII', 'UTF-8', 'UTF-8, long'] as const;

/** A message read in one of the layouts. */
interface OffChain {
  readonly layout: string;
  readonly domain: Uint8Array | null;
  readonly format: number | null;
  readonly signers: readonly Uint8Array[];
  /** The offset of the text. */
  readonly start: number;
}

/** The layouts, each with the version byte of its header. The first program to sign these had no domain and no signers. */
const LAYOUTS: readonly { readonly version: number; readonly name: string; read(bytes: Uint8Array): OffChain }[] = [
  { version: 0, name: 'without a domain', read: readFirst },
  { version: 0, name: 'of version 0', read: readVersion0 },
  { version: 1, name: 'of version 1', read: readVersion1 },
];

/** Describes an off-chain message. Bytes with its header that no layout fits, or two, are not decoded. */
export function readOffChain(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (!startsWith(bytes, PREFIX)) return null;
  const tried = LAYOUTS.filter(({ version }) => version === bytes[PREFIX.length]).map(({ name, read }) => ({
    name,
    outcome: refusedOr(() => read(bytes)),
  }));
  const fitting = tried.flatMap(({ outcome }) => (outcome instanceof Refusal ? [] : [outcome]));
  const [message] = fitting;
  if (message === undefined) {
    if (tried.length === 0) return broken(bytes, 'no layout of such messages has their version');
    const reasons = tried.flatMap(({ name, outcome }) =>
      outcome instanceof Refusal ? ` Layout ${name}: ${clauseOf(outcome.reason, outcome.where)}.` : [],
    );
    return broken(bytes, `no layout of such messages fits them.${reasons.join('')}`.replace(/\.$/, ''));
  }
  if (fitting.length > 1) return broken(bytes, 'two layouts fit them, with different texts');
  return describeMessage(bytes, message, around);
}

function describeMessage(
  bytes: Uint8Array,
  { layout, domain, format, signers, start }: OffChain,
  around: PayloadAround,
): ContentMeaning {
  const text = quoted('message', bytes, { start, around });
  const key = (name: string, part: Uint8Array, kind: DecodedField['kind'] = 'address'): DecodedField => ({
    name,
    value: base58.encode(part),
    kind,
    ...placeIn(bytes, part),
  });
  const own = around.signWith ?? null;
  const names = signers.map((signer) => base58.encode(signer));
  const isStranger = own !== null && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(own) && !names.includes(own);
  return {
    ...text,
    title: `Off-chain message of Solana, ${layout}`,
    summary: [
      ...text.summary,
      ...(domain === null ? [] : [row('Application', base58.encode(domain), 'hash')]),
      ...names.filter((name) => name !== own).map((name) => row('Also signs', name, 'address')),
    ],
    fields: [
      ...(domain === null ? [] : [key('applicationDomain', domain, 'hash')]),
      ...(format === null ? [] : [{ name: 'format', value: FORMATS[format] ?? '', kind: 'enum' } as const]),
      ...signers.map((signer, index) => key(`signers[${index}]`, signer)),
      ...text.fields,
    ],
    findings: [
      ...(signers.length > 0 && isStranger
        ? [danger('The account that signs is not among the signers that the message names.', { field: 'signers[0]' })]
        : []),
      ...text.findings,
      information('No transaction begins with its header, so the signature moves nothing on Solana.'),
    ],
  };
}

function broken(bytes: Uint8Array, why: string): ContentMeaning {
  return undecoded(bytes, {
    title: 'Off-chain message of Solana, not decoded',
    step: 'Sign an off-chain message of Solana that cannot be read',
    finding: danger(`These bytes begin like an off-chain message of Solana, but ${why}.`),
  });
}

function readerOf(bytes: Uint8Array) {
  const reader = byteReader(bytes, 'the off-chain message');
  reader.take(PREFIX.length + 1);
  return reader;
}

/** Format, length, text. */
function readFirst(bytes: Uint8Array): OffChain {
  const reader = readerOf(bytes);
  const format = reader.byte();
  const length = littleEndian(reader.take(2));
  requireText(bytes.subarray(reader.position()), format, length);
  return { layout: 'without a domain', domain: null, format, signers: [], start: reader.position() };
}

/** Domain, format, signers, length, text. */
function readVersion0(bytes: Uint8Array): OffChain {
  const reader = readerOf(bytes);
  const domain = reader.take(KEY_BYTES);
  const format = reader.byte();
  const signers = readSigners(reader);
  const length = littleEndian(reader.take(2));
  requireText(bytes.subarray(reader.position()), format, length);
  return { layout: 'version 0', domain, format, signers, start: reader.position() };
}

/** Signers in ascending order, then the text to the end. */
function readVersion1(bytes: Uint8Array): OffChain {
  const reader = readerOf(bytes);
  const signers = readSigners(reader);
  signers.slice(1).forEach((signer, index) => {
    if (hexEncode(signers[index] ?? signer) >= hexEncode(signer))
      throw new Refusal('payload', 'its signers are not in order');
  });
  const text = bytes.subarray(reader.position());
  requireText(text, null, BigInt(text.length));
  return { layout: 'version 1', domain: null, format: null, signers, start: reader.position() };
}

function readSigners(reader: ReturnType<typeof readerOf>): Uint8Array[] {
  const count = reader.byte();
  if (count === 0) throw new Refusal('payload', 'it names no signer');
  return Array.from({ length: count }, () => reader.take(KEY_BYTES));
}

function requireText(text: Uint8Array, format: number | null, length: bigint): void {
  if (text.length === 0 || BigInt(text.length) !== length)
    throw new Refusal('payload', 'it states a wrong length of its text');
  if (format !== null && FORMATS[format] === undefined) throw new Refusal('payload', 'its format is not known');
  const isPlain = text.every((byte) => byte >= 0x20 && byte <= 0x7e);
  if (format === 0 ? !isPlain : !isUtf8(text)) throw new Refusal('payload', 'its text does not have the stated format');
}
