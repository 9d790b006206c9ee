/** Describes the payloads of one activity, each by itself, also those whose content is unknown. */
import {
  type ByteRange,
  type Content,
  type DecodedField,
  type Finding,
  type HashFunction,
  type PayloadEncoding,
  shortened,
} from '../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { lowered } from '../../shared/words/index.ts';
import {
  type ContentMeaning,
  danger,
  describePayload,
  isDigest,
  isSignedUnhashed,
  lastDigits,
  type PayloadAround,
  row,
  sha256,
} from '../crypto/index.ts';
import { stepRows } from './step-rows.ts';

const DIGEST_BYTES = 32;
/** The most payloads of unknown content that one finding names. */
const MAXIMUM_PLACES = 8;
const MAXIMUM_STEP = 512;

/** The explanation of contents with all inner calls. All of it may come from whoever made the contents. */
export interface Described extends Content {
  /** The effect, in a sentence without its full stop. */
  readonly headline: string;
  readonly findings: readonly Finding[];
  /** Findings about parts that nobody can judge. They come first and are never cut. */
  readonly loud?: readonly Finding[];
}

/** The effect of bytes of unknown kind, and the warning of them. */
export interface Blind {
  readonly headline: string;
  readonly warning: string;
}

/** The chains whose accounts sign a hash that was made before, by the hash function of the request. */
const HASHED_BEFORE: Readonly<Partial<Record<HashFunction, string>>> = {
  HASH_FUNCTION_NOT_APPLICABLE: 'Cardano, NEAR, Polkadot, Stellar, Sui, Tezos and TON sign such hashes',
  HASH_FUNCTION_SHA256: 'Bitcoin and Sui sign the hash of such a hash',
};

/** Returns the bytes of a payload that could be signed. */
export function bytesOf(encoding: PayloadEncoding, payload: string): Uint8Array {
  return encoding === 'PAYLOAD_ENCODING_TEXT_UTF8' ? utf8Encode(payload) : hexDecode(payload.replace(/^0x/i, ''));
}

/** Judges bytes of no known form: a digest, bytes as long as one, or other bytes. */
export function blindBytes(bytes: Uint8Array, around: PayloadAround): Blind {
  if (isDigest(bytes, around))
    return {
      headline: 'Sign a digest of unknown content',
      warning: 'A digest can hide anything, including a transfer. Sign it only if you made it yourself.',
    };
  if (bytes.length === DIGEST_BYTES) {
    const hash = around.hashFunction ?? 'HASH_FUNCTION_NO_OP';
    const chains = HASHED_BEFORE[isSignedUnhashed(around) ? 'HASH_FUNCTION_NOT_APPLICABLE' : hash];
    const also = chains === undefined ? '' : ` (${chains})`;
    return {
      headline: 'Sign 32 bytes that can be the hash of a transaction',
      warning: `These bytes can be the hash of a transaction of any chain${also}. Sign them only if you made them yourself.`,
    };
  }
  return {
    headline: 'Sign bytes of unknown kind',
    warning: 'Bytes can be a transaction of any chain. Sign them only if you know their content.',
  };
}

/** The request around the payloads. */
interface Asked {
  readonly encoding: PayloadEncoding;
  readonly around: PayloadAround;
  /** Explains the steps of a payload. */
  readonly explain: (meaning: ContentMeaning) => Described;
  /** The number of fields that can be shown. Payloads behind more of them are not read. */
  readonly maximumFields: number;
}

/**
 * Describes all payloads of a list together. Rows and fields have the place of their payload, and each finding is there
 * once. A payload of unknown content is a step with a finding of its own and hides no other. One mark, made of all
 * payloads, stands for the list. Throws a `Refusal` when one of them could not be signed.
 */
export function describePayloads(payloads: readonly string[], asked: Asked): Described {
  const { encoding, around, explain, maximumFields } = asked;
  const titles = new Set<string>();
  const steps: string[] = [];
  /** The steps without the numbers of their payloads. */
  const words: string[] = [];
  const summary: DecodedField[] = [row('Payloads', String(payloads.length))];
  const fields: DecodedField[] = [];
  const findings = new Map<string, Finding>();
  const unknown = new Map<string, number[]>();
  const isOne = payloads.length === 1;
  for (const [index, payload] of payloads.entries()) {
    if (fields.length > maximumFields) break;
    const meaning = describePayload(encoding, payload, around);
    const after = isOne ? '' : ` (payload ${index + 1})`;
    const place = `payloads[${index}]`;
    if (meaning === null) {
      const bytes = bytesOf(encoding, payload);
      const { headline, warning } = blindBytes(bytes, around);
      titles.add('Unknown bytes');
      steps.push(`${headline}${after}`);
      words.push(headline);
      fields.push({ name: place, value: `0x${hexEncode(bytes)}`, kind: 'bytes' });
      unknown.set(warning, [...(unknown.get(warning) ?? []), index]);
      continue;
    }
    const described = explain(meaning);
    titles.add(described.title);
    steps.push(described.headline);
    words.push(described.headline);
    for (const each of described.summary) summary.push({ ...withoutRange(each), name: `${each.name}${after}` });
    // With many payloads, a range would not show its payload.
    for (const field of described.fields) fields.push({ ...withoutRange(field), name: `${place}.${field.name}` });
    for (const found of described.findings)
      if (!findings.has(found.text))
        findings.set(found.text, found.field === null ? found : { ...found, field: `${place}.${found.field}` });
  }
  const unknowns = [...unknown.values()].flat();
  const mark = listMark(payloads);
  const marked = (found: Finding): Finding => (found.mark === undefined || isOne ? found : { ...found, mark });
  const loud = [...unknown].map(([warning, indices]) =>
    danger(isOne ? warning : `${placesIn(indices)}: ${lowered(warning)}`, {
      field: `payloads[${indices[0]}]`,
      mark: isOne ? lastDigits(hexEncode(bytesOf(encoding, payloads[0] ?? ''))) : mark,
    }),
  );
  const counted = stepRows(words, ['Payload', 'payloads'], firstKnown(steps, unknowns));
  return {
    title: [...titles].join(', '),
    headline: headlineOfList(steps, unknowns),
    summary: [...summary.slice(0, 1), ...counted.rows, ...summary.slice(1)],
    fields,
    findings: [...[...findings.values()].map(marked), ...counted.findings],
    unexplained: [],
    loud,
  };
}

function withoutRange({ name, value, kind }: DecodedField & { readonly range?: ByteRange }): DecodedField {
  return { name, value, kind };
}

/** Names payloads by their numbers, from 1. */
function placesIn(indices: readonly number[]): string {
  const numbers = indices.slice(0, MAXIMUM_PLACES).map((index) => String(index + 1));
  const more = indices.length - numbers.length;
  return `Payload${indices.length === 1 ? '' : 's'} ${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One step or two, or the first known one and the number of the others, with the number of those of unknown content. */
function headlineOfList(steps: readonly string[], unknown: readonly number[]): string {
  if (steps.length <= 2) return steps.map((step) => shortened(step, MAXIMUM_STEP)).join('; ');
  const first = firstKnown(steps, unknown);
  const others = unknown.length - (unknown.includes(first) ? 1 : 0);
  const counted = others === 0 ? '' : `, ${others} of unknown content`;
  return `${shortened(steps[first] ?? '', MAXIMUM_STEP)}, and ${steps.length - 1} more${counted}`;
}

/** Returns the place of the first payload of known content, or of the first one. */
const firstKnown = (steps: readonly string[], unknown: readonly number[]): number =>
  Math.max(
    steps.findIndex((_step, index) => !unknown.includes(index)),
    0,
  );

/** The end of a hash of the whole list, so that it changes with each payload. */
function listMark(payloads: readonly string[]): string {
  return lastDigits(hexEncode(sha256(utf8Encode(JSON.stringify(payloads)))));
}
