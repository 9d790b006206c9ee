import type { FieldProblem, ServiceErrorCode } from '../../../shared/errors/index.ts';
import { durationText, REQUEST_TIME, toRfc3339 } from '../../../shared/model/index.ts';
import { checkValue, findActivityByType, type Operation, toProtoJson } from '../../../shared/operations/index.ts';
import { type PublicError, publicError } from '../public-error.ts';

/**
 * The public service's words for an invalid member (docs/protocol.md#errors). Other members are reported as a bad
 * request body.
 */
const PUBLIC_WORDS: Readonly<Record<string, string>> = {
  curve: 'invalid curve',
  pathFormat: 'invalid path format',
  path: 'invalid path',
  addressFormat: 'invalid address format',
  addressFormats: 'invalid address format',
  encoding: 'invalid payload encoding',
  hashFunction: 'invalid hash function',
  unsignedTransaction: 'failed to parse transaction',
};

/**
 * Choice (transaction-codes): a transaction type outside the list has the code of an unsupported one. A transaction
 * that is empty or too long has the code of an unreadable one. So callers need to handle one code for each case.
 */
const PUBLIC_CODES: Readonly<Record<string, ServiceErrorCode>> = {
  '/parameters/type': 'UNSUPPORTED_TRANSACTION_TYPE',
  '/parameters/unsignedTransaction': 'INVALID_TRANSACTION',
};

/** The request in the form its declaration describes. Throws REQUEST_INVALID that names every wrong member by its path. */
export function readRequest(schema: NonNullable<Operation['request']>, body: unknown, isQuery: boolean): unknown {
  const request = toProtoJson(schema, body, isQuery);
  const problems = checkValue(schema, request);
  if (problems.length > 0) throw wrongMembers(problems);
  return request;
}

/** The refusal that names every wrong member by its path. */
export function wrongMembers(problems: readonly FieldProblem[]): PublicError {
  const path = problems[0]?.path ?? '';
  // The items of a list go by the name of the list.
  const member = /([^/]*)(?:\/[0-9]+)*$/.exec(path)?.[1] ?? '';
  const words = Object.hasOwn(PUBLIC_WORDS, member) ? PUBLIC_WORDS[member] : 'bad request body';
  const named = problems.map(({ path: at, reason }) => `${at} ${reason}`);
  return publicError(PUBLIC_CODES[path] ?? 'REQUEST_INVALID', `${words}: ${named.join('; ')}`);
}

/**
 * Refuses a request made more than an hour ago or more than five minutes ahead (docs/protocol.md#requests). Throws
 * INVALID_TIME.
 */
export function checkLiveness(timestampMs: string, now: number): void {
  const age = now - Number(timestampMs);
  if (isLive(age)) return;
  const isBefore = age > 0;
  const far = distanceText(Math.abs(age), REQUEST_TIME[isBefore ? 'behind' : 'ahead']);
  const side = `${far} ${isBefore ? 'before' : 'ahead of'}`;
  const unit = UNITS.find(([, milliseconds]) => isLive(now - milliseconds * Number(timestampMs)));
  const advice = unit
    ? `The number looks like ${unit[0]}. Write the time in milliseconds.`
    : 'Check the clock of the machine that made the request, then make it anew.';
  throw publicError(
    'INVALID_TIME',
    `invalid timestampMs: the request was made at ${toRfc3339(Number(timestampMs))}, ${side} the clock of this service, which says ${toRfc3339(now)}; at most 1 hour before and 5 minutes ahead is accepted. ${advice}`,
  );
}

/** Units that are taken for milliseconds. */
const UNITS = [
  ['seconds', 1000],
  ['microseconds', 0.001],
] as const;

const isLive = (age: number) => age <= REQUEST_TIME.behind && -age <= REQUEST_TIME.ahead;

/** A distance beyond a limit. Rounded to minutes, one just beyond it would read as the limit itself. */
function distanceText(distance: number, limit: number): string {
  const beyond = Math.ceil((distance - limit) / 1000);
  return beyond >= 60
    ? durationText(distance)
    : `${durationText(limit)} and ${beyond} second${beyond === 1 ? '' : 's'}`;
}

/** Returns the end of the sentence about a type that its path does not take. */
export function typeFault(given: unknown): string {
  if (given === undefined) return ', and is missing';
  if (typeof given !== 'string') return ', and is not text in double quotes';
  const other = findActivityByType(given);
  if (other !== undefined) return `, and belongs to ${other.path}`;
  const [, base = ''] = /^(.+)_V[0-9]+$/.exec(given) ?? [];
  return findActivityByType(base) === undefined
    ? ', and is no activity type'
    : ', and is of a version that this service does not know';
}
