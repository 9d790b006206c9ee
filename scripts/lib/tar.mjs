import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;

/**
 * Takes one file out of a gzipped tar archive (ustar, POSIX 1003.1), reading it once, and checks the whole archive.
 * @param {string} path
 * @param {string} name of the file inside.
 * @param {string} target written, and removed again when anything is wrong
 * @param {string} integrity of the archive, as npm writes it: `sha512-` and base64
 */
export async function takeFromTarball(path, name, target, integrity) {
  const hash = createHash('sha512');
  const source = createReadStream(path, { highWaterMark: 1 << 20 });
  source.on('data', (chunk) => hash.update(chunk));
  const gunzip = createGunzip({ chunkSize: 1 << 20 });
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    await pipeline(Readable.from(contentOf(gunzip, name)), createWriteStream(target));
    const actual = `sha512-${hash.digest('base64')}`;
    if (actual !== integrity) throw new Error(`${path} is not the expected archive: its integrity is ${actual}`);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/**
 * The bytes of one file of a tar stream. Reads the stream to its end.
 * @param {AsyncIterable<Buffer>} stream
 * @param {string} name
 * @returns {AsyncGenerator<Buffer>}
 */
export async function* contentOf(stream, name) {
  /** @type {Buffer} */
  let pending = Buffer.alloc(0);
  let remaining = 0;
  let padding = 0;
  let wanted = false;
  let found = false;
  for await (const chunk of stream) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (pending.length > 0) {
      if (remaining > 0) {
        const part = pending.subarray(0, remaining);
        if (wanted) yield part;
        remaining -= part.length;
        pending = pending.subarray(part.length);
      } else if (padding > 0) {
        const skipped = Math.min(padding, pending.length);
        padding -= skipped;
        pending = pending.subarray(skipped);
      } else {
        if (pending.length < BLOCK) break;
        const header = pending.subarray(0, BLOCK);
        pending = pending.subarray(BLOCK);
        if (header.every((byte) => byte === 0)) continue;
        remaining = sizeOf(header);
        padding = (BLOCK - (remaining % BLOCK)) % BLOCK;
        wanted = nameOf(header) === name;
        found ||= wanted;
      }
    }
  }
  if (remaining > 0) throw new Error('the tar archive is cut short');
  if (!found) throw new Error(`there is no ${name} in the tar archive`);
}

/** @param {Buffer} header */
function sizeOf(header) {
  const size = Number.parseInt(text(header, 124, 12), 8);
  if (!Number.isSafeInteger(size) || text(header, 257, 5) !== 'ustar') throw new Error('the tar archive is damaged');
  return size;
}

/** @param {Buffer} header */
function nameOf(header) {
  const prefix = text(header, 345, 155);
  return prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
}

/** @param {Buffer} header @param {number} start @param {number} length */
const text = (header, start, length) => header.toString('utf8', start, start + length).replace(/[\0 ].*$/s, '');
