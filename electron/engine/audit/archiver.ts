import { join } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import { DAY_MS } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { takeFileLock } from '../../storage/files/index.ts';
import { ARCHIVED, type ArchiveFacts, archiveBody } from '../../storage/records/index.ts';
import type { Base } from '../base.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { Audit } from './audit.ts';

/** The time between two looks for a month to archive, in milliseconds. */
const LOOK_MS = DAY_MS;

/** Moves earlier months of the audit log and the journal into archives of their own. */
export interface Archiver {
  /**
   * Archives every month that is old enough, and returns the new archives. The audit log names each one before its
   * entries leave the log. Throws DATABASE_IN_USE while another Castellan archives, CANCELLED, DISK_FULL, FILE_REFUSED,
   * and what recording in the audit log throws.
   */
  run(signal?: AbortSignal): Promise<readonly ArchiveFacts[]>;
  /** Stops the work in the background, and waits until it has stopped. */
  end(): Promise<void>;
}

/** In the window, an unlocked vault archives once a day in the background. */
export function createArchiver(
  { ports, records, changes }: Base,
  { audit, vault }: { readonly audit: Pick<Audit, 'note'>; readonly vault: VaultKeeper },
): Archiver {
  const { archiving } = records;
  const ending = new AbortController();
  let lookedAt: number | null = null;
  let running: Promise<void> = Promise.resolve();

  const run: Archiver['run'] = async (signal) => {
    const release = takeFileLock(join(ports.paths.root, 'archive.lock'), 0);
    try {
      const made: ArchiveFacts[] = [];
      archiving.removeDrafts();
      for (;;) {
        await archiving.removeMoved(signal);
        const plan = archiving.plan(ports.clock.now());
        if (plan === null) return made;
        const facts = await archiving.build(plan, signal);
        await audit.note(ARCHIVED, utf8Encode(archiveBody(facts)));
        archiving.register(facts);
        made.push(facts);
      }
    } finally {
      release();
    }
  };

  const reportUnlessExpected = (error: unknown): void => {
    const isExpected = error instanceof AppError && ['CANCELLED', 'DATABASE_IN_USE'].includes(error.code);
    if (!isExpected) ports.report(error);
  };
  changes.on('state', () => {
    if (ports.autoUnlock || ending.signal.aborted || vault.state().state !== 'unlocked') return;
    const now = ports.clock.steady();
    if (lookedAt !== null && now - lookedAt < LOOK_MS) return;
    lookedAt = now;
    running = run(ending.signal).then(() => undefined, reportUnlessExpected);
  });

  return {
    run,
    async end() {
      ending.abort();
      await running;
    },
  };
}
