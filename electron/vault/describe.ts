import { AppError } from '../../shared/errors/index.ts';
import {
  isJsonObject,
  type JsonObject,
  type Meaning,
  ownMember,
  type PathStep,
  parseJsonObject,
  scanJson,
  shortened,
} from '../../shared/model/index.ts';
import { type ActivityOperation, checkValue, findActivityByType, placeIn } from '../../shared/operations/index.ts';
import { formatFingerprint, utf8Decode, visibleParts } from '../../shared/wire/index.ts';
import { sha256 } from '../crypto/index.ts';
import { decodeContent } from './decode-content.ts';

const MAXIMUM_ROWS = 500;
const MAXIMUM_WARNINGS = 50;
const MAXIMUM_VALUE = 4096;
const MAXIMUM_NAME = 256;
const MAXIMUM_DEPTH = 32;

/** Members of the envelope that `Meaning` has places of its own for. */
const ENVELOPE = new Set(['type', 'organizationId', 'timestampMs']);

/**
 * What a body asks for, made from the very bytes that would be stamped. Rows are what the body says, in its order, both
 * of a duplicated member; whatever the declaration does not know, or a service could read in two ways, is a warning.
 * Throws INVALID_INPUT when the bytes are not UTF-8 JSON with an object at the root.
 */
export function describeBody(body: Uint8Array): Meaning {
  const text = utf8Decode(body, 'The request body');
  const root = parseRoot(text);
  const activityType = textOf(root, 'type');
  const operation = activityType === null ? undefined : findActivityByType(activityType);
  const warnings = createWarnings();
  if (textOf(root, 'organizationId') === null) warnings.add('The body names no organization.');
  judgeType(root, activityType, operation, warnings);
  const { rows, repeats } = collectRows(text, operation, warnings);
  return {
    operation: operation?.name ?? null,
    title: operation?.title ?? (Object.hasOwn(root, 'type') ? 'Unknown activity' : 'Read request'),
    activityType: short(activityType ?? ''),
    organizationId: short(textOf(root, 'organizationId') ?? ''),
    timestampMs: short(textOf(root, 'timestampMs') ?? ''),
    fingerprint: formatFingerprint(sha256(body)),
    bodyLength: body.length,
    rows,
    ...decodeParameters(operation, root, repeats, warnings),
    warnings: warnings.list(),
  };
}

/** What the body asks to sign, decoded; a body that can be read in two ways is not, because only one of them would be shown. */
function decodeParameters(
  operation: ActivityOperation | undefined,
  root: JsonObject,
  repeats: boolean,
  warnings: Warnings,
): Pick<Meaning, 'decoded' | 'unreadable'> {
  if (operation === undefined || (operation.signs === null && operation.carries === null))
    return { decoded: null, unreadable: repeats };
  const parameters = ownMember(root, 'parameters');
  if (!isJsonObject(parameters)) return { decoded: null, unreadable: true };
  const { decoded, unreadable, loud, warnings: said } = decodeContent(operation, parameters);
  for (const text of loud) warnings.first(text);
  warnings.tell(said);
  if (!repeats) return { decoded, unreadable };
  if (decoded !== null)
    warnings.first('The contents are not shown decoded, because members that appear twice can be read in two ways.');
  return { decoded: null, unreadable: true };
}

interface Warnings {
  add(text: string): void;
  /** What was found in the contents, which stands before what is odd about members. */
  tell(texts: readonly string[]): void;
  /** Goes to the top, before earlier ones, and is never left out. */
  first(text: string): void;
  list(): string[];
}

function parseRoot(text: string): JsonObject {
  return parseJsonObject(
    text,
    (why) =>
      new AppError(
        'INVALID_INPUT',
        `The request body cannot be shown, because ${why}. It was not signed. Check what made it.`,
      ),
  );
}

function judgeType(
  root: object,
  activityType: string | null,
  operation: ActivityOperation | undefined,
  warnings: Warnings,
): void {
  if (operation !== undefined) {
    for (const { path, reason } of checkValue(operation.request, root)) {
      warnings.add(`${short(path)} does not fit ${operation.title}: ${short(reason)}.`);
    }
  } else if (activityType !== null) {
    warnings.add(`${short(activityType)} is not an activity that Castellan knows: what it does cannot be told.`);
  } else if (Object.hasOwn(root, 'type')) {
    warnings.add('The type of the body is not text: what it does cannot be told.');
  }
}

function collectRows(
  text: string,
  operation: ActivityOperation | undefined,
  warnings: Warnings,
): { rows: Meaning['rows']; repeats: boolean } {
  const rows: (Meaning['rows'][number] & { envelope: string | null })[] = [];
  const schema = operation?.request ?? null;
  const duplicated = new Set<string | null>([null]);
  let left = 0;
  let repeats = false;
  scanJson(text, MAXIMUM_DEPTH, {
    member(path, again) {
      if (again) {
        repeats = true;
        if (path.length === 1) duplicated.add(String(path[0]));
        warnings.add(
          `${writePath(path)} appears more than once in the same object: services differ in which one they take.`,
        );
      }
      if (schema === null || rows.length >= MAXIMUM_ROWS) return;
      if (!placeIn(schema, path).known && placeIn(schema, path.slice(0, -1)).known) {
        warnings.add(`${writePath(path)} is not a member that ${operation?.title ?? ''} declares.`);
      }
    },
    leaf(path, value) {
      if (rows.length >= MAXIMUM_ROWS) {
        left += 1;
        return;
      }
      const place = writePath(path);
      if (visibleParts(value, true).some((part) => typeof part === 'number'))
        warnings.add(`${place} has invisible, direction-changing or piled up characters, shown by their code points.`);
      if (value.length > MAXIMUM_VALUE)
        warnings.add(`${place} is too long to show: only its first ${MAXIMUM_VALUE} characters are.`);
      const envelope = path.length === 1 && ENVELOPE.has(place) ? place : null;
      const { label, kind } = placeIn(schema, path);
      rows.push({ path: place, label: short(label), value: shortened(value, MAXIMUM_VALUE), kind, envelope });
    },
    tooDeep: (path) =>
      warnings.add(`${writePath(path)} is nested deeper than ${MAXIMUM_DEPTH} levels and is not shown.`),
  });
  if (left > 0) warnings.first(`The body has ${left} more values than the ${MAXIMUM_ROWS} that are shown.`);
  const shown = rows
    .filter(({ envelope }) => duplicated.has(envelope))
    .map(({ path, label, value, kind }) => ({ path, label, value, kind }));
  return { rows: shown, repeats };
}

/** Collects each warning once; a hostile body cannot make the list long, and that there are more is said. */
function createWarnings(): Warnings {
  const texts = new Set<string>();
  const leading: string[] = [];
  let found: readonly string[] = [];
  return {
    first: (text) => void leading.unshift(text),
    add(text) {
      // One more than is listed, so that there are more is known.
      if (texts.size <= MAXIMUM_WARNINGS) texts.add(text);
    },
    tell(said) {
      found = said;
    },
    list() {
      const all = [...new Set([...found, ...texts])];
      const more = all.length > MAXIMUM_WARNINGS ? ['There are further warnings that are not listed.'] : [];
      return [...leading, ...all.slice(0, MAXIMUM_WARNINGS), ...more];
    },
  };
}

/** `parameters.accounts[0].curve`; names that would be ambiguous are quoted. */
function writePath(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return short(text);
}

function textOf(root: JsonObject, name: string): string | null {
  const value = ownMember(root, name);
  return typeof value === 'string' ? value : null;
}

function short(text: string): string {
  return shortened(text, MAXIMUM_NAME);
}
