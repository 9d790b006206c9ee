import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { KEY_STORES } from '../../../shared/model/index.ts';
import {
  activityArchive,
  BACKUP_SIZES,
  CUSTODY_DATABASE,
  CUSTODY_MESSAGES,
  type ListedArchive,
} from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { fileProblem, takeFileLock, withFileLock } from '../../storage/files/index.ts';
import { archiveBody, archiveFolder, archivesBroken, BACKUP_MADE } from '../../storage/records/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import { askForCopy, copyPath } from '../service/copy-requests.ts';
import { copyStore } from '../service/custody-starter.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { damagedIn, damageOf, damageText } from './activity-archives.ts';
import {
  type ArchiveName,
  changedMeanwhile,
  type NewEntry,
  type RecordsArchive,
  SERVICE_FOLDERS,
  writeArchive,
} from './archive.ts';
import { auditState, unlessBroken } from './audit-damage.ts';
import { requireCheckable, requireCheckableEntry } from './checkable.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { newManifest } from './new-manifest.ts';
import { removeTemporary, requireNewFile, temporaryFor, writeSealedFile } from './sealed-file.ts';
import { backupBody, serviceCounts } from './service-changes.ts';
import { examineServiceFile } from './verify.ts';

/** The options of a new backup. */
export interface NewBackup extends Counting {
  readonly out: string;
  /** Wiped. */
  readonly passphrase: Uint8Array<ArrayBuffer>;
}

export interface MadeBackup {
  readonly file: string;
  readonly bytes: number;
  readonly createdAt: string;
  readonly keys: number;
  readonly services: number;
  readonly notIncluded: readonly string[];
  /** The parts that are missing because they are damaged, or included and damaged. Listed above as well. */
  readonly damaged: readonly string[];
}

/** The number of attempts to read files that another process is changing. */
const TRIES = 3;

/** Names the unfinished file of a run, in the folder of its copies. */
const WRITTEN = 'written-to';

interface DatabaseFile {
  readonly name: ArchiveName;
  readonly path: string;
  /** The listed digest of a file that never changes. */
  readonly sha256?: string;
}

interface CreateParts {
  readonly vault: VaultKeeper;
  readonly audit: Audit;
}

/**
 * Makes a backup of all that this state folder cannot recreate, while it is in use. The process that holds a database
 * copies it. The vault wraps every key and seals the file chunk by chunk. A damaged archive of activities is left out and
 * named, so that it never keeps newer keys out of a backup. A damaged audit log is included and named.
 *
 * Throws NOT_FOUND for an empty state folder, FILE_REFUSED, DISK_FULL, DATABASE_IN_USE, CANCELLED, AUDIT_BROKEN for a damaged
 * archive of records, and what opening the stores throws. Then no file is left.
 */
export async function createBackup(
  base: Base,
  parts: CreateParts,
  { out, passphrase, signal, progress }: NewBackup,
): Promise<MadeBackup> {
  const { ports } = base;
  const release = takeBackupLock(ports.paths.root);
  const folder = join(ports.paths.root, 'backup.tmp');
  const copies: string[] = [folder];
  try {
    const path = resolve(out);
    await requireNewFile(path, ports.paths.root);
    if (KEY_STORES.every((kind) => !base.index.uses(kind)))
      throw new AppError('NOT_FOUND', 'This state folder has no key yet. No backup was made. Make the vault first.');
    requireCheckable(ports.paths.records);
    for (const name of SERVICE_FOLDERS) requireCheckable(join(ports.paths.root, name, CUSTODY_DATABASE));
    await removeLeft(folder);
    const broken = await base.records.archives.damaged(signal);
    if (broken.length > 0) throw archivesBroken(broken, 'No backup was made');
    await mkdir(folder, { mode: 0o700 });
    const { vault, audit } = parts;
    for (const kind of KEY_STORES) if (base.index.uses(kind)) await vault.openWithStore(kind);
    const call = await vault.open();
    const log = await auditState(() => audit.verify(signal === undefined ? {} : { signal }));
    const { backupId, header } = await call('beginBackup', { passphrase });
    try {
      const { manifest, profiles, records, archives } = await consistent(base, vault, { backupId, folder });
      // Before the copies, so that the age of the backup never misses a change.
      const counts = serviceCounts(ports.paths.root);
      const services: DatabaseFile[] = [];
      const damaged: string[] = log.broken === null ? [] : [log.broken];
      for (const { folder: name, storeId } of manifest.services) {
        progress?.({ done: 0, total: null, text: 'Copying the database of the local service' });
        const directory = join(ports.paths.root, name);
        const copy = await copyService(base, directory, copies, signal);
        const unusable = await damagedIn(directory, copy.archives, signal);
        damaged.push(...unusable.map(damageText));
        const usable = copy.archives.filter(({ month }) => unusable.every((archive) => archive.month !== month));
        progress?.({ done: 0, total: null, text: 'Checking the database of the local service' });
        const facts = await examineServiceFile({ call, backupId, manifest }, copy.path, {
          storeId,
          archives: usable.map(({ month, sha256 }) => ({ month, sha256 })),
          ports,
        });
        // The list above names the damaged archives by their files.
        damaged.push(...damageOf(name, { ...facts, damagedArchives: [] }));
        // An archive has its file before the database lists it, so those that the copy lists are here now.
        for (const { month, sha256 } of usable) {
          const file = activityArchive(month);
          services.push({ name: `${name}/${file}`, path: join(directory, file), sha256 });
        }
        services.push({ name: `${name}/${CUSTODY_DATABASE}`, path: copy.path });
      }
      const entries = await entriesOf(manifest, {
        profiles,
        databases: [...archives, { name: 'records.db', path: records }, ...services],
      });
      const total = entries.reduce((sum, { length }) => sum + length, 0);
      let done = 0;
      const temporary = temporaryFor(path);
      await writeFile(join(folder, WRITTEN), temporary, { mode: 0o600 });
      const bytes = await writeSealedFile(path, writeArchive(entries), {
        temporary,
        header,
        signal,
        async seal(chunk, isLast) {
          const { sealed } = await call('sealBackup', { backupId, bytes: chunk, isLast });
          done += chunk.length;
          progress?.({ done: Math.min(done, total), total, text: 'Writing the backup' });
          return sealed;
        },
        async whenNamed() {
          const noted = audit.note(BACKUP_MADE, backupBody(manifest.createdAt, counts));
          await (log.broken === null ? noted : noted.catch(unlessBroken));
        },
      });
      const { createdAt, keys, notIncluded } = manifest;
      const made = { file: path, bytes, createdAt: new Date(createdAt).toISOString() };
      const lacking = { notIncluded: [...notIncluded, ...damaged], damaged };
      return { ...made, keys: keys.length, services: manifest.services.length, ...lacking };
    } finally {
      await call('forget', { id: backupId }).catch(ports.report);
    }
  } finally {
    passphrase.fill(0);
    for (const copy of copies) await rm(copy, { recursive: true, force: true }).catch(ports.report);
    release();
  }
}

/** Removes what a killed run left: its unfinished file, and the folder of its copies. */
async function removeLeft(folder: string): Promise<void> {
  const temporary = await readFile(join(folder, WRITTEN), 'utf8').catch(() => null);
  if (temporary !== null) await removeTemporary(temporary).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}

function takeBackupLock(root: string): () => void {
  try {
    return takeFileLock(join(root, 'backup.lock'), 0);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DATABASE_IN_USE')
      throw new AppError(
        'DATABASE_IN_USE',
        'Another backup of this state folder is being made. Nothing was written. Wait for it, then try again.',
        { cause: error },
      );
    throw error;
  }
}

/** Reads a file of the state folder. Empty only when there is none, so that a backup never lacks one unnoticed. */
async function stateFile(path: string): Promise<Uint8Array> {
  const isThere = await lstat(path).catch(() => null);
  if (isThere === null) return new Uint8Array();
  try {
    if ((await stat(path)).isFile()) return await readFile(path);
  } catch (error) {
    throw fileProblem(error, path, 'read');
  }
  throw new AppError(
    'FILE_REFUSED',
    sentence`${path} is not a regular file. No backup was made. Move it away, and put the file of Castellan back.`,
  );
}

/** Keys, profiles and records as they were together: nothing of them changed while they were read. */
async function consistent(base: Base, vault: VaultKeeper, { backupId, folder }: { backupId: string; folder: string }) {
  const { paths } = base.ports;
  const read = async () => [
    await stateFile(paths.profiles),
    await stateFile(paths.credentials),
    utf8Encode(base.records.archives.list().map(archiveBody).join()),
  ];
  return withFileLock(join(paths.root, 'keys.lock'), async () => {
    for (let tries = 1; ; tries += 1) {
      const before = await read();
      const manifest = await newManifest(base, vault, backupId);
      const records = join(folder, `records-${tries}.db`);
      await writeFile(records, '', { mode: 0o600, flag: 'wx' });
      await base.records.copyInto(records);
      const after = await read();
      const [profiles = new Uint8Array()] = after;
      if (before.every((bytes, index) => Buffer.from(bytes).equals(after[index] ?? new Uint8Array())))
        return { manifest, profiles, records, archives: archivesOf(base) };
      if (tries === TRIES)
        throw new AppError(
          'DATABASE_IN_USE',
          'Another Castellan kept changing keys or profiles. No backup was made. Try again.',
        );
    }
  });
}

/** The archives never change once they are listed, so they are read where they are. */
function archivesOf({ ports, records }: Base): DatabaseFile[] {
  const folder = archiveFolder(ports.paths.records);
  return records.archives.list().map(({ month, sha256 }) => {
    const file: RecordsArchive = `records-${month}.db`;
    return { name: `archive/${file}`, path: join(folder, file), sha256 };
  });
}

/**
 * Asks the process that holds a service's database to copy it, here or in another Castellan. Returns the path of the
 * copy, and the archives that it lists.
 */
async function copyService(
  { ports }: Base,
  directory: string,
  copies: string[],
  signal?: AbortSignal,
): Promise<{ path: string; archives: ListedArchive[] }> {
  const id = crypto.randomUUID();
  const path = copyPath(directory, id);
  copies.push(path, `${path}-journal`, `${path}-wal`, `${path}-shm`);
  await writeFile(path, '', { mode: 0o600, flag: 'wx' });
  const handle = ports.startProcess('custody', CUSTODY_MESSAGES);
  try {
    await handle.call('harden', {});
    return { path, archives: await copyStore(handle, { directory, path }) };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'DATABASE_IN_USE')) throw error;
    return { path, archives: await askForCopy(directory, id, signal) };
  } finally {
    handle.kill();
  }
}

async function entriesOf(
  manifest: Manifest,
  { profiles, databases }: { profiles: Uint8Array; databases: readonly DatabaseFile[] },
): Promise<readonly NewEntry[]> {
  const listed = writeManifest(manifest);
  const files = databases.map(async ({ name, path, sha256 }) => {
    const { size: length } = await stat(path);
    requireCheckableEntry({ name, length });
    return { name, length, bytes: contentOf(path, sha256 === undefined ? null : { name, sha256 }) };
  });
  return [
    { name: 'manifest.json', length: listed.length, bytes: [listed] },
    { name: 'profiles.json', length: profiles.length, bytes: [profiles] },
    ...(await Promise.all(files)),
  ];
}

/** Opens the file when the first byte is read. Throws FILE_REFUSED when it is not the listed one. */
async function* contentOf(
  path: string,
  listed: { readonly name: string; readonly sha256: string } | null,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: BACKUP_SIZES.chunk })) {
    if (listed !== null) hash.update(piece);
    yield piece;
  }
  if (listed !== null && hash.digest('hex') !== listed.sha256) throw changedMeanwhile(listed.name);
}
