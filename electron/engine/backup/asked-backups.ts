import { resolve } from 'node:path';
import { AppError, type Text } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Backups } from './backups.ts';
import type { MadeBackup } from './create.ts';
import { requireNewFile } from './sealed-file.ts';
import { changesSinceBackup } from './service-changes.ts';
import type { VerifiedBackup } from './verify.ts';

/** Makes and checks backups with a passphrase that the operator types in the trusted window. */
export interface AskedBackups {
  /** The age of the newest backup, from the audit log. Not verified, because that needs a key. */
  age(): AppState['backup'];
  /**
   * Asks for a new passphrase, writes the backup, then opens it once to check it. `checked` is null where the operator
   * stopped the check: the file is complete. Throws NOT_CONFIRMED, VAULT_LOCKED, and what `Backups` throws.
   */
  create(out: string, counting: Counting): Promise<{ made: MadeBackup; checked: VerifiedBackup | null }>;
  /** Asks for the passphrase of a backup, again after a wrong one, and checks it. Throws the same. */
  check(file: string, counting: Counting): Promise<VerifiedBackup>;
}

interface AskedParts {
  readonly backups: Backups;
  readonly audit: Pick<Audit, 'lastBackup' | 'newestKeysAt'>;
  readonly profiles: Pick<Profiles, 'current'>;
}

const TYPED = { called: 'passphrase', securityKey: 'none' } as const;

export function createAskedBackups(
  { consents, changes, ports }: Pick<Base, 'consents' | 'changes' | 'ports'>,
  { backups, audit, profiles }: AskedParts,
): AskedBackups {
  return {
    age() {
      const last = audit.lastBackup();
      const profile = profiles.current();
      const newKeysAt = profile?.kind === 'local' ? audit.newestKeysAt(profile.name) : null;
      return {
        lastAt: last?.at ?? null,
        changes: last?.since ?? 0,
        serviceChanges: last === null ? 0 : changesSinceBackup(ports.paths.root, last.body),
        newKeysAt: newKeysAt !== null && newKeysAt > (last?.at ?? 0) ? newKeysAt : null,
      };
    },
    async create(out, counting) {
      const file = resolve(out);
      await requireNewFile(file, ports.paths.root);
      const asked = { kind: 'backup', act: 'create', file, passphrase: 'new', ...TYPED, problem: null } as const;
      const { passphrase } = await consents.ask(asked, counting.signal);
      const typed = required(passphrase);
      const again = copySecret(typed);
      try {
        const made = await backups.create({ out: file, passphrase: typed, ...counting });
        changes.announce('state');
        const checked = await backups
          .verify({ file: made.file, passphrase: again, ...counting })
          .catch((error: unknown) => {
            if (error instanceof AppError && error.code === 'CANCELLED') return null;
            throw error;
          });
        return { made, checked };
      } finally {
        again.fill(0);
      }
    },
    async check(path, counting) {
      const file = resolve(path);
      const asked = { kind: 'backup', act: 'check', file, passphrase: 'known', ...TYPED } as const;
      for (let problem: Text | null = null; ; ) {
        const { passphrase } = await consents.ask({ ...asked, problem }, counting.signal);
        try {
          return await backups.verify({ file, passphrase: required(passphrase), ...counting });
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'PASSPHRASE_WRONG')) throw error;
          problem = error.text;
        }
      }
    },
  };
}

function required(passphrase: Uint8Array<ArrayBuffer> | null): Uint8Array<ArrayBuffer> {
  if (passphrase !== null) return passphrase;
  throw new AppError('PASSPHRASE_REQUIRED', 'You typed no passphrase. Nothing was done. Try again and type one.');
}
