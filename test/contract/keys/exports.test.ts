import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
let walletId: string;
let ethereum: string;
let solana: string;

beforeAll(async () => {
  service = await startService();
  const pathFormat = 'PATH_FORMAT_BIP32';
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Leaving',
      accounts: [
        { curve: 'CURVE_SECP256K1', pathFormat, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
        { curve: 'CURVE_ED25519', pathFormat, path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
      ],
    }),
  );
  const result = activity.result.createWalletResult!;
  walletId = result.walletId;
  [ethereum, solana] = result.addresses as [string, string];
});
afterAll(() => service.stop());

async function exportAccount(address: string, targetPublicKey: string) {
  const { activity } = await service.client.exportWalletAccount(
    service.envelope('ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT', { address, targetPublicKey }),
  );
  return activity.result.exportWalletAccountResult!;
}

const open = (exportBundle: string, embeddedKey: string) =>
  decryptExportBundle({
    exportBundle,
    embeddedKey,
    organizationId: service.organizationId,
    returnMnemonic: false,
    keyFormat: 'HEXADECIMAL',
    dangerouslyOverrideSignerPublicKey: service.ready.keys.signer,
  });

const isExported = async () =>
  (await service.client.getWallets({ organizationId: service.organizationId })).wallets.find(
    (wallet) => wallet.walletId === walletId,
  )?.exported;

it('exports a key that the official package opens and that leads to the address, and marks the wallet', async () => {
  expect(await isExported()).toBe(false);
  const target = generateP256KeyPair();
  const { address, exportBundle } = await exportAccount(ethereum.toLowerCase(), target.publicKeyUncompressed);
  expect(address).toBe(ethereum);

  const privateKey = hexToBytes(await open(exportBundle, target.privateKey));
  const point = secp256k1.getPublicKey(privateKey, false).subarray(1);
  expect(`0x${bytesToHex(keccak256(point).subarray(12))}`).toBe(ethereum.toLowerCase());
  expect(await isExported()).toBe(true);
});

it('seals to a compressed target key just as well', async () => {
  const target = generateP256KeyPair();
  const { exportBundle } = await exportAccount(ethereum, target.publicKey);
  expect(await open(exportBundle, target.privateKey)).toMatch(/^[0-9a-f]{64}$/);
});

it('exports an Ed25519 seed', async () => {
  const target = generateP256KeyPair();
  const { exportBundle } = await exportAccount(solana, target.publicKeyUncompressed);
  const seed = hexToBytes(await open(exportBundle, target.privateKey));
  const { accounts } = await service.client.getWalletAccounts({ organizationId: service.organizationId, walletId });
  expect(bytesToHex(ed25519.getPublicKey(seed))).toBe(accounts[1]?.publicKey);
});

it('signs the bundle with its own key, which the official package accepts only when it is given', async () => {
  const target = generateP256KeyPair();
  const { exportBundle } = await exportAccount(ethereum, target.publicKeyUncompressed);
  const attempt = decryptExportBundle({
    exportBundle,
    embeddedKey: target.privateKey,
    organizationId: service.organizationId,
    returnMnemonic: false,
  });
  await expect(attempt).rejects.toThrow('does not match signer key from bundle');
});

it.each([
  [
    'an address of nobody',
    '0x0000000000000000000000000000000000000001',
    () => generateP256KeyPair().publicKeyUncompressed,
    'Turnkey error 5: Could not find wallet account with address',
  ],
  ['a target key that is no point', null, () => `02${'ff'.repeat(32)}`, 'Turnkey error 3: invalid target public key'],
  ['a target key of the wrong length', null, () => 'abcd', '/parameters/targetPublicKey'],
])('refuses %s', async (_what, address, targetPublicKey, message) => {
  await expect(exportAccount(address ?? ethereum, targetPublicKey())).rejects.toThrow(message);
});
