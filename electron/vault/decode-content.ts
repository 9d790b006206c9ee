import {
  type ByteRange,
  type Content,
  type DecodedField,
  type Finding,
  HASH_FUNCTIONS,
  isJsonObject,
  type JsonObject,
  PAYLOAD_ENCODINGS,
  type PayloadEncoding,
  shortened,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../shared/model/index.ts';
import type { ActivityOperation } from '../../shared/operations/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import {
  type ContentMeaning,
  callStep,
  danger,
  describePayload,
  describeTransaction,
  ethereumChain,
  type PayloadAround,
  Refusal,
  row,
  type Step,
} from '../crypto/index.ts';
import { type Explained, explainCall, explainMessage } from './calls/explain.ts';
import type { Interfaces } from './calls/interfaces.ts';

/** Of contents that are signed in a window; none of them is cut. */
const MAXIMUM_FIELDS = 20_000;
/** Of a value in the summary, whose field has all of it. */
const MAXIMUM_VALUE = 4096;
const MAXIMUM_TEXT = 256;
const MAXIMUM_SENTENCE = 1024;

/** What contents say, once every call in them is explained; everything in it may come from whoever made them. */
interface Described extends Content {
  /** What they do, in a sentence without its full stop. */
  readonly headline: string;
  readonly findings: readonly Finding[];
}

export interface DecodedContent {
  readonly decoded: Content | null;
  /** Null when contents do not tell what they do. */
  readonly headline: string | null;
  /** They are not what the body says they are. */
  readonly unreadable: boolean;
  /** Said before everything else and never left out: contents that nobody can judge. */
  readonly loud: readonly Finding[];
  readonly findings: readonly Finding[];
}

const NOTHING: DecodedContent = { decoded: null, headline: null, unreadable: false, loud: [], findings: [] };
/** describe.ts has told already what does not fit the declaration. */
const UNFIT: DecodedContent = { ...NOTHING, unreadable: true };

/** The operator’s own interfaces, and when it is asked, in milliseconds since 1970, where that is known. */
interface Asked {
  readonly interfaces: Interfaces;
  readonly atMs: number | null;
}

/**
 * Decodes what an activity asks to sign, or to sign and send, from the parsed parameters of its body, bounded.
 * Contents that cannot be decoded are no error: the operator is told, and the service would refuse them too.
 */
export function decodeContent(
  { name, signs, carries }: Pick<ActivityOperation, 'name' | 'signs' | 'carries'>,
  given: JsonObject,
  { interfaces, atMs }: Asked,
): DecodedContent {
  if (SENDS.has(name)) return sentContent(given, interfaces);
  if (carries !== null)
    return transactionContent(carries.type, { content: given[carries.content], signWith: null }, interfaces);
  if (signs === null) return NOTHING;
  const signWith = given[signs.signWith];
  const content = given[signs.content];
  if (signs.kind === 'transaction') {
    const type = given[signs.type];
    return isTransactionType(type) ? transactionContent(type, { content, signWith }, interfaces) : UNFIT;
  }
  const encoding = given[signs.encoding];
  const payloads = signs.kind === 'payload' ? [content] : content;
  if (!isEncoding(encoding) || !isTexts(payloads)) return UNFIT;
  const what = signs.kind === 'payload' ? 'payload' : 'activity';
  const around = {
    signWith: typeof signWith === 'string' ? signWith : null,
    hashFunction: HASH_FUNCTIONS.find((known) => known === given[signs.hashFunction]) ?? null,
    atMs,
  };
  const described = presentContent(what, () =>
    describePayloads(encoding, payloads, { many: signs.kind === 'payloads', interfaces, around }),
  );
  const isBlind = described.decoded === null && !described.unreadable;
  return isBlind ? blind(given[signs.hashFunction], payloads.at(-1) ?? '') : described;
}

function transactionContent(
  type: TransactionType,
  { content, signWith }: { readonly content: unknown; readonly signWith: unknown },
  interfaces: Interfaces,
): DecodedContent {
  if (typeof content !== 'string') return UNFIT;
  const address = typeof signWith === 'string' ? signWith : null;
  return presentContent('transaction', () => explained(describeTransaction(type, content, address), interfaces));
}

/** Operations whose calls are members of the body. */
const SENDS = new Set(['eth_send_transaction', 'eth_send_transaction_v1']);

/** Whether an operation has contents that are decoded. */
export function hasContent({ name, signs, carries }: ActivityOperation): boolean {
  return signs !== null || carries !== null || SENDS.has(name);
}

/** What the calls do that an account is asked to send; version 1 has one, whose members are the body's own. */
function sentContent(given: JsonObject, interfaces: Interfaces): DecodedContent {
  return presentContent('transaction', () => {
    const chain = ethereumChain(BigInt(/^eip155:(\d{1,18})$/.exec(String(given.caip2))?.[1] ?? refuse('caip2')));
    const calls: readonly unknown[] = Array.isArray(given.calls) ? given.calls : [given];
    const from = typeof given.from === 'string' ? given.from : refuse('from');
    const steps = calls.map((call, index) => {
      const { to, value = '0', data = '0x' } = isJsonObject(call) ? call : refuse('calls');
      if (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to)) return refuse('to');
      if (typeof data !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(data)) return refuse('data');
      if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) return refuse('value');
      return callStep(
        { to: hexDecode(to.slice(2)), value: wholeNumber(BigInt(value)), data: hexDecode(data.slice(2)) },
        `calls[${index}].data`,
        { chain, contents: new Uint8Array(), signWith: null },
      );
    });
    return explained(
      {
        title: 'Ethereum calls',
        steps,
        summary: [row('From', from, 'address'), row('Chain', chain.name)],
        fields: [],
        findings: [],
        unexplained: [],
      },
      interfaces,
    );
  });
}

/** Big-endian, with no zeros before it. */
function wholeNumber(value: bigint): Uint8Array {
  const digits = value === 0n ? '' : value.toString(16);
  return hexDecode(digits.length % 2 === 0 ? digits : `0${digits}`);
}

function refuse(place: string): never {
  throw new Refusal('transaction', 'is not as it has to be', place);
}

/** Bytes do not say what they are: every chain's transactions are signed as bytes, and without a hash function they may be digests. */
function blind(hashFunction: unknown, payload: string): DecodedContent {
  const isDigest = hashFunction === undefined || hashFunction === null || hashFunction === 'HASH_FUNCTION_NO_OP';
  const warning = isDigest
    ? 'Digests can hide anything, transfers too. Sign them only if you made them yourself.'
    : 'Bytes can be a transaction of any chain. Sign them only if you know what they are.';
  const headline = isDigest ? 'Sign a digest that hides what it is of' : 'Sign bytes that do not say what they are';
  return { ...NOTHING, headline, loud: [danger(warning, { mark: payload.slice(-6) })] };
}

/** Every step in words, and what the calls among them say beside the fields they come from. */
function explained(
  { title, steps, summary, fields, findings, unexplained }: ContentMeaning,
  interfaces: Interfaces,
): Described {
  const calls = steps.map((step) => ({ step, ...explainStep(step, interfaces) }));
  const isPayer = ({ name }: DecodedField) => name === 'From';
  return {
    title,
    headline: headlineOf(calls.flatMap((call) => call.steps)),
    summary: [
      ...summary.filter(isPayer),
      ...calls.flatMap((call) => call.summary),
      ...summary.filter((told) => !isPayer(told)),
    ],
    fields: [...fields, ...calls.flatMap((call) => call.fields)],
    findings: [...findings, ...calls.flatMap((call) => call.findings)],
    unexplained: [...unexplained, ...calls.flatMap(undecoded)],
  };
}

/** The data of a call that nobody could decode: it has no fields of its own. */
function undecoded({ step, fields }: Explained & { readonly step: Step }): ByteRange[] {
  const range = typeof step === 'string' || step.family === 'eip712' ? undefined : step.range;
  return fields.length > 0 || range === undefined ? [] : [range];
}

function explainStep(step: Step, interfaces: Interfaces): Explained {
  if (typeof step === 'string') return { steps: [step], summary: [], fields: [], findings: [] };
  return step.family === 'eip712' ? explainMessage(step, interfaces) : explainCall(step, interfaces);
}

/** The first step, and how many more there are; each is among the fields. */
function headlineOf(steps: readonly string[]): string {
  const [first = 'Do nothing', ...more] = steps;
  return more.length === 0 ? first : `${first}, and ${more.length} more`;
}

/** What `describe` says, fit to be shown; or, when it throws, the finding that takes its place. `what` names the contents. */
export function presentContent(what: string, describe: () => Described | null): DecodedContent {
  let described: Described | null;
  try {
    described = describe();
  } catch (error) {
    return { ...UNFIT, loud: [danger(`What this ${what} does cannot be told: ${reasonOf(error)}.`)] };
  }
  if (described === null) return NOTHING;
  const { title, headline, summary, fields, findings, unexplained } = described;
  const ranges = new Map(fields.map(({ name, range }) => [name, range]));
  if (fields.length > MAXIMUM_FIELDS) {
    const many = `The ${what} has ${fields.length} fields, more than the ${MAXIMUM_FIELDS} that can be shown.`;
    return { ...UNFIT, loud: [danger(many)] };
  }
  return {
    decoded: {
      title: shortened(title, MAXIMUM_TEXT),
      summary: summary.map(cutField),
      fields: fields.map((field) => ({ ...field, name: shortened(field.name, MAXIMUM_TEXT) })),
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
 * All payloads in one: their fields, under their places where there may be many, and what must be said of any of them once. Null when
 * one of them says nothing.
 */
function describePayloads(
  encoding: PayloadEncoding,
  payloads: readonly string[],
  {
    many,
    interfaces,
    around,
  }: { readonly many: boolean; readonly interfaces: Interfaces; readonly around: PayloadAround },
): Described | null {
  const titles = new Set<string>();
  const headlines: string[] = [];
  const summary: DecodedField[] = [];
  const fields: DecodedField[] = [];
  const unexplained: ByteRange[] = [];
  const findings = new Map<string, Finding>();
  for (const [index, payload] of payloads.entries()) {
    const meaning = describePayload(encoding, payload, around);
    if (meaning === null) return null;
    const described = explained(meaning, interfaces);
    titles.add(described.title);
    headlines.push(described.headline);
    if (!many) {
      summary.push(...described.summary);
      unexplained.push(...described.unexplained);
    }
    const place = many ? `payloads[${index}].` : '';
    // A range would not say in which of many payloads it is.
    for (const { name, value, kind, range } of described.fields)
      fields.push({ name: `${place}${name}`, value, kind, ...ranged(many ? undefined : range) });
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
  return error instanceof Refusal
    ? shortened(error.message, MAXIMUM_SENTENCE)
    : 'it is not one that Castellan can read';
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
