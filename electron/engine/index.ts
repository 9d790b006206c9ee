import { AppError } from '../../shared/errors/index.ts';
import { copySecret } from '../../shared/wire/index.ts';
import { openCache } from '../storage/cache/index.ts';
import { openRecords } from '../storage/records/index.ts';
import { createAccounts } from './accounts.ts';
import { createActivities } from './activities.ts';
import { createChanges } from './changes.ts';
import { createExports } from './exports.ts';
import { createCredentials } from './keys/credentials.ts';
import { createKeyIndex } from './keys/key-index.ts';
import { createStores } from './keys/stores.ts';
import { deriveAddress } from './keys/unlock.ts';
import { createVaultKeeper } from './keys/vault-keeper.ts';
import { createProfiles } from './profiles/profiles.ts';
import { createSetup } from './profiles/setup.ts';
import { createDelivery } from './requests/delivery.ts';
import { createQueries } from './requests/queries.ts';
import { createRequests } from './requests/requests.ts';
import { createSender } from './requests/sender.ts';
import { createServiceKeeper } from './service/service-keeper.ts';
import type { Engine, EnginePorts } from './types.ts';
import { createSigners } from './verify/signers.ts';
import { createAnswerChecker } from './verify/verify.ts';

export { examine, type MachineFacts } from './doctor/index.ts';
export type {
  Engine,
  EnginePorts,
  Following,
  ProcessHandle,
  StartProcess,
  StatePaths,
  SubmittedRequest,
} from './types.ts';

/**
 * Puts the workstation together for one operator's state folder: opens the databases, asks what can keep keys, starts nothing.
 * Throws DATABASE_CORRUPT, DATABASE_NEWER or STATE_FILE_CORRUPT with what to do.
 */
export async function createEngine(ports: EnginePorts): Promise<Engine> {
  const changes = createChanges(ports.report);
  const stores = createStores(ports.paths.keystore, ports.forceStore);
  const index = createKeyIndex(ports.paths.credentials);
  const profileStore = createProfiles(ports.paths.profiles);
  const cache = openCache(ports.paths.cache);
  if (cache.recovered !== null) ports.report(new AppError('DATABASE_CORRUPT', cache.recovered));
  const records = openRecords(ports.paths.records, ports.paths.auditHead);

  if (!ports.autoUnlock) void stores.probe().then(() => changes.tell('state'));
  const localProfile = () => profileStore.list().find((profile) => profile.kind === 'local') ?? null;
  const currentProfile = () => profileStore.list().find((profile) => profile.current);
  const vault = createVaultKeeper(ports, stores, index, changes);
  const service = createServiceKeeper(ports, stores, index, changes, localProfile);
  const isLocal = (name: string) => localProfile()?.name === name;
  const credentials = createCredentials(ports.now, stores, index, vault, changes, isLocal);

  const profiles: Engine['profiles'] = {
    ...profileStore,
    add(profile) {
      const row = profileStore.add(profile);
      changes.tell('state');
      return row;
    },
    use(name) {
      profileStore.use(name);
      for (const event of ['state', 'accounts', 'activities'] as const) changes.tell(event);
    },
    async remove(name) {
      const profile = profileStore.get(name);
      if (profile.kind === 'local') {
        throw new AppError(
          'NOT_SUPPORTED',
          'The profile of the vault on this machine cannot be removed: its key is the only way to its wallets. Nothing was changed.',
        );
      }
      if (records.journal.open().some((entry) => entry.profile === name)) {
        throw new AppError(
          'NOT_SUPPORTED',
          `The profile “${name}” has unsettled requests, which could not be settled without it. Nothing was changed. Settle them first.`,
        );
      }
      for (const key of [...index.keys('stamp', name), ...index.keys('target', name)]) await credentials.remove(key);
      cache.writer.removeProfile(name);
      profileStore.remove(name);
      changes.tell('state');
    },
  };

  const sender = createSender(ports, records, vault, service, changes);
  const queries = createQueries(profiles, credentials, sender);
  const accounts = createAccounts(profiles, cache, queries, changes, ports.now);
  const activities = createActivities(profiles, cache, index, queries, changes, ports.now, ports.report);
  const checker = createAnswerChecker(createSigners(accounts, queries));
  const delivery = createDelivery(ports.now, records, sender, queries, checker, changes);

  const currentService = (): ReturnType<Engine['state']>['service'] => {
    const profile = currentProfile();
    if (profile === undefined) return { kind: 'none', state: 'unknown', baseUrl: null, problem: null };
    if (profile.kind === 'local') return { kind: 'local', ...service.state() };
    return { kind: 'remote', baseUrl: profile.baseUrl, ...sender.remote() };
  };

  return {
    paths: ports.paths,
    ports,
    state: () => ({
      stores: stores.report(),
      profile: currentProfile()?.name ?? null,
      vault: vault.state(),
      service: currentService(),
      unsettled: records.journal.open().length,
    }),
    on: changes.on,
    profiles,
    credentials: credentials.api,
    vault: {
      async unlock(passphrase) {
        const forService = passphrase === null ? null : copySecret(passphrase);
        try {
          await vault.unlock(passphrase);
          if (currentProfile()?.kind !== 'local') return;
          // The vault is open whatever becomes of the service, whose own state says why it did not start.
          await service.startLocal({ init: null, passphrase: forService, store: null }).catch(ports.report);
        } finally {
          forService?.fill(0);
        }
      },
      lock: async () => vault.lock(),
      async deriveAddress(input) {
        try {
          return await deriveAddress(await vault.open(), input);
        } finally {
          input.mnemonic.fill(0);
        }
      },
      report: vault.report,
    },
    service: service.api,
    setup: createSetup(profiles, credentials, vault, service),
    requests: createRequests({
      ports,
      records,
      vault,
      service,
      profiles,
      credentials,
      sender,
      delivery,
      queries,
      activities,
      checker,
      changes,
    }),
    accounts: accounts.api,
    activities: activities.api,
    exports: createExports(profiles, credentials, index, vault, accounts, activities),
    audit: {
      status: records.audit.status,
      verify: (counting = {}) => records.audit.verify(counting),
      export: records.audit.export,
    },
    async close() {
      await service.api.stop();
      await vault.end();
      records.close();
      cache.close();
    },
  };
}
