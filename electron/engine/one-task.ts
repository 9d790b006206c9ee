/** Engines that do one task and are closed again: they make no file where the state folder has none. */
import { type BackupReader, createBackupReader as createReader } from './backup/backups.ts';
import { type RestoredBackup, restoreBackup as restore, type WantedRestore } from './backup/restore.ts';
import { createEngine } from './engine.ts';
import type { Engine } from './engine-interface.ts';
import { createStatelessInspection, type Inspection } from './flows/inspection.ts';
import type { EnginePorts } from './ports.ts';
import { createStatelessVault, hasState } from './vault/stateless.ts';

/** An inspection that can be closed. */
export type ClosingInspection = Inspection & Pick<Engine, 'close'>;

/**
 * Uses a whole engine if the state folder has content, else only the vault, which creates no file. Throws what
 * `createEngine` throws.
 */
export async function createInspection(ports: EnginePorts): Promise<ClosingInspection> {
  if (!hasState(ports.paths)) return createStatelessInspection(ports);
  const { inspection, close } = await createEngine(ports);
  return { ...inspection, close };
}

/** A backup reader that can be closed. */
export type ClosingBackupReader = BackupReader & Pick<Engine, 'close'>;

/** Reads backups: by a whole engine where the state folder has something, which records it, else by a vault alone, which makes no file. */
export async function createBackupReader(ports: EnginePorts): Promise<ClosingBackupReader> {
  if (hasState(ports.paths)) {
    const { backups, close } = await createEngine(ports);
    return { verify: backups.verify, close };
  }
  const vault = createStatelessVault(ports);
  return { ...createReader(ports, vault), close: () => vault.end() };
}

/** Restores a backup into the empty state folder that the ports name. Throws what `restoreBackup` of the backups throws. */
export const restoreBackup = (ports: EnginePorts, wanted: WantedRestore): Promise<RestoredBackup> =>
  restore(
    {
      ports,
      async confirm(staged, createdAt) {
        const { backups, close } = await createEngine(staged);
        try {
          return await backups.confirmRestored(createdAt);
        } finally {
          await close();
        }
      },
    },
    wanted,
  );
