import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { writeOutput, writeWords } from '../../../electron/main/write-output.ts';

/** A stream whose writes fail with this code. */
function failing(code: string): Writable {
  const stream = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  });
  return stream.on('error', () => undefined);
}

it('writes a result whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-output-'));
  const stream = createWriteStream(join(folder, 'out'));
  await writeOutput(stream, 'result');
  stream.destroy();
  expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('result');
  rmSync(folder, { recursive: true });
});

it.each([
  ['ENOSPC', 'DISK_FULL', 'the disk is full'],
  ['EIO', 'FILE_REFUSED', ''],
])('reports a result that %s keeps from being written', async (fault, code, why) => {
  await expect(writeOutput(failing(fault), 'result')).rejects.toMatchObject({
    code,
    message: expect.stringMatching(
      new RegExp(
        `^The result could not be written to standard output: ${why}.*The earlier steps of the command stay done`,
      ),
    ),
  });
});

it('ends without an error when the reader has ended', async () => {
  await expect(writeOutput(failing('EPIPE'), 'result')).resolves.toBeUndefined();
  await expect(writeWords(failing('ENOSPC'), 'words')).resolves.toBeUndefined();
});
