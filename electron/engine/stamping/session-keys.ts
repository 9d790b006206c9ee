import { randomBytes } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { Base } from '../base.ts';
import type { SessionKey } from '../keys/key-index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

/**
 * The keys of sessions. A session key ends:
 * - with its time, by the steady clock too
 * - with the vault's process
 * - when its profile is gone, or moved to another service or organization
 * - when the key that began it no longer stamps
 * - when the profile's next session begins
 */
export interface SessionKeys {
  /** Makes a key in the running vault, which is of use from `begin` on and is to be forgotten without it. Throws VAULT_LOCKED. */
  make(): Promise<Pick<SessionKey, 'id' | 'publicKey'>>;
  /** Throws NOT_SUPPORTED for a session that is over before it begins. */
  begin(key: Omit<SessionKey, 'purpose' | 'store' | 'name' | 'steadyEnd'>): Promise<void>;
  /** Returns the key that stamps reads for a profile, or null without a session. */
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
  { ports, changes, index }: Pick<Base, 'ports' | 'changes' | 'index'>,
  { vault, profiles }: { readonly vault: VaultKeeper; readonly profiles: Pick<Profiles, 'list'> },
): SessionKeys {
  const sessions = new Map<string, SessionKey>();
  const closed = new AbortController();

  /** True when its profile still has the same service and organization, and the key that began it is in use. */
  const isOfItsProfile = ({ profile, organizationId, baseUrl, begunBy }: SessionKey) => {
    const now = profiles.list().find(({ name }) => name === profile);
    const key = index.key(begunBy);
    const isSame = now !== undefined && now.organizationId === organizationId && now.baseUrl === baseUrl;
    return isSame && key?.profile === profile && key.retired !== true;
  };
  /** By both clocks: the steady one stops while some machines sleep, and anybody may set the other one back. */
  const isInTime = ({ steadyEnd, expiresAt }: SessionKey) =>
    ports.clock.now() < expiresAt && ports.clock.steady() < steadyEnd;
  const isAlive = (key: SessionKey) => isInTime(key) && vault.holds(key.id) && isOfItsProfile(key);
  const of = (profile: string) => {
    const key = sessions.get(profile);
    if (key === undefined || isAlive(key)) return key ?? null;
    void end(profile).catch(ports.report);
    return null;
  };

  const end = async (profile: string) => {
    const key = sessions.get(profile);
    if (key === undefined) return;
    sessions.delete(profile);
    await vault.forget(key.id);
    changes.announce('state');
  };

  /** Wipes the key when its time is over, or ends the session when its process is gone. */
  const watch = async (key: SessionKey) => {
    while (isAlive(key) && sessions.get(key.profile) === key && !closed.signal.aborted)
      await ports.clock.pause(
        Math.min(key.expiresAt - ports.clock.now(), key.steadyEnd - ports.clock.steady(), LOOKS_EVERY),
        closed.signal,
      );
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
      const steadyEnd = ports.clock.steady() + begun.expiresAt - ports.clock.now();
      const key = { ...begun, steadyEnd, purpose: 'stamp', store: 'session', name: 'Session' } as const;
      if (!isAlive(key))
        throw new AppError(
          'NOT_SUPPORTED',
          'The session ended before its first use: the vault was locked or stopped, the profile was changed, or the session had already expired. Sign in again.',
        );
      // Two may begin at once: each forgets the one whose place it takes.
      const before = sessions.get(key.profile);
      sessions.set(key.profile, key);
      changes.announce('state');
      void watch(key).catch(ports.report);
      if (before !== undefined) await vault.forget(before.id);
    },
    of,
    requireAlive(key) {
      if (isAlive(key)) return;
      throw new AppError(
        'NOT_SUPPORTED',
        sentence`The session of the profile “${key.profile}” is over, so nothing was stamped with its key. Sign in again, or use the profile’s own key.`,
      );
    },
    list: () =>
      [...sessions.keys()].flatMap((name) => of(name) ?? []).map(({ profile, expiresAt }) => ({ profile, expiresAt })),
    end,
    close: () => closed.abort(),
  };
}
