import { existsSync } from 'node:fs';
import { createConsents } from '../consent/consents.ts';
import { createKeyIndex } from '../keys/key-index.ts';
import { createStores } from '../keys/stores.ts';
import type { EnginePorts, StatePaths } from '../ports.ts';
import { createChanges } from '../tools/changes.ts';
import { createVaultKeeper, type VaultBase, type VaultKeeper } from './vault-keeper.ts';

/** Returns true when a state folder keeps anything. Creates nothing. */
export function hasState({ profiles, credentials, records, auditHead }: StatePaths): boolean {
  return [profiles, credentials, records, auditHead].some((path) => existsSync(path));
}

/** The base of a vault that needs no database. Makes no file. */
export const createVaultBase = (ports: EnginePorts): VaultBase => ({
  ports,
  changes: createChanges(ports.report),
  consents: createConsents(ports.consent),
  stores: createStores(ports.paths, ports.forceStore),
  index: createKeyIndex(ports.paths.credentials),
});

/** A vault without a state folder. It opens only given data and creates no file. */
export const createStatelessVault = (ports: EnginePorts): VaultKeeper => createVaultKeeper(createVaultBase(ports));
