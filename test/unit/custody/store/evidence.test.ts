import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { type ActivityRow, createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import { openToTamper } from '../../../tools/tamper-database.ts';
import { beginAnswer } from './sealed-store.ts';

const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
const times = { createdAt: 1, updatedAt: 1 };
const ACTIVITY: ActivityRow = {
  activityId: 'first',
  organizationId: 'o',
  type: 'T',
  status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  intent: '{}',
  result: null,
  failure: null,
  fingerprint: 'f',
  ...times,
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-evidence-'));
  createStore(directory, (tables) => {
    const names = { organizationId: 'o', parentOrganizationId: null, organizationName: 'o' };
    tables.organizations.insert({ ...names, rootQuorumThreshold: 1, authProxyConfigId: null, ...times });
    // As a row that an earlier version wrote, without a seal.
    tables.activities.insert(ACTIVITY);
    tables.seals.write(keyring);
  });
});
afterEach(() => rmSync(directory, { recursive: true }));

function open<Result>(use: (store: Store) => Result): Result {
  const store = openStore(directory);
  try {
    store.seals.open(keyring);
    return use(store);
  } finally {
    store.close();
  }
}

const find = (activityId = 'first') => open(({ activities }) => activities.find('o', activityId));
const tamper = (sql: string) => openToTamper(directory).exec(sql).close();
/** The number of changes that the head beside the database counts. */
const counted = () =>
  Math.max(
    ...[...readFileSync(join(directory, 'custody.db.head'), 'latin1').matchAll(/"count":(\d+)/g)].map(([, n]) =>
      Number(n),
    ),
  );

describe('the rows of an earlier version', () => {
  it('are sealed once, when they are opened for the first time', () => {
    expect(find()).toEqual(ACTIVITY);
    tamper('UPDATE activities SET seal = NULL, intent = \'{"forged":1}\'');
    expect(() => find()).toThrow(/^The activity "first" of the organization "o" was changed outside this service/);
  });

  it('are not sealed again when the mark of it is removed', () => {
    find();
    tamper('UPDATE activities SET seal = NULL; DELETE FROM evidence_marks');
    expect(() => find()).toThrow(/^"evidence_marks\/sealed" was removed or changed outside this service/);
  });
});

describe('a sealed row', () => {
  it.each(['type', 'status', 'intent', 'result', 'failure', 'fingerprint', 'created_at', 'updated_at'])(
    'whose %s changed is never served',
    (column) => {
      find();
      tamper(`UPDATE activities SET ${column} = ${column.endsWith('_at') ? 7 : "'forged'"}`);
      expect(() => find()).toThrow('was changed outside this service');
    },
  );

  it('has a new seal after each change of this service', () => {
    open(({ activities, transaction }) =>
      transaction(() => activities.setStatus('first', 'ACTIVITY_STATUS_REJECTED', 5)),
    );
    expect(find()).toEqual({ ...ACTIVITY, status: 'ACTIVITY_STATUS_REJECTED', updatedAt: 5 });
  });
});

describe('the chain', () => {
  it('counts a transaction that changes evidence once, and none that was rolled back', () => {
    open(({ activities, transaction }) => {
      transaction(() => {
        activities.insert({ ...ACTIVITY, activityId: 'second', fingerprint: 'g' });
        activities.setStatus('first', 'ACTIVITY_STATUS_REJECTED', 5);
      });
      expect(counted()).toBe(1);
      const failing = () =>
        transaction(() => {
          activities.insert({ ...ACTIVITY, activityId: 'third', fingerprint: 'h' });
          throw new Error('no');
        });
      expect(failing).toThrow('no');
      expect(counted()).toBe(1);
      transaction(() => activities.setStatus('second', 'ACTIVITY_STATUS_REJECTED', 6));
      expect(counted()).toBe(2);
    });
    expect(find('third')).toBeUndefined();
    expect(find('second')?.updatedAt).toBe(6);
  });

  it('is extended once by all works of a turn, and not by one that was undone', async () => {
    const store = openStore(directory);
    try {
      store.seals.open(keyring);
      const durable = beginAnswer(store);
      for (const activityId of ['second', 'third'])
        store.share(() => store.activities.insert({ ...ACTIVITY, activityId, fingerprint: activityId }));
      const failing = () => {
        store.activities.insert({ ...ACTIVITY, activityId: 'undone', fingerprint: 'undone' });
        throw new Error('no');
      };
      expect(() => store.share(failing)).toThrow('no');
      expect(counted()).toBe(0);
      await durable();
      expect(counted()).toBe(1);
      expect(() => store.share(failing)).toThrow('no');
      store.flush();
      expect(counted()).toBe(1);
    } finally {
      store.close();
    }
    expect(['second', 'third', 'undone'].map((activityId) => find(activityId)?.activityId)).toEqual([
      'second',
      'third',
      undefined,
    ]);
  });

  it('keeps rows that were compared while only this service writes', async () => {
    const store = openStore(directory);
    try {
      store.seals.open(keyring);
      const before = store.changes();
      store.share(() => store.activities.insert({ ...ACTIVITY, activityId: 'second', fingerprint: 'g' }));
      store.flush();
      const after = store.changes();
      expect(after).toBeGreaterThan(before);
      store.share(() => expect(store.changes()).toBe(after));
    } finally {
      store.close();
    }
  });
});
