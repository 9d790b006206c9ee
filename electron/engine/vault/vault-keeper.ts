import { AppError } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import { KEY_STORES, type KeyStore } from '../../../shared/model/index.ts';
import {
  loginMessage,
  type MessageClient,
  type Protection,
  VAULT_MESSAGES,
  type VaultMessages,
} from '../../../shared/processes/index.ts';
import { utf8Encode, wipeBytes } from '../../../shared/wire/index.ts';
import type { Base } from '../base.ts';
import { type Approvals, createApprovals, type Holder } from '../consent/approvals.ts';
import { isKept, type KeptKey, type Key, type SessionKey } from '../keys/key-index.ts';
import type { ProcessHandle } from '../ports.ts';
import { createMutex } from '../tools/mutex.ts';
import type { Given } from './security-keys.ts';
import { createStoreOpener, type StoreOpener } from './store-opener.ts';
import { loadKey } from './unlock.ts';

/** The base of a vault, without databases. */
export type VaultBase = Pick<Base, 'ports' | 'stores' | 'index' | 'changes' | 'consents'>;

type VaultReport = { readonly selfTest: readonly string[]; readonly protection: Protection };

/** One vault process from its start to its end. Compare by identity, because an old one may still be ending. */
interface Vault {
  readonly handle: ProcessHandle<VaultMessages>;
  readonly approvals: Approvals;
  readonly started: Promise<VaultReport>;
  readonly ended: Promise<void>;
  readonly loaded: Set<string>;
  /** The keys that ask for the PIN or passphrase with each stamp. */
  readonly asking: Set<string>;
  readonly opened: Set<KeyStore>;
}

/** Keeps the one vault process: starts it, unlocks it, loads keys when they are needed, and kills it on lock. */
export interface VaultKeeper {
  state(): AppState['vault'];
  /** Unlocks once `open` has opened its stores. If `open` fails, a vault that was locked ends. */
  unlock(open: () => Promise<void>): Promise<void>;
  /** Starts the process, whether it is unlocked or not. */
  start(): Promise<void>;
  /** The same, and opens a store in it with the operator's secret (wiped). Throws like `StoreOpener.open`. */
  openWith(given: Given & { readonly store: KeyStore }): Promise<void>;
  /** Changes a store's unlock methods. Wipes the given secrets and `next`. Throws like `StoreOpener.change`. */
  change(
    store: KeyStore,
    given: Given,
    change: (call: MessageClient<VaultMessages>, given: Given) => Promise<{ readonly header: Uint8Array<ArrayBuffer> }>,
    next?: Uint8Array | null,
  ): Promise<void>;
  /** Returns why the next try of a PIN must wait. Null when it need not. */
  waiting: StoreOpener['problem'];
  /** Counts a secret typed for an open store as a try. */
  tried: StoreOpener['tried'];
  /**
   * Stores that keep keys and ask for a PIN or a passphrase. Throws KEY_MISSING for a store that has lost its header.
   * Throws a store's error when it does not answer, because the unlock method is then unknown.
   */
  asking(): Promise<KeyStore[]>;
  lock(): void;
  /** Called after an unexpected stop without an automatic restart. */
  onStop(listener: () => void): void;
  /** Locks, and waits until the process is gone: Electron may crash when it ends while a child of its is still ending. */
  end(): Promise<void>;
  report(): Promise<VaultReport>;
  /** The running vault. Throws VAULT_LOCKED when the operator locked it. */
  open(): Promise<MessageClient<VaultMessages>>;
  /** The running vault with that store open, created if no key is listed in it. Asks for its PIN or passphrase where it can. */
  openWithStore(kind: KeyStore): Promise<MessageClient<VaultMessages>>;
  /** Returns the running vault with that key loaded, unless the key is stored elsewhere. */
  openWithKey(key: Key): Promise<MessageClient<VaultMessages>>;
  /** The key is in the running vault: it was just made there. */
  noteLoaded(id: string): void;
  /** Records whether a stamping key, sealed again, needs its store's PIN or passphrase each time. */
  noteAsking(id: string, asks: boolean): void;
  /** True when a key in the running vault needs the PIN or passphrase for each stamp. */
  asks(id: string): boolean;
  forget(id: string): Promise<void>;
  /** True when the running vault was given that key, or made it. */
  holds(id: string): boolean;
  /** Returns the holder that stamps with a key in the vault. */
  holder(key: KeptKey | SessionKey): Promise<Holder>;
  /** Makes a new session's key sign its login (docs/protocol.md#verification-tokens), after the operator confirms. */
  signLogin(
    key: Pick<SessionKey, 'id' | 'publicKey'>,
    tokenId: string,
  ): Promise<{ readonly message: string; readonly signature: string }>;
  /** Called when the vault's process ended unexpectedly. */
  onDeath(listener: () => void): void;
  /** Clears the notice of a restart, because the operator has continued. */
  acknowledge(): void;
}

/** Errors after which the operator may answer again. */
export const AGAIN: readonly string[] = ['PASSPHRASE_WRONG', 'TRY_LATER', 'PASSKEY_REFUSED'];

const LOCKED = 'The vault is locked, so nothing was stamped or opened. Unlock it first.';

export function createVaultKeeper({ ports, stores, index, changes, consents }: VaultBase): VaultKeeper {
  let state: AppState['vault']['state'] = 'locked';
  let problem: AppState['vault']['problem'] = null;
  let current: Vault | null = null;
  /** The number of locks. Work that began before a lock must not unlock it. */
  let locks = 0;
  const deathListeners: (() => void)[] = [];
  const stopListeners: (() => void)[] = [];
  const opener = createStoreOpener({ ports, stores }, () => lock());
  const needsPassphrase = () =>
    ports.askPassphrase === null && KEY_STORES.some((kind) => index.uses(kind) && stores.asks(kind));
  /** A store is opened, and a key moved in, by one caller at a time: two first openings would seal under two keys. */
  const exclusive = createMutex();

  const set = (next: typeof state, notice: typeof problem = null) => {
    state = next;
    problem = notice;
    changes.announce('state');
  };

  /** Reports that the vault is closed, and closes everything that depended on it. */
  const stop = (next: 'locked' | 'failed', notice: NonNullable<typeof problem>) => {
    set(next, notice);
    consents.lock();
    for (const listener of stopListeners) listener();
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
    const vault: Vault = { handle, approvals, started, ended, loaded: new Set(), asking: new Set(), opened: new Set() };
    handle.onExit(() => {
      approvals.end();
      if (current !== vault) return;
      current = null;
      for (const listener of deathListeners) listener();
      void recover();
    });
    started.catch((error: unknown) => {
      handle.kill();
      if (current !== vault) return;
      current = null;
      stop('failed', {
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

  /** After an unexpected end, restarts the vault at once if that needs no operator, else asks the operator. */
  const recover = async () => {
    if (state !== 'unlocked' || needsPassphrase()) {
      stop('locked', {
        title: 'The vault stopped',
        message:
          'Its process ended unexpectedly. Nothing was stamped in that moment and no key was lost. Unlock to continue.',
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
      // It was locked meanwhile, or `begin` has set the state and the reason.
    }
  };

  const ready = async (): Promise<Vault> => {
    if (state === 'unlocked') return running();
    if (!ports.autoUnlock) throw new AppError('VAULT_LOCKED', LOCKED);
    const vault = await running();
    set('unlocked');
    return vault;
  };

  const openStore = async (vault: Vault, kind: KeyStore, given: Given | null = null) => {
    await opener.open(vault.handle.call, kind, given);
    requireCurrent(vault);
    vault.opened.add(kind);
  };

  const withStore = async (kind: KeyStore): Promise<Vault> => {
    const vault = await ready();
    if (!vault.opened.has(kind)) await openStore(vault, kind);
    return vault;
  };

  const withKey = async (key: Key | SessionKey): Promise<Vault> => {
    const vault = await ready();
    if (!isKept(key) || vault.loaded.has(key.id)) return vault;
    return exclusive(async () => {
      const store = stores.forKept(key, `The key ${key.publicKey}`);
      const opened = await withStore(store.kind);
      if (!opened.loaded.has(key.id)) {
        const asks = await loadKey(opened.handle.call, store, key);
        requireCurrent(opened);
        opened.loaded.add(key.id);
        if (asks) opened.asking.add(key.id);
      }
      return opened;
    });
  };

  /** Shows `starting` during work that unlocks, and restores the previous state on failure. */
  const starting = async (work: () => Promise<void>) => {
    const before = state;
    if (before !== 'unlocked') set('starting');
    try {
      await work();
    } catch (error) {
      if (state === 'starting') set(before === 'unlocked' ? before : 'locked', problem);
      throw error;
    }
  };

  const lock = () => {
    locks += 1;
    const ending = current;
    current = null;
    // The problem of a vault that stopped stays shown, however often it is locked.
    if (state !== 'locked') set('locked');
    consents.lock();
    ending?.handle.kill();
  };

  return {
    state: () => ({
      state,
      needsPassphrase: needsPassphrase(),
      problem,
    }),
    async asking() {
      const asking: KeyStore[] = [];
      for (const kind of KEY_STORES.filter((each) => index.uses(each))) {
        const header = await stores.header(kind);
        const lost = header === null ? stores.lost(kind) : null;
        if (lost !== null) throw lost;
        header?.fill(0);
        if (stores.asks(kind)) asking.push(kind);
      }
      return asking;
    },
    async unlock(open) {
      const [before, locksBefore] = [state, locks];
      try {
        await open();
        if (locks !== locksBefore) throw new AppError('VAULT_LOCKED', LOCKED);
        requireCurrent(await running());
        set('unlocked');
      } catch (error) {
        // One of several stores may be open.
        if (before !== 'unlocked' && current !== null && current.opened.size > 0) lock();
        throw error;
      }
    },
    start: () => starting(async () => void (await running())),
    async openWith({ store, ...given }) {
      try {
        await starting(async () => {
          const vault = await running();
          await exclusive(() => openStore(vault, store, given));
        });
      } finally {
        wipeBytes(given);
      }
    },
    async change(store, given, change, next = null) {
      try {
        await exclusive(async () => {
          const { handle } = await withStore(store);
          await opener.change(store, given, () => change(handle.call, given));
          changes.announce('state');
        });
      } finally {
        wipeBytes([given, next]);
      }
    },
    waiting: opener.problem,
    tried: opener.tried,
    lock,
    onStop: (listener) => void stopListeners.push(listener),
    async end() {
      const ending = current;
      lock();
      await ending?.ended;
    },
    report: async () => (await running()).started,
    open: async () => (await ready()).handle.call,
    openWithStore: async (kind) => (await exclusive(() => withStore(kind))).handle.call,
    openWithKey: async (key) => (await withKey(key)).handle.call,
    noteLoaded: (id) => void current?.loaded.add(id),
    noteAsking: (id, asks) => void current?.asking[asks ? 'add' : 'delete'](id),
    holds: (id) => current?.loaded.has(id) === true,
    asks: (id) => current?.asking.has(id) === true,
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
    async signLogin({ id, publicKey }, tokenId) {
      const { handle, approvals } = await ready();
      const message = loginMessage({ publicKey, tokenId });
      const approval = approvals.mintLogin(id, utf8Encode(message));
      return { message, ...(await handle.call('signLogin', { tokenId, approval })) };
    },
    onDeath: (listener) => void deathListeners.push(listener),
    acknowledge() {
      if (state === 'unlocked' && problem !== null) set('unlocked');
    },
  };
}
