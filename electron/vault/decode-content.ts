import {
  type ByteRange,
  type Content,
  type DecodedField,
  type Finding,
  HASH_FUNCTIONS,
  type HashFunction,
  type JsonObject,
  PAYLOAD_ENCODINGS,
  type PayloadEncoding,
  shortened,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../shared/model/index.ts';
import type { ActivityOperation, CarriedType } from '../../shared/operations/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import {
  type ContentMeaning,
  danger,
  describePayload,
  describeTransaction,
  expiredFindings,
  isDigest,
  isSignedUnhashed,
  lastDigits,
  type PayloadAround,
  Refusal,
  row,
  type Step,
} from '../crypto/index.ts';
import { type Explained, explainCall, explainMessage } from './calls/explain.ts';
import type { Interfaces } from './calls/interfaces.ts';
import { sentCalls, sentOn, sentOnSolana, sentSigned, undelegation } from './sending.ts';

/** The most fields of contents signed in a window. None of them is cut. */
const MAXIMUM_FIELDS = 20_000;
/** The most characters of a value in the summary. Its field has all of it. */
const MAXIMUM_VALUE = 4096;
const DIGEST_BYTES = 32;
const MAXIMUM_TEXT = 256;
const MAXIMUM_SENTENCE = 1024;

/** The explanation of contents with all inner calls. All of it may come from whoever made the contents. */
interface Described extends Content {
  /** The effect, in a sentence without its full stop. */
  readonly headline: string;
  readonly findings: readonly Finding[];
}

export interface DecodedContent {
  readonly decoded: Content | null;
  /** Null when contents do not show their effect. */
  readonly headline: string | null;
  /** True when the contents differ from their declaration in the body. */
  readonly unreadable: boolean;
  /** Findings about contents that nobody can judge. They come first and are never cut. */
  readonly loud: readonly Finding[];
  readonly findings: readonly Finding[];
}

const NOTHING: DecodedContent = { decoded: null, headline: null, unreadable: false, loud: [], findings: [] };
/** describe.ts has already reported the mismatch with the declaration. */
const UNFIT: DecodedContent = { ...NOTHING, unreadable: true };

/** The operator's own interfaces, and the time of the question in milliseconds since 1970, if known. */
interface Asked {
  readonly interfaces: Interfaces;
  readonly atMs: number | null;
}

/**
 * Decodes the contents that an activity asks to sign, or to sign and send, from the parsed parameters of its body. The
 * result is bounded. Contents that cannot be decoded throw nothing: a finding says so, and the service would refuse
 * them too.
 */
export function decodeContent(
  { name, signs, carries }: Pick<ActivityOperation, 'name' | 'signs' | 'carries'>,
  given: JsonObject,
  asked: Asked,
): DecodedContent {
  const send = SENDS[name];
  if (send !== undefined) return presentContent('transaction', () => explained(send(given), asked));
  if (carries !== null) {
    const content = given[carries.content];
    if (typeof content !== 'string') return UNFIT;
    return presentContent('transaction', () => explained(CARRIED[carries.type](content, given), asked));
  }
  if (signs === null) return NOTHING;
  const signWith = given[signs.signWith];
  const content = given[signs.content];
  if (signs.kind === 'transaction') {
    const type = given[signs.type];
    return isTransactionType(type) ? transactionContent(type, { content, signWith }, asked) : UNFIT;
  }
  const encoding = given[signs.encoding];
  const payloads = signs.kind === 'payload' ? [content] : content;
  if (!isEncoding(encoding) || !isTexts(payloads)) return UNFIT;
  const what = signs.kind === 'payload' ? 'payload' : 'activity';
  const around = {
    signWith: typeof signWith === 'string' ? signWith : null,
    hashFunction: HASH_FUNCTIONS.find((known) => known === given[signs.hashFunction]) ?? null,
    atMs: asked.atMs,
  };
  const described = presentContent(what, () =>
    describePayloads(encoding, payloads, { many: signs.kind === 'payloads', asked, around }),
  );
  const isBlind = described.decoded === null && !described.unreadable;
  if (!isBlind) return described;
  const last = payloads.at(-1) ?? '';
  return blind(encoding === 'PAYLOAD_ENCODING_TEXT_UTF8' ? utf8Encode(last) : hexDecode(digitsOf(last)), around);
}

function transactionContent(
  type: TransactionType,
  { content, signWith }: { readonly content: unknown; readonly signWith: unknown },
  asked: Asked,
): DecodedContent {
  if (typeof content !== 'string') return UNFIT;
  const address = typeof signWith === 'string' ? signWith : null;
  return presentContent('transaction', () => explained(describeTransaction(type, content, address), asked));
}

/** The explanations of contents that are signed and sent, by their type. */
const CARRIED: Readonly<Record<CarriedType, (content: string, given: JsonObject) => ContentMeaning>> = {
  TRANSACTION_TYPE_SOLANA: (content, { caip2 }) => sentOnSolana(content, caip2),
  TRANSACTION_TYPE_BITCOIN: (content, given) => sentOn('TRANSACTION_TYPE_BITCOIN', content, given),
  TRANSACTION_TYPE_TRON: (content, given) => sentOn('TRANSACTION_TYPE_TRON', content, given),
};

/** Operations that send contents which no member declares as contents to be signed. */
const SENDS: Readonly<Record<string, (given: JsonObject) => ContentMeaning>> = {
  eth_send_transaction: sentCalls,
  eth_send_transaction_v1: sentCalls,
  eth_send_raw_transaction: sentSigned,
  eth_undelegate_7702: undelegation,
};

/** Returns true when an operation has contents that are decoded. */
export function hasContent({ name, signs, carries }: ActivityOperation): boolean {
  return signs !== null || carries !== null || SENDS[name] !== undefined;
}

const digitsOf = (payload: string): string => payload.replace(/^0x/i, '');

/** The chains whose accounts sign a hash that was made before, by the hash function of the request. */
const HASHED_BEFORE: Readonly<Partial<Record<HashFunction, string>>> = {
  HASH_FUNCTION_NOT_APPLICABLE: 'Cardano, NEAR, Polkadot, Stellar, Sui, Tezos and TON sign such hashes',
  HASH_FUNCTION_SHA256: 'Bitcoin and Sui sign the hash of such a hash',
};

/** Explains payloads of unknown form: a digest, bytes as long as one, or other bytes. `last` is the last payload. */
function blind(last: Uint8Array, around: PayloadAround): DecodedContent {
  const told = (headline: string, warning: string): DecodedContent => ({
    ...NOTHING,
    headline,
    loud: [danger(warning, { mark: lastDigits(hexEncode(last)) })],
  });
  if (isDigest(last, around))
    return told(
      'Sign a digest of unknown content',
      'A digest can hide anything, including a transfer. Sign it only if you made it yourself.',
    );
  if (last.length === DIGEST_BYTES) {
    const hash = around.hashFunction ?? 'HASH_FUNCTION_NO_OP';
    const chains = HASHED_BEFORE[isSignedUnhashed(around) ? 'HASH_FUNCTION_NOT_APPLICABLE' : hash];
    const also = chains === undefined ? '' : ` (${chains})`;
    return told(
      'Sign 32 bytes that can be the hash of a transaction',
      `These bytes can be the hash of a transaction of any chain${also}. Sign them only if you made them yourself.`,
    );
  }
  return told(
    'Sign bytes of unknown kind',
    'Bytes can be a transaction of any chain. Sign them only if you know their content.',
  );
}

/** The explanation of every step and of the calls in it, beside the fields that they come from. */
function explained(
  { title, steps, summary, fields, findings, unexplained }: ContentMeaning,
  { interfaces, atMs }: Asked,
): Described {
  const calls = steps.map((step) => ({ step, ...explainStep(step, interfaces) }));
  const isPayer = ({ name }: DecodedField) => name === 'From';
  const payers = summary.filter(isPayer);
  const told = withoutThose(
    payers,
    calls.flatMap((call) => call.summary),
  );
  const others = summary.filter((each) => !isPayer(each));
  const rows = [...payers, ...told, ...withoutThose(told, others)];
  return {
    title,
    headline: headlineOf(calls.flatMap((call) => call.steps)),
    summary: rows,
    fields: [...fields, ...calls.flatMap((call) => call.fields)],
    findings: [...findings, ...calls.flatMap((call) => call.findings), ...expiredFindings(rows, atMs)],
    unexplained: [...unexplained, ...calls.flatMap(undecoded)],
  };
}

/** The rows that are not shown already. */
function withoutThose(told: readonly DecodedField[], rows: readonly DecodedField[]): DecodedField[] {
  return rows.filter(({ name, value }) => !told.some((each) => each.name === name && each.value === value));
}

/** The undecoded data of a call, which has no fields, or the bytes after the arguments of a call. */
function undecoded({ step, fields, unread }: Explained & { readonly step: Step }): ByteRange[] {
  const range = typeof step === 'string' || step.family === 'eip712' ? undefined : step.range;
  if (range === undefined) return [];
  if (fields.length === 0) return [range];
  return unread === undefined ? [] : [{ start: range.start + unread.start, end: range.start + unread.end }];
}

function explainStep(step: Step, interfaces: Interfaces): Explained {
  if (typeof step === 'string') return { steps: [step], summary: [], fields: [], findings: [] };
  return step.family === 'eip712' ? explainMessage(step, interfaces) : explainCall(step, interfaces);
}

/** One step or two, or the first and the number of the others. All are among the fields. */
function headlineOf(steps: readonly string[]): string {
  const [first = 'Do nothing', ...more] = steps;
  if (more.length === 1) return `${first}; ${more[0]}`;
  return more.length === 0 ? first : `${first}, and ${more.length} more`;
}

/** Prepares the result of `describe` for display. When it throws, a finding replaces it. `what` names the contents. */
export function presentContent(what: string, describe: () => Described | null): DecodedContent {
  let described: Described | null;
  try {
    described = describe();
  } catch (error) {
    return { ...UNFIT, loud: [danger(`The effect of this ${what} is unknown: ${reasonOf(error)}.`)] };
  }
  if (described === null) return NOTHING;
  const { title, headline, summary, fields, findings, unexplained } = described;
  const ranges = new Map(fields.map(({ name, range }) => [name, range]));
  if (fields.length > MAXIMUM_FIELDS) {
    const many = `The ${what} has more than the ${MAXIMUM_FIELDS} fields that can be shown.`;
    return { ...UNFIT, loud: [danger(many)] };
  }
  return {
    decoded: {
      title: shortened(title, MAXIMUM_TEXT),
      summary: summary.map(cutField),
      fields: fields.map((field) =>
        field.name.length > MAXIMUM_TEXT ? { ...field, name: shortened(field.name, MAXIMUM_TEXT) } : field,
      ),
      unexplained: [...unexplained],
    },
    headline: shortened(headline, MAXIMUM_SENTENCE),
    unreadable: false,
    loud: [],
    findings: findings.map((finding) => ({
      ...finding,
      text: shortened(finding.text, MAXIMUM_SENTENCE),
      field: finding.field === null ? null : shortened(finding.field, MAXIMUM_TEXT),
      ...ranged(finding.field === null ? undefined : ranges.get(finding.field)),
    })),
  };
}

/**
 * Describes all payloads together: their fields, under their places if there may be many, and each finding once. Null
 * when one of them cannot be decoded. Payloads behind more fields than can be shown are not read.
 */
function describePayloads(
  encoding: PayloadEncoding,
  payloads: readonly string[],
  { many, asked, around }: { readonly many: boolean; readonly asked: Asked; readonly around: PayloadAround },
): Described | null {
  const titles = new Set<string>();
  const headlines: string[] = [];
  const summary: DecodedField[] = [];
  const fields: DecodedField[] = [];
  const unexplained: ByteRange[] = [];
  const findings = new Map<string, Finding>();
  for (const [index, payload] of payloads.entries()) {
    if (fields.length > MAXIMUM_FIELDS) break;
    const meaning = describePayload(encoding, payload, around);
    if (meaning === null) return null;
    const described = explained(meaning, asked);
    titles.add(described.title);
    headlines.push(described.headline);
    if (!many) {
      summary.push(...described.summary);
      unexplained.push(...described.unexplained);
    }
    const place = many ? `payloads[${index}].` : '';
    // With many payloads, a range would not show its payload.
    for (const field of described.fields)
      fields.push(many ? { name: `${place}${field.name}`, value: field.value, kind: field.kind } : field);
    for (const finding of described.findings)
      if (!findings.has(finding.text))
        findings.set(
          finding.text,
          finding.field === null ? finding : { ...finding, field: `${place}${finding.field}` },
        );
  }
  if (many) summary.push(row('Payloads', String(payloads.length)));
  return {
    title: [...titles].join(', '),
    headline: headlineOf(headlines),
    summary,
    fields,
    findings: [...findings.values()],
    unexplained,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal ? shortened(error.message, MAXIMUM_SENTENCE) : 'Castellan cannot decode it';
}

function cutField({ name, value, kind, range }: DecodedField): DecodedField {
  return { name: shortened(name, MAXIMUM_TEXT), value: shortened(value, MAXIMUM_VALUE), kind, ...ranged(range) };
}

function ranged(range: ByteRange | undefined): { range?: ByteRange } {
  return range === undefined ? {} : { range };
}

function isTransactionType(type: unknown): type is TransactionType {
  return (TRANSACTION_TYPES as readonly unknown[]).includes(type);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isEncoding(encoding: unknown): encoding is PayloadEncoding {
  return (PAYLOAD_ENCODINGS as readonly unknown[]).includes(encoding);
}
