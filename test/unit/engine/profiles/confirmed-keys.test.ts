import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Audit } from '../../../../electron/engine/audit/audit.ts';
import type { Base } from '../../../../electron/engine/base.ts';
import type { Key } from '../../../../electron/engine/keys/key-index.ts';
import { createConfirmed } from '../../../../electron/engine/profiles/confirmed.ts';
import { profileRow } from '../../cli/support.ts';

const key = (id: string, notes: Partial<Key> = {}) =>
  ({
    id,
    profile: profileRow.name,
    name: id,
    publicKey: `02${'ab'.repeat(32)}`,
    backend: 'passphrase file',
    purpose: 'stamp',
    store: 'file',
    createdAt: 1,
    ...notes,
  }) as Key;

const temporary = mkdtempSync(join(tmpdir(), 'castellan-confirmed-'));
afterAll(() => rmSync(temporary, { recursive: true }));

/** Confirmed keys, with a log and an index that are kept in memory. */
async function createSetting(...listed: Key[]) {
  const setting = { keys: listed };
  let body: Uint8Array | null = null;
  const audit = {
    recordProfiles: async (_kind: unknown, _entry: unknown, change: (before: Uint8Array | null) => Uint8Array) => {
      body = change(body);
    },
    profiles: async () => body,
  } as unknown as Audit;
  const ports = { paths: { root: mkdtempSync(join(temporary, 'state-')) } };
  const confirmed = createConfirmed({ ports, index: { keys: () => setting.keys } } as unknown as Base, audit);
  await confirmed.record(profileRow, () => confirmed.membersOf(profileRow));
  const isGood = () =>
    confirmed.requireConfirmed(profileRow).then(
      () => true,
      () => false,
    );
  return { setting, confirmed, isGood };
}

const CRASH = new Error('killed');

it.each([
  ['retired', [key('a', { retired: true }), key('b')]],
  ['removed', [key('b')]],
  ['replaced', [key('a'), key('c'), key('b')]],
  ['made', [key('a'), key('b'), key('c')]],
])(
  'a key that is %s: after a crash at any moment the keys of before and of after are good, and no others',
  async (_what, after) => {
    const before = [key('a'), key('b')];
    const { setting, confirmed, isGood } = await createSetting(...before);
    const change = (made: () => Promise<void>) =>
      confirmed.changeKeys(profileRow, () => after.map(confirmed.nameOf), made);

    await expect(change(() => Promise.reject(CRASH))).rejects.toBe(CRASH);
    expect(await isGood()).toBe(true);
    // Killed at the same moment again.
    await expect(change(() => Promise.reject(CRASH))).rejects.toBe(CRASH);
    expect(await isGood()).toBe(true);
    setting.keys = [key('other'), ...before];
    expect(await isGood()).toBe(false);
    setting.keys = after;
    expect(await isGood()).toBe(true);
    // The check saw the new keys and finished the change, so the old ones are not good any more.
    setting.keys = before;
    expect(await isGood()).toBe(false);
  },
);

it('a finished change of keys cannot be undone with the earlier keys', async () => {
  const before = [key('a'), key('b')];
  const after = [key('a', { retired: true }), key('b')];
  const { setting, confirmed, isGood } = await createSetting(...before);
  await confirmed.changeKeys(
    profileRow,
    () => after.map(confirmed.nameOf),
    async () => {
      setting.keys = after;
    },
  );
  // First, because a check of the current keys would finish the open change.
  setting.keys = before;
  expect(await isGood()).toBe(false);
  setting.keys = after;
  expect(await isGood()).toBe(true);
  expect(await confirmed.members(profileRow.name)).not.toHaveProperty('keysBefore');
});
