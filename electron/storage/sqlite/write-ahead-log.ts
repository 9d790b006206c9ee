import { readFileSync } from 'node:fs';

/** The write-ahead log of a database has its name and this suffix. */
export const LOG_SUFFIX = '-wal';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The lowest bit of the magic number is 1 when checksums read big-endian words. */
const MAGIC = 0x377f0682;

type Sums = readonly [number, number];

/**
 * Reports whether a write-ahead log is damaged before its end, by the checksums of its frames (SQLite file format,
 * section 4). A crash can leave an unfinished last transaction. A later transaction is written only after the earlier
 * one is on disk. So a valid frame behind the end of an invalid transaction proves damage. False without a log.
 */
export function isDamagedInside(path: string): boolean {
  const bytes = readLog(path);
  if (bytes === null || bytes.length < HEADER_BYTES + FRAME_HEADER_BYTES) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isBigEndian = (view.getUint32(0) & 1) === 1;
  const pageBytes = view.getUint32(8);
  const sumsAt = (at: number): Sums => [view.getUint32(at), view.getUint32(at + 4)];
  const headerSums = addWords(view, [0, 0], [0, 24], isBigEndian);
  const isHeaderValid = (view.getUint32(0) & ~1) >>> 0 === MAGIC && same(headerSums, sumsAt(24));
  // SQLite would ignore the whole log. After a power cut the header can be zeros that were never written.
  if (!isHeaderValid) return bytes.subarray(0, HEADER_BYTES).some((byte) => byte !== 0);

  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  let before = sumsAt(24);
  let isBroken = false;
  let isAfterCommit = false;
  for (let at = HEADER_BYTES; at + frameBytes <= bytes.length; at += frameBytes) {
    const isOfThisLog = view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20);
    const sums = addWords(view, addWords(view, before, [at, 8], isBigEndian), [at + 24, pageBytes], isBigEndian);
    const isValid = isOfThisLog && same(sums, sumsAt(at + 16));
    if (isBroken && isAfterCommit && isValid) return true;
    if (!isValid) isBroken = true;
    // A frame of an older log, which this one has not overwritten yet, ends no transaction of this one.
    const isOurs = isOfThisLog || same(sums, sumsAt(at + 16));
    if (isBroken && isOurs && view.getUint32(at + 4) !== 0) isAfterCommit = true;
    before = sumsAt(at + 16);
  }
  return false;
}

/** The offset of `user_version` in the first page of a database. */
const VERSION_AT = 60;

/**
 * Returns the `user_version` of the newest committed first page in a write-ahead log. Null when the log has none. Reads
 * no checksums, because SQLite does that when it opens the log.
 */
export function versionInLog(path: string): number | null {
  const bytes = readLog(path);
  if (bytes === null || bytes.length < HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const pageBytes = view.getUint32(8);
  const isSame = (at: number) =>
    view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20);
  let committed: number | null = null;
  let newest: number | null = null;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  for (let at = HEADER_BYTES; at + frameBytes <= bytes.length && isSame(at); at += frameBytes) {
    if (view.getUint32(at) === 1) newest = view.getUint32(at + FRAME_HEADER_BYTES + VERSION_AT);
    if (view.getUint32(at + 4) !== 0) committed = newest;
  }
  return committed;
}

function readLog(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Adds the words of a range to the two running sums. */
function addWords(
  view: DataView,
  [first, second]: Sums,
  [at, length]: readonly [number, number],
  isBigEndian: boolean,
): Sums {
  let [one, other] = [first, second];
  for (let index = at; index < at + length; index += 8) {
    one = (one + view.getUint32(index, !isBigEndian) + other) >>> 0;
    other = (other + view.getUint32(index + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, other];
}

const same = (one: Sums, other: Sums): boolean => one[0] === other[0] && one[1] === other[1];
