import { AppError, sentence, type Text } from '../../../../shared/errors/index.ts';
import type { OpenersAsked, QuestionOf } from '../../../../shared/ipc/index.ts';
import type { KeyStore } from '../../../../shared/model/index.ts';
import { base64urlDecode, base64urlEncode, copySecret, wipeBytes } from '../../../../shared/wire/index.ts';
import type { Base } from '../../base.ts';
import { storeOf } from '../../keys/key-index.ts';
import type { Profiles } from '../../profiles/profiles.ts';
import { askedOf, type Given, type ProvingAnswer, type SecurityKeys } from '../../vault/security-keys.ts';
import { AGAIN, type VaultKeeper } from '../../vault/vault-keeper.ts';

/** Changes the unlock methods of the stores. Each change first requires the current PIN, passphrase or security key. */
export interface LockWays {
  /**
   * Sets or changes a store's PIN or passphrase, or removes its PIN. Throws NOT_CONFIRMED, VAULT_LOCKED, NOT_SUPPORTED
   * where a profile needs it, and what the vault refuses.
   */
  protect(store: KeyStore, removes: boolean): Promise<void>;
  /** Makes another security key that opens a store. Throws the same, and PASSKEY_UNAVAILABLE without a window. */
  addSecurityKey(store: KeyStore, label: string): Promise<void>;
  /** Removes a security key by its id (base64url). Throws the same, and NOT_FOUND. */
  removeSecurityKey(store: KeyStore, id: string): Promise<void>;
}

interface LockWaysParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly securityKeys: SecurityKeys;
  /** Ends with the next lock. */
  readonly untilLock: () => AbortSignal;
}

export function createLockWays(
  { consents, stores, index }: Base,
  { profiles, vault, securityKeys, untilLock }: LockWaysParts,
): LockWays {
  /** Repeats `ask` until its secret proves to open a store. Returns the secret, which the caller wipes. */
  const proven = async (
    store: KeyStore,
    ask: (asked: OpenersAsked & { problem: Text | null }) => Promise<ProvingAnswer>,
  ): Promise<Given> => {
    for (let problem: Text | null = await vault.waiting(store); ; ) {
      const answer = await ask({ ...askedOf(stores, store), problem });
      let given: Given = { passphrase: answer.passphrase };
      try {
        given = await securityKeys.given(store, answer, 'change');
        if (stores.asks(store)) await vault.openWith({ store, ...copyOf(given) });
        return given;
      } catch (error) {
        wipeBytes(given);
        if (!(error instanceof AppError && AGAIN.includes(error.code))) throw error;
        problem = error.text;
      }
    }
  };

  const isKeptIn = (store: KeyStore, profile: string) =>
    index.keys('stamp', profile).some((key) => storeOf(key) === store);

  /** A profile whose keys ask for their store's unlock method needs one. */
  const requireUnneeded = (store: KeyStore) => {
    const needing = profiles.list().find(({ name, asksToSign }) => asksToSign && isKeptIn(store, name));
    if (needing === undefined) return;
    throw new AppError(
      'NOT_SUPPORTED',
      sentence`The profile “${needing.name}” asks for the unlock method with each signature, and this is its last one. It was not removed. Turn this off first in Settings, Profiles.`,
    );
  };

  /** Reads the current unlock methods of a store. Reading the header notices changes made elsewhere. */
  const look = async (store: KeyStore) => {
    (await stores.header(store))?.fill(0);
    return {
      isTyped: stores.protection(store) === 'protected' && stores.isTyped(store),
      keys: stores.securityKeys(store),
    };
  };

  return {
    async protect(store, removes) {
      const signal = untilLock();
      await vault.open();
      const { keys, isTyped } = await look(store);
      const isLast = removes && keys.length === 0;
      if (isLast) requireUnneeded(store);
      const { called } = askedOf(stores, store);
      const asked = { kind: 'protect', keptIn: stores.backend(store), removes, isLast, called } as const;
      const isOpen = !isTyped && keys.length === 0;
      const old = isOpen
        ? { passphrase: null }
        : await proven(store, (typed) => consents.ask({ ...asked, ...typed } as QuestionOf<'protect'>, signal));
      try {
        const isNew = { passphrase: 'new', securityKey: 'none', problem: null } as const;
        const next = removes ? null : (await consents.ask({ ...asked, ...isNew }, signal)).passphrase;
        await vault.change(store, old, (call, given) => call('protectStore', { store, ...given, next }), next);
      } finally {
        wipeBytes(old);
      }
    },
    async addSecurityKey(store, label) {
      const signal = untilLock();
      await vault.open();
      const { isTyped, keys } = await look(store);
      const asked = { keptIn: stores.backend(store), label, isLast: false, isFirst: !isTyped && keys.length === 0 };
      const given = await proven(store, (typed) =>
        consents.ask({ kind: 'securityKey', act: 'add', ...asked, ...typed }, signal),
      );
      try {
        const key = await securityKeys.enroll(store, label);
        await vault.change(store, given, (call, proof) => call('addSecurityKey', { store, ...proof, key }), key.answer);
      } finally {
        wipeBytes(given);
      }
    },
    async removeSecurityKey(store, id) {
      const signal = untilLock();
      await vault.open();
      const { isTyped, keys } = await look(store);
      const key = keys.find(({ credentialId }) => base64urlEncode(credentialId) === id);
      if (key === undefined)
        throw new AppError('NOT_FOUND', 'No such security key opens these keys. Nothing was changed.');
      const isLast = !isTyped && keys.length === 1;
      if (isLast) requireUnneeded(store);
      const asked = { keptIn: stores.backend(store), label: key.label, isLast, isFirst: false };
      const given = await proven(store, (typed) =>
        consents.ask({ kind: 'securityKey', act: 'remove', ...asked, ...typed }, signal),
      );
      const credentialId = Uint8Array.from(base64urlDecode(id));
      await vault.change(store, given, (call, proof) => call('removeSecurityKey', { store, ...proof, credentialId }));
    },
  };
}

const copyOf = ({ passphrase, securityKey }: Given): Given => ({
  passphrase: passphrase === null ? null : copySecret(passphrase),
  ...(securityKey === undefined ? {} : { securityKey: copySecret(securityKey) }),
});
