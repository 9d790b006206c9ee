import { AppError } from '../../../shared/errors/index.ts';
import type { QuestionOf } from '../../../shared/ipc/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import { askedProfile } from './consents.ts';
import { storeOf } from './key-index.ts';
import type { PasskeyKeeper } from './passkey-keeper.ts';
import type { TokenKeeper } from './token-keeper.ts';
import { AGAIN, type VaultKeeper } from './vault-keeper.ts';

/** What the operator does with the vault itself. */
export interface VaultControl {
  /**
   * Asks the operator, for each store that has a PIN or passphrase and again after a wrong one; has the vault open it and, for the
   * local profile, starts its service. Throws NOT_CONFIRMED.
   */
  unlock(): Promise<void>;
  /**
   * Kills the vault's process, the tokens' and the local service's: the surest wipe there is, whatever became of the vault before, and
   * just the same when that ends by itself. A local profile may have its service go on serving, for other programs of this machine.
   */
  lock(): void;
  /**
   * Sets or changes what is typed for a store, or removes its PIN, after the old one was typed and the new one twice. Throws
   * NOT_CONFIRMED, VAULT_LOCKED, and what the vault refuses.
   */
  protect(store: KeyStore, removes: boolean): Promise<void>;
  /**
   * The address of a mnemonic's key, derived in the vault with no network; nothing is kept. Takes the UTF-8 bytes of the
   * words, which are wiped.
   */
  deriveAddress(input: InputOf<VaultMessages, 'deriveAddress'>): Promise<OutputOf<VaultMessages, 'deriveAddress'>>;
  /** Result of the self-test of the running vault, and how it is protected; starts one when none runs. */
  report: VaultKeeper['report'];
}

interface ControlParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly tokens: TokenKeeper;
  readonly passkeys: PasskeyKeeper;
  readonly service: ServiceKeeper;
}

export function createVaultControl(
  { ports, consents, stores, index }: Base,
  { profiles, vault, tokens, passkeys, service }: ControlParts,
): VaultControl {
  /** Asks for what opens a store, again after a wrong answer, and has it opened; null where nothing is to be typed. */
  const openAsked = async (store: KeyStore | null, signal: AbortSignal) => {
    const profile = profiles.current();
    const asked = {
      kind: 'unlock',
      profile: profile === null ? null : askedProfile(profile),
      passphrase: store === null ? 'none' : 'known',
      called: store === 'file' ? 'passphrase' : 'PIN',
    } as const;
    for (let problem = store === null ? null : await vault.waiting(store); ; ) {
      const { passphrase } = await consents.ask({ ...asked, problem }, signal);
      try {
        if (signal.aborted)
          throw new AppError(
            'CANCELLED',
            'The vault was locked while you were asked. It stays locked; unlock it again.',
          );
        return await (store === null ? vault.start() : vault.openWith({ store, passphrase }));
      } catch (error) {
        if (!(error instanceof AppError && AGAIN.includes(error.code))) throw error;
        problem = error.message;
      } finally {
        passphrase?.fill(0);
      }
    }
  };

  /** The PIN or passphrase that a store has, proven and owned by the caller; null where it has none. */
  const typeOld = async (
    store: KeyStore,
    asked: Omit<QuestionOf<'protect'>, 'passphrase'>,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer> | null> => {
    (await stores.header(store))?.fill(0);
    if (stores.protection(store) !== 'protected') return null;
    for (let problem = await vault.waiting(store); ; ) {
      const { passphrase } = await consents.ask({ ...asked, passphrase: 'known', problem }, signal);
      if (passphrase === null) return null;
      const old = copySecret(passphrase);
      try {
        await vault.openWith({ store, passphrase });
        return old;
      } catch (error) {
        old.fill(0);
        if (!(error instanceof AppError && AGAIN.includes(error.code))) throw error;
        problem = error.message;
      }
    }
  };

  const isKeptIn = (store: KeyStore, profile: string) =>
    index.keys('stamp', profile).some((key) => storeOf(key) === store);

  /** A lock takes back what the operator is being asked, and an answer that comes after it. */
  let untilLock = new AbortController();
  const lockOthers = () => {
    untilLock.abort();
    untilLock = new AbortController();
    tokens.lock();
    passkeys.lock();
    if (!profiles.keepsServing()) service.lock();
  };
  vault.onStop(lockOthers);

  return {
    async unlock() {
      const { signal } = untilLock;
      const asking = await vault.asking();
      await vault.unlock(async () => {
        for (const store of asking.length === 0 ? [null] : asking) await openAsked(store, signal);
      });
      if (profiles.current()?.kind !== 'local') return;
      // The vault is open whatever becomes of the service, whose own state says why it did not start.
      await service.startLocal().catch(ports.report);
    },
    lock() {
      vault.lock();
      lockOthers();
    },
    async protect(store, removes) {
      const { signal } = untilLock;
      await vault.open();
      const needing = profiles.list().find(({ name, asksToSign }) => asksToSign && isKeptIn(store, name));
      if (removes && needing !== undefined)
        throw new AppError(
          'NOT_SUPPORTED',
          `The profile “${needing.name}” asks for the PIN with each signature, so it was not removed. Stop that first, under Profiles.`,
        );
      const called = store === 'file' ? 'passphrase' : 'PIN';
      const asked = { kind: 'protect', keptIn: stores.backend(store), called, removes, problem: null } as const;
      const old = await typeOld(store, asked, signal);
      try {
        const next = removes ? null : (await consents.ask({ ...asked, passphrase: 'new' }, signal)).passphrase;
        await vault.protect(store, old, next);
      } finally {
        old?.fill(0);
      }
    },
    async deriveAddress(input) {
      try {
        const call = await vault.open();
        return await call('deriveAddress', input);
      } finally {
        input.mnemonic.fill(0);
      }
    },
    report: vault.report,
  };
}
