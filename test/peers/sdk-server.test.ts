import { decryptExportBundle, encryptPrivateKeyToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { verifyMessage } from 'ethers';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClientKey, NOON, newKey, type StartedService, startService } from '../contract/start-service.ts';
import { ETHEREUM, serverClient, stampedAt } from './service-client.ts';

/**
 * Tests the official server package, from its user's identity to the exports. Each reply is the one that its user sees.
 */
let service: StartedService;
let walletId: string;
let address: string;
const robot = newKey();

const apiClient = (key: ClientKey) => serverClient(service, key);
const operator = () => apiClient(service.key);
const stamped = () => stampedAt(service);

beforeAll(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  service = await startService();
  const made = await operator().createWallet({ ...stamped(), walletName: 'Server', accounts: [ETHEREUM] });
  walletId = made.walletId;
  address = made.addresses[0] ?? '';
  await operator().createUsers({
    ...stamped(),
    users: [
      {
        userName: 'Robot',
        apiKeys: [{ apiKeyName: 'Robot', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' }],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
      },
    ],
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await service.stop();
});

describe('the official server client', () => {
  it('reads its own objects', async () => {
    expect(await operator().getWhoami()).toMatchObject({ username: 'Operator' });
    const { wallets } = await operator().getWallets();
    expect(wallets.map((wallet) => wallet.walletId)).toEqual([walletId]);
    const { accounts } = await operator().getWalletAccounts({ walletId, includeWalletDetails: true });
    expect(accounts).toMatchObject([{ address, walletDetails: { walletName: 'Server', exported: false } }]);
    const { users } = await operator().getUsers();
    expect(users.map(({ userName }) => userName)).toEqual(['Operator', 'Robot']);
  });

  it('signs, and the signature belongs to the account', async () => {
    const message = `0x${Buffer.from('\x19Ethereum Signed Message:\n5hello').toString('hex')}`;
    const { r, s, v } = await operator().signRawPayload({
      ...stamped(),
      signWith: address,
      payload: message,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    const parity = (Number.parseInt(v, 16) + 27).toString(16);
    expect(verifyMessage('hello', `0x${r}${s}${parity}`)).toBe(address);
  });

  it('exports and imports with the signer key that is pinned', async () => {
    const target = generateP256KeyPair();
    const { exportBundle } = await operator().exportWalletAccount({
      ...stamped(),
      address,
      targetPublicKey: target.publicKeyUncompressed,
    });
    const dangerouslyOverrideSignerPublicKey = service.ready.keys.signer;
    const { organizationId, userId } = service;
    const privateKey = await decryptExportBundle({
      exportBundle,
      embeddedKey: target.privateKey,
      organizationId,
      dangerouslyOverrideSignerPublicKey,
      returnMnemonic: false,
    });
    expect(privateKeyToAccount(`0x${privateKey}`).address).toBe(address);
    // Without it the bundle is held against the key of the public service.
    await expect(
      decryptExportBundle({ exportBundle, embeddedKey: target.privateKey, organizationId, returnMnemonic: false }),
    ).rejects.toThrow();

    const { importBundle } = await operator().initImportPrivateKey({ ...stamped(), userId });
    const encryptedBundle = await encryptPrivateKeyToBundle({
      privateKey: '07'.repeat(32),
      keyFormat: 'HEXADECIMAL',
      importBundle,
      userId,
      organizationId,
      dangerouslyOverrideSignerPublicKey,
    });
    const { addresses } = await operator().importPrivateKey({
      ...stamped(),
      userId,
      privateKeyName: 'Imported',
      encryptedBundle,
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    });
    expect(addresses[0]?.address).toBe(privateKeyToAccount(`0x${'07'.repeat(32)}`).address);
  });

  it('reads the denying policies and the missing conditions', async () => {
    const attempt = () => apiClient(robot).createWallet({ ...stamped(), walletName: 'Denied', accounts: [] });
    await expect(attempt()).rejects.toThrow(/Turnkey error 7: You don't have sufficient permissions/);
    const { policyId } = await operator().createPolicy({
      ...stamped(),
      policyName: 'No wallets',
      effect: 'EFFECT_DENY',
      condition: "activity.resource == 'WALLET'",
      notes: '',
    });
    await expect(attempt()).rejects.toThrow('policy engine denied request explicitly');
    await operator().deletePolicy({ ...stamped(), policyId });
  });

  it('proposes, and another approves or rejects', async () => {
    const { policyId } = await operator().createPolicy({
      ...stamped(),
      policyName: 'Two votes',
      effect: 'EFFECT_ALLOW',
      condition: "activity.resource == 'WALLET'",
      consensus: 'approvers.count() >= 2',
      notes: '',
    });
    const propose = (walletName: string) => apiClient(robot).createWallet({ ...stamped(), walletName, accounts: [] });
    const { activity: first } = await propose('Approved');
    expect(first.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const approved = await operator().approveActivity({ ...stamped(), fingerprint: first.fingerprint });
    expect(approved.activity).toMatchObject({ id: first.id, status: 'ACTIVITY_STATUS_COMPLETED' });

    const { activity: second } = await propose('Rejected');
    const rejected = await operator().rejectActivity({ ...stamped(), fingerprint: second.fingerprint });
    expect(rejected.activity.status).toBe('ACTIVITY_STATUS_REJECTED');
    expect((await operator().getWallets()).wallets.map(({ walletName }) => walletName)).toEqual(['Server', 'Approved']);
    await operator().deletePolicy({ ...stamped(), policyId });
  });

  it('tags users and private keys, and deletes what it may', async () => {
    const { userTagId } = await operator().createUserTag({
      ...stamped(),
      userTagName: 'Signers',
      userIds: [service.userId],
    });
    await operator().updateUserTag({
      ...stamped(),
      userTagId,
      newUserTagName: 'Keepers',
      addUserIds: [],
      removeUserIds: [service.userId],
    });
    expect((await operator().listUserTags()).userTags).toMatchObject([{ tagName: 'Keepers' }]);
    const { privateKeys } = await operator().createPrivateKeys({
      ...stamped(),
      privateKeys: [{ privateKeyName: 'Short', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] }],
    });
    const privateKeyIds = privateKeys.map(({ privateKeyId = '' }) => privateKeyId);
    await expect(operator().deletePrivateKeys({ ...stamped(), privateKeyIds })).rejects.toThrow('deleteWithoutExport');
    const deleted = await operator().deletePrivateKeys({ ...stamped(), privateKeyIds, deleteWithoutExport: true });
    expect(deleted.privateKeyIds).toEqual(privateKeyIds);
  });

  it('gets the error of a missing chain endpoint', async () => {
    await expect(
      operator().ethSendTransaction({
        ...stamped(),
        from: address,
        caip2: 'eip155:1',
        calls: [{ to: address, value: '1' }],
      }),
    ).rejects.toThrow(/Turnkey error 9: no endpoint is configured for eip155:1/);
  });
});
