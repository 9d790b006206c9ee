import { join } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import { takeFileLock } from '../../storage/files/index.ts';
import type { Base } from '../base.ts';
import type { Credentials } from '../keys/credentials.ts';
import type { VaultKeeper } from '../keys/vault-keeper.ts';
import { createTurns } from '../mutex.ts';
import type { Counting } from '../ports.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { Profiles } from './profiles.ts';

/** Name of the profile whose service is inside this program. */
export const LOCAL_PROFILE = 'local';

/** The two ways of a first start. Each can be repeated after an interruption: what was made is found and used. */
export interface Setup {
  /**
   * Makes the vault on this machine: a key, the local service with its organization, the profile `local`, which becomes the
   * current one. `store` null is the default; a null passphrase is asked for when it is needed and somebody can be asked.
   * Wipes the passphrase. Throws PROFILE_EXISTS when it is there already, DATABASE_IN_USE while another Castellan makes it,
   * CANCELLED.
   */
  createLocal(
    input: { store: KeyStore | null; passphrase: Uint8Array<ArrayBuffer> | null },
    counting: Counting,
  ): Promise<{ profile: string }>;
  /** Makes a key and a profile for a service elsewhere. Wipes the passphrase. Gives the public key to register there. */
  connect(input: {
    name: string;
    baseUrl: string;
    organizationId: string;
    signerKey: string | null;
    store: KeyStore;
    passphrase: Uint8Array<ArrayBuffer> | null;
  }): Promise<{ profile: string; publicKey: string }>;
}

interface SetupParts {
  readonly profiles: Profiles;
  readonly credentials: Credentials;
  readonly vault: VaultKeeper;
  readonly service: ServiceKeeper;
}

export function createSetup({ ports, stores }: Base, { profiles, credentials, vault, service }: SetupParts): Setup {
  const keyFor = async (profile: string, store: KeyStore | null) =>
    credentials.list(profile).at(0) ?? credentials.create({ profile, name: 'Workstation', store });

  const needsPassphrase = (store: KeyStore | null) => store !== null && stores.isSealed(store);

  const inTurn = createTurns();

  /** Throws PROFILE_EXISTS when the vault on this machine, or another service of its name, is there. */
  const requireNone = () => {
    const found = profiles.list().find((profile) => profile.name === LOCAL_PROFILE);
    if (found === undefined) return;
    throw new AppError(
      'PROFILE_EXISTS',
      found.kind === 'local'
        ? 'The vault on this machine exists already. Nothing was changed. Switch to the profile “local”.'
        : `A profile for ${found.baseUrl} is named “local”, which is the name of the vault on this machine. Nothing was made. Add that service under another name and remove its profile “local”, then try again.`,
    );
  };

  const createLocal: Setup['createLocal'] = async ({ store, passphrase }, counting) => {
    const step = (done: number, text: string) => {
      if (counting.signal?.aborted === true)
        throw new AppError('CANCELLED', 'Cancelled. What was made so far is kept and used when you start again.');
      counting.progress?.({ done, total: 3, text });
    };
    const forService = passphrase === null ? null : copySecret(passphrase);
    let release: (() => void) | undefined;
    try {
      // Two first starts at once, of two Castellans, would make two keys of which the service knows one.
      release = takeFileLock(join(ports.paths.root, 'setup.lock'), 0);
      requireNone();
      step(0, 'Making your key');
      await vault.unlock(needsPassphrase(store) ? passphrase : null);
      const key = await keyFor(LOCAL_PROFILE, store);
      step(1, 'Starting the local service');
      const line = await service.startLocal({
        passphrase: needsPassphrase(store) ? forService : null,
        store,
        init: {
          organizationName: 'Local vault',
          rootUsers: [
            {
              userName: 'Operator',
              apiKeys: [{ apiKeyName: 'Workstation', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
            },
          ],
        },
      });
      step(2, 'Keeping the profile');
      profiles.add({
        name: LOCAL_PROFILE,
        kind: 'local',
        baseUrl: null,
        authUrl: null,
        organizationId: line.organizationId,
        signerKey: line.keys.signer,
        notarizerKey: line.keys.notarizer,
        authProxyConfigId: null,
      });
      profiles.use(LOCAL_PROFILE);
      counting.progress?.({ done: 3, total: 3, text: 'Ready' });
      return { profile: LOCAL_PROFILE };
    } finally {
      release?.();
      passphrase?.fill(0);
      forService?.fill(0);
    }
  };

  return {
    createLocal: (input, counting) => inTurn(() => createLocal(input, counting)),
    async connect({ name, baseUrl, organizationId, signerKey, store, passphrase }) {
      try {
        const profile = profiles.add({
          name,
          kind: 'remote',
          baseUrl,
          authUrl: null,
          organizationId,
          signerKey,
          notarizerKey: null,
          authProxyConfigId: null,
        });
        try {
          await vault.unlock(needsPassphrase(store) ? passphrase : null);
          const key = await keyFor(profile.name, store);
          profiles.use(profile.name);
          return { profile: profile.name, publicKey: key.publicKey };
        } catch (error) {
          await profiles.remove(profile.name);
          throw error;
        }
      } finally {
        passphrase?.fill(0);
      }
    },
  };
}
