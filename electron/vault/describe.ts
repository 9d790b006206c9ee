import { AppError, sentence } from '../../shared/errors/index.ts';
import {
  FINDING_LEVELS,
  type Finding,
  inQuotes,
  isJsonObject,
  type JsonObject,
  type Meaning,
  ownMember,
  parseJsonObject,
  placeInWords,
  pointerSteps,
  scanJson,
  shortened,
} from '../../shared/model/index.ts';
import {
  type ActivityOperation,
  checkValue,
  emptyAt,
  findActivityByType,
  nameIn,
  namesIn,
  placeIn,
  toProtoJson,
} from '../../shared/operations/index.ts';
import { formatFingerprint, hasHidden, utf8Decode } from '../../shared/wire/index.ts';
import { ADDRESS_TABLE, care, danger, lastDigits, sha256 } from '../crypto/index.ts';
import { type Interfaces, NO_INTERFACES } from './calls/interfaces.ts';
import { type DecodedContent, decodeContent, hasContent } from './decode-content.ts';
import { fieldWords, labelWords, memberWords, writePath } from './member-words.ts';
import { powerOf } from './powers/index.ts';

/** Choice (shown-whole): no value is cut. A body with more of them is not suited to be signed in a window. */
const MAXIMUM_ROWS = 20_000;
const MAXIMUM_FINDINGS = 50;
const MAXIMUM_NAME = 256;
const MAXIMUM_DEPTH = 32;

/** Members of the envelope that `Meaning` has places of its own for. */
const ENVELOPE = new Set(['type', 'organizationId', 'timestampMs']);

/**
 * Explains a body from the very bytes that would be stamped. Rows show the body in its order, with both values of a
 * duplicated member. A member that the declaration does not know, or that a service could read in two ways, is a
 * finding. Throws INVALID_INPUT when the bytes are not UTF-8 JSON with an object at the root.
 *
 * @example
 * const activity = { type: 'ACTIVITY_TYPE_DELETE_POLICY', timestampMs: '1745383555123' };
 * const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
 * const parameters = { policyId: '5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90' };
 * describeBody(utf8Encode(JSON.stringify({ ...activity, organizationId, parameters }))).headline;
 * // 'Delete the policy 5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90'
 */
export function describeBody(body: Uint8Array, interfaces = NO_INTERFACES): Meaning {
  const text = utf8Decode(body, 'The request body');
  const given = parseRoot(text);
  const activityType = textOf(given, 'type');
  const operation = activityType === null ? undefined : findActivityByType(activityType);
  const root = operation === undefined ? given : asRead(operation, given);
  const findings = createFindings();
  const fingerprint = formatFingerprint(sha256(body));
  const mark = lastDigits(fingerprint);
  if (textOf(root, 'organizationId') === null)
    findings.add(care('The body names no organization.', { field: 'organizationId' }));
  judgeType(root, activityType, operation, { findings, mark });
  const { rows, ambiguous } = collectRows(text, operation, { findings, mark });
  const title = operation?.title ?? (Object.hasOwn(root, 'type') ? 'Unknown activity' : 'Read request');
  const { decoded, unreadable, headline } = decodeParameters(operation, root, { ambiguous, findings, interfaces });
  const power = powerOf(operation, ownMember(root, 'parameters'));
  if (power !== null) findings.setContentFindings(power.findings);
  const found = findings.list();
  return {
    operation: operation?.name ?? null,
    title,
    headline: headline ?? power?.headline ?? named(title, ownMember(root, 'parameters')),
    activityType: short(activityType ?? ''),
    organizationId: short(textOf(root, 'organizationId') ?? ''),
    timestampMs: short(textOf(root, 'timestampMs') ?? ''),
    fingerprint,
    bodyLength: body.length,
    rows,
    decoded,
    ...judge(unreadable || power?.isUnreadable === true, found),
    findings: found,
  };
}

/**
 * Decodes the contents that the body asks to sign. An ambiguous body is not decoded, because only one reading would be
 * shown.
 */
function decodeParameters(
  operation: ActivityOperation | undefined,
  root: JsonObject,
  { ambiguous, findings, interfaces }: { ambiguous: boolean; findings: Findings; interfaces: Interfaces },
): Pick<DecodedContent, 'decoded' | 'unreadable' | 'headline'> {
  if (operation === undefined || !hasContent(operation))
    return { decoded: null, unreadable: ambiguous, headline: null };
  const parameters = ownMember(root, 'parameters');
  if (!isJsonObject(parameters)) return { decoded: null, unreadable: true, headline: null };
  const atMs = Number(textOf(root, 'timestampMs')) || null;
  const asked = decodeContent(operation, parameters, { interfaces, atMs });
  const { decoded, unreadable, headline, loud, findings: found } = asked;
  for (const finding of loud) findings.first(finding);
  findings.setContentFindings([
    ...found,
    ...hiddenWithin(decoded, [parameters[operation.signs?.content ?? '']].flat()),
  ]);
  if (!ambiguous) return { decoded, unreadable, headline };
  if (decoded !== null)
    findings.first(
      danger('The contents are not shown decoded, because they have duplicate members or are nested too deep.'),
    );
  return { decoded: null, unreadable: true, headline: null };
}

interface Findings {
  add(finding: Finding): void;
  /** Sets the findings of the contents, which come before those about members. */
  setContentFindings(findings: readonly Finding[]): void;
  /** Puts a finding at the top, before earlier ones. It is never cut. */
  first(finding: Finding): void;
  list(): Finding[];
}

function parseRoot(text: string): JsonObject {
  return parseJsonObject(
    text,
    (why) =>
      new AppError(
        'INVALID_INPUT',
        sentence`The request body cannot be shown, because ${why}. It was not signed. Check the program that wrote it.`,
      ),
  );
}

/** The declared members as a service reads them. Clients of other languages write null for an absent one. */
function asRead({ request }: ActivityOperation, given: JsonObject): JsonObject {
  const read = toProtoJson(request, given);
  return isJsonObject(read) ? read : given;
}

/** The place of the findings, and the mark of a body whose effect is not known. */
interface Judged {
  readonly findings: Findings;
  readonly mark: string;
}

/** Marks a body that Castellan does not know as the service may: of another type, or with other members or values. */
function judgeType(
  root: object,
  activityType: string | null,
  operation: ActivityOperation | undefined,
  { findings, mark }: Judged,
): void {
  if (operation !== undefined) {
    for (const { path, reason } of checkValue(operation.request, root)) {
      const steps = pointerSteps(path);
      const within = steps[0] === 'parameters' && steps.length > 1 ? path.slice('/parameters'.length) : path;
      const place = short(placeInWords(within));
      const field = writePath(steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)));
      findings.add(danger(`${place} does not fit ${operation.title}: it ${short(reason)}.`, { field, mark }));
    }
  } else if (activityType !== null) {
    findings.add(
      danger(`${short(activityType)} is not an activity that Castellan knows, so its effect is unknown.`, {
        field: 'type',
        mark,
      }),
    );
  } else if (Object.hasOwn(root, 'type')) {
    findings.add(danger('The type of the body is not text, so its effect is unknown.', { field: 'type', mark }));
  }
}

function collectRows(
  text: string,
  operation: ActivityOperation | undefined,
  { findings, mark }: Judged,
): { rows: Meaning['rows']; ambiguous: boolean } {
  const rows: (Meaning['rows'][number] & { envelope: string | null })[] = [];
  const schema = operation?.request ?? null;
  const duplicated = new Set<string | null>([null]);
  let left = 0;
  /** True when the body can be read in two ways, or has hidden parts. */
  let ambiguous = false;
  scanJson(text, MAXIMUM_DEPTH, {
    member(path, again) {
      if (again) {
        ambiguous = true;
        if (path.length === 1) duplicated.add(String(path[0]));
        findings.add(
          danger(`${memberWords(path)} appears more than once in the same object: services use different ones.`, {
            field: writePath(path),
          }),
        );
      }
      if (schema === null || rows.length >= MAXIMUM_ROWS) return;
      if (!placeIn(schema, path).known && placeIn(schema, path.slice(0, -1)).known) {
        const meant = namesIn(schema, path.slice(0, -1)).find((name) => folded(name) === folded(String(path.at(-1))));
        if (meant !== undefined) {
          ambiguous = true;
          findings.add(
            danger(`${memberWords(path)} is nearly spelled like ${meant}: some services accept it as that member.`, {
              field: writePath(path),
            }),
          );
        }
        findings.add(
          danger(`${memberWords(path)} is not a member that ${operation?.title ?? ''} declares.`, {
            field: writePath(path),
            mark,
          }),
        );
      }
    },
    leaf(path, value) {
      if (rows.length >= MAXIMUM_ROWS) {
        left += 1;
        return;
      }
      const place = writePath(path);
      const words = labelWords(schema, path);
      for (const finding of hiddenIn(place, value, words)) findings.add(finding);
      if (isMiscopied(value)) findings.add(danger(`${words} ${MISCOPIED}`, { field: place, basis: 'EIP-55', mark }));
      const envelope = path.length === 1 && ENVELOPE.has(place) ? place : null;
      if (envelope !== null && value.length > MAXIMUM_NAME) {
        ambiguous = true;
        findings.add(danger(`${words} is too long to show.`, { field: place }));
      }
      const declared = placeIn(schema, path);
      const isEmpty = value === (declared.isList ? '[]' : '{}');
      const row = isEmpty ? emptyAt(declared, declared.isList ? 'none' : value) : { ...declared, value };
      rows.push({ path: place, label: short(row.label), value: row.value, kind: row.kind, envelope });
    },
    tooDeep(path) {
      ambiguous = true;
      findings.add(
        danger(`${memberWords(path)} is nested deeper than ${MAXIMUM_DEPTH} levels and is not shown.`, {
          field: writePath(path),
        }),
      );
    },
  });
  if (left > 0) {
    ambiguous = true;
    findings.first(danger(`The body has ${left} more values than the ${MAXIMUM_ROWS} that can be shown.`));
  }
  const shown = rows
    .filter(({ envelope }) => duplicated.has(envelope))
    .map(({ path, label, value, kind }) => ({ path, label, value, kind }));
  return { rows: shown, ambiguous };
}

/** A name as lenient parsers compare it: without letter case and underscores, look-alikes of letters as the letters (Go, Protocol Buffers). */
function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll('_', '');
}

/** Collects each finding once, most important first. For a long list, a last finding reports that others were cut. */
function createFindings(): Findings {
  const found = new Map<string, Finding>();
  const leading: Finding[] = [];
  let contents: readonly Finding[] = [];
  return {
    first: (finding) => void leading.unshift(finding),
    add(finding) {
      // Keeps one more than is listed, to know that others were cut.
      if (found.size <= MAXIMUM_FINDINGS && !found.has(finding.text)) found.set(finding.text, finding);
    },
    setContentFindings(findings) {
      contents = findings;
    },
    list() {
      const all = [...new Map([...contents, ...found.values()].map((finding) => [finding.text, finding])).values()];
      return [...leading, ...inOrder(all)];
    },
  };
}

/**
 * Orders findings by importance, with the first finding of blind contents before all others. A long list is cut, and a
 * finding reports that.
 */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const marked = findings.find(({ mark }) => mark !== undefined);
  const others = FINDING_LEVELS.flatMap((level) => findings.filter((each) => each.level === level && each !== marked));
  const sorted = marked === undefined ? others : [marked, ...others];
  const more = sorted.length > MAXIMUM_FINDINGS ? [danger('More findings exist and are not listed.')] : [];
  return [...sorted.slice(0, MAXIMUM_FINDINGS), ...more];
}

/** Judges contents with these findings. */
export function judge(isUnreadable: boolean, findings: readonly Finding[]): Pick<Meaning, 'judged' | 'mark'> {
  if (isUnreadable) return { judged: 'unreadable', mark: null };
  const mark = findings.find((finding) => finding.mark !== undefined)?.mark ?? null;
  return { judged: mark === null ? 'whole' : 'blind', mark };
}

const MISCOPIED = 'has the wrong checksum: a digit or the case of a letter was changed. Copy the address again.';
/** True for an address of Ethereum's kind whose letters have the case of another one (EIP-55). */
const isMiscopied = (value: string) =>
  /^0x[0-9a-fA-F]{40}$/.test(value) && ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(value) === null;

/** The first characters of messages that wallets sign. The first of them is the length of the others. */
const PREFIXES = ['\u0019Ethereum', '\u0019TRON', '\u0018Bitcoin', '\u0017Stacks'].map(
  (name) => `${name} Signed Message:\n`,
);

/** The text behind such a prefix, and behind the length of the message that some have there as a character. */
function withoutPrefix(text: string): string {
  const prefix = PREFIXES.find((each) => text.startsWith(each));
  return prefix === undefined ? text : text.slice(prefix.length + (/Bitcoin|Stacks/.test(prefix) ? 1 : 0));
}

/** Returns the findings for a text with characters that are not visible as they are. `words` name its place. */
export function hiddenIn(field: string, text: string, words: string): Finding[] {
  const unprefixed = withoutPrefix(text);
  if (!hasHidden(unprefixed, true)) return [];
  return [
    danger(`${words} has invisible, direction-changing or piled up characters, shown by their code points.`, { field }),
  ];
}

/**
 * The same for texts that contents spell otherwise, such as in JSON or hexadecimal digits. Empty when `contents`
 * already show such a finding.
 */
export function hiddenWithin(decoded: Meaning['decoded'], contents: readonly unknown[]): Finding[] {
  if (contents.some((each) => typeof each === 'string' && hiddenIn('', each, '').length > 0)) return [];
  const texts = (decoded?.fields ?? []).filter(({ kind, value }) => kind === 'text' && /[^\n -~]/.test(value));
  return texts.flatMap(({ name, value }) => hiddenIn(name, value, fieldWords(name))).slice(0, 1);
}

/** The title, with the name of the new object if there is one: Create wallet “Hot”. */
function named(title: string, parameters: unknown): string {
  const name = isJsonObject(parameters) ? nameIn(parameters) : null;
  return name === null ? title : `${title} ${inQuotes(short(name))}`;
}

function textOf(root: JsonObject, name: string): string | null {
  const value = ownMember(root, name);
  return typeof value === 'string' ? value : null;
}

function short(text: string): string {
  return shortened(text, MAXIMUM_NAME);
}
