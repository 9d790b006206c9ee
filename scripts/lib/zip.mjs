import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
// Node 18 has no crc32. Imported by its name, it would end set-up before the message that asks for a newer Node.
import zlib from 'node:zlib';

/** PKWARE APPNOTE 6.3, sections 4.3.16 (end record), 4.3.12 (central entry), 4.3.7 (local header). */
const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ZIP64_MARK = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/**
 * @typedef {object} ZipEntry
 * @property {string} name with `/` between folders, and one at the end of a folder's.
 * @property {number} mode Unix file mode, 0 when the archive names none.
 * @property {number} method
 * @property {number} crc
 * @property {number} compressedSize bytes
 * @property {number} size bytes
 * @property {number} offset of its local header
 */

/**
 * Reads the list of a zip archive.
 * @param {string} path
 * @returns {Promise<ZipEntry[]>}
 * @throws {Error} when the file is no zip archive, is cut short, or needs ZIP64
 */
export async function readZipEntries(path) {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, END_BYTES + LONGEST_COMMENT));
    await file.read(tail, 0, tail.length, size - tail.length);
    const end = findEnd(tail);
    const count = tail.readUInt16LE(end + 10);
    const listBytes = tail.readUInt32LE(end + 12);
    const listOffset = tail.readUInt32LE(end + 16);
    if (listOffset === ZIP64_MARK || count === 0xffff) throw new Error(`${path} needs ZIP64, which is not read here`);
    if (listOffset + listBytes > size) throw new Error(`${path} is cut short`);
    const list = Buffer.alloc(listBytes);
    await file.read(list, 0, listBytes, listOffset);
    return parseList(list, count, path);
  } finally {
    await file.close();
  }
}

/** @param {Buffer} tail @returns {number} */
function findEnd(tail) {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw new Error('this is not a zip archive, or it is cut short');
}

/** @param {Buffer} list @param {number} count @param {string} path @returns {ZipEntry[]} */
function parseList(list, count, path) {
  const entries = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== CENTRAL_SIGNATURE)
      throw new Error(`the list of ${path} is damaged`);
    const nameLength = list.readUInt16LE(at + 28);
    entries.push({
      name: list.toString('utf8', at + 46, at + 46 + nameLength),
      mode: list.readUInt32LE(at + 38) >>> 16,
      method: list.readUInt16LE(at + 10),
      crc: list.readUInt32LE(at + 16),
      compressedSize: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      offset: list.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Returns the path for an entry, always inside the folder. Throws for a name that leaves it.
 * @param {string} folder
 * @param {string} name
 * @returns {string}
 */
export function safePath(folder, name) {
  const parts = name.split('/').filter((part) => part !== '');
  if (name.startsWith('/') || name.includes('\\') || parts.includes('..'))
    throw new Error(`an entry leaves the folder: ${name}`);
  return join(folder, ...parts);
}

/**
 * Unpacks chosen entries, each checked by its CRC and size.
 * @param {string} path
 * @param {string} folder
 * @param {object} options
 * @param {(name: string) => string | undefined} options.place returns the entry's new name, or undefined to leave it out.
 * @param {(done: number, total: number) => void} [options.onProgress] in unpacked bytes
 */
export async function unzip(path, folder, { place, onProgress }) {
  const chosen = (await readZipEntries(path)).flatMap((entry) => {
    const name = place(entry.name);
    return name === undefined ? [] : [{ entry, target: safePath(folder, name) }];
  });
  const total = chosen.reduce((sum, { entry }) => sum + entry.size, 0);
  let done = 0;
  for (const { entry, target } of chosen) {
    if (entry.name.endsWith('/')) {
      await mkdir(target, { recursive: true });
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await unpackEntry(path, entry, target);
    done += entry.size;
    onProgress?.(done, total);
  }
}

/** @param {string} path @param {ZipEntry} entry @param {string} target */
async function unpackEntry(path, entry, target) {
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw new Error(`${entry.name} is packed by method ${entry.method}, which is not read here`);
  }
  const start = await dataOffset(path, entry);
  if (entry.size > 0) {
    let checksum = 0;
    let bytes = 0;
    const check = new Transform({
      transform(chunk, _encoding, next) {
        checksum = zlib.crc32(chunk, checksum);
        bytes += chunk.length;
        next(bytes > entry.size ? new Error(`${entry.name} is longer than the list says`) : null, chunk);
      },
    });
    const source = createReadStream(path, { start, end: start + entry.compressedSize - 1, highWaterMark: 1 << 20 });
    const inflate = entry.method === DEFLATED ? [zlib.createInflateRaw({ chunkSize: 1 << 20 })] : [];
    await pipeline([source, ...inflate, check, createWriteStream(target)]);
    if (bytes !== entry.size || checksum !== entry.crc)
      throw new Error(`${entry.name} is damaged: its checksum differs`);
  } else {
    await (await open(target, 'w')).close();
  }
  await applyMode(entry, target);
}

/** @param {ZipEntry} entry @param {string} target */
async function applyMode(entry, target) {
  if ((entry.mode & FILE_TYPE) === SYMBOLIC_LINK) {
    const destination = await readFile(target, 'utf8');
    await rm(target);
    await symlink(destination, target);
    return;
  }
  if (entry.mode !== 0) await chmod(target, entry.mode & 0o755);
}

/** The local header repeats the name with an extra field of its own length. @param {string} path @param {ZipEntry} entry */
async function dataOffset(path, entry) {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(30);
    const { bytesRead } = await file.read(header, 0, 30, entry.offset);
    if (bytesRead < 30 || header.readUInt32LE(0) !== LOCAL_SIGNATURE)
      throw new Error(`${entry.name} is damaged: no header`);
    return entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
}
