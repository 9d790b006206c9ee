import { join } from 'node:path';
import { expect } from 'vitest';
import { examine } from '../../../../electron/engine/doctor/index.ts';
import type { MachineFacts } from '../../../../electron/engine/doctor/machine.ts';
import type { Engine } from '../../../../electron/engine/index.ts';
import { createStores } from '../../../../electron/engine/keys/stores.ts';
import { pathsBelow } from '../../../../electron/main/paths.ts';
import { DoctorReport } from '../../../../shared/ipc/index.ts';
import { checkValue } from '../../../../shared/operations/index.ts';
import type { Protection } from '../../../../shared/processes/index.ts';
import { PROTECTED } from '../../protection.ts';

export const pathsAt = (root: string) => ({
  root,
  keystore: join(root, 'keystore.json'),
  credentials: join(root, 'credentials.json'),
});

/** The stores' reports, with that problem of the keychain. No store is touched. */
export const keychainWith = (message: string | null) => async () =>
  createStores(pathsAt('/nowhere'), null)
    .report()
    .map((store) => ({
      ...store,
      problem: store.kind === 'file' || message === null ? null : { title: 'Locked', message },
    }));

export const DEBIAN_12 = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n';

/** The facts of a healthy machine with its state in `folder`. */
export const machineAt = (folder: string): MachineFacts => ({
  version: '0.3.0',
  runtime: { kind: 'shipping', electron: '45.4.1', supported: true, reason: 'It is the release.' },
  sandbox: { on: true, reason: null },
  hardening: { notDumpable: true, noCore: true, lockedMemory: false },
  isOffline: false,
  paths: pathsBelow(folder),
  platform: 'linux',
  arch: 'x64',
  osRelease: DEBIAN_12,
  glibc: '2.36',
  displays: [{ name: ':0', answers: true }],
  sessionBus: 'unix:path=/run/user/1000/bus',
  tokenBinding: true,
  probeStores: keychainWith(null),
  now: () => 1_000_000,
});

interface Parts {
  unsettled?: number;
  lastAt?: number | null;
  entries?: number;
  olderCopies?: string[];
  lastBackup?: { at: number; since: number; body?: Uint8Array } | null;
  root?: string;
  verify?: () => Promise<{ entries: number }>;
  examine?: () => Promise<string[]>;
  report?: Engine['vault']['report'];
  service?: Protection;
}
/** A running engine without findings, but for the given ones. */
export const engine = ({
  unsettled = 0,
  lastAt = null,
  entries = 2,
  olderCopies = [],
  lastBackup = { at: 900_000, since: 3 },
  root = '/nowhere',
  verify = async () => ({ entries: 2 }),
  examine = async () => [],
  report,
  service = PROTECTED,
}: Parts = {}): Engine =>
  ({
    state: () => ({
      olderCopies,
      unsettled: Array.from({ length: unsettled }, () => ({ profile: 'local', title: 'Create wallet' })),
    }),
    audit: { verify, status: () => ({ entries, lastAt }), lastBackup: () => lastBackup },
    paths: { root },
    profiles: { examine },
    service: { report: async () => service },
    localServices: { ask: async () => [] },
    checkArchives: async () => ({ compared: 0, records: [], activities: [], unread: [] }),
    vault: { report: report ?? (async () => ({ selfTest: ['HPKE'], protection: PROTECTED })) },
  }) as unknown as Engine;

/** Returns one check of a whole examination, whose shape is compared with the contract. */
export const check = async (name: string, facts: MachineFacts, running: Engine | null = engine()) => {
  const report = await examine(facts, running);
  expect(checkValue(DoctorReport, report)).toEqual([]);
  return report.checks.find((found) => found.name === name);
};
