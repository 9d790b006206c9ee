import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { BACKUP_ENDING, BACKUP_MAGIC, BACKUP_SIZES } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { fileProblem } from '../../storage/files/index.ts';
import { syncFolderOf } from '../../storage/sqlite/index.ts';

const { header: HEADER, chunk: CHUNK, tag: TAG, ending: ENDING } = BACKUP_SIZES;

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes at the end of a file in which the end of a backup is searched. */
const SEARCHED = 64 * 1024;

/** The options of writing a sealed file. */
export interface Writing {
  /** The name until the file is complete, of `temporaryFor`. */
  readonly temporary: string;
  readonly header: Uint8Array;
  /** Seals the next chunk. */
  readonly seal: (bytes: Bytes, isLast: boolean) => Promise<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /** Called when the file is complete on disk and has its name. If it throws, the file is removed. */
  readonly whenNamed: () => Promise<void>;
}

/**
 * Throws FILE_REFUSED where a file has that name already, its folder is not there, or the folder is inside the state
 * folder `root`.
 */
export async function requireNewFile(path: string, root: string): Promise<void> {
  if (await isTaken(path)) throw exists(path);
  if (!(await isFolder(dirname(path))))
    throw new AppError(
      'FILE_REFUSED',
      sentence`There is no folder ${dirname(path)}, so no backup was made. Name another place.`,
    );
  if (`${await realpath(dirname(path))}${sep}`.startsWith(`${await realpath(root)}${sep}`))
    throw new AppError(
      'FILE_REFUSED',
      sentence`${path} is inside the state folder ${root}, and would be lost with it. No backup was made. Name a place outside, best on another disk.`,
    );
}

/** Returns the name that a new file has until it is complete. */
export const temporaryFor = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);

const TEMPORARY = /^\..+\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Removes a file that an interrupted run left under such a name. */
export async function removeTemporary(path: string): Promise<void> {
  if (TEMPORARY.test(basename(path))) await rm(path, { force: true });
}

/**
 * Writes a new sealed file (0600) and names it only when it is complete and on disk. An earlier failure leaves no file
 * of that name. Returns its length. Throws FILE_REFUSED (also for a name that is taken), DISK_FULL, CANCELLED, and what
 * sealing throws.
 */
export async function writeSealedFile(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  writing: Writing,
): Promise<number> {
  const { temporary } = writing;
  let file: FileHandle | undefined;
  let isNamed = false;
  try {
    file = await open(temporary, 'wx', 0o600);
    const length = await writeAll(file, pieces, writing);
    await file.sync();
    await file.close();
    file = undefined;
    await giveName(temporary, path);
    isNamed = true;
    syncFolderOf(path);
    await writing.whenNamed();
    return length;
  } catch (error) {
    if (isNamed) await rm(path, { force: true }).catch(() => undefined);
    throw fileProblem(error, path, 'written');
  } finally {
    await file?.close();
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function writeAll(file: FileHandle, pieces: AsyncIterable<Uint8Array>, { header, seal, signal }: Writing) {
  let length = 0;
  const write = async (bytes: Uint8Array) => {
    await file.writeFile(bytes);
    length += bytes.length;
  };
  await write(header);
  let chunk = new Uint8Array(CHUNK);
  let filled = 0;
  for await (const piece of pieces) {
    for (let offset = 0; offset < piece.length; ) {
      if (filled === CHUNK) {
        if (signal?.aborted === true) throw cancelled();
        await write(await seal(chunk, false));
        chunk = new Uint8Array(CHUNK);
        filled = 0;
      }
      const part = piece.subarray(offset, offset + CHUNK - filled);
      chunk.set(part, filled);
      filled += part.length;
      offset += part.length;
    }
  }
  if (signal?.aborted === true) throw cancelled();
  await write(await seal(chunk.slice(0, filled), true));
  await write(utf8Encode(BACKUP_ENDING));
  return length;
}

/** Fails when the name is taken, even by a concurrent writer. */
async function giveName(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (await isTaken(path)) throw exists(path);
    // File systems without hard links, such as FAT.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    await rename(temporary, path);
  }
}

/** A sealed file that is open for reading. */
export interface SealedFile {
  readonly header: Bytes;
  readonly length: number;
  /**
   * The content, chunk by chunk, as `unseal` opens each. Throws BACKUP_TRUNCATED when the end is missing, FILE_REFUSED,
   * and what `unseal` throws.
   */
  pieces(
    unseal: (sealed: Bytes, isLast: boolean) => Promise<Uint8Array>,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a file that begins like a backup. Throws BACKUP_INVALID, BACKUP_TRUNCATED, FILE_REFUSED. */
export async function openSealedFile(path: string): Promise<SealedFile> {
  let file: FileHandle | undefined;
  try {
    // Opening a device may have effects, so it is looked at before.
    if (!(await stat(path)).isFile()) throw notRegular(path);
    // A pipe that takes its place meanwhile would otherwise wait for its other end.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const state = await file.stat();
    if (!state.isFile()) throw notRegular(path);
    const { size } = state;
    const header = await readAt(file, 0, Math.min(size, HEADER));
    if (!startsWith(header, utf8Encode(BACKUP_MAGIC)))
      throw new AppError(
        'BACKUP_INVALID',
        sentence`${path} is not a Castellan backup. Nothing was opened. Name the file that \`castellan backup create\` wrote.`,
      );
    if (header.length < HEADER) throw truncated(path);
    const opened = file;
    return {
      header,
      length: size,
      pieces: (unseal, signal) => piecesOf(opened, path, size, { unseal, signal }),
      close: () => opened.close(),
    };
  } catch (error) {
    await file?.close();
    throw fileProblem(error, path, 'read');
  }
}

async function* piecesOf(
  file: FileHandle,
  path: string,
  size: number,
  { unseal, signal }: { unseal: Parameters<SealedFile['pieces']>[0]; signal: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  const end = size - ENDING;
  if (end - HEADER < TAG) throw truncated(path);
  if (!startsWith(await readAt(file, end, ENDING), utf8Encode(BACKUP_ENDING))) {
    const last = Buffer.from(await readAt(file, Math.max(HEADER, size - SEARCHED), Math.min(size, SEARCHED)));
    throw last.includes(BACKUP_ENDING) ? followed(path) : truncated(path);
  }
  for (let offset = HEADER; offset < end; ) {
    if (signal?.aborted === true) throw cancelled();
    const length = Math.min(CHUNK + TAG, end - offset);
    const sealed = await readAt(file, offset, length);
    if (sealed.length < length) throw truncated(path);
    offset += length;
    yield await unseal(sealed, offset === end);
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Bytes> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) return bytes.slice(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

const startsWith = (bytes: Uint8Array, beginning: Uint8Array) =>
  bytes.length >= beginning.length && beginning.every((byte, index) => bytes[index] === byte);

/** A link without a target has its name too. */
const isTaken = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

const isFolder = (path: string) =>
  stat(path).then(
    (state) => state.isDirectory(),
    () => false,
  );

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');

const notRegular = (path: string) =>
  new AppError('FILE_REFUSED', sentence`${path} is not a regular file, so it was not read. Name the file of a backup.`);

const exists = (path: string) =>
  new AppError(
    'FILE_REFUSED',
    sentence`${path} exists already and is never overwritten. Nothing was written. Name a new file.`,
  );

const followed = (path: string) =>
  new AppError(
    'BACKUP_DAMAGED',
    sentence`The backup ${path} has more bytes after its end. Nothing was opened. Use another copy of the file.`,
  );

const truncated = (path: string) =>
  new AppError(
    'BACKUP_TRUNCATED',
    sentence`The backup ${path} is truncated: its end is missing. Nothing was opened. Use another copy of the file.`,
  );

export const cancelled = () =>
  new AppError('CANCELLED', 'Cancelled. Nothing was written, and no temporary file remains.');
