import { AppError, sentence } from '../../../shared/errors/index.ts';
import { parseJsonObject } from '../../../shared/model/index.ts';
import type { activityArchive } from '../../../shared/processes/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';

/** The entries of a backup, in this order. The manifest comes first. Archives of earlier records are in time order. */
const ORDER = [
  /^manifest\.json$/,
  /^profiles\.json$/,
  /^archive\/records-\d{4}-\d{2}\.db$/,
  /^records\.db$/,
  /^service\/archive\/activities-\d{4}-\d{2}\.db$/,
  /^service\/custody\.db$/,
  /^serve\/archive\/activities-\d{4}-\d{2}\.db$/,
  /^serve\/custody\.db$/,
];
/** The folders of local services below the state folder. */
export const SERVICE_FOLDERS = ['service', 'serve'] as const;
export type ServiceFolder = (typeof SERVICE_FOLDERS)[number];

/** The file name of an archive of records, below its folder. */
export type RecordsArchive = `records-${string}.db`;
export type ArchiveName =
  | 'manifest.json'
  | 'profiles.json'
  | `archive/${RecordsArchive}`
  | 'records.db'
  | `${ServiceFolder}/${ReturnType<typeof activityArchive>}`
  | `${ServiceFolder}/custody.db`;

/** A part of an archive that is written. */
export interface NewEntry {
  readonly name: ArchiveName;
  readonly length: number;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** An entry of an archive that is read. Read its bytes to the end before the next entry. */
export interface Entry {
  readonly name: ArchiveName;
  readonly length: number;
  bytes(): AsyncGenerator<Uint8Array>;
}

const LENGTH_BYTES = 4;
const MAXIMUM_HEAD = 256;

/**
 * The bytes of an archive. Each entry has the length of its head (4 bytes, big-endian), its head in JSON, and its
 * bytes. A length of 0 ends the archive.
 */
export async function* writeArchive(entries: Iterable<NewEntry>): AsyncGenerator<Uint8Array> {
  for (const { name, length, bytes } of entries) {
    const head = utf8Encode(JSON.stringify({ name, length }));
    yield lengthOf(head.length);
    yield head;
    let left = length;
    for await (const piece of bytes) {
      left -= piece.length;
      if (left < 0) break;
      yield piece;
    }
    if (left !== 0) throw changedMeanwhile(name);
  }
  yield lengthOf(0);
}

/** Reads an archive. Throws BACKUP_INVALID for entries that are unknown, out of order, too long or not whole. */
export async function* readArchive(pieces: AsyncIterable<Uint8Array>, maximum: number): AsyncGenerator<Entry> {
  const source = createSource(pieces);
  let last = { place: -1, name: '' };
  for (;;) {
    const headLength = new DataView((await source.take(LENGTH_BYTES)).buffer).getUint32(0);
    if (headLength === 0) break;
    if (headLength > MAXIMUM_HEAD) throw invalid('an entry has no head');
    const { name, length } = parseJsonObject(utf8Decode(await source.take(headLength), 'The head of an entry'), () =>
      invalid('the head of an entry is not JSON'),
    );
    const known = typeof name === 'string' ? name : '';
    const place = ORDER.findIndex((pattern) => pattern.test(known));
    if (place < last.place || place === -1 || (place === last.place && known <= last.name))
      throw invalid('it holds an entry that Castellan does not write there');
    if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0 || length > maximum)
      throw invalid('an entry is longer than the file');
    last = { place, name: known };
    let isRead = false;
    yield {
      name: known as ArchiveName,
      length,
      async *bytes() {
        yield* source.pieces(length);
        isRead = true;
      },
    };
    if (!isRead) throw new Error('an entry was not read to its end');
  }
  if (!(await source.isAtEnd())) throw invalid('something comes after its end');
}

const MONTH = /^archive\/records-(.*)\.db$/;
const ACTIVITIES = /\/archive\/activities-(\d{4}-\d{2})\.db$/;

/** Returns the month of an archive of records, such as `2026-08`. Null for other entries. */
export const monthOf = ({ name }: Pick<Entry, 'name'>): string | null => MONTH.exec(name)?.[1] ?? null;

/** Returns the month of an archive of a service's activities. Null for other entries. */
export const activitiesMonthOf = ({ name }: { readonly name: string }): string | null =>
  ACTIVITIES.exec(name)?.[1] ?? null;

/** All bytes of an entry. Throws BACKUP_INVALID for more than `maximum`. */
export async function wholeEntry(entry: Entry, maximum: number): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.length > maximum) throw invalid(`its ${entry.name} is too long`);
  const bytes = new Uint8Array(entry.length);
  let filled = 0;
  for await (const piece of entry.bytes()) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
}

function createSource(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let current: Uint8Array = new Uint8Array();
  /** False at the end. */
  const fill = async (): Promise<boolean> => {
    while (current.length === 0) {
      const { done, value } = await iterator.next();
      if (done === true) return false;
      current = value;
    }
    return true;
  };
  async function* some(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      if (!(await fill())) throw invalid('an entry is not whole');
      const piece = current.subarray(0, left);
      current = current.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  return {
    pieces: some,
    async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
      const bytes = new Uint8Array(length);
      let filled = 0;
      for await (const piece of some(length)) {
        bytes.set(piece, filled);
        filled += piece.length;
      }
      return bytes;
    },
    isAtEnd: async () => !(await fill()),
  };
}

function lengthOf(length: number): Uint8Array {
  const bytes = new Uint8Array(LENGTH_BYTES);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}

/** The error for a file that changed while it was written into a backup. */
export const changedMeanwhile = (name: string) =>
  new AppError('FILE_REFUSED', sentence`${name} changed while it was read. No backup was made. Try again.`);

/** `why` is a clause. */
export const invalid = (why: string) =>
  new AppError(
    'BACKUP_INVALID',
    sentence`The backup cannot be used: ${why}. Nothing in it was used. Use another backup.`,
  );
