import type { AppState } from '../../../shared/ipc/index.ts';

/** The state of a window with an unlocked vault and a running local service. */
export function appState(change: Partial<AppState>): AppState {
  return {
    version: '0.1.0',
    updatedFrom: null,
    returnedFrom: null,
    preferences: {
      ...{ language: 'en', theme: 'system', rows: 'comfortable', singleKeys: true, lists: {}, dailyUpdateCheck: false },
      ...{ recentOperations: [], notices: { votes: true, requests: true, keys: true, backups: true, details: false } },
    },
    update: { canCheck: true, checkedAt: null, notice: null, isNewer: false, isBelowMinimum: false },
    platform: 'linux',
    isAsking: false,
    isOffline: false,
    sandbox: { on: true, reason: null },
    runtime: { kind: 'shipping', electron: '45.4.1', supported: true, reason: 'The pinned release.' },
    stores: [
      {
        kind: 'keychain',
        backend: 'Secret Service',
        label: 'Keychain',
        text: 'Secret Service. No passphrase to type.',
        copying: 'Only programs that may read your keychain can copy it',
        protection: 'none',
        isTyped: false,
        securityKeys: [],
        ready: 'The Secret Service answers.',
        isUsed: true,
        problem: null,
      },
      {
        kind: 'file',
        backend: 'passphrase file',
        label: 'Passphrase file',
        text: 'An encrypted file.',
        copying: 'Can be copied with the file. Useless without the passphrase',
        protection: 'protected',
        isTyped: true,
        securityKeys: [],
        ready: 'It is whole.',
        isUsed: true,
        problem: null,
      },
    ],
    profile: 'local',
    vault: { state: 'unlocked', needsPassphrase: false, problem: null },
    service: { kind: 'local', state: 'running', baseUrl: 'http://127.0.0.1:41817', problem: null },
    backup: { lastAt: null, changes: 0, serviceChanges: 0, newKeysAt: null },
    olderCopies: [],
    unsettled: [],
    ...change,
  };
}
