import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readArchive, wholeEntry, writeArchive } from '../../electron/engine/backup/archive.ts';
import { readManifest } from '../../electron/engine/backup/manifest.ts';
import { openBackupHeader } from '../../electron/vault/backup-header.ts';
import { AppError } from '../../shared/errors/index.ts';
import { BACKUP_SIZES } from '../../shared/processes/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const MAXIMUM = 4096;

/** The names and contents of an archive that comes in pieces, or the error that refuses it. */
async function read(pieces: readonly Uint8Array[]): Promise<(readonly [string, Uint8Array])[] | AppError> {
  const entries: [string, Uint8Array][] = [];
  try {
    async function* source() {
      yield* pieces;
    }
    for await (const entry of readArchive(source(), MAXIMUM))
      entries.push([entry.name, await wholeEntry(entry, MAXIMUM)]);
    return entries;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function written(manifest: Uint8Array, records: Uint8Array): Promise<Uint8Array> {
  const entries = [
    { name: 'manifest.json' as const, length: manifest.length, bytes: [manifest] },
    { name: 'records.db' as const, length: records.length, bytes: [records] },
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of writeArchive(entries)) pieces.push(piece);
  return Uint8Array.from(Buffer.concat(pieces));
}

/** The same bytes, cut at these places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

test('an archive reads back unchanged from any pieces, and a changed one never reads as the original', async () => {
  const content = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(
      content,
      content,
      fc.array(fc.nat(), { maxLength: 5 }),
      fc.nat(),
      fc.nat(),
      async (manifest, records, places, at, change) => {
        const bytes = await written(manifest, records);
        const whole = [
          ['manifest.json', manifest],
          ['records.db', records],
        ];
        expect(await read(cut(bytes, places))).toEqual(whole);
        const shorter = await read([bytes.subarray(0, at % bytes.length)]);
        expect(shorter).toMatchObject({ code: 'BACKUP_INVALID' });
        const changed = Uint8Array.from(bytes);
        changed[at % bytes.length] = change % 256;
        await read(cut(changed, places));
      },
    ),
    { numRuns: fuzzRuns(10) },
  );
});

test('any bytes as an archive or a manifest are refused with a typed error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      await read([bytes]);
      expect(outcome(() => readManifest(bytes))).toHaveProperty('error');
    }),
    { numRuns: fuzzRuns() },
  );
});

test('a random header is refused with a typed error, without running scrypt', async () => {
  const magic = Uint8Array.from(Buffer.from('castellan-backup'));
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: BACKUP_SIZES.header, maxLength: BACKUP_SIZES.header }),
      fc.boolean(),
      async (header, isNamed) => {
        if (isNamed) header.set(magic);
        await expect(openBackupHeader(header, new Uint8Array(8))).rejects.toBeInstanceOf(AppError);
      },
    ),
    { numRuns: fuzzRuns() },
  );
});
