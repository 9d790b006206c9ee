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
    sealed: false,
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

describe('a key that passes through main', () => {
  it.for<[string, () => object]>([
    ['when the vault has it', () => ({})],
    ['when the vault refuses it', broken],
  ])('is wiped %s', async ([, answer]) => {
    const stored = secret();
    const { vault, seen } = vaultOf(answer);
    await loadKey(vault, storeOf(stored).store, KEY).catch(() => undefined);
    expect(seen).toEqual([secret()]);
    expect(stored).toEqual(WIPED);
  });

  it.for<[string, () => unknown]>([
    ['when it is kept', () => undefined],
    ['when it cannot be kept', broken],
  ])('was made in the vault and is wiped %s', async ([, write]) => {
    const stored = secret();
    const kept = storeOf(null, write);
    const { vault } = vaultOf(() => ({ publicKey: KEY.publicKey, stored }));
    await createKey(vault, kept.store, KEY).catch(() => undefined);
    expect(kept.seen).toEqual([WIPED]);
    expect(stored).toEqual(WIPED);
  });

  it.for<[string, () => object]>([
    ['when the vault has it', () => ({ publicKey: KEY.publicKey, stored: secret() })],
    ['when the vault refuses it', broken],
  ])('was imported and is wiped %s', async ([, answer]) => {
    const privateKey = secret();
    await importKey(vaultOf(answer).vault, storeOf(null).store, KEY, privateKey).catch(() => undefined);
    expect(privateKey).toEqual(WIPED);
  });

  it('was lent and is wiped, with the copy that came back', async () => {
    const [privateKey, stored] = [secret(), secret()];
    await lendKey(vaultOf(() => ({ stored })).vault, 'lent', privateKey);
    expect([privateKey, stored]).toEqual([WIPED, WIPED]);
  });

  it('was lent and is wiped when the vault refuses it', async () => {
    const privateKey = secret();
    await expect(lendKey(vaultOf(broken).vault, 'lent', privateKey)).rejects.toThrow('it broke');
    expect(privateKey).toEqual(WIPED);
  });
});

describe('the master key of the local service', () => {
  it.for<[string, () => Promise<unknown>]>([
    ['when the service has it', async () => 1],
    ['when the service did not start', async () => broken()],
  ])('is wiped %s', async ([, use]) => {
    const stored = secret();
    const seen: Uint8Array[] = [];
    await withMasterKey(storeOf(stored).store, 's1', false, async (master) => {
      seen.push(Uint8Array.from(master));
      return use();
    }).catch(() => undefined);
    expect(seen).toEqual([secret()]);
    expect(stored).toEqual(WIPED);
  });

  it('is never made anew where one is missing', async () => {
    const { store, seen } = storeOf(null);
    await expect(withMasterKey(store, 's1', false, async () => 1)).rejects.toThrow('could not open what the lost one');
    expect(seen).toEqual([]);
  });
});
