import {
  type DecodedField,
  type JsonObject,
  type Meaning,
  PAYLOAD_ENCODINGS,
  type PayloadEncoding,
  shortened,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../shared/model/index.ts';
import type { ActivityOperation } from '../../shared/operations/index.ts';
import { describePayload, describeTransaction, Refusal } from '../crypto/index.ts';

const MAXIMUM_FIELDS = 600;
const MAXIMUM_VALUE = 4096;
const MAXIMUM_TEXT = 256;
const MAXIMUM_WARNING = 1024;

/** What a standard says about contents; everything in it may come from whoever made them. */
interface Described {
  readonly title: string;
  readonly fields: readonly DecodedField[];
  readonly warnings: readonly string[];
}

export interface DecodedContent {
  readonly decoded: Meaning['decoded'];
  /** They are not what the body says they are. */
  readonly unreadable: boolean;
  /** Said before everything else and never left out: contents that nobody can judge. */
  readonly loud: readonly string[];
  readonly warnings: readonly string[];
}

const NOTHING: DecodedContent = { decoded: null, unreadable: false, loud: [], warnings: [] };
/** describe.ts has warned already of what does not fit the declaration. */
const UNFIT: DecodedContent = { ...NOTHING, unreadable: true };

/**
 * Decodes what an activity asks to sign, or to sign and send, from the parsed parameters of its body, bounded.
 * Contents that cannot be decoded are no error: the operator is told, and the service would refuse them too.
 */
export function decodeContent(
  { signs, carries }: Pick<ActivityOperation, 'signs' | 'carries'>,
  given: JsonObject,
): DecodedContent {
  if (carries !== null) return transactionContent(carries.type, given[carries.content]);
  if (signs === null) return NOTHING;
  const content = given[signs.content];
  if (signs.kind === 'transaction') {
    const type = given[signs.type];
    return isTransactionType(type) ? transactionContent(type, content) : UNFIT;
  }
  const encoding = given[signs.encoding];
  const payloads = signs.kind === 'payload' ? [content] : content;
  if (!isEncoding(encoding) || !isTexts(payloads)) return UNFIT;
  const what = signs.kind === 'payload' ? 'payload' : 'activity';
  const described = presentContent(what, () => describePayloads(encoding, payloads, signs.kind === 'payloads'));
  const isBlind = encoding === 'PAYLOAD_ENCODING_HEXADECIMAL' && !described.unreadable;
  return isBlind ? blind(given[signs.hashFunction]) : described;
}

function transactionContent(type: TransactionType, content: unknown): DecodedContent {
  return typeof content === 'string' ? presentContent('transaction', () => describeTransaction(type, content)) : UNFIT;
}

/** Bytes do not say what they are: every chain's transactions are signed as bytes, and without a hash function they may be digests. */
function blind(hashFunction: unknown): DecodedContent {
  const isDigest = hashFunction === undefined || hashFunction === null || hashFunction === 'HASH_FUNCTION_NO_OP';
  const warning = isDigest
    ? 'Digests can hide anything, transfers too. Sign them only if you made them yourself.'
    : 'Bytes can be a transaction of any chain. Sign them only if you know what they are.';
  return { ...NOTHING, loud: [warning] };
}

/** What `describe` says, fit to be shown; or, when it throws, the warning that takes its place. `what` names the contents. */
export function presentContent(what: string, describe: () => Described | null): DecodedContent {
  let described: Described | null;
  try {
    described = describe();
  } catch (error) {
    return { ...UNFIT, loud: [`What this ${what} does cannot be told: ${reasonOf(error)}.`] };
  }
  if (described === null) return NOTHING;
  const { title, fields, warnings } = described;
  const left = fields.length - MAXIMUM_FIELDS;
  const loud: string[] = [];
  const shown = fields.slice(0, MAXIMUM_FIELDS).map(({ name, value, kind }) => {
    if (value.length > MAXIMUM_VALUE)
      loud.push(
        `${shortened(name, MAXIMUM_TEXT)} is too long to show: only its first ${MAXIMUM_VALUE} characters are.`,
      );
    return { name: shortened(name, MAXIMUM_TEXT), value: shortened(value, MAXIMUM_VALUE), kind };
  });
  if (left > 0) loud.push(`The ${what} has ${left} more fields than the ${MAXIMUM_FIELDS} that are shown.`);
  return {
    decoded: { title: shortened(title, MAXIMUM_TEXT), fields: shown },
    unreadable: false,
    loud,
    warnings: warnings.map((text) => shortened(text, MAXIMUM_WARNING)),
  };
}

/** All payloads in one: their fields, under their places where there may be many, and what must be said of any of them once. */
function describePayloads(encoding: PayloadEncoding, payloads: readonly string[], many: boolean): Described | null {
  const titles = new Set<string>();
  const fields: DecodedField[] = [];
  const warnings = new Set<string>();
  for (const [index, payload] of payloads.entries()) {
    const described = describePayload(encoding, payload);
    if (described === null) continue;
    titles.add(described.title);
    const place = many ? `payloads[${index}].` : '';
    for (const field of described.fields) fields.push({ ...field, name: `${place}${field.name}` });
    for (const warning of described.warnings) warnings.add(warning);
  }
  return titles.size === 0 ? null : { title: [...titles].join(', '), fields, warnings: [...warnings] };
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal ? shortened(error.message, MAXIMUM_WARNING) : 'it is not one that Castellan can read';
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
