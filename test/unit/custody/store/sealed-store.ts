import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { type ActivityRow, createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';

export const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
const times = { createdAt: 1, updatedAt: 1 };

export const ORGANIZATION = 'A';
export const USER = {
  organizationId: ORGANIZATION,
  userId: 'root',
  userName: 'The one root user',
  userEmail: null,
  userPhoneNumber: null,
  inRootQuorum: 1,
  ...times,
} as const;

/** Makes a sealed store of one organization with one user. */
export function makeStore(directory: string): void {
  createStore(directory, (tables) => {
    tables.organizations.insert({
      organizationId: ORGANIZATION,
      parentOrganizationId: null,
      organizationName: 'Treasury',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      ...times,
    });
    tables.organizations.insertUser(USER);
    tables.seals.write(keyring);
  });
}

/** Opens and checks a store. */
export function openSealed(directory: string, now?: () => number): Store {
  const store = openStore(directory, now && { now });
  store.seals.open(keyring);
  return store;
}

export function activity(name: string, row: Partial<ActivityRow> = {}): ActivityRow {
  return {
    activityId: name,
    organizationId: ORGANIZATION,
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    status: 'ACTIVITY_STATUS_COMPLETED',
    intent: '{}',
    result: null,
    failure: null,
    fingerprint: `fingerprint of ${name}`,
    ...times,
    ...row,
  };
}

/** Opens the files of an open store as a crash would leave them now. Returns what `read` reads. */
export function afterCrash<Result>(directory: string, read: (store: Store) => Result): Result {
  const left = mkdtempSync(join(tmpdir(), 'castellan-crashed-'));
  try {
    for (const name of ['custody.db', 'custody.db-wal', 'archive'])
      if (existsSync(join(directory, name))) cpSync(join(directory, name), join(left, name), { recursive: true });
    const store = openSealed(left);
    try {
      return read(store);
    } finally {
      store.close();
    }
  } finally {
    rmSync(left, { recursive: true });
  }
}

/** The names of all activities, oldest first. */
export const activitiesIn = (store: Store): string[] =>
  store.activities.list(ORGANIZATION, { statuses: undefined, types: undefined }, { limit: '100' }).toReversed();

/** Begins an answer. The returned function ends its making, and returns the promise of the answer. */
export function beginAnswer({ onceDurable }: Pick<Store, 'onceDurable'>): () => Promise<void> {
  let end = () => {};
  const made = new Promise<void>((done) => {
    end = done;
  });
  const answer = onceDurable(() => made);
  return () => {
    end();
    return answer;
  };
}
