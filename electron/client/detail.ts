import {
  type ActivityDetail,
  type PathStep,
  readTimestamp,
  shortened,
  type ValueKind,
  type ValueRow,
} from '../../shared/model/index.ts';
import { type Activity, emptyAt, findActivityByType, placeIn } from '../../shared/operations/index.ts';
import { personOf } from './people.ts';
import { intentOf } from './rows.ts';
import { oneLine } from './text.ts';

type Schema = Parameters<typeof placeIn>[0];

/** A reply is foreign data: neither its depth nor its size may stop the window. */
const MAXIMUM_ROWS = 500;
const MAXIMUM_DEPTH = 16;
const MAXIMUM_VALUE = 4096;
const MAXIMUM_PATH = 256;
/** The operator copies a declared result (a signed transaction), so up to this many characters of it stay whole. */
const MAXIMUM_RESULT = 2 * 1024 * 1024;
/** Longer texts of an undeclared type stay hidden, because they may be sealed or secret. */
const MAXIMUM_UNDECLARED_VALUE = 256;

/**
 * Returns one row for each value of an activity's intent or result, in its own order. Each is named by its place, as
 * `accounts[0].curve`.
 * Members declared secret (`secretPaths`) and tokens of an intent are never in the rows, only their length.
 */
export function toDetailRows(activity: Activity, part: 'intent' | 'result'): ValueRow[] {
  const operation = findActivityByType(activity.type);
  if (operation === undefined) {
    const value = part === 'intent' ? intentOf(activity, undefined) : Object.values(activity.result ?? {})[0];
    return flatten(value, null, (_, text) => (text.length > MAXIMUM_UNDECLARED_VALUE ? null : text));
  }
  const { intentMember, resultMember, parameters, result, secretPaths } = operation;
  if (part === 'intent')
    return flatten(intentOf(activity, intentMember), parameters, (_, text, kind) =>
      kind === 'token' ? null : shortened(text, MAXIMUM_VALUE),
    );
  let left = MAXIMUM_RESULT;
  return flatten(activity.result?.[resultMember], result, (path, text) => {
    if (secretPaths.some((secret) => isWithin(path, secret))) return null;
    const shown = shortened(text, Math.max(left, MAXIMUM_VALUE));
    left -= shown.length;
    return shown;
  });
}

/** Returns the approvals and rejections, oldest first as the service lists them. */
export function toVoteRows(activity: Activity): ActivityDetail['votes'] {
  return activity.votes.slice(0, MAXIMUM_ROWS).map((vote) => ({
    ...personOf(vote),
    selection: vote.selection,
    publicKey: vote.publicKey,
    createdAt: readTimestamp(vote.createdAt),
  }));
}

/** Returns the service's reason for a failure, or null when it reports none. */
export function failureText(activity: Activity): string | null {
  const { failure } = activity;
  if (failure === undefined || failure === null) return null;
  const { message, code } = failure;
  const text =
    typeof message === 'string' && message !== '' ? oneLine(message, MAXIMUM_VALUE) : 'The service gave no reason.';
  return typeof code === 'number' && code !== 0 ? `${text} (code ${code})` : text;
}

/** `show` returns the visible part of a value's text, or null to show only its length. */
function flatten(
  value: unknown,
  schema: Schema,
  show: (path: string, text: string, kind: ValueKind) => string | null,
): ValueRow[] {
  const rows: ValueRow[] = [];
  const add = (steps: readonly PathStep[], path: string, text: string) => {
    const { label, kind } = placeIn(schema, steps);
    const shown = show(path, text, kind);
    rows.push({
      path: oneLine(path, MAXIMUM_PATH),
      label: oneLine(label, MAXIMUM_PATH),
      value: shown ?? `not shown (${text.length} characters)`,
      kind: shown === null ? 'text' : kind,
    });
  };
  const walk = (inner: unknown, steps: readonly PathStep[], path: string) => {
    if (rows.length >= MAXIMUM_ROWS || inner === undefined) return;
    if (typeof inner !== 'object' || inner === null || steps.length === MAXIMUM_DEPTH) {
      add(steps, path, asText(inner));
    } else if (Array.isArray(inner)) {
      if (inner.length === 0) add(steps, path, 'none');
      for (const [index, item] of inner.entries()) {
        if (rows.length >= MAXIMUM_ROWS) return;
        walk(item, [...steps, index], `${path}[${index}]`);
      }
    } else {
      const place = placeIn(schema, steps);
      if (place.choice !== undefined) rows.push({ path: oneLine(path, MAXIMUM_PATH), ...emptyAt(place, '') });
      for (const [name, item] of Object.entries(inner)) {
        walk(item, [...steps, name], path === '' ? name : `${path}.${name}`);
      }
    }
  };
  walk(value, [], '');
  return rows;
}

function isWithin(path: string, secret: string): boolean {
  const plain = path.replace(/\[\d+\]/g, '');
  return plain === secret || plain.startsWith(`${secret}.`);
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? 'nested too deeply to show' : String(value);
}
