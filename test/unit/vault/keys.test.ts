import { describe, expect, test } from 'vitest';
import { generateP256, p256Uncompress, verifyStamp } from '../../../electron/crypto/index.ts';
import { createSecretMemory } from '../../../electron/hardening/index.ts';
import { createKeyTable, type KeyUse } from '../../../electron/vault/key-table.ts';
import type { KeyPurpose } from '../../../shared/processes/index.ts';
import { decodeStamp, USUAL_SCHEME, utf8Encode } from '../../../shared/wire/index.ts';
import { createOpened, createStarted, type Harness, holds, keptOf, mint, storedOf } from './harness.ts';

const refused = (code: string) => expect.objectContaining({ code });
const body = utf8Encode('{"organizationId":"x"}');

async function stampWith(vault: Harness, id: string, counter = 1): Promise<string> {
  const { name, value } = await vault.ask('stamp', { body, approval: mint(counter, id, body) });
  expect(name).toBe('X-Stamp');
  const stamp = decodeStamp(value);
  expect(verifyStamp(stamp, body)).toBe(true);
  return stamp.publicKey;
}

describe('a key for stamps', () => {
  test('is created, stored by main, forgotten and loaded again', async () => {
    const vault = await createOpened();
    const made = await vault.ask('createKey', { id: 'a', purpose: 'stamp', store: 'keychain' });
    const { publicKey } = made;
    expect(publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(await stampWith(vault, 'a')).toBe(publicKey);
    await vault.ask('forget', { id: 'a' });
    await expect(stampWith(vault, 'a', 2)).rejects.toThrowError(refused('VAULT_LOCKED'));
    const stored = storedOf(made);
    expect(await vault.ask('loadKey', { id: 'a', purpose: 'stamp', store: 'keychain', publicKey, stored })).toEqual({
      publicKey,
      asks: false,
    });
    expect(await stampWith(vault, 'a', 3)).toBe(publicKey);
  });

  test.each([null, 'keychain'] as const)(
    'is imported from its 32 bytes, which no stored data shows (%s)',
    async (store) => {
      const vault = await createOpened();
      const { privateKey, publicKey } = generateP256();
      const kept = await vault.ask('importKey', { id: 'a', purpose: 'stamp', store, privateKey: privateKey.slice() });
      expect(kept).toMatchObject({ publicKey });
      expect(kept.stored === null).toBe(store === null);
      expect(Buffer.from(kept.stored ?? []).indexOf(privateKey) !== -1).toBe(false);
      expect(await stampWith(vault, 'a')).toBe(publicKey);
    },
  );

  test('that is invalid is refused and not stored', async () => {
    const vault = await createStarted();
    await expect(
      vault.ask('importKey', { id: 'a', purpose: 'stamp', store: null, privateKey: new Uint8Array(32) }),
    ).rejects.toThrowError(refused('KEY_INVALID'));
    await expect(stampWith(vault, 'a')).rejects.toThrowError(refused('VAULT_LOCKED'));
  });

  test('is not replaced by another key of the same name', async () => {
    const vault = await createOpened();
    const first = await vault.ask('createKey', { id: 'a', purpose: 'stamp', store: null });
    const other = generateP256();
    await expect(vault.ask('createKey', { id: 'a', purpose: 'stamp', store: null })).rejects.toThrowError(
      refused('INVALID_INPUT'),
    );
    await expect(
      vault.ask('loadKey', {
        id: 'a',
        purpose: 'stamp',
        store: 'keychain',
        publicKey: other.publicKey,
        stored: await keptOf('a', 'stamp', other.privateKey),
      }),
    ).rejects.toThrowError(refused('INVALID_INPUT'));
    expect(await stampWith(vault, 'a')).toBe(first.publicKey);
  });

  test('stays loaded when it is loaded twice', async () => {
    const vault = await createOpened();
    const { privateKey, publicKey } = generateP256();
    const stored = await keptOf('a', 'stamp', privateKey);
    const load = () =>
      vault.ask('loadKey', { id: 'a', purpose: 'stamp', store: 'keychain', publicKey, stored: stored.slice() });
    await load();
    await load();
    expect(await stampWith(vault, 'a')).toBe(publicKey);
  });
});

describe('loading compares the key with its registered public key', () => {
  test.each<KeyPurpose>(['stamp', 'target'])('another key is refused and not stored (%s)', async (purpose) => {
    const vault = await createOpened();
    const stored = await keptOf('a', purpose, generateP256().privateKey);
    await expect(
      vault.ask('loadKey', { id: 'a', purpose, store: 'keychain', publicKey: generateP256().publicKey, stored }),
    ).rejects.toThrowError(refused('KEY_STORE_CHANGED'));
    await expect(stampWith(vault, 'a')).rejects.toThrowError(refused('VAULT_LOCKED'));
  });

  test('an invalid registered public key is refused before loading', async () => {
    const vault = await createOpened();
    const publicKey = `02${'ff'.repeat(32)}`;
    const stored = await keptOf('a', 'stamp', generateP256().privateKey);
    await expect(
      vault.ask('loadKey', { id: 'a', purpose: 'stamp', store: 'keychain', publicKey, stored }),
    ).rejects.toThrowError(refused('KEY_INVALID'));
    await expect(stampWith(vault, 'a')).rejects.toThrowError(refused('VAULT_LOCKED'));
  });

  test.each([0, 31, 33, 1024])('%d bytes are refused', async (length) => {
    const vault = await createOpened();
    await expect(
      vault.ask('loadKey', {
        id: 'a',
        purpose: 'stamp',
        store: 'keychain',
        publicKey: generateP256().publicKey,
        stored: new Uint8Array(length),
      }),
    ).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
  });
});

describe('one purpose for each key', () => {
  test('a target key cannot stamp, and its public key is uncompressed', async () => {
    const vault = await createOpened();
    const made = await vault.ask('createKey', { id: 'a', purpose: 'target', store: 'keychain' });
    const { publicKey } = made;
    expect(publicKey).toMatch(/^04[0-9a-f]{128}$/);
    await expect(stampWith(vault, 'a')).rejects.toThrowError(refused('VAULT_LOCKED'));
    await expect(
      vault.ask('loadKey', { id: 'a', purpose: 'stamp', store: 'keychain', publicKey, stored: storedOf(made) }),
    ).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
  });

  test('a target key is loaded by either form of its public key', async () => {
    const vault = await createOpened();
    const { privateKey, publicKey } = generateP256();
    const loaded = await vault.ask('loadKey', {
      id: 'a',
      purpose: 'target',
      store: 'keychain',
      publicKey,
      stored: await keptOf('a', 'target', privateKey),
    });
    expect(loaded).toEqual({ publicKey: p256Uncompress(publicKey), asks: false });
  });
});

test('forgetting wipes the target key from the vault’s memory, and forgetting twice is fine', async () => {
  const vault = await createStarted();
  const { privateKey } = generateP256();
  await vault.ask('importKey', { id: 'a', purpose: 'target', store: null, privateKey: privateKey.slice() });
  expect(holds(vault, privateKey)).toBe(true);
  await vault.ask('forget', { id: 'a' });
  await vault.ask('forget', { id: 'a' });
  expect(holds(vault, privateKey)).toBe(false);
});

test.each(['keychain', 'file'] as const)(
  'a key of a locked store can be neither created nor loaded (%s)',
  async (store) => {
    const vault = await createStarted();
    await expect(vault.ask('createKey', { id: 'a', purpose: 'stamp', store })).rejects.toThrowError(
      refused('PASSPHRASE_REQUIRED'),
    );
  },
);

test.each<KeyUse>([{ purpose: 'stamp', scheme: USUAL_SCHEME }, { purpose: 'target' }])(
  'the key table wipes the given bytes, even of a refused key ($purpose)',
  (use) => {
    const table = createKeyTable(createSecretMemory(new Uint8Array(4096)));
    const { privateKey } = generateP256();
    table.add('a', use, privateKey);
    expect(privateKey).toEqual(new Uint8Array(32));
    const other = generateP256().privateKey;
    expect(() => table.add('a', use, other)).toThrowError(refused('INVALID_INPUT'));
    expect(other).toEqual(new Uint8Array(32));
  },
);
