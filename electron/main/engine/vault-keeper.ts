import { AppError } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import { type MessageClient, VAULT_MESSAGES, type VaultMessages } from '../../../shared/vault/index.ts';
import { type Approvals, createApprovals } from '../approvals.ts';
import { loadKey } from '../unlock.ts';
import type { Changes } from './changes.ts';
import type { KeyIndex, KeyRecord } from './key-index.ts';
import type { Stores } from './stores.ts';
import type { EnginePorts, ProcessHandle } from './types.ts';

type VaultHandle = ProcessHandle<VaultMessages>;

interface Running {
  readonly handle: VaultHandle;
  readonly approvals: Approvals;
  readonly report: { selfTest: readonly string[]; hardening: Readonly<Record<string, boolean>> };
  readonly loaded: Set<string>;
  keystoreOpen: boolean;
}

/** Keeps the one vault process: starts it, unlocks it, loads keys when they are needed, and kills it on lock. */
export interface VaultKeeper {
  state(): AppState['vault'];
  unlock(passphrase: Uint8Array<ArrayBuffer> | null): Promise<void>;
  lock(): void;
  report(): Promise<Running['report']>;
  /** The running vault. Throws VAULT_LOCKED when the operator locked it. */
  open(): Promise<MessageClient<VaultMessages>>;
  /** The running vault with the passphrase file opened in it; asks for the passphrase if that can be asked. */
  openWithKeystore(): Promise<MessageClient<VaultMessages>>;
  /** The running vault with that key in it. */
  openWithKey(record: KeyRecord): Promise<MessageClient<VaultMessages>>;
  /** The key is in the running vault: it was just made there. */
  noteLoaded(id: string): void;
  forget(id: string): Promise<void>;
  /** Stamps `body` with a fresh approval for exactly these bytes. */
  stamp(record: KeyRecord, body: Uint8Array<ArrayBuffer>): Promise<{ name: string; value: string }>;
}

export function createVaultKeeper(ports: EnginePorts, stores: Stores, index: KeyIndex, changes: Changes): VaultKeeper {
  let state: AppState['vault']['state'] = 'locked';
  let problem: AppState['vault']['problem'] = null;
  /** The process in use; an older one may still be ending, so its exit is told apart by identity. */
  let current: { readonly running: Promise<Running> } | null = null;

  const set = (next: typeof state, notice: typeof problem = null) => {
    state = next;
    problem = notice;
    changes.tell('state');
  };

  const start = async (isCurrent: () => boolean): Promise<Running> => {
    const handle = ports.startProcess('vault', VAULT_MESSAGES);
    const approvals = createApprovals();
    handle.onExit(() => {
      approvals.end();
      if (!isCurrent()) return;
      current = null;
      void recover();
    });
    const approvalKey = approvals.keyForVault();
    try {
      const report = await handle.call('start', { approvalKey });
      return { handle, approvals, report, loaded: new Set(), keystoreOpen: false };
    } catch (error) {
      handle.kill();
      throw error;
    } finally {
      approvalKey.fill(0);
    }
  };

  const running = (): Promise<Running> => {
    if (current !== null) return current.running;
    const slot: { readonly running: Promise<Running> } = { running: start((): boolean => current === slot) };
    current = slot;
    slot.running.catch((error: unknown) => {
      if (current === slot) current = null;
      set('failed', {
        title: 'The vault did not start',
        message: error instanceof Error ? error.message : String(error),
      });
    });
    return slot.running;
  };

  /** The vault died without being asked: start it again at once when that needs nobody, else ask for the passphrase. */
  const recover = async () => {
    const needsPassphrase = state === 'unlocked' && index.usesFile() && ports.askPassphrase === null;
    if (state !== 'unlocked' || needsPassphrase) {
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
      // `running` has set the state and says why.
    }
  };

  const ready = async (): Promise<Running> => {
    if (state !== 'unlocked') {
      if (!ports.autoUnlock)
        throw new AppError('VAULT_LOCKED', 'The vault is locked, so nothing was stamped or opened. Unlock it first.');
      await running();
      set('unlocked');
    }
    return running();
  };

  const openKeystore = async (vault: Running, passphrase: Uint8Array<ArrayBuffer>) => {
    try {
      const header = stores.file.header();
      const opened = await vault.handle.call('openKeystore', { passphrase, header });
      if (header === null) stores.file.setHeader(opened.header);
      vault.keystoreOpen = true;
    } finally {
      passphrase.fill(0);
    }
  };

  const withKeystore = async (): Promise<Running> => {
    const vault = await ready();
    if (vault.keystoreOpen) return vault;
    if (ports.askPassphrase === null)
      throw new AppError(
        'PASSPHRASE_REQUIRED',
        'The passphrase file is not open, so its keys cannot be used. Lock and unlock with the passphrase.',
      );
    await openKeystore(
      vault,
      await ports.askPassphrase(stores.file.exists ? 'open the key file' : 'make the key file'),
    );
    return vault;
  };

  const withKey = async (record: KeyRecord): Promise<Running> => {
    const store = stores.forKept(record, `The key ${record.publicKey}`);
    const vault = record.store === 'file' ? await withKeystore() : await ready();
    if (!vault.loaded.has(record.id)) {
      await loadKey(vault.handle.call, store, { id: record.id, purpose: record.purpose, publicKey: record.publicKey });
      vault.loaded.add(record.id);
    }
    return vault;
  };

  return {
    state: () => ({ state, needsPassphrase: index.usesFile() && ports.askPassphrase === null, problem }),
    async unlock(passphrase) {
      set('starting');
      try {
        const vault = await running();
        if (passphrase !== null) await openKeystore(vault, passphrase);
        set('unlocked');
      } catch (error) {
        passphrase?.fill(0);
        if (state === 'starting') set('locked');
        throw error;
      }
    },
    lock() {
      const ending = current;
      current = null;
      set('locked');
      void ending?.running.then(
        (vault) => vault.handle.kill(),
        () => undefined,
      );
    },
    report: async () => (await running()).report,
    open: async () => (await ready()).handle.call,
    openWithKeystore: async () => (await withKeystore()).handle.call,
    openWithKey: async (record) => (await withKey(record)).handle.call,
    noteLoaded: (id) => void current?.running.then((vault) => vault.loaded.add(id)),
    async forget(id) {
      if (current === null) return;
      const vault = await current.running;
      vault.loaded.delete(id);
      await vault.handle.call('forget', { id });
    },
    async stamp(record, body) {
      const vault = await withKey(record);
      const stamp = await vault.handle.call('stamp', { body, approval: vault.approvals.mint(record.id, body) });
      if (problem !== null) set('unlocked');
      return stamp;
    },
  };
}
