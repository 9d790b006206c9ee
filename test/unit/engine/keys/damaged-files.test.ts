import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStores } from '../../../../electron/engine/keys/stores.ts';
import { toErrorData } from '../../../../shared/errors/index.ts';
import { type Bench, createBench } from '../harness.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
  await bench.engine.setup.createLocal({ store: 'file' }, {});
  await bench.engine.service.stop();
});
afterEach(() => bench.end());

const path = (file: string) => join(bench.root, file);
const cut = (file: string) => writeFileSync(path(file), readFileSync(path(file)).subarray(0, 100));
const written = (text: string) => (file: string) => writeFileSync(path(file), text);

/** The error of the work, with the folder named as “/home”. */
async function said(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    const { code, message } = toErrorData(error);
    return `${code}: ${message.replaceAll(bench.root, '/home')}`;
  }
}

const create = () => bench.engine.requests.prepare('create_wallet', { walletName: 'Cold', accounts: [] });
const submit = async () => bench.engine.requests.submit((await create()).requestId);
const verify = () => bench.engine.audit.verify();
const addKey = () => bench.engine.credentials.create({ profile: 'local', name: 'New', store: 'file' });
const begin = () => bench.engine.audit.begin();

describe('a key file that cannot be used is reported as that, and no other is made in its place', () => {
  it.each<[string, (file: string) => void, string]>([
    [
      'it is missing',
      (file) => renameSync(path(file), path('away')),
      'KEY_MISSING: The key file /home/keystore.json is missing, although credentials.json lists keys in it. Nothing was unlocked, stamped or made. Restore a backup with `castellan backup restore`. Without a backup these keys are lost: move /home/credentials.json away, make new keys with `castellan key create` and register them.',
    ],
    ['it is empty', written(''), 'KEYSTORE_CORRUPT: /home/keystore.json is damaged: it is empty.'],
    ['it was cut short', cut, 'KEYSTORE_CORRUPT: /home/keystore.json is damaged: '],
    ['it has other bytes', written('\0\0\0\0'), 'KEYSTORE_CORRUPT: /home/keystore.json is damaged: '],
  ])('where %s', async (_how, damage, expected) => {
    bench = await bench.reopen();
    damage('keystore.json');
    const before = readdirSync(bench.root).filter((name) => name.startsWith('keystore'));
    for (const work of [submit, verify, begin, addKey]) expect(await said(work)).toContain(expected);
    expect(readdirSync(bench.root).filter((name) => name.startsWith('keystore'))).toEqual(before);
    const store = (await createStores(bench.engine.paths, 'file').probe()).find(({ kind }) => kind === 'file');
    expect(store?.problem?.message.replaceAll(bench.root, '/home')).toContain(expected.replace(/^\w+: /, ''));
  });
});

it('a wrong passphrase is reported with the file that has it and the file that it does not open', async () => {
  bench = await bench.reopen({ askPassphrase: async () => Uint8Array.of(0x78) });
  expect(await said(submit)).toBe(
    'PASSPHRASE_WRONG: The passphrase in the file that CASTELLAN_PASSPHRASE_FILE names does not open the key file /home/keystore.json. Nothing was unlocked. Put the right passphrase alone into that file. If the passphrase is certainly right, the key file is damaged: restore a backup with `castellan backup restore`.',
  );
  bench = await bench.reopen({ forceStore: null });
  expect(await said(submit)).toContain(
    'The passphrase does not open the key file /home/keystore.json. Nothing was unlocked. Try again.',
  );
});

it('a missing list of keys is reported as that', async () => {
  bench = await bench.reopen();
  rmSync(path('credentials.json'));
  expect(await said(submit)).toBe(
    'PROFILE_CHANGED: /home/credentials.json, the list of the keys here, is missing, although profiles.json has the profile “local”. Nothing was stamped, sent or opened. Restore a backup with `castellan backup restore`.',
  );
});

it('a missing list of profiles is reported as that where requests were sent, and none is made', async () => {
  await submit();
  await bench.engine.close();
  renameSync(path('profiles.json'), path('away'));
  const reopen = () => createBench({}, bench.root);
  expect(await said(reopen)).toBe(
    'STATE_FILE_CORRUPT: /home/profiles.json, the list of profiles, is missing, although the audit log beside it names “local”. Nothing was started or made. Copy the file from the original folder, or restore a backup with `castellan backup restore`.',
  );
  expect(readdirSync(bench.root)).not.toContain('profiles.json');
  renameSync(path('away'), path('profiles.json'));
  bench = await reopen();
  expect(bench.engine.profiles.get().name).toBe('local');
});

it('a set-up that was ended before its list of profiles was written is completed by the next one', async () => {
  await bench.engine.close();
  rmSync(path('profiles.json'));
  bench = await createBench({}, bench.root);
  expect(await bench.engine.setup.createLocal({ store: 'file' }, {})).toEqual({ profile: 'local' });
});

it.each([
  ['is empty', '', 'it is empty'],
  ['has other bytes', '\0\0', 'it does not name an entry of the audit log'],
])('a head of the audit log that %s is reported as that', async (_how, text, why) => {
  bench = await bench.reopen();
  writeFileSync(path('audit.head'), text);
  const damaged = `/home/audit.head is damaged: ${why}. It was not used and not changed. Restore a backup with \`castellan backup restore\`.`;
  expect(await said(submit)).toContain(damaged);
  expect(await said(verify)).toContain(damaged);
});

it('a database of the local service that is missing beside its head is reported, and no empty one takes its place', async () => {
  bench = await bench.reopen();
  for (const suffix of ['', '-wal', '-shm']) rmSync(path(`service/custody.db${suffix}`), { force: true });
  expect(await said(submit)).toContain(
    'DATABASE_CHANGED: The database of the local service, /home/service/custody.db, is missing, although /home/service/custody.db.head shows that it was in use. Nothing was made in its place. Restore a backup of the whole folder.',
  );
  expect(readdirSync(path('service'))).not.toContain('custody.db');
});
