import { AppError, sentence } from '../../../../shared/errors/index.ts';
import { IDLE_MINUTES } from '../../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import type { Base } from '../../base.ts';
import type { Documents } from '../../documents/documents.ts';
import type { VaultKeeper } from '../../vault/vault-keeper.ts';

/** After how many minutes without anybody the vault is locked: a document that the operator confirmed. */
export interface IdleTime {
  /** Returns the time in whole minutes. Throws DOCUMENT_CHANGED, and the errors of reading the audit log. */
  read(): Promise<number>;
  /** Changes it, after the operator's answer. Throws INVALID_INPUT, NOT_CONFIRMED, DOCUMENT_CHANGED. */
  set(minutes: number): Promise<void>;
  /** Asks the operator to accept a time that was changed outside this program. Throws INVALID_INPUT, NOT_CONFIRMED. */
  confirm(): Promise<void>;
  /** The time in force now. The shortest time while the confirmed one cannot be proven. */
  inForce(): number;
}

export function createIdleTime({ changes, ports }: Base, documents: Documents, vault: VaultKeeper): IdleTime {
  let proven: number | null = null;

  const read = async () => {
    proven = null;
    proven = minutesIn(await documents.read('idle'));
    return proven;
  };
  // Only an unlocked vault can confirm the time, and only an unlocked vault needs to be locked.
  let wasUnlocked = false;
  if (!ports.autoUnlock)
    changes.on('state', () => {
      const isUnlocked = vault.state().state === 'unlocked';
      if (isUnlocked && !wasUnlocked) read().catch(unlessKnown(ports.report));
      wasUnlocked = isUnlocked;
    });

  return {
    read,
    async set(minutes) {
      if (!isAllowed(minutes)) throw invalid('was not changed');
      const before = await documents.read('idle');
      await documents.change('idle', before, {
        ...shown(minutes, minutesIn(before)),
        body: utf8Encode(JSON.stringify({ minutes })),
      });
      await read();
    },
    async confirm() {
      await documents.confirm('idle', ({ is, was }) => shown(requireMinutes(is), minutesIn(was)));
      await read();
    },
    inForce: () => proven ?? IDLE_MINUTES.least,
  };
}

const isAllowed = (minutes: unknown): minutes is number =>
  Number.isInteger(minutes) && Number(minutes) >= IDLE_MINUTES.least && Number(minutes) <= IDLE_MINUTES.most;

/** Parses Castellan's own output, whose digest was confirmed. */
const minutesIn = (body: Uint8Array | null): number =>
  body === null ? IDLE_MINUTES.usual : (JSON.parse(utf8Decode(body)) as { minutes: number }).minutes;

/** Validates minutes that another program may have written. */
function requireMinutes(body: Uint8Array | null): number {
  try {
    const minutes = minutesIn(body);
    if (isAllowed(minutes)) return minutes;
  } catch {
    // Said below.
  }
  throw invalid('cannot be used');
}

const shown = (is: number, was: number) => ({
  headline: `Lock after ${words(is)} without anybody at this computer`,
  entries: [{ member: 'Idle time', is: words(is), was: words(was), changed: is !== was }],
});

const words = (minutes: number) => `${minutes} minute${minutes === 1 ? '' : 's'}`;

const invalid = (what: string) =>
  new AppError(
    'INVALID_INPUT',
    sentence`The idle time ${what}: it is ${IDLE_MINUTES.least} to ${IDLE_MINUTES.most} whole minutes.`,
  );

/** Settings show these errors themselves when they are opened. */
const unlessKnown = (report: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof AppError)) report(error);
};
