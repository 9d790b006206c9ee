import { KEY_STORES } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { auditState, unlessBroken } from './audit-damage.ts';
import { createBackup, type MadeBackup, type NewBackup } from './create.ts';
import { type GivenBackup, withBackup } from './open.ts';
import { type VerifiedBackup, verifyBackup } from './verify.ts';

/** Backups of this state folder. */
export interface Backups extends BackupReader {
  /** Throws what `createBackup` throws. */
  create(wanted: NewBackup): Promise<MadeBackup>;
  /**
   * Verifies the audit log of a restored folder, and records the restore. `broken` describes a log that was damaged
   * before the backup was made. Throws the other errors of `Audit.verify` and `Audit.note`.
   */
  confirmRestored(createdAt: string): Promise<{ entries: number; broken: string | null }>;
}

/** Reads backups of any state folder. */
export interface BackupReader {
  /** Throws what `withBackup` and `verifyBackup` throw. */
  verify(given: GivenBackup): Promise<VerifiedBackup>;
}

export function createBackups(base: Base, parts: { readonly vault: VaultKeeper; readonly audit: Audit }): Backups {
  return {
    // Another backup may be under way, which is noticed before this one begins.
    create: (wanted) => createBackup(base, parts, wanted).finally(() => wanted.passphrase.fill(0)),
    async confirmRestored(createdAt) {
      const { audit } = parts;
      const found = await auditState(audit.verify);
      const noted = audit.note('backup restore', utf8Encode(JSON.stringify({ createdAt })));
      await (found.broken === null ? noted : noted.catch(unlessBroken));
      if (found.broken !== null) return { entries: audit.status().entries, broken: found.broken };
      const { entries } = await audit.verify();
      return { entries, broken: null };
    },
    async verify(given) {
      const verified = await createBackupReader(base.ports, parts.vault).verify(given);
      const { createdAt, bytes } = verified;
      // Without a stored key there is no log for the record.
      if (KEY_STORES.every((kind) => !base.index.uses(kind))) return verified;
      await parts.audit.note('backup verify', utf8Encode(JSON.stringify({ createdAt, bytes })));
      return verified;
    },
  };
}

/** Uses a vault alone. Needs nothing of this machine and creates no file. */
export function createBackupReader(ports: Base['ports'], vault: Pick<VaultKeeper, 'open'>): BackupReader {
  return {
    async verify(given) {
      try {
        return await withBackup(await vault.open(), given, (backup) => verifyBackup(backup, ports));
      } finally {
        given.passphrase.fill(0);
      }
    },
  };
}
