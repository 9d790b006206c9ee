import {
  type ByteRange,
  type Content,
  type DecodedField,
  type Finding,
  HASH_FUNCTIONS,
  type JsonObject,
  PAYLOAD_ENCODINGS,
  type PayloadEncoding,
  shortened,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../shared/model/index.ts';
import type { ActivityOperation, CarriedType } from '../../shared/operations/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import {
  type ContentMeaning,
  danger,
  describePayload,
  describeTransaction,
  lastDigits,
  nftFindings,
  Refusal,
  row,
  type Step,
  timeFindings,
} from '../crypto/index.ts';
import { type Explained, explainCall, explainMessage } from './calls/explain.ts';
import type { Interfaces } from './calls/interfaces.ts';
import { blindBytes, bytesOf, type Described, describePayloads } from './decode-payloads.ts';
import { sentCalls, sentOn, sentOnSolana, sentSigned, undelegation } from './sending.ts';
import { stepRows, weightiestStep } from './step-rows.ts';

/** The most fields of contents signed in a window. None of them is cut. */
const MAXIMUM_FIELDS = 20_000;
/** The most characters of a value in the summary. Its field has all of it. */
const MAXIMUM_VALUE = 4096;
const MAXIMUM_TEXT = 256;
const MAXIMUM_SENTENCE = 1024;

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
  const around = {
    signWith: typeof signWith === 'string' ? signWith : null,
    hashFunction: HASH_FUNCTIONS.find((known) => known === given[signs.hashFunction]) ?? null,
    atMs: asked.atMs,
  };
  const explain = (meaning: ContentMeaning) => explained(meaning, asked);
  if (signs.kind === 'payloads')
    return presentContent('activity', () =>
      describePayloads(payloads, { encoding, around, explain, maximumFields: MAXIMUM_FIELDS }),
    );
  const [payload = ''] = payloads;
  const described = presentContent('payload', () => {
    const meaning = describePayload(encoding, payload, around);
    return meaning === null ? null : explain(meaning);
  });
  if (described.decoded !== null || described.unreadable) return described;
  const bytes = bytesOf(encoding, payload);
  const { headline, warning } = blindBytes(bytes, around);
  return { ...NOTHING, headline, loud: [danger(warning, { mark: lastDigits(hexEncode(bytes)) })] };
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
  TRANSACTION_TYPE_SOLANA: sentOnSolana,
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

/** The explanation of every step and of the calls in it, beside the fields that they come from. */
function explained(
  { title, steps, summary, fields, findings, unexplained }: ContentMeaning,
  { interfaces, atMs }: Asked,
): Described {
  const calls = steps.map((step) => ({ step, ...explainStep(step, interfaces) }));
  const isPayer = ({ name }: DecodedField) => name === 'From';
  const payers = summary.filter(isPayer);
  const shown = withoutThose(
    payers,
    calls.flatMap((call) => call.summary),
  );
  const others = summary.filter((each) => !isPayer(each));
  const words = calls.flatMap((call) => call.steps);
  const shownStep = words.length > 2 ? weightiestStep(words) : 0;
  const counted = stepRows(words, ['Step', 'steps'], shownStep);
  const headline = headlineOf(words, shownStep);
  const whole = headline.length > MAXIMUM_SENTENCE ? [row('In full', headline)] : [];
  const rows = [...payers, ...whole, ...counted.rows, ...shown, ...withoutThose(shown, others)];
  return {
    title,
    headline,
    summary: rows,
    fields: [...fields, ...calls.flatMap((call) => call.fields)],
    findings: [
      ...findings,
      ...calls.flatMap((call) => call.findings),
      ...nftFindings([...words, ...rows.map(({ value }) => value)]),
      ...timeFindings(rows, atMs),
      ...counted.findings,
      ...(headline.length > MAXIMUM_VALUE
        ? [danger('Its words are too long and are cut off: read each of its fields.')]
        : []),
    ],
    unexplained: [...unexplained, ...calls.flatMap(undecoded)],
  };
}

/** The rows that are not shown already. */
function withoutThose(shown: readonly DecodedField[], rows: readonly DecodedField[]): DecodedField[] {
  return rows.filter(({ name, value }) => !shown.some((each) => each.name === name && each.value === value));
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

/** One step or two, or the one at `shown` and the number of the others. `stepRows` lists the others. */
function headlineOf(steps: readonly string[], shown: number): string {
  if (steps.length > 2) return `${steps[shown]}, and ${steps.length - 1} more`;
  return steps.join('; ') || 'Do nothing';
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
  const { title, headline, summary, fields, findings, unexplained, loud = [] } = described;
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
    loud,
    findings: findings.map((finding) => ({
      ...finding,
      text: shortened(finding.text, MAXIMUM_SENTENCE),
      field: finding.field === null ? null : shortened(finding.field, MAXIMUM_TEXT),
      ...ranged(finding.field === null ? undefined : ranges.get(finding.field)),
    })),
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
