/** Findings about the times of a request, compared with the time at which it was made. */
import { DAY_MS, type DecodedField, type Finding } from '../../shared/model/index.ts';
import { care, danger } from './meaning.ts';

/** Rows with an end time, and with a start time. */
const ENDS: ReadonlySet<string> = new Set(['Valid until', 'Valid before', 'Allowed until', 'Expires']);
const STARTS: ReadonlySet<string> = new Set(['Valid from', 'Valid after']);
/** Rows with the end of a lock, or of an escrow, also in the words of a descriptor. */
const LOCK = /\b(?:(?:un)?lock(?:ed|s)?|taken back)\b/i;

const YEAR_MS = 365 * DAY_MS;
/** Choice (far-times): a start more than a year ahead, or a lock or an end of more than ten years, is more likely a mistake. */
const FAR_START_MS = YEAR_MS;
const FAR_LOCK_MS = 10 * YEAR_MS;
/** An end that is further ahead ends practically never. */
export const FAR_END_MS = 10 * YEAR_MS;

/** A time beyond all dates, as rows show it. */
const FOR_EVER = 'for ever';
const LATER_USE = 'Whoever has it can use it from then on.';
/** The last time that ECMAScript can state. */
const LAST_DATE_MS = 8.64e15;

/** A block of Bitcoin and its time. One is found about every ten minutes. */
const KNOWN_BLOCK = { height: 840_000, at: 1_713_571_767_000 } as const;
const BLOCK_MS = 600_000;
/** The blocks by which the height may be ahead of this estimate, so that a lock to the newest block is no finding. */
const HEIGHT_MARGIN = 10_000;

/**
 * Returns warnings about the times in the rows. A row can be about a part, such as one of several orders, so each warning
 * names its row and says nothing of the rest. It warns of an end that had passed at `atMs`, a start after it, and a lock
 * far ahead.
 * Takes milliseconds since 1970. Returns an empty list when `atMs` is null.
 */
export function timeFindings(rows: readonly DecodedField[], atMs: number | null): Finding[] {
  if (atMs === null) return [];
  const found = rows.flatMap((row) => oneFinding(row, atMs) ?? []);
  return [...new Map(found.map((finding) => [finding.text, finding])).values()];
}

function oneFinding({ name, value, kind }: DecodedField, atMs: number): Finding | null {
  // The name of a part stands before a colon: “Order 1: Valid until”.
  const what = name.slice(name.lastIndexOf(': ') + 1).trim();
  if (STARTS.has(what)) return startFinding(name, value, atMs);
  const time = kind === 'time' ? Date.parse(value) : Number.NaN;
  const isEnd = ENDS.has(what);
  if (isEnd && time <= atMs)
    return care(`“${name}” is ${value}, before it is signed. Anything that this time does not end can still happen.`);
  // A time beyond all dates is written as a number.
  if (isEnd && kind === 'time' && value !== FOR_EVER && !(time <= atMs + FAR_END_MS))
    return danger(`“${name}” is ${value}, more than ten years ahead: in practice it never ends.`);
  const isFar = LOCK.test(name) && kind === 'time' && !(time <= atMs + FAR_LOCK_MS);
  if (!isFar) return null;
  return danger(value === FOR_EVER ? 'It locks for ever.' : `It locks until ${value}, more than ten years ahead.`);
}

/** A holder of a signed request can wait for its start, when the signer no longer thinks of it. */
function startFinding(name: string, value: string, atMs: number): Finding | null {
  const height = /^block (\d+)$/.exec(value)?.[1];
  const time = height === undefined ? Date.parse(value) : timeOfBlock(Number(height), atMs);
  // A block or time that cannot be placed is no start, or one beyond all dates.
  if (time <= atMs) return null;
  const isFar = !(time <= atMs + FAR_START_MS);
  const far = isFar ? ', more than a year ahead' : '';
  if (value === FOR_EVER)
    return danger(`“${name}” lies beyond all dates, so it never begins. Anything else can still happen.`);
  if (height === undefined) {
    const sentence = `“${name}” is ${value}${far}. ${LATER_USE}`;
    return isFar ? danger(sentence) : care(sentence);
  }
  // The bytes name no network, and test networks have higher blocks.
  return care(`“${name}” is ${value}. On Bitcoin’s main network that is ${monthWords(time)}${far}. ${LATER_USE}`);
}

/** Returns the month of an estimated time. Takes milliseconds since 1970. */
function monthWords(time: number): string {
  const [year, month] = new Date(Math.min(time, LAST_DATE_MS)).toISOString().split('-');
  return /^\d{4}$/.test(year ?? '') ? `about ${year}-${month}` : 'after the year 9999';
}

/** The estimated time of a block. The past for one that may be there already. */
function timeOfBlock(height: number, atMs: number): number {
  const newest = KNOWN_BLOCK.height + (atMs - KNOWN_BLOCK.at) / BLOCK_MS;
  return height <= newest + HEIGHT_MARGIN ? 0 : atMs + (height - newest) * BLOCK_MS;
}
