import type { AppState } from '../../shared/ipc/index.ts';
import type { AskedBackups } from './backup/asked-backups.ts';
import { olderCopies } from './backup/older-copies.ts';
import type { Base } from './base.ts';
import type { Profiles } from './profiles/profiles.ts';
import type { Updates } from './releases/updates.ts';
import type { Requests } from './requests/requests.ts';
import { createAddressFile } from './service/address-file.ts';
import type { ServiceKeeper } from './service/service-keeper.ts';
import type { Sender } from './stamping/sender.ts';
import type { VaultKeeper } from './vault/vault-keeper.ts';

/** The parts of the window's state that the engine knows. */
export type EngineState = Pick<
  AppState,
  'stores' | 'profile' | 'vault' | 'service' | 'unsettled' | 'backup' | 'update' | 'olderCopies'
>;

/** States that requests found, although the process of the service runs. */
const FOUND_BY_REQUESTS: ReadonlySet<AppState['service']['state']> = new Set(['refused', 'invalid']);

interface StateParts {
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly service: ServiceKeeper;
  readonly sender: Sender;
  readonly requests: Pick<Requests, 'unsettled'>;
  readonly askedBackups: Pick<AskedBackups, 'age'>;
  readonly updates: Pick<Updates, 'state'>;
}

export function createState({ ports, stores }: Base, parts: StateParts): () => EngineState {
  const { profiles, vault, service, sender, requests, askedBackups, updates } = parts;
  const address = createAddressFile(ports.paths.service);
  const serviceOf = (profile: ReturnType<Profiles['current']>): AppState['service'] => {
    if (profile === null) return { kind: 'none', state: 'unknown', baseUrl: null, problem: null };
    const asked = sender.remote(profile.name);
    const local = service.state();
    if (profile.kind !== 'local') {
      const isUp = local.state === 'running' || local.state === 'stopped' || !address.serves(profile, 'baseUrl');
      return { kind: 'remote', ...(isUp ? asked : local), baseUrl: profile.baseUrl };
    }
    return {
      kind: 'local',
      ...local,
      ...(local.state === 'running' && FOUND_BY_REQUESTS.has(asked.state) ? asked : {}),
    };
  };
  return () => {
    const profile = profiles.current();
    return {
      stores: stores.report(),
      profile: profile?.name ?? null,
      vault: vault.state(),
      service: serviceOf(profile),
      backup: askedBackups.age(),
      update: updates.state(),
      olderCopies: olderCopies(ports.paths),
      unsettled: requests.unsettled().map(({ profile: name, title, state }) => ({ profile: name, title, state })),
    };
  };
}
