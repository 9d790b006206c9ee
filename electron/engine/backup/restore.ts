import { lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { activityArchive, CUSTODY_DATABASE } from '../../../shared/processes/index.ts';
import { fileProblem } from '../../storage/files/index.ts';
import { archiveFileName, archiveFolder, openRecords } from '../../storage/records/index.ts';
import { makeFolder, makeFolderOf, syncFolderOf } from '../../storage/sqlite/index.ts';
import { nameStore } from '../keys/store-identity.ts';
import type { EnginePorts, StatePaths } from '../ports.ts';
import { createVaultBase } from '../vault/stateless.ts';
import { createVaultKeeper } from '../vault/vault-keeper.ts';
import { damageOf, digestsIn } from './activity-archives.ts';
import { activitiesMonthOf, type Entry, monthOf } from './archive.ts';
import { type GivenBackup, type OpenBackup, requireAll, serviceOf, withBackup } from './open.ts';
import { createKeyRestorer, type KeyRestorer } from './restored-keys.ts';
import { cancelled } from './sealed-file.ts';
import { examineServiceFile } from './verify.ts';

/** The backup to restore. */
export interface WantedRestore extends GivenBackup {
  /** The store for the keys. Null means each key's original kind of store. */
  readonly store: KeyStore | null;
}

/** A state folder that was restored. */
export interface RestoredBackup {
  readonly folder: string;
  /** When the backup was made: RFC 3339, in UTC. */
  readonly createdAt: string;
  readonly keys: number;
  readonly services: number;
  readonly auditEntries: number;
  /** False when the audit log was damaged before the backup was made. Then nothing is stamped before a new chain. */
  readonly auditIsWhole: boolean;
  readonly notIncluded: readonly string[];
  /** The archives, rows and keys that are missing or damaged. Listed above as well. */
  readonly damaged: readonly string[];
}

interface RestoreParts {
  readonly ports: EnginePorts;
  /**
   * Opens a staged folder as a whole, verifies its audit log and records the restore there. Returns the number of
   * entries, and a description of the damage of the log or null.
   */
  readonly confirm: (
    staged: EnginePorts,
    createdAt: string,
  ) => Promise<{ readonly entries: number; readonly broken: string | null }>;
}

/**
 * Restores a backup into an empty state folder. Everything is written and checked in a folder beside it, which is
 * renamed to the state folder last. Throws what reading and verifying a backup throw, FILE_REFUSED for a folder that is
 * not empty, KEY_STORE_CHANGED, DISK_FULL, CANCELLED, and what opening a store throws. Then the state folder is
 * unchanged and nothing is left in a store.
 */
export async function restoreBackup(
  { ports, confirm }: RestoreParts,
  { passphrase, ...given }: WantedRestore,
): Promise<RestoredBackup> {
  const { root } = ports.paths;
  const staging = `${root}.restoring`;
  let keys: KeyRestorer | null = null;
  let isStaged = false;
  try {
    requireEmpty(ports.paths);
    makeStaging(staging);
    isStaged = true;
    const staged: EnginePorts = { ...ports, paths: pathsIn(ports.paths, staging) };
    const base = createVaultBase(staged);
    const vault = createVaultKeeper(base);
    const restorer = createKeyRestorer(base, { vault, store: given.store, root });
    keys = restorer;
    const damaged: string[] = [];
    const { manifest } = await withBackup(await vault.open(), { ...given, passphrase }, async (backup) => {
      await restorer.restore(backup);
      await writeEntries(backup, staged.paths);
      for (const { folder, storeId } of backup.manifest.services) {
        const directory = join(staging, folder);
        const parts = { storeId, ports, archives: await digestsIn(directory) };
        const facts = await examineServiceFile(backup, join(directory, CUSTODY_DATABASE), parts);
        for (const { month, problem } of facts.damagedArchives) {
          const path = join(directory, activityArchive(month));
          if (problem === 'was changed') await rename(path, `${path}.changed`);
        }
        damaged.push(...damageOf(folder, facts));
      }
      return backup;
    }).finally(() => vault.end());
    renewHead(staged.paths);
    const createdAt = new Date(manifest.createdAt).toISOString();
    const { entries: auditEntries, broken } = await confirm(staged, createdAt);
    restorer.requireListed(manifest);
    if (broken !== null) damaged.unshift(broken);
    if (given.signal?.aborted === true) throw cancelled();
    await takeName(staging, ports.paths);
    const { services } = manifest;
    return {
      folder: root,
      createdAt,
      keys: manifest.keys.length,
      services: services.length,
      auditEntries,
      auditIsWhole: broken === null,
      notIncluded: [...manifest.notIncluded, ...damaged],
      damaged,
    };
  } catch (error) {
    await keys?.undo();
    if (isStaged) await rm(staging, { recursive: true, force: true }).catch(ports.report);
    throw fileProblem(error, root, 'written');
  } finally {
    passphrase.fill(0);
  }
}

/** Finds the files that an unused state folder may have: the log, and empty folders. */
function leftovers({ root, log }: StatePaths): {
  readonly logs: string[];
  readonly folders: string[];
  isEmpty: boolean;
} {
  const found = { logs: [] as string[], folders: [] as string[], isEmpty: true };
  for (const entry of entriesOf(root)) {
    const path = join(root, entry.name);
    if (entry.isFile() && entry.name.startsWith(basename(log))) found.logs.push(path);
    else if (entry.isDirectory() && entriesOf(path).length === 0) found.folders.push(path);
    else found.isEmpty = false;
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function requireEmpty(paths: StatePaths): void {
  // A link cannot be replaced in one step, and the backup would be read and checked in vain.
  if (lstatSync(paths.root, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new AppError(
      'FILE_REFUSED',
      sentence`The state folder ${paths.root} is a link. Nothing was restored. Name the folder itself in CASTELLAN_HOME.`,
    );
  if (isMountPoint(paths.root)) throw mountPoint(paths.root);
  if (leftovers(paths).isEmpty) return;
  throw new AppError(
    'FILE_REFUSED',
    sentence`The state folder ${paths.root} is not empty. Nothing was restored, and nothing in it was changed. Move it away, or name another folder in CASTELLAN_HOME.`,
  );
}

/** Returns true for the root of a file system. A folder that is mounted from the same one looks like any other. */
function isMountPoint(root: string): boolean {
  const device = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.dev;
  const own = device(root);
  return own !== undefined && own !== device(dirname(root));
}

const mountPoint = (root: string) =>
  new AppError(
    'FILE_REFUSED',
    sentence`The state folder ${root} is a mount point, which cannot be replaced in one step. Nothing was restored. Name a folder inside it in CASTELLAN_HOME.`,
  );

function makeStaging(staging: string): void {
  makeFolderOf(staging);
  try {
    mkdirSync(staging, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new AppError(
      'FILE_REFUSED',
      sentence`The folder ${staging} exists: another restore runs or was interrupted. Nothing was restored. Remove that folder if no other restore runs, then try again.`,
    );
  }
}

const pathsIn = (paths: StatePaths, folder: string): StatePaths => {
  const moved = Object.entries(paths).map(([name, path]) => [name, join(folder, relative(paths.root, path))]);
  return Object.fromEntries(moved) as unknown as StatePaths;
};

async function writeEntries({ manifest, entries }: OpenBackup, paths: StatePaths): Promise<void> {
  const seen = new Set<string>();
  for await (const entry of entries) {
    seen.add(entry.name);
    const service = serviceOf(manifest, entry);
    const month = monthOf(entry);
    if (month !== null) {
      const folder = archiveFolder(paths.records);
      makeFolder(folder);
      await writeEntry(join(folder, archiveFileName(month)), entry);
    } else if (activitiesMonthOf(entry) !== null) {
      const path = join(paths.root, entry.name);
      makeFolderOf(path);
      await writeEntry(path, entry);
    } else if (service !== null) {
      const folder = join(paths.root, service.folder);
      makeFolder(folder);
      await writeEntry(join(folder, CUSTODY_DATABASE), entry);
      nameStore(folder, service.storeId);
    } else await writeEntry(entry.name === 'profiles.json' ? paths.profiles : paths.records, entry);
  }
  requireAll(manifest, seen);
}

/** A list of profiles that was not there is not made. */
async function writeEntry(path: string, entry: Entry): Promise<void> {
  const file = entry.length === 0 ? null : await open(path, 'wx', 0o600);
  try {
    for await (const piece of entry.bytes()) await file?.writeFile(piece);
    await file?.sync();
  } finally {
    await file?.close();
  }
  if (file !== null) syncFolderOf(path);
}

/** Records the end of the restored log as its head. The vault's counter proves that the log is not an older one. */
function renewHead({ records, auditHead }: StatePaths): void {
  const opened = openRecords(records, auditHead);
  try {
    opened.audit.renewHead();
  } finally {
    opened.close();
  }
}

/** Puts the staged folder in the place of the empty one in one step. */
async function takeName(staging: string, paths: StatePaths): Promise<void> {
  const { root } = paths;
  requireEmpty(paths);
  const { logs, folders } = leftovers(paths);
  for (const log of logs) await rename(log, join(staging, basename(log)));
  for (const folder of folders) rmdirSync(folder);
  syncFolderOf(join(staging, 'any'));
  // Windows replaces no folder, not even an empty one.
  if (process.platform === 'win32') await rm(root, { recursive: true, force: true });
  try {
    await rename(staging, root);
  } catch (error) {
    for (const log of logs) await rename(join(staging, basename(log)), log);
    throw (error as NodeJS.ErrnoException).code === 'EBUSY' ? mountPoint(root) : error;
  }
  syncFolderOf(join(dirname(root), 'any'));
}
