import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeyStore } from '../../../../shared/model/index.ts';
import { type Bench, createBench, operatorSays } from '../harness.ts';

/** A keychain as the three calls see it. A real one is in the tests of the command line. */
const keychain = vi.hoisted(() => ({ items: new Map<string, string>(), isAway: false }));
vi.mock('keytar', () => {
  const open = () => {
    if (keychain.isAway) throw new Error('The name org.freedesktop.secrets was not provided');
    return keychain.items;
  };
  return {
    default: undefined,
    getPassword: async (service: string, name: string) => open().get(`${service} ${name}`) ?? null,
    setPassword: async (service: string, name: string, value: string) => void open().set(`${service} ${name}`, value),
    deletePassword: async (service: string, name: string) => open().delete(`${service} ${name}`),
  };
});

let bench: Bench;
let typed: string[];
beforeEach(async () => {
  keychain.items.clear();
  bench = await createBench({
    forceStore: null,
    autoUnlock: false,
    askPassphrase: null,
    async consent(question) {
      if (question.kind === 'unlock') typed.push(question.passphrase);
      return operatorSays(question);
    },
  });
  typed = [];
});
afterEach(() => bench.end());

/** Restores the removed part. */
type Taken = () => void;

function withoutMember(): Taken {
  const path = bench.engine.paths.credentials;
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(text), keychainId: undefined }));
  return () => writeFileSync(path, text);
}

function withoutItem(): Taken {
  const found = [...keychain.items].filter(([name]) => name.includes(' header/'));
  expect(found).toHaveLength(1);
  for (const [name] of found) keychain.items.delete(name);
  return () => {
    for (const [name, value] of found) keychain.items.set(name, value);
  };
}

function away(): Taken {
  keychain.isAway = true;
  return () => {
    keychain.isAway = false;
  };
}

function withoutFile(): Taken {
  const path = bench.engine.paths.keystore;
  renameSync(path, `${path}.away`);
  return () => renameSync(`${path}.away`, path);
}

it.each<[string, KeyStore, () => Taken, string, RegExp]>([
  [
    'its name was taken out of the list of keys',
    'keychain',
    withoutMember,
    'KEY_MISSING',
    /“keychainId”.*is missing in credentials\.json\..*Restore a backup with/,
  ],
  [
    'it was removed from the keychain',
    'keychain',
    withoutItem,
    'KEY_MISSING',
    /their unlock method is missing there\./,
  ],
  ['the keychain does not answer', 'keychain', away, 'KEYCHAIN_UNAVAILABLE', /keychain/],
  [
    'the passphrase file was removed',
    'file',
    withoutFile,
    'KEY_MISSING',
    /The key file .*keystore\.json is missing, although credentials\.json lists keys in it\./,
  ],
])(
  'what asks for a PIN or a passphrase is not unlocked without it where %s',
  async (_how, store, take, code, message) => {
    await bench.engine.setup.createLocal({ store }, {});
    bench.engine.vault.lock();
    const putBack = take();
    try {
      await expect(bench.engine.vault.unlock()).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
      expect([bench.engine.state().vault.state, typed]).toEqual(['locked', []]);
    } finally {
      putBack();
    }
    await bench.engine.vault.unlock();
    expect([bench.engine.state().vault.state, typed]).toEqual(['unlocked', ['known']]);
  },
);
