/** Messages that people read, behind the prefix of their chain. */
import type { AddressFormat, DecodedField, Finding } from '../../../../shared/model/index.ts';
import { hexEncode, utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import { ADDRESS_TABLE } from '../../addresses/index.ts';
import { type ContentMeaning, care, danger, momentText, row } from '../../meaning.ts';
import { isUtf8 } from '../../native.ts';
import { clauseOf, Refusal } from '../../refusal.ts';
import { byteReader, littleEndian } from '../../transactions/byte-reader.ts';
import { isLookalike } from '../lookalike.ts';
import { credentialFindings, quoted } from '../quoted.ts';
import { hostOf, imitationIn } from '../sign-in-domains.ts';
import { type Form, type PayloadAround, refusedOr, startsWith, undecoded } from './form.ts';
import { ED25519, EVERY_CURVE, type Keys, SHA256 } from './keys.ts';

interface Prefixed extends Keys {
  readonly title: string;
  readonly prefix: Uint8Array;
  /**
   * Reads the length field behind the prefix: its size, and the message's length. Null when the message runs to the
   * end.
   */
  readonly length: ((bytes: Uint8Array) => { readonly size: number; readonly length: number }) | null;
  /** The reason that no wallet verifies the signature. Null where one does. */
  readonly unverified: string | null;
}

const HASHED_TWICE = 'Wallets hash this message twice, and it is hashed once here: none verifies the signature.';
const HASHED_BEFORE = 'Wallets sign the hash of this message, and no hash is made here: none verifies the signature.';

const PREFIXED: readonly Prefixed[] = [
  {
    title: 'Bitcoin message',
    ...SHA256,
    prefix: utf8Encode('\u0018Bitcoin Signed Message:\n'),
    length: compactSize,
    unverified: HASHED_TWICE,
  },
  {
    title: 'Stacks message',
    ...SHA256,
    prefix: utf8Encode('\u0017Stacks Signed Message:\n'),
    length: compactSize,
    unverified: null,
  },
  {
    title: 'Stellar message (SEP-53)',
    ...ED25519,
    prefix: utf8Encode('Stellar Signed Message:\n'),
    length: null,
    unverified: HASHED_BEFORE,
  },
  {
    title: 'Sui personal message',
    ...EVERY_CURVE,
    prefix: Uint8Array.of(3, 0, 0),
    length: uleb128,
    unverified: HASHED_BEFORE,
  },
  {
    title: 'Tezos message',
    ...ED25519,
    prefix: Uint8Array.of(5, 1),
    length: (bytes) => ({ size: 4, length: Number(littleEndian(bytes.slice(0, 4).reverse())) }),
    unverified: HASHED_BEFORE,
  },
  { title: 'Algorand message', ...ED25519, prefix: utf8Encode('MX'), length: null, unverified: null },
  {
    title: 'Lightning message',
    ...SHA256,
    prefix: utf8Encode('Lightning Signed Message:'),
    length: null,
    unverified: HASHED_TWICE,
  },
];

function compactSize(bytes: Uint8Array) {
  const [first = 0] = bytes;
  if (first < 0xfd) return { size: 1, length: first };
  const size = 2 ** (first - 0xfc);
  return { size: 1 + size, length: Number(littleEndian(bytes.subarray(1, 1 + size))) };
}

function uleb128(bytes: Uint8Array) {
  const size = bytes.findIndex((byte) => byte < 0x80) + 1;
  // A length in more bytes than it needs is none of BCS.
  if (size > 1 && bytes[size - 1] === 0) return { size: 0, length: Number.NaN };
  const length = bytes.subarray(0, size).reduceRight((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return { size, length };
}

function readPrefixed(
  { title, prefix, length, unverified }: Prefixed,
  bytes: Uint8Array,
  around: PayloadAround,
): ContentMeaning | null {
  if (!startsWith(bytes, prefix)) return null;
  const rest = bytes.subarray(prefix.length);
  const counted = length?.(rest) ?? { size: 0, length: rest.length };
  const isText = prefix.some((byte) => byte > 5);
  if (counted.size + counted.length !== rest.length)
    // A prefix of letters is no coincidence. A prefix of three bytes can be.
    return isText ? broken(bytes, title, 'it states a wrong length') : null;
  const described = quoted('message', bytes, { start: prefix.length + counted.size, around });
  return { ...described, title, findings: [...described.findings, ...(unverified === null ? [] : [care(unverified)])] };
}

const broken = (bytes: Uint8Array, title: string, why: string): ContentMeaning =>
  undecoded(bytes, {
    title: `${title}, not decoded`,
    step: `Sign bytes that only begin like a message (${title})`,
    finding: danger(`These bytes begin like a message (${title}), but ${why}.`),
  });

const APTOS =
  /^APTOS\n(?:address: (?<address>[^\n]*)\n)?(?:application: (?<application>[^\n]*)\n)?(?:chainId: (?<chain>[^\n]*)\n)?message: (?<message>[\s\S]*)\nnonce: (?<nonce>[^\n]*)$/;

/** Aptos: lines with names, of which the message may have several. */
function readAptos(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (!startsWith(bytes, utf8Encode('APTOS\n'))) return null;
  const found = isUtf8(bytes) ? APTOS.exec(utf8Decode(bytes))?.groups : undefined;
  if (found === undefined) return broken(bytes, 'Aptos message', 'its lines do not follow the format');
  const { address, application, chain, message = '', nonce = '' } = found;
  if (/\n(?:nonce|message): /.test(message))
    return broken(bytes, 'Aptos message', 'its message has lines that look like members');
  const described = quoted('message', utf8Encode(message), { start: 0, around });
  const fields = described.fields.map(({ name, value, kind }): DecodedField => ({ name, value, kind }));
  return {
    ...described,
    findings: [
      ...nameFindings(application ?? '', 'application'),
      ...otherServiceFindings(application, fields.find(({ name }) => name === 'domain')?.value),
      ...signerFindings(address, 'ADDRESS_FORMAT_APTOS', around),
      ...credentialFindings(utf8Encode(nonce), 'nonce'),
      ...described.findings,
    ],
    title: 'Aptos message',
    summary: [
      ...described.summary,
      ...(application === undefined ? [] : [row('Application', application)]),
      ...(chain === undefined ? [] : [row('Chain', `Aptos, ${chain}`)]),
      row('Nonce', nonce),
    ],
    fields: [
      ...(address === undefined ? [] : [{ name: 'address', value: address, kind: 'address' } as const]),
      ...(application === undefined ? [] : [{ name: 'application', value: application, kind: 'text' } as const]),
      ...(chain === undefined ? [] : [{ name: 'chainId', value: chain, kind: 'text' } as const]),
      ...fields,
      { name: 'nonce', value: nonce, kind: 'text' },
    ],
  };
}

/** About a domain or a link whose letters or labels can be taken for those of another. */
function nameFindings(name: string, field: string): Finding[] {
  if (isLookalike(name) || /xn--/i.test(name))
    return [danger(`The ${field} has letters beyond plain ones, which can resemble another ${field}.`, { field })];
  const imitation = imitationIn(hostIn(name));
  return imitation === null ? [] : [(imitation.isWord ? care : danger)(imitation.text, { field })];
}

/** The host of a link, or the text itself. */
const hostIn = (name: string) => /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s/?#]*)/i.exec(name)?.[1]?.toLowerCase() ?? name;

/** About a sign-in to another domain than the wallet was asked by. */
function otherServiceFindings(application: string | undefined, domain: string | undefined): Finding[] {
  if (application === undefined || domain === undefined) return [];
  if (hostOf(hostIn(application)) === hostOf(hostIn(domain))) return [];
  const text = `The sign-in is to ${domain}, but the application is ${application}.`;
  return [danger(text, { field: 'application' })];
}

/** About a message that names another account of its chain than the one that signs. */
function signerFindings(address: string | undefined, format: AddressFormat, { signWith }: PayloadAround): Finding[] {
  const { normalize } = ADDRESS_TABLE[format];
  const signer = normalize(signWith ?? '');
  if (address === undefined || signer === null || normalize(address) === signer) return [];
  return [danger(`It is for ${address}, but ${signer} signs it.`, { field: 'address' })];
}

const TON_PROOF = utf8Encode('ton-proof-item-v2/');
/** A host, which may have a port. */
const DOMAIN = /^[^\s/@?#\\]{1,253}$/;
/** The most that the clocks of a service and of this machine differ. */
const MOST_AHEAD_MS = 600_000;

/** TON Connect: workchain, account, domain with its length, time, and the application's payload. */
function readTonProof(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (!startsWith(bytes, TON_PROOF)) return null;
  const described = refusedOr(() => tonProof(bytes, around));
  return described instanceof Refusal
    ? broken(bytes, 'TON proof', clauseOf(described.reason, described.where))
    : described;
}

function tonProof(bytes: Uint8Array, around: PayloadAround): ContentMeaning {
  const reader = byteReader(bytes, 'the proof');
  reader.take(TON_PROOF.length);
  const workchain = new DataView(Uint8Array.from(reader.take(4)).buffer).getInt32(0);
  const account = `${workchain}:${hexEncode(reader.take(32))}`;
  const domain = textIn(reader.take(Number(littleEndian(reader.take(4)))));
  if (!DOMAIN.test(domain)) throw new Refusal('payload', 'its domain is no name of a host');
  const seconds = littleEndian(reader.take(8));
  const time = momentText(seconds, 'seconds');
  const isAhead = typeof around.atMs === 'number' && Number(seconds) * 1000 > around.atMs + MOST_AHEAD_MS;
  const payload = textIn(reader.take(reader.left()));
  return {
    title: 'TON proof',
    steps: [`Prove the account ${account} to ${domain}`],
    summary: [
      row('From', account, 'address'),
      row('Signs in to', domain),
      row('Chain', 'TON'),
      row('Issued at', time, 'time'),
      ...(payload === '' ? [] : [row('Payload', payload)]),
    ],
    fields: [
      { name: 'address', value: account, kind: 'address' },
      { name: 'domain', value: domain, kind: 'text' },
      { name: 'timestamp', value: time, kind: 'time' },
      { name: 'payload', value: payload, kind: 'text' },
    ],
    findings: [
      ...nameFindings(domain, 'domain'),
      ...signerFindings(account, 'ADDRESS_FORMAT_TON_V4R2', around),
      ...credentialFindings(utf8Encode(payload), 'payload'),
      ...(isAhead
        ? [care(`It says that it was issued at ${time}, which is still to come.`, { field: 'timestamp' })]
        : []),
      care(HASHED_BEFORE),
    ],
    unexplained: [],
  };
}

function textIn(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new Refusal('payload', 'it has bytes that are not text');
  return utf8Decode(bytes);
}

/** The table of messages behind a prefix, as forms. */
export const PREFIXED_FORMS: readonly Form[] = [
  ...PREFIXED.map(
    (known): Form => ({
      name: known.title,
      curves: known.curves,
      hashFunctions: known.hashFunctions,
      read: (bytes, around) => readPrefixed(known, bytes, around),
    }),
  ),
  { name: 'Aptos message', ...ED25519, read: readAptos },
  { name: 'TON proof', ...ED25519, read: readTonProof },
];
