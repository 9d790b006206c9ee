import { describe, expect, it } from 'vitest';
import type { Key } from '../../../../electron/engine/keys/key-index.ts';
import { createKey, importKey, lendKey, loadKey, masterKey } from '../../../../electron/engine/vault/unlock.ts';
import type { SecretStore } from '../../../../electron/storage/keychain/index.ts';
import type { MessageClient, VaultMessages } from '../../../../shared/processes/index.ts';

const KEY: Key = {
  id: 'k1',
  purpose: 'stamp',
  publicKey: '02ab',
  profile: 'local',
  name: 'Workstation',
  store: 'keychain',
  backend: 'Secret Service',
  createdAt: 0,
};
const secret = () => new Uint8Array(32).fill(7);
const WIPED = new Uint8Array(32);
const broken = (): never => {
  throw new Error('it broke');
};

/** A store whose bytes the test keeps: wiping is visible only on the very arrays that were handed over. */
function storeOf(stored: Uint8Array<ArrayBuffer> | null, write: () => unknown = () => undefined) {
  const seen: Uint8Array[] = [];
  const store = {
    kind: 'keychain',
    backend: 'Secret Service',
    store: null,
    read: async () => stored,
    write: async (_name: string, bytes: Uint8Array) => {
      seen.push(bytes);
      write();
    },
    remove: async () => undefined,
  } as unknown as SecretStore;
  return { store, seen };
}

/** A vault with the given reply, which records the bytes of its input. */
function vaultOf(answer: () => object = () => ({})) {
  const seen: Uint8Array[] = [];
  const vault = (async (_name: string, input: Record<string, unknown>) => {
    for (const value of Object.values(input)) if (value instanceof Uint8Array) seen.push(Uint8Array.from(value));
    return answer();
  }) as unknown as MessageClient<VaultMessages>;
  return { vault, seen };
}

describe('a key that comes from outside', () => {
  it.for<[string, () => object]>([
    ['when the vault has it', () => ({ publicKey: KEY.publicKey, stored: secret() })],
    ['when the vault refuses it', broken],
  ])('was imported and is wiped %s', async ([, answer]) => {
    const privateKey = secret();
    await importKey(vaultOf(answer).vault, storeOf(null).store, KEY, privateKey).catch(() => undefined);
    expect(privateKey).toEqual(WIPED);
  });

  it.for<[string, () => object]>([
    ['when the vault has it', () => ({ publicKey: KEY.publicKey, stored: null })],
    ['when the vault refuses it', broken],
  ])('was lent and is wiped %s', async ([, answer]) => {
    const privateKey = secret();
    await lendKey(vaultOf(answer).vault, 'lent', privateKey).catch(() => undefined);
    expect(privateKey).toEqual(WIPED);
  });
});

describe('a key that is kept', () => {
  it('is what the vault sealed, and goes back to it as it is', async () => {
    const { store, seen } = storeOf(secret());
    await createKey(vaultOf(() => ({ publicKey: KEY.publicKey, stored: secret() })).vault, store, KEY);
    expect(seen).toEqual([secret()]);
    const { vault, seen: handed } = vaultOf();
    await loadKey(vault, store, KEY);
    expect(handed).toEqual([secret()]);
  });
});

describe('the master key of the local service', () => {
  const sealTo = new Uint8Array(65).fill(4);
  const sealed = { encappedPublic: new Uint8Array(65).fill(5), ciphertext: new Uint8Array(48).fill(6) };
  const opening = () => vaultOf(() => ({ master: sealed, stored: secret() }));

  it('comes from the vault sealed to what the service offered', async () => {
    const { vault, seen } = opening();
    const { store, seen: written } = storeOf(secret());
    expect(await masterKey(vault, store, { id: 's1', create: false, sealTo })).toBe(sealed);
    expect(seen).toEqual([secret(), sealTo]);
    expect(written).toEqual([]);
  });

  it('is kept as the vault sealed it, when it is made', async () => {
    const { store, seen } = storeOf(null);
    await masterKey(opening().vault, store, { id: 's1', create: true, sealTo });
    expect(seen).toEqual([secret()]);
  });

  it('is never made anew where one is missing', async () => {
    const { store, seen } = storeOf(null);
    const { vault, seen: handed } = opening();
    const missing = masterKey(vault, store, { id: 's1', create: false, sealTo });
    await expect(missing).rejects.toThrow('cannot open its data');
    expect([...seen, ...handed]).toEqual([]);
  });
});
