import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentOf, takeFromTarball } from '../../../scripts/lib/tar.mjs';
import { temporaryFolder } from './temporary-folder.ts';

function tarFile(name: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

const TAR = Buffer.concat([
  tarFile('package/package.json', '{}'),
  tarFile('package/archive.zip', 'z'.repeat(1500)),
  tarFile('package/after', 'a'.repeat(512)),
  Buffer.alloc(1024),
]);

const integrityOf = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

function tarball(): { path: string; target: string; integrity: string } {
  const folder = temporaryFolder();
  const bytes = gzipSync(TAR);
  writeFileSync(join(folder, 'a.tgz'), bytes);
  return { path: join(folder, 'a.tgz'), target: join(folder, 'out'), integrity: integrityOf(bytes) };
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('takeFromTarball', () => {
  it('takes the one file out', async () => {
    const { path, target, integrity } = tarball();
    await takeFromTarball(path, 'package/archive.zip', target, integrity);
    expect(readFileSync(target, 'utf8')).toBe('z'.repeat(1500));
  });

  it('leaves no file when the archive has another digest', async () => {
    const { path, target } = tarball();
    const other = integrityOf(Buffer.from('another archive'));
    await expect(takeFromTarball(path, 'package/archive.zip', target, other)).rejects.toThrow(
      'not the expected archive',
    );
    expect(existsSync(target)).toBe(false);
  });

  it('reports a missing file', async () => {
    const { path, target, integrity } = tarball();
    await expect(takeFromTarball(path, 'package/none', target, integrity)).rejects.toThrow('no package/none');
  });
});

describe('contentOf', () => {
  it.each([1, 7, 512, 513, 10_000])('reads the same from pieces of %i bytes', async (size) => {
    let content = '';
    for await (const piece of contentOf(inPieces(TAR, size), 'package/archive.zip')) content += piece.toString();
    expect(content).toBe('z'.repeat(1500));
  });

  it('refuses an archive that ends inside a file', async () => {
    const read = async () => {
      for await (const _piece of contentOf(inPieces(TAR.subarray(0, 1600), 512), 'package/archive.zip'));
    };
    await expect(read()).rejects.toThrow('cut short');
  });
});
