import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { KeyStore, ProfileRow } from '../../../shared/model/index.ts';
import type { SecretStore } from '../../storage/keychain/index.ts';
import type { Base } from '../base.ts';
import { asksOnce, canAskEachTime } from '../consent/asking.ts';
import { askedProfile } from '../consent/consents.ts';
import { isKept, type KeptKey } from '../keys/key-index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { SecurityKeys } from '../vault/security-keys.ts';
import type { TypedAgain } from '../vault/typed-again.ts';
import { keepAgain, readKept } from '../vault/unlock.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

interface AskToSignParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly typedAgain: TypedAgain;
  readonly securityKeys: Pick<SecurityKeys, 'answer'>;
}

/**
 * Changes whether a profile's keys in use ask for their store's unlock method with each signature, after the operator
 * confirms. A kept key needs that secret now. The vault seals the keys anew with the new setting. Throws NOT_SUPPORTED
 * where the store has no secret or the stamping token asks only once, NOT_CONFIRMED, PROFILE_CHANGED.
 */
export type AskToSign = (name: string, asks: boolean) => Promise<void>;

export function createAskToSign(
  { index, stores, consents, changes }: Base,
  { profiles, vault, typedAgain, securityKeys }: AskToSignParts,
): AskToSign {
  return async (name, asks) => {
    const profile = profiles.get(name);
    await profiles.requireConfirmed(profile);
    const inUse = index.keys('stamp', name).filter(({ retired }) => retired !== true);
    const [first] = inUse;
    if (asks && first !== undefined && !canAskEachTime(first)) throw asksOnce(profile, first, 'Nothing was changed.');
    const keys = inUse.filter(isKept);
    const store = storeOfAll(profile, keys);
    if (store === null && asks)
      throw notSupported(
        first?.store === 'passkey'
          ? `“${name}” signs with the passkey “${first.name}”, which already needs a touch for each signature.`
          : `No active key of “${name}” is stored here, so it has no unlock method. Nothing was changed.`,
      );
    if (store !== null) await vault.openWithStore(store);
    if (store !== null && !stores.asks(store))
      throw notSupported(
        'Its keys have no unlock method yet. Choose a PIN or a security key first, in Settings, Lock.',
      );
    const question = { kind: 'askToSign', profile: askedProfile(profile), asks } as const;
    await typedAgain(
      {
        store,
        to: 'change when it is asked for',
        touch: async (of) => ({ securityKey: await securityKeys.answer(of, 'change') }),
      },
      (typed) => consents.ask({ ...question, ...typed }),
      async (_said, given) => {
        const sealed: { key: KeptKey; kept: SecretStore; stored: Uint8Array }[] = [];
        for (const key of keys) {
          const kept = stores.forKept(key, `The key ${key.publicKey}`);
          const before = await readKept(kept, key);
          const call = await vault.openWithKey(key);
          sealed.push({ key, kept, ...(await call('guardKey', { id: key.id, stored: before, ...given, asks })) });
        }
        // A profile must never claim that its keys ask when they do not. That claim exposes an older copy of the keys.
        if (!asks) await profiles.set(name, { asksToSign: false });
        for (const { key, kept, stored } of sealed) {
          await keepAgain(kept, key, stored);
          vault.noteAsking(key.id, asks);
        }
        if (asks) await profiles.set(name, { asksToSign: true });
      },
    );
    changes.announce('state');
  };
}

/** The one store of these keys. Null for no keys. */
function storeOfAll({ name }: ProfileRow, keys: readonly KeptKey[]): KeyStore | null {
  const [first = null, ...others] = new Set(keys.map(({ store }) => store));
  if (others.length === 0) return first;
  throw notSupported(
    `The keys of “${name}” are in two stores with different unlock methods. Retire or destroy the keys of one store.`,
  );
}

const notSupported = (why: string) => new AppError('NOT_SUPPORTED', sentence`${why} Nothing was changed.`);
