import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';
import type { Base } from '../base.ts';
import type { SessionKey } from './key-index.ts';
import type { VaultKeeper } from './vault-keeper.ts';

/** The keys of sessions. One ends with its time, with the vault's process, and when the next one of its profile begins. */
export interface SessionKeys {
  /** Makes a key in the running vault, which is of use from `begin` on and is to be forgotten without it. Throws VAULT_LOCKED. */
  make(): Promise<Pick<SessionKey, 'id' | 'publicKey'>>;
  begin(key: Omit<SessionKey, 'purpose' | 'store' | 'name'>): Promise<void>;
  /** The key that stamps reads for a profile; null where there is no session. */
  of(profile: string): SessionKey | null;
  /** Throws NOT_SUPPORTED for a key whose session is over. */
  requireAlive(key: SessionKey): void;
  list(): Pick<SessionKey, 'profile' | 'expiresAt'>[];
  /** Wipes the key of a profile's session. */
  end(profile: string): Promise<void>;
  /** Waits for no end any longer. */
  close(): void;
}

/** A machine that sleeps stops its timers, and sets its clock on when it wakes. */
const LOOKS_EVERY = 60_000;

export function createSessionKeys(
  { ports, changes }: Pick<Base, 'ports' | 'changes'>,
  vault: VaultKeeper,
): SessionKeys {
  const sessions = new Map<string, SessionKey>();
  const closed = new AbortController();

  const isAlive = ({ id, expiresAt }: SessionKey) => expiresAt > ports.clock.now() && vault.holds(id);
  const of = (profile: string) => {
    const key = sessions.get(profile);
    return key !== undefined && isAlive(key) ? key : null;
  };

  const end = async (profile: string) => {
    const key = sessions.get(profile);
    if (key === undefined) return;
    sessions.delete(profile);
    await vault.forget(key.id);
    changes.tell('state');
  };

  /** Wipes the key when its time is over, or tells that its process is gone. */
  const watch = async (key: SessionKey) => {
    while (isAlive(key) && sessions.get(key.profile) === key && !closed.signal.aborted)
      await ports.clock.pause(Math.min(key.expiresAt - ports.clock.now(), LOOKS_EVERY), closed.signal);
    if (sessions.get(key.profile) === key && !closed.signal.aborted) await end(key.profile);
  };

  return {
    async make() {
      const call = await vault.open();
      const id = randomBytes(8).toString('hex');
      const { publicKey } = await call('createKey', { id, purpose: 'stamp', store: null });
      vault.noteLoaded(id);
      return { id, publicKey };
    },
    async begin(begun) {
      await end(begun.profile);
      const key = { ...begun, purpose: 'stamp', store: 'session', name: 'Session' } as const;
      sessions.set(key.profile, key);
      changes.tell('state');
      void watch(key).catch(ports.report);
    },
    of,
    requireAlive(key) {
      if (isAlive(key)) return;
      throw new AppError(
        'NOT_SUPPORTED',
        `The session of the profile “${key.profile}” is over, so nothing was stamped with its key. Sign in again, or ask once more with the profile’s own key.`,
      );
    },
    list: () => [...sessions.values()].filter(isAlive).map(({ profile, expiresAt }) => ({ profile, expiresAt })),
    end,
    close: () => closed.abort(),
  };
}
