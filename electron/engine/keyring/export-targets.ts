import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { Given } from '../../../shared/ipc/index.ts';
import { DAY_MS, utcMoment } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { AT_ONCE, type TargetKey } from '../keys/key-index.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import { createMutex } from '../tools/mutex.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { Keyring } from './keyring.ts';

/**
 * The keys that open exports, and their end.
 * Choice (export-target-life): the window destroys one when the opened secret is closed, or after the operator's time
 * limit. The command line destroys it once the secret is written, unless it is asked to keep the key.
 */
export interface ExportTargets {
  /** The key with that id. Throws NOT_FOUND when it is not here, or its time is over. */
  get(id: string): TargetKey;
  /** The key that an export is sealed to. Throws BUNDLE_UNREADABLE when it is not here, or its time is over. */
  sealedTo(publicKey: string): TargetKey;
  /** The state of that key on this machine. Null when it was never here. */
  fateOf(publicKey: string): TargetFate | null;
  /**
   * Records the end of a key before its content is shown, so that the key ends even after a crash. Null destroys it.
   */
  mark(key: TargetKey, keep: Given['keep']): void;
  /** Called when its content is closed: takes the key out of the vault, and destroys it when its time is over. */
  close(key: TargetKey): Promise<void>;
  destroy(key: TargetKey): Promise<void>;
  /** Waits for no key any longer. */
  end(): void;
}

export interface TargetFate {
  /** The profile whose exports it opens. Null when it opens nothing any more. */
  readonly profile: string | null;
  /** When it is, or was, destroyed. Null when nothing ends it, or its end is not recorded yet. */
  readonly end: number | null;
}

const KEPT_FOR = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
/** A machine that sleeps stops its timers, and sets its clock on when it wakes. */
const LOOKS_EVERY = 60_000;

export function createExportTargets(
  { index, records, ports, changes }: Base,
  keyring: Keyring,
  { vault, tokens }: { readonly vault: VaultKeeper; readonly tokens: TokenKeeper },
): ExportTargets {
  const exclusive = createMutex();
  const ended = new AbortController();
  /** The ends by the steady clock of the keys that wait for their end, as first read. Anybody may set the other clock back. */
  const steadyEnds = new Map<string, number>();
  const isOver = ({ id, until }: TargetKey): boolean => {
    if (until === undefined) return false;
    const left = until - ports.clock.now();
    const known = `${id} ${until}`;
    const end = steadyEnds.get(known) ?? ports.clock.steady() + left;
    steadyEnds.set(known, end);
    return left <= 0 || end <= ports.clock.steady();
  };
  const usable = (match: (key: TargetKey) => boolean) => index.keys('target').find((key) => match(key) && !isOver(key));

  const endOf = (publicKey: string): number | null =>
    records.destroyedTargets.at(publicKey) ??
    (index.keys('target').find((key) => key.publicKey === publicKey)?.until || null);

  /** It opens nothing from the first step on, even when its store does not answer. */
  const destroy: ExportTargets['destroy'] = (key) =>
    exclusive(async () => {
      if (index.key(key.id) === undefined) return;
      index.endKey(key.id, AT_ONCE);
      records.destroyedTargets.note(key.publicKey, ports.clock.now());
      await keyring.remove(key);
      changes.announce('activities');
    });

  const sweep = async () => {
    for (const key of index.keys('target').filter(isOver)) await destroy(key);
  };

  /** Destroys expired keys, now and later, while some key waits for its end. */
  let isWatching = false;
  const watch = async () => {
    if (isWatching) return;
    isWatching = true;
    try {
      while (!ended.signal.aborted) {
        const swept = ports.clock.now();
        await sweep().catch(ports.report);
        // A key whose time passes during the sweep still gets the next one.
        const next = Math.min(...index.keys('target').flatMap(({ until = swept }) => (until > swept ? until : [])));
        if (next === Number.POSITIVE_INFINITY) return;
        await ports.clock.pause(Math.max(0, Math.min(next - ports.clock.now(), LOOKS_EVERY)), ended.signal);
      }
    } finally {
      isWatching = false;
    }
  };
  const startWatching = () => void watch().catch(ports.report);
  startWatching();
  let wasUnlocked = false;
  changes.on('state', () => {
    const isUnlocked = vault.state().state === 'unlocked';
    // A store that did not answer before may do so now.
    if (isUnlocked && !wasUnlocked) sweep().catch(ports.report);
    wasUnlocked = isUnlocked;
  });
  // One on a token is destroyed there when the token is in use again.
  tokens.onLogin(() => void sweep().catch(ports.report));

  return {
    get(id) {
      const key = usable((kept) => kept.id === id);
      if (key !== undefined) return key;
      throw new AppError(
        'NOT_FOUND',
        sentence`There is no target key “${id}” on this machine, so the bundle was not opened. Make one with \`castellan export target\` and export again.`,
      );
    },
    sealedTo(publicKey) {
      const key = usable((kept) => kept.publicKey === publicKey);
      if (key !== undefined) return key;
      const end = endOf(publicKey);
      throw new AppError(
        'BUNDLE_UNREADABLE',
        end === null
          ? 'This export was made for a target key that is not on this machine, so it cannot be opened here. Open it on the machine that requested it, or export again.'
          : sentence`The key that opens this export was destroyed on ${utcMoment(end)}, so the export can no longer be opened. Export again.`,
      );
    },
    fateOf(publicKey) {
      const end = endOf(publicKey);
      const key = index.keys('target').find((kept) => kept.publicKey === publicKey);
      if (key === undefined) return end === null ? null : { profile: null, end };
      return { profile: isOver(key) ? null : key.profile, end };
    },
    mark(key, keep) {
      // A time that was chosen is not made longer.
      if (keep !== null && key.until !== undefined) return;
      if (keep === null || keep === 'chosen' || keep === 'keychain') return index.endKey(key.id, AT_ONCE);
      index.endKey(key.id, ports.clock.now() + KEPT_FOR[keep]);
      startWatching();
    },
    async close(key) {
      const kept = index.key(key.id);
      if (kept?.purpose === 'target' && isOver(kept)) await destroy(kept);
      else await vault.forget(key.id);
    },
    destroy,
    end: () => ended.abort(),
  };
}
