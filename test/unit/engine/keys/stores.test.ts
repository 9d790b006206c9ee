import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createStores } from '../../../../electron/engine/keys/stores.ts';
import { createReadyBench } from '../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-stores-'));
const keystore = join(folder, 'keystore.json');
const paths = { root: folder, keystore, credentials: join(folder, 'credentials.json') };
afterAll(() => rmSync(folder, { recursive: true }));

describe('a run that may only use the passphrase file', () => {
  const stores = createStores(paths, 'file');

  it('keeps every new key in it and says why there is no keychain', async () => {
    await expect(stores.probe()).resolves.toMatchObject([
      { kind: 'keychain', isUsed: false, problem: { title: 'Not used in this run' } },
      { kind: 'file', isUsed: true, problem: null },
    ]);
    await expect(stores.forNew(null)).resolves.toMatchObject({ kind: 'file' });
    await expect(stores.forNew('file')).resolves.toMatchObject({ kind: 'file' });
    expect(existsSync(keystore)).toBe(false);
  });

  it('refuses a keychain for a new key, and a kept key that lies in one', async () => {
    await expect(stores.forNew('keychain')).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
    expect(() => stores.forKept({ store: 'keychain', backend: 'Secret Service' }, 'The key 02ab')).toThrow(
      expect.objectContaining({ code: 'KEY_STORE_CHANGED', message: expect.stringContaining('The key 02ab') }),
    );
    expect(stores.forKept({ store: 'file', backend: 'passphrase file' }, 'The key 02ab')).toMatchObject({
      kind: 'file',
    });
  });

  it('stamps with no key of a keychain and leaves the list of keys as it was', async () => {
    const bench = await createReadyBench();
    try {
      const path = bench.engine.paths.credentials;
      const recorded = JSON.parse(readFileSync(path, 'utf8')) as { keys: { store: string; backend: string }[] };
      for (const key of recorded.keys) Object.assign(key, { store: 'keychain', backend: 'Secret Service' });
      writeFileSync(path, JSON.stringify(recorded));
      chmodSync(path, 0o600);
      const before = readFileSync(path, 'utf8');
      bench.engine.vault.lock();
      await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'KEY_STORE_CHANGED' });
      expect(readFileSync(path, 'utf8')).toBe(before);
    } finally {
      await bench.end();
    }
  });
});

describe('a run with a keychain', () => {
  it('refuses a key that another keychain kept, naming both', () => {
    const stores = createStores(paths, null);
    const [{ backend } = { backend: '' }] = stores.report();
    expect(() => stores.forKept({ store: 'keychain', backend: 'Elsewhere' }, 'The key 02ab')).toThrow(
      expect.objectContaining({
        code: 'KEY_STORE_CHANGED',
        message: expect.stringMatching(new RegExp(`Elsewhere.*${backend}`)),
      }),
    );
    expect(stores.forKept({ store: 'keychain', backend }, 'The key 02ab').kind).toBe('keychain');
  });
});
