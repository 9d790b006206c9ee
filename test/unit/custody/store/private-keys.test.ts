import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';

const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
const times = { createdAt: 1, updatedAt: 1 };
const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const userId = '8d0f8c1a-3f4b-4f7e-8f36-6f9b8b1d2c33';

let directory: string;
let store: Store;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-keys-'));
  createStore(directory, ({ organizations, seals }) => {
    organizations.insert({
      organizationId,
      parentOrganizationId: null,
      organizationName: 'Treasury',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      ...times,
    });
    organizations.insertUser({
      userId,
      organizationId,
      userName: 'Operator',
      userEmail: null,
      userPhoneNumber: null,
      inRootQuorum: 1,
      ...times,
    });
    seals.write(keyring);
  });
  store = openStore(directory);
  store.seals.open(keyring);
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

const insertKey = (privateKeyId: string, privateKeyName: string, normalizedAddress: string) => {
  store.privateKeys.insert({
    privateKeyId,
    organizationId,
    privateKeyName,
    curve: 'CURVE_SECP256K1',
    publicKey: '02',
    sealedPrivateKey: Uint8Array.of(1),
    exported: 0,
    imported: 0,
    ...times,
  });
  const addressFormat = 'ADDRESS_FORMAT_ETHEREUM' as const;
  store.privateKeys.insertAddress({ privateKeyId, organizationId, addressFormat, address: 'A', normalizedAddress });
};

describe('private keys', () => {
  it('are found by id in any letter case, by address, and only in their organization', () => {
    insertKey('aaaa', 'One', '0xA');
    expect(store.privateKeys.find(organizationId, 'AAAA')?.privateKeyName).toBe('One');
    expect(store.privateKeys.find('00000000-0000-4000-8000-000000000000', 'aaaa')).toBeUndefined();
    const byAddress = (address: string) =>
      store.privateKeys.findByAddress(organizationId, 'ADDRESS_FORMAT_ETHEREUM', address)?.privateKeyId;
    expect(byAddress('0xA')).toBe('aaaa');
    expect(byAddress('0xa')).toBeUndefined();
  });

  it('lead to the oldest when an address is there twice', () => {
    insertKey('bbbb', 'Older', '0xA');
    insertKey('aaaa', 'Younger', '0xA');
    expect(store.privateKeys.findByAddress(organizationId, 'ADDRESS_FORMAT_ETHEREUM', '0xA')?.privateKeyName).toBe(
      'Older',
    );
  });

  it('have a name of their own, and one address of a format', () => {
    insertKey('aaaa', 'One', '0xA');
    expect(() => insertKey('bbbb', 'One', '0xB')).toThrow('UNIQUE constraint failed');
    const again = () =>
      store.privateKeys.insertAddress({
        privateKeyId: 'aaaa',
        organizationId,
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        address: 'B',
        normalizedAddress: 'B',
      });
    expect(again).toThrow('UNIQUE constraint failed');
  });
});

describe('import targets', () => {
  const insert = (importTargetId: string, purpose: 'wallet' | 'private_key') =>
    store.importTargets.insert(
      { importTargetId, userId, purpose, publicKey: '02', sealedPrivateKey: Uint8Array.of(1), createdAt: 1 },
      2,
    );
  const list = (purpose: 'wallet' | 'private_key') =>
    store.importTargets.listOf(userId, purpose).map(({ importTargetId }) => importTargetId);

  it('are kept for each purpose, the newest ones only', () => {
    for (const id of ['a', 'b', 'c']) insert(id, 'wallet');
    insert('d', 'private_key');
    expect(list('wallet')).toEqual(['c', 'b']);
    expect(list('private_key')).toEqual(['d']);
  });

  it('are removed once', () => {
    insert('a', 'wallet');
    expect(store.importTargets.remove('a')).toBe(true);
    expect(store.importTargets.remove('a')).toBe(false);
    expect(list('wallet')).toEqual([]);
  });
});
