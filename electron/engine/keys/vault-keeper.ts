import { AppError } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import {
  type MessageClient,
  type Protection,
  VAULT_MESSAGES,
  type VaultMessages,
} from '../../../shared/processes/index.ts';
import type { Base } from '../base.ts';
import { createTurns } from '../mutex.ts';
import type { ProcessHandle } from '../ports.ts';
import { type Approvals, createApprovals, type Holder } from './approvals.ts';
import { isKept, type KeptKey, type Key } from './key-index.ts';
import { loadKey } from './unlock.ts';

/** What a vault rests on: nothing of the databases. */
type VaultBase = Pick<Base, 'ports' | 'stores' | 'index' | 'changes' | 'consents'>;

type VaultReport = { readonly selfTest: readonly string[]; readonly protection: Protection };

/** One vault process from its start to its end; told apart by identity, because an old one may still be ending. */
interface Vault {
  readonly handle: ProcessHandle<VaultMessages>;
  readonly approvals: Approvals;
  readonly started: Promise<VaultReport>;
  readonly ended: Promise<void>;
  readonly loaded: Set<string>;
  keystoreOpen: boolean;
}

/** Keeps the one vault process: starts it, unlocks it, loads keys when they are needed, and kills it on lock. */
export interface VaultKeeper {
  state(): AppState['vault'];
  unlock(passphrase: Uint8Array<ArrayBuffer> | null): Promise<void>;
  lock(): void;
  /** Locks, and waits until the process is gone: Electron may crash when it ends while a child of its is still ending. */
  end(): Promise<void>;
  report(): Promise<VaultReport>;
  /** The running vault. Throws VAULT_LOCKED when the operator locked it. */
  open(): Promise<MessageClient<VaultMessages>>;
  /** The running vault with the passphrase file opened in it; asks for the passphrase if that can be asked. */
  openWithKeystore(): Promise<MessageClient<VaultMessages>>;
  /** The running vault with that key in it, unless it is one that is kept elsewhere. */
  openWithKey(key: Key): Promise<MessageClient<VaultMessages>>;
  /** The key is in the running vault: it was just made there. */
  noteLoaded(id: string): void;
  forget(id: string): Promise<void>;
  /** Who stamps with a kept key. */
  holder(key: KeptKey): Promise<Holder>;
  /** The operator has gone on after a restart: its notice is no longer news. */
  acknowledge(): void;
}

const LOCKED = 'The vault is locked, so nothing was stamped or opened. Unlock it first.';

export function createVaultKeeper({ ports, stores, index, changes, consents }: VaultBase): VaultKeeper {
  let state: AppState['vault']['state'] = 'locked';
  let problem: AppState['vault']['problem'] = null;
  let current: Vault | null = null;
  /** A keystore is opened, and a key moved in, by one caller at a time: two first openings would seal under two keys. */
  const inTurn = createTurns();

  const set = (next: typeof state, notice: typeof problem = null) => {
    state = next;
    problem = notice;
    changes.tell('state');
  };

  /** Throws when the vault was locked, or ended, while something was awaited. */
  const requireCurrent = (vault: Vault): void => {
    if (current !== vault) throw new AppError('VAULT_LOCKED', LOCKED);
  };

  const begin = (): Vault => {
    const handle = ports.startProcess('vault', VAULT_MESSAGES);
    const approvals = createApprovals(consents);
    const approvalKey = approvals.keyForVault();
    const started = handle.call('start', { approvalKey }).finally(() => approvalKey.fill(0));
    const ended = new Promise<void>((done) => void handle.onExit(() => done()));
    const vault: Vault = { handle, approvals, started, ended, loaded: new Set(), keystoreOpen: false };
    handle.onExit(() => {
      approvals.end();
      if (current !== vault) return;
      current = null;
      void recover();
    });
    started.catch((error: unknown) => {
      handle.kill();
      if (current !== vault) return;
      current = null;
      set('failed', {
        title: 'The vault did not start',
        message: error instanceof Error ? error.message : String(error),
      });
    });
    return vault;
  };

  const running = async (): Promise<Vault> => {
    current ??= begin();
    const vault = current;
    await vault.started;
    requireCurrent(vault);
    return vault;
  };

  /** The vault died without being asked: start it again at once when that needs nobody, else ask for the passphrase. */
  const recover = async () => {
    if (state !== 'unlocked' || (index.uses(stores.keystore.kind) && ports.askPassphrase === null)) {
      set('locked', {
        title: 'The vault stopped',
        message:
          'Its process ended unexpectedly. Nothing was stamped in that moment and no key was lost. Unlock to go on.',
      });
      return;
    }
    try {
      await running();
      set('unlocked', {
        title: 'The vault was started again',
        message:
          'Its process had ended unexpectedly. No key was lost. A request that was being stamped was not sent: submit it again.',
      });
    } catch {
      // Locked meanwhile, or `begin` has set the state and says why.
    }
  };

  const ready = async (): Promise<Vault> => {
    if (state === 'unlocked') return running();
    if (!ports.autoUnlock) throw new AppError('VAULT_LOCKED', LOCKED);
    const vault = await running();
    set('unlocked');
    return vault;
  };

  const openKeystore = async (vault: Vault, passphrase: Uint8Array<ArrayBuffer>) => {
    try {
      const header = stores.keystore.header();
      const opened = await vault.handle.call('openKeystore', { passphrase, header });
      requireCurrent(vault);
      if (header === null) keepHeader(opened.header);
      vault.keystoreOpen = true;
    } finally {
      passphrase.fill(0);
    }
  };

  /** A header that is not on disk must not seal anything: what it sealed could never be opened again. */
  const keepHeader = (header: Parameters<typeof stores.keystore.setHeader>[0]) => {
    try {
      stores.keystore.setHeader(header);
    } catch (error) {
      lock();
      throw error;
    }
  };

  const withKeystore = async (): Promise<Vault> => {
    const vault = await ready();
    if (vault.keystoreOpen) return vault;
    if (ports.askPassphrase === null) {
      throw new AppError(
        'PASSPHRASE_REQUIRED',
        'The passphrase file is not open, so its keys cannot be used. Lock and unlock with the passphrase.',
      );
    }
    const isNew = !stores.keystore.exists;
    await openKeystore(vault, await ports.askPassphrase(isNew ? 'make the key file' : 'open the key file', isNew));
    return vault;
  };

  const withKey = async (key: Key): Promise<Vault> => {
    const vault = await ready();
    if (!isKept(key) || vault.loaded.has(key.id)) return vault;
    return inTurn(async () => {
      const store = stores.forKept(key, `The key ${key.publicKey}`);
      const opened = store.sealed ? await withKeystore() : await ready();
      if (!opened.loaded.has(key.id)) {
        await loadKey(opened.handle.call, store, key);
        requireCurrent(opened);
        opened.loaded.add(key.id);
      }
      return opened;
    });
  };

  const lock = () => {
    const ending = current;
    current = null;
    set('locked');
    ending?.handle.kill();
  };

  return {
    state: () => ({
      state,
      needsPassphrase: index.uses(stores.keystore.kind) && ports.askPassphrase === null,
      problem,
    }),
    async unlock(passphrase) {
      const before = state;
      if (before !== 'unlocked') set('starting');
      try {
        const vault = await running();
        if (passphrase !== null) await inTurn(() => openKeystore(vault, passphrase));
        requireCurrent(vault);
        set('unlocked');
      } catch (error) {
        passphrase?.fill(0);
        if (state === 'starting') set(before === 'failed' ? 'locked' : before, problem);
        throw error;
      }
    },
    lock,
    async end() {
      const ending = current;
      lock();
      await ending?.ended;
    },
    report: async () => (await running()).started,
    open: async () => (await ready()).handle.call,
    openWithKeystore: async () => (await inTurn(withKeystore)).handle.call,
    openWithKey: async (key) => (await withKey(key)).handle.call,
    noteLoaded: (id) => void current?.loaded.add(id),
    async forget(id) {
      const vault = current;
      if (vault === null) return;
      await vault.started;
      vault.loaded.delete(id);
      await vault.handle.call('forget', { id });
    },
    async holder(key) {
      const { handle, approvals } = await withKey(key);
      return { approvals, stamp: (body, approval) => handle.call('stamp', { body, approval }) };
    },
    acknowledge() {
      if (state === 'unlocked' && problem !== null) set('unlocked');
    },
  };
}
