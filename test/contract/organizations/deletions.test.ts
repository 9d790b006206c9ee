import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
const targetPublicKey = newKey().publicKey;

async function makeWallet(walletName: string) {
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName,
      accounts: [ETHEREUM, { ...ETHEREUM, addressFormat: 'ADDRESS_FORMAT_TRON' as const }],
    }),
  );
  const { walletId, addresses } = activity.result.createWalletResult!;
  return { walletId, addresses };
}

async function makeKeys(...names: string[]): Promise<string[]> {
  const privateKeys = names.map((privateKeyName) => ({
    privateKeyName,
    curve: 'CURVE_P256' as const,
    privateKeyTags: [],
    addressFormats: [],
  }));
  const { activity } = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys }),
  );
  return activity.result.createPrivateKeysResultV2!.privateKeys.map(({ privateKeyId }) => privateKeyId!);
}

const deleteKeys = (parameters: { privateKeyIds: string[]; deleteWithoutExport?: boolean }) =>
  service.client.deletePrivateKeys(service.envelope('ACTIVITY_TYPE_DELETE_PRIVATE_KEYS', parameters));
const keyIds = async () => {
  const { privateKeys } = await service.client.getPrivateKeys({ organizationId: service.organizationId });
  return privateKeys.map(({ privateKeyId }) => privateKeyId);
};

describe('delete_private_keys', () => {
  it('refuses a key that was never exported, and deletes none', async () => {
    const [exported = '', kept = ''] = await makeKeys('Exported', 'Kept');
    await service.client.exportPrivateKey(
      service.envelope('ACTIVITY_TYPE_EXPORT_PRIVATE_KEY', { privateKeyId: exported, targetPublicKey }),
    );
    await expect(deleteKeys({ privateKeyIds: [exported, kept] })).rejects.toThrow(
      `Turnkey error 3: private key ${kept} has not been exported`,
    );
    expect(await keyIds()).toEqual([exported, kept]);
    const { activity } = await deleteKeys({ privateKeyIds: [exported] });
    expect(activity.result.deletePrivateKeysResult).toEqual({ privateKeyIds: [exported] });
    await deleteKeys({ privateKeyIds: [kept], deleteWithoutExport: true });
    expect(await keyIds()).toEqual([]);
  });

  it('deletes the tags of a key with it', async () => {
    const [privateKeyId = ''] = await makeKeys('Tagged');
    const { activity } = await service.client.createPrivateKeyTag(
      service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', {
        privateKeyTagName: 'Cold',
        privateKeyIds: [privateKeyId],
      }),
    );
    const { privateKeyTagId = '' } = activity.result.createPrivateKeyTagResult ?? {};
    const { privateKey } = await service.client.getPrivateKey({ organizationId: service.organizationId, privateKeyId });
    expect(privateKey.privateKeyTags).toEqual([privateKeyTagId]);
    await deleteKeys({ privateKeyIds: [privateKeyId], deleteWithoutExport: true });
    const deleted = await service.client.deletePrivateKeyTags(
      service.envelope('ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS', { privateKeyTagIds: [privateKeyTagId] }),
    );
    expect(deleted.activity.result.deletePrivateKeyTagsResult).toEqual({
      privateKeyTagIds: [privateKeyTagId],
      privateKeyIds: [],
    });
  });
});

describe('wallets', () => {
  it('are shown by id, and accounts by address or path', async () => {
    const { organizationId } = service;
    const { walletId, addresses } = await makeWallet('Shown');
    expect((await service.client.getWallet({ organizationId, walletId })).wallet.walletName).toBe('Shown');
    const accountOf = async (by: { address?: string; path?: string }) =>
      (await service.client.getWalletAccount({ organizationId, walletId, ...by })).account;
    expect((await accountOf({ address: addresses[1]! })).addressFormat).toBe('ADDRESS_FORMAT_TRON');
    expect((await accountOf({ path: ETHEREUM.path })).address).toBe(addresses[0]);
    await expect(accountOf({})).rejects.toThrow('Turnkey error 3: bad request body');
    await expect(accountOf({ path: 'm/1' })).rejects.toThrow('Turnkey error 5: no wallet account found');
    const other = await makeWallet('Other');
    await expect(accountOf({ address: other.addresses[0]! })).rejects.toThrow('Turnkey error 5');
  });

  it('are renamed, to a name that is free', async () => {
    const { walletId } = await makeWallet('Before');
    await makeWallet('Taken');
    const rename = (walletName: string) =>
      service.client.updateWallet(service.envelope('ACTIVITY_TYPE_UPDATE_WALLET', { walletId, walletName }));
    await expect(rename('Taken')).rejects.toThrow('wallet label must be unique');
    await rename('After');
    const { wallet } = await service.client.getWallet({ organizationId: service.organizationId, walletId });
    expect(wallet.walletName).toBe('After');
  });

  it('are deleted with their accounts after an export or on explicit request', async () => {
    const { walletId, addresses } = await makeWallet('Doomed');
    const remove = (deleteWithoutExport: boolean) =>
      service.client.deleteWallets(
        service.envelope('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds: [walletId], deleteWithoutExport }),
      );
    await expect(remove(false)).rejects.toThrow('has not been exported');
    await remove(true);
    await expect(service.client.getWallet({ organizationId: service.organizationId, walletId })).rejects.toThrow(
      'Turnkey error 5: no wallet found with the given ID',
    );
    const body = service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[0]!,
      payload: 'x',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
      hashFunction: 'HASH_FUNCTION_SHA256' as const,
    });
    await expect(service.client.signRawPayload(body)).rejects.toThrow('Could not find any resource to sign with');
  });
});
