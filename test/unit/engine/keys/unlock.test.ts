import { describe, expect, it } from 'vitest';
import type { Key } from '../../../../electron/engine/keys/key-index.ts';
import { createKey, importKey, lendKey, loadKey, withMasterKey } from '../../../../electron/engine/keys/unlock.ts';
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

/** A store whose bytes the test keeps hold of: wiping can only be seen on the very arrays that were handed over. */
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

/** A vault that answers a message with what is given, and notes what it was handed. */
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
  const opening = (master: Uint8Array, stored = secret()) => vaultOf(() => ({ master, stored })).vault;

  it.for<[string, () => Promise<unknown>]>([
    ['when the service has it', async () => 1],
    ['when the service did not start', async () => broken()],
  ])('is wiped %s', async ([, use]) => {
    const master = new Uint8Array(32).fill(9);
    const seen: Uint8Array[] = [];
    const wanted = { id: 's1', create: false };
    await withMasterKey(opening(master), storeOf(secret()).store, wanted, async (given) => {
      seen.push(Uint8Array.from(given));
      return use();
    }).catch(() => undefined);
    expect(seen).toEqual([new Uint8Array(32).fill(9)]);
    expect(master).toEqual(WIPED);
  });

  it('is kept as the vault sealed it, when it is made', async () => {
    const { store, seen } = storeOf(null);
    await withMasterKey(opening(new Uint8Array(32).fill(9)), store, { id: 's1', create: true }, async () => 1);
    expect(seen).toEqual([secret()]);
  });

  it('is never made anew where one is missing', async () => {
    const { store, seen } = storeOf(null);
    await expect(withMasterKey(opening(secret()), store, { id: 's1', create: false }, async () => 1)).rejects.toThrow(
      'could not open what the lost one',
    );
    expect(seen).toEqual([]);
  });
});
