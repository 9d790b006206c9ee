import { existsSync, lstatSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readZipEntries, safePath, unzip } from '../../../scripts/lib/zip.mjs';
import { makeZip, type ZipSource } from './make-zip.ts';
import { temporaryFolder } from './temporary-folder.ts';

const FILES: readonly ZipSource[] = [
  { name: 'App/', content: '', mode: 0o40755, stored: true },
  { name: 'App/program', content: 'x'.repeat(100_000), mode: 0o100755 },
  { name: 'App/data.txt', content: 'grüß dich', mode: 0o100644, stored: true },
  { name: 'App/empty', content: '', mode: 0o100644 },
  { name: 'App/link', content: 'program', mode: 0o120777, stored: true },
  { name: 'App/secret/other', content: 'not wanted', mode: 0o100644 },
];

function archive(bytes: Buffer): { path: string; target: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'archive.zip');
  writeFileSync(path, bytes);
  return { path, target: join(folder, 'target') };
}

describe('unzip', () => {
  it('unpacks the chosen files under their new names, with their modes and links', async () => {
    const { path, target } = archive(makeZip(FILES, 'a comment after the list'));
    const seen: number[] = [];
    await unzip(path, target, {
      place: (name) => (name.includes('secret') ? undefined : name.replace('App/', '').replace('program', 'electron')),
      onProgress: (done, total) => seen.push(done / total),
    });
    expect(readFileSync(join(target, 'electron'), 'utf8')).toBe('x'.repeat(100_000));
    expect(statSync(join(target, 'electron')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(target, 'data.txt'), 'utf8')).toBe('grüß dich');
    expect(statSync(join(target, 'data.txt')).mode & 0o777).toBe(0o644);
    expect(statSync(join(target, 'empty')).size).toBe(0);
    expect(lstatSync(join(target, 'link')).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(target, 'link'))).toBe('program');
    expect(existsSync(join(target, 'secret'))).toBe(false);
    expect(seen.at(-1)).toBe(1);
  });

  it('refuses a file with one changed bit', async () => {
    const bytes = makeZip(FILES);
    const at = bytes.indexOf('grüß');
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    const { path, target } = archive(bytes);
    await expect(unzip(path, target, { place: (name) => name })).rejects.toThrow('App/data.txt is damaged');
  });

  it('refuses an archive that was cut short', async () => {
    const bytes = makeZip(FILES);
    const { path } = archive(bytes.subarray(0, bytes.length - 40));
    await expect(readZipEntries(path)).rejects.toThrow('cut short');
  });

  it('refuses a file that is not a zip archive', async () => {
    const { path } = archive(Buffer.from('<html>not found</html>'));
    await expect(readZipEntries(path)).rejects.toThrow('not a zip archive');
  });

  it('refuses a list that points beyond the file', async () => {
    const bytes = makeZip(FILES);
    bytes.writeUInt32LE(bytes.length, bytes.length - 6);
    const { path } = archive(bytes);
    await expect(readZipEntries(path)).rejects.toThrow('cut short');
  });
});

describe('safePath', () => {
  it('keeps ordinary names inside the folder', () => {
    expect(safePath('/target', 'App/locales/de.pak')).toBe('/target/App/locales/de.pak');
  });

  it.each(['../x', 'a/../../x', '/etc/passwd', 'a\\..\\x'])('refuses %s', (name) => {
    expect(() => safePath('/target', name)).toThrow('leaves the folder');
  });
});
