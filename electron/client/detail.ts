import { type ActivityDetail, readTimestamp } from '../../shared/model/index.ts';
import { type Activity, type ActivityOperation, findActivityByType } from '../../shared/operations/index.ts';
import { intentOf } from './rows.ts';
import { oneLine } from './text.ts';

type Row = ActivityDetail['intent'][number];
type Schema = ActivityOperation['parameters'];

/** A reply is foreign data: neither its depth nor its size may stop the window. */
const MAXIMUM_ROWS = 500;
const MAXIMUM_DEPTH = 16;
const MAXIMUM_VALUE = 4096;
/** A declared result is what the operator copies (a signed transaction), so it stays whole up to this many characters in all. */
const MAXIMUM_RESULT = 2 * 1024 * 1024;
/** Longer texts of an undeclared type stay hidden, because nothing says whether they are sealed or secret. */
const MAXIMUM_UNDECLARED_VALUE = 256;

/**
 * The intent or the result of an activity, flattened in its own order: `accounts[0].curve`.
 * Members declared secret (`secretPaths`) are never in the rows, only their length.
 */
export function toDetailRows(activity: Activity, part: 'intent' | 'result'): Row[] {
  const operation = findActivityByType(activity.type);
  const rows: Row[] = [];
  if (operation === undefined) {
    const value = part === 'intent' ? intentOf(activity, undefined) : Object.values(activity.result ?? {})[0];
    flatten(value, '', undefined, 0, rows, (_, text) => (text.length > MAXIMUM_UNDECLARED_VALUE ? hidden(text) : text));
    return rows;
  }
  const { secretPaths } = operation;
  const value =
    part === 'intent' ? intentOf(activity, operation.intentMember) : activity.result?.[operation.resultMember];
  if (part === 'intent') {
    flatten(value, '', operation.parameters, 0, rows, (_, text) => cut(text, MAXIMUM_VALUE));
    return rows;
  }
  let left = MAXIMUM_RESULT;
  flatten(value, '', operation.result, 0, rows, (path, text) => {
    if (secretPaths.some((secret) => isWithin(path, secret))) return hidden(text);
    const shown = cut(text, Math.max(left, MAXIMUM_VALUE));
    left -= shown.length;
    return shown;
  });
  return rows;
}

/** Who approved or rejected, oldest first as the service gives them. */
export function toVoteRows(activity: Activity): ActivityDetail['votes'] {
  return activity.votes.slice(0, MAXIMUM_ROWS).map((vote) => ({
    userId: vote.userId,
    selection: vote.selection,
    publicKey: vote.publicKey,
    createdAt: readTimestamp(vote.createdAt),
  }));
}

/** Why the activity failed, in the service's words; null when it says nothing of a failure. */
export function failureText(activity: Activity): string | null {
  const { failure } = activity;
  if (failure === undefined || failure === null) return null;
  const { message, code } = failure;
  const text =
    typeof message === 'string' && message !== '' ? oneLine(message, MAXIMUM_VALUE) : 'The service gave no reason.';
  return typeof code === 'number' && code !== 0 ? `${text} (code ${code})` : text;
}

function flatten(
  value: unknown,
  path: string,
  schema: Schema | undefined,
  depth: number,
  rows: Row[],
  show: (path: string, text: string) => string,
): void {
  if (rows.length >= MAXIMUM_ROWS || value === undefined) return;
  if (typeof value !== 'object' || value === null || depth === MAXIMUM_DEPTH) {
    rows.push({ path: oneLine(path, 256), label: labelOf(path, schema), value: show(path, asText(value)) });
    return;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) rows.push({ path: oneLine(path, 256), label: labelOf(path, schema), value: 'none' });
    for (const [index, item] of value.entries()) {
      if (rows.length >= MAXIMUM_ROWS) return;
      flatten(item, `${path}[${index}]`, itemSchema(schema), depth + 1, rows, show);
    }
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    flatten(item, path === '' ? name : `${path}.${name}`, propertySchema(schema, name), depth + 1, rows, show);
  }
}

/** The schema's title, else the member's name in words: `walletId` reads `Wallet id`. */
function labelOf(path: string, schema: Schema | undefined): string {
  const title = (schema as { title?: unknown } | undefined)?.title;
  if (typeof title === 'string') return title;
  const name = /([^.[\]]+)(?:\[\d+\])*$/.exec(path)?.[1] ?? path;
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return oneLine(words.charAt(0).toUpperCase() + words.slice(1), 64);
}

function propertySchema(schema: Schema | undefined, name: string): Schema | undefined {
  const properties = (schema as { properties?: Record<string, Schema> } | undefined)?.properties;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function itemSchema(schema: Schema | undefined): Schema | undefined {
  return (schema as { items?: Schema } | undefined)?.items;
}

function isWithin(path: string, secret: string): boolean {
  const plain = path.replace(/\[\d+\]/g, '');
  return plain === secret || plain.startsWith(`${secret}.`);
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? 'nested too deeply to show' : String(value);
}

function hidden(text: string): string {
  return `not shown (${text.length} characters)`;
}

function cut(text: string, maximum: number): string {
  return text.length > maximum ? `${text.slice(0, maximum)}… (${text.length} characters in all)` : text;
}
