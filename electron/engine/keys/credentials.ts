import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';
import type { CredentialRow, KeyStore } from '../../../shared/model/index.ts';
import type { KeyPurpose } from '../../../shared/processes/index.ts';
import type { Changes } from '../changes.ts';
import type { Engine } from '../types.ts';
import type { KeyIndex, KeyRecord } from './key-index.ts';
import type { Stores } from './stores.ts';
import { createKey, forgetKey, importKey } from './unlock.ts';
import type { VaultKeeper } from './vault-keeper.ts';

export interface Credentials {
  readonly api: Engine['credentials'];
  /**
   * The key that stamps for a profile: the named one, else its oldest. A new key is registered with the service before it
   * is of use, so making one never switches to it; removing the old one does. Throws NOT_FOUND.
   */
  stamping(profile: string, credentialId?: string): KeyRecord;
  /** Makes a key of either purpose and records it. */
  make(input: {
    purpose: KeyPurpose;
    profile: string;
    name: string;
    store: KeyStore | null;
    privateKey?: Uint8Array<ArrayBuffer>;
  }): Promise<KeyRecord>;
  /** Removes a key of either purpose from the vault, its store and the index. */
  remove(record: KeyRecord): Promise<void>;
}

export function createCredentials(
  now: () => number,
  stores: Stores,
  index: KeyIndex,
  vault: VaultKeeper,
  changes: Changes,
  isLocal: (profile: string) => boolean,
): Credentials {
  const make: Credentials['make'] = async ({ purpose, profile, name, store: wanted, privateKey }) => {
    try {
      const store = await stores.forNew(wanted);
      const call = store.kind === 'file' ? await vault.openWithKeystore() : await vault.open();
      const key = { id: randomBytes(8).toString('hex'), purpose };
      const publicKey =
        privateKey === undefined ? await createKey(call, store, key) : await importKey(call, store, key, privateKey);
      const record = { ...key, profile, name, publicKey, store: store.kind, backend: store.backend, createdAt: now() };
      index.addKey(record);
      vault.noteLoaded(key.id);
      changes.tell('state');
      return record;
    } finally {
      privateKey?.fill(0);
    }
  };

  const get = (credentialId: string): KeyRecord => {
    const record = index.key(credentialId);
    if (record?.purpose !== 'stamp')
      throw new AppError(
        'NOT_FOUND',
        `There is no API key with the id “${credentialId}”. Nothing was done. \`castellan key list\` shows the known ones.`,
      );
    return record;
  };

  const remove: Credentials['remove'] = async (record) => {
    const store = stores.forKept(record, `The key ${record.publicKey}`);
    await vault.forget(record.id);
    await forgetKey(store, record);
    index.removeKey(record.id);
    changes.tell('state');
  };

  return {
    make,
    remove,
    stamping(profile, credentialId) {
      if (credentialId !== undefined) return get(credentialId);
      const oldest = index.keys('stamp', profile).at(0);
      if (oldest === undefined) {
        throw new AppError(
          'NOT_FOUND',
          `The profile “${profile}” has no API key, so nothing could be stamped. Make one with \`castellan key create --profile ${profile}\` and register its public key with the service.`,
        );
      }
      return oldest;
    },
    api: {
      list: (profile) => index.keys('stamp', profile).map(toRow),
      get: (credentialId) => toRow(get(credentialId)),
      create: async (input) => toRow(await make({ ...input, purpose: 'stamp' })),
      import: async (input) => toRow(await make({ ...input, purpose: 'stamp' })),
      async remove(credentialId) {
        const record = get(credentialId);
        if (isLocal(record.profile)) {
          throw new AppError(
            'NOT_SUPPORTED',
            'The key of the vault on this machine cannot be removed: it is the only way to its wallets. Nothing was changed.',
          );
        }
        await remove(record);
      },
    },
  };
}

function toRow(record: KeyRecord): CredentialRow {
  const { id, purpose: _purpose, ...rest } = record;
  return { credentialId: id, curve: 'p256', ...rest };
}
