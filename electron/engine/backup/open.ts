import type { MessageClient, VaultMessages } from '../../../shared/processes/index.ts';
import type { Counting } from '../ports.ts';
import { type Entry, invalid, monthOf, readArchive, wholeEntry } from './archive.ts';
import { MAXIMUM_MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { openSealedFile } from './sealed-file.ts';

/** The backup to read. */
export interface GivenBackup extends Counting {
  readonly file: string;
  /** Wiped. */
  readonly passphrase: Uint8Array<ArrayBuffer>;
}

/** A backup that is open in a vault. Read its entries after the manifest in order. */
export interface OpenBackup {
  readonly call: MessageClient<VaultMessages>;
  readonly backupId: string;
  readonly manifest: Manifest;
  readonly length: number;
  readonly entries: AsyncGenerator<Entry>;
}

/**
 * Opens a backup in a vault while `use` runs. `use` must read all of it, because only the end proves it. Throws
 * BACKUP_INVALID, BACKUP_NEWER, BACKUP_TRUNCATED, BACKUP_DAMAGED, PASSPHRASE_WRONG, FILE_REFUSED, CANCELLED, and what
 * `use` throws.
 */
export async function withBackup<Result>(
  call: MessageClient<VaultMessages>,
  { file, passphrase, signal, progress }: GivenBackup,
  use: (backup: OpenBackup) => Promise<Result>,
): Promise<Result> {
  const sealed = await openSealedFile(file);
  try {
    const { backupId } = await call('openBackup', { header: sealed.header, passphrase });
    try {
      let done = 0;
      const pieces = sealed.pieces(async (part, isLast) => {
        const { bytes } = await call('unsealBackup', { backupId, sealed: part, isLast });
        done += part.length;
        progress?.({ done, total: sealed.length, text: 'Checking the backup' });
        return bytes;
      }, signal);
      const entries = readArchive(pieces, sealed.length);
      const first = await entries.next();
      if (first.done === true || first.value.name !== 'manifest.json') throw invalid('it has no manifest');
      const manifest = readManifest(await wholeEntry(first.value, MAXIMUM_MANIFEST));
      return await use({ call, backupId, manifest, length: sealed.length, entries });
    } finally {
      await call('forget', { id: backupId });
    }
  } finally {
    passphrase.fill(0);
    await sealed.close();
  }
}

/**
 * Returns the service folder of an entry. Null for other entries. Throws BACKUP_INVALID for a folder missing from the
 * manifest.
 */
export function serviceOf({ services }: Manifest, { name }: Entry): Manifest['services'][number] | null {
  const [folder, file] = name.split('/');
  if (file === undefined || monthOf({ name }) !== null) return null;
  return services.find((service) => service.folder === folder) ?? invalidService();
}

/** Throws BACKUP_INVALID where an entry that the manifest promises is missing. */
export function requireAll({ services }: Manifest, seen: ReadonlySet<string>): void {
  const expected = ['profiles.json', 'records.db', ...services.map(({ folder }) => `${folder}/custody.db`)];
  if (expected.some((name) => !seen.has(name))) throw invalid('an entry is missing');
}

function invalidService(): never {
  throw invalid('it holds a service that its manifest does not name');
}
