import { AppError, type Text } from '../../../../shared/errors/index.ts';
import type { KeyStore } from '../../../../shared/model/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../../../shared/processes/index.ts';
import type { Base } from '../../base.ts';
import { askedProfile } from '../../consent/consents.ts';
import type { Profiles } from '../../profiles/profiles.ts';
import { createAddressFile } from '../../service/address-file.ts';
import type { ServiceKeeper } from '../../service/service-keeper.ts';
import type { PasskeyKeeper } from '../../stamping/passkey-keeper.ts';
import type { TokenKeeper } from '../../tokens/token-keeper.ts';
import { askedOf, type SecurityKeys } from '../../vault/security-keys.ts';
import { AGAIN, type VaultKeeper } from '../../vault/vault-keeper.ts';
import { createLockWays, type LockWays } from './lock-ways.ts';

/** The operator's control of the vault itself. */
export interface VaultControl extends LockWays {
  /**
   * Unlocks each store that has an unlock method. It asks the operator, again after a wrong answer, and has the vault
   * open the store. It starts the embedded service if the current profile or a second profile is served by it. Throws
   * NOT_CONFIRMED.
   */
  unlock(): Promise<void>;
  /**
   * Kills the processes of the vault, the tokens and the local service, which is the surest wipe. It works whatever
   * state the vault is in, and the same happens when the vault ends by itself. A local profile may let its service go
   * on for other programs of this machine.
   */
  lock(): void;
  /**
   * Derives the address of a mnemonic's key in the vault, without network. Nothing is kept. Takes the UTF-8 bytes of
   * the words, which are wiped.
   */
  deriveAddress(input: InputOf<VaultMessages, 'deriveAddress'>): Promise<OutputOf<VaultMessages, 'deriveAddress'>>;
  /** The running vault's self-test result and protection. Starts a vault when none runs. */
  report: VaultKeeper['report'];
}

interface ControlParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly tokens: TokenKeeper;
  readonly passkeys: PasskeyKeeper;
  readonly securityKeys: SecurityKeys;
  readonly service: ServiceKeeper;
}

export function createVaultControl(
  base: Base,
  { profiles, vault, tokens, passkeys, securityKeys, service }: ControlParts,
): VaultControl {
  const { ports, consents, stores } = base;
  const address = createAddressFile(ports.paths.service);
  const needsService = () =>
    profiles
      .list()
      .some((profile) => (profile.current || profile.kind === 'remote') && address.serves(profile, 'baseUrl'));
  /** Asks for a store's unlock method, again after a wrong answer, and opens it. A null store has nothing to type. */
  const openAsked = async (store: KeyStore | null, signal: AbortSignal) => {
    const profile = profiles.current();
    const asked = {
      kind: 'unlock',
      profile: profile === null ? null : askedProfile(profile),
      ...askedOf(stores, store),
    } as const;
    for (let problem: Text | null = store === null ? null : await vault.waiting(store); ; ) {
      const answer = await consents.ask({ ...asked, problem }, signal);
      try {
        if (signal.aborted)
          throw new AppError(
            'CANCELLED',
            'The vault was locked while you were asked. It stays locked. Unlock it again.',
          );
        if (needsService()) service.prepareLocal();
        if (store === null) return await vault.start();
        return await vault.openWith({ store, ...(await securityKeys.given(store, answer, 'unlock')) });
      } catch (error) {
        if (!(error instanceof AppError && AGAIN.includes(error.code))) throw error;
        problem = error.text;
      } finally {
        answer.passphrase?.fill(0);
      }
    }
  };

  /** A lock withdraws the open question, and discards a late answer. */
  let untilLock = new AbortController();
  const lockOthers = () => {
    untilLock.abort();
    untilLock = new AbortController();
    tokens.lock();
    passkeys.lock();
    securityKeys.lock();
    service.endPrepared();
    if (!profiles.keepsServing()) service.lock();
  };
  vault.onStop(lockOthers);

  return {
    async unlock() {
      const { signal } = untilLock;
      const asking = await vault.asking();
      try {
        await vault.unlock(async () => {
          for (const store of asking.length === 0 ? [null] : asking) await openAsked(store, signal);
        });
      } catch (error) {
        service.endPrepared();
        throw error;
      }
      if (!needsService()) return;
      // The vault stays open even if the service fails, whose own state has the reason.
      await service.startLocal().catch(ports.report);
    },
    lock() {
      vault.lock();
      lockOthers();
    },
    ...createLockWays(base, { profiles, vault, securityKeys, untilLock: () => untilLock.signal }),
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
