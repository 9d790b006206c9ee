import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../../electron/crypto/index.ts';
import { findSecrets, newUserKey, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const user = newUserKey();
const target = generateP256KeyPair();
let service: Service;
let client: TurnkeyClient;

beforeAll(async () => {
  service = await workstation.serveFor(user);
  client = clientOf(service);
});
afterAll(() => workstation.close());

const clientOf = ({ ready }: Service) =>
  new TurnkeyClient(
    { baseUrl: ready.baseUrl },
    new ApiKeyStamper({ apiPublicKey: user.publicKey, apiPrivateKey: user.privateKey }),
  );

const envelope = <Type extends string>(type: Type) => ({
  type,
  timestampMs: String(Date.now()),
  organizationId: service.ready.organizationId,
});

describe('castellan serve, driven by the official client', () => {
  let address = '';

  it('says where it listens, who it is and which keys it signs with', () => {
    const { baseUrl, authUrl, keys, userIds } = service.ready;
    for (const url of [baseUrl, authUrl]) expect(new URL(url).hostname).toBe('127.0.0.1');
    for (const key of [keys.signer, keys.notarizer]) expect(key).toMatch(/^04[0-9a-f]{128}$/);
    expect(keys.webhook.x).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(userIds).toHaveLength(1);
  });

  it('keeps everything in `serve` below the state folder, for its owner only', () => {
    const folder = join(workstation.home, 'serve');
    expect(existsSync(join(folder, 'custody.db'))).toBe(true);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('knows the user of the init file', async () => {
    expect(await client.getWhoami({ organizationId: service.ready.organizationId })).toEqual({
      organizationId: service.ready.organizationId,
      organizationName: 'Treasury',
      userId: service.ready.userIds?.[0],
      username: 'Operator',
    });
  });

  it('makes a wallet', async () => {
    const { activity } = await client.createWallet({
      ...envelope('ACTIVITY_TYPE_CREATE_WALLET'),
      parameters: {
        walletName: 'Treasury',
        accounts: [
          {
            curve: 'CURVE_SECP256K1',
            pathFormat: 'PATH_FORMAT_BIP32',
            path: "m/44'/60'/0'/0/0",
            addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
          },
        ],
      },
    });
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    address = activity.result.createWalletResult?.addresses[0] ?? '';
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  });

  it('signs a payload with the key of that address', async () => {
    const { activity } = await client.signRawPayload({
      ...envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'),
      parameters: {
        signWith: address,
        payload: 'hello',
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
    });
    const { r, s, v } = activity.result.signRawPayloadResult ?? { r: '', s: '', v: '' };
    const signature = secp256k1.Signature.fromHex(`${r}${s}`).addRecoveryBit(Number(v));
    const publicKey = signature.recoverPublicKey(sha256(new TextEncoder().encode('hello'))).toHex(false);
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey)).toBe(address);
  });

  it('exports the account so that the official package opens it with the printed signer key', async () => {
    const { activity } = await client.exportWalletAccount({
      ...envelope('ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT'),
      parameters: { address, targetPublicKey: target.publicKeyUncompressed },
    });
    const privateKey = await decryptExportBundle({
      exportBundle: activity.result.exportWalletAccountResult?.exportBundle ?? '',
      embeddedKey: target.privateKey,
      organizationId: service.ready.organizationId,
      dangerouslyOverrideSignerPublicKey: service.ready.keys.signer,
      returnMnemonic: false,
    });
    const publicKey = Buffer.from(secp256k1.getPublicKey(Buffer.from(privateKey, 'hex'), false)).toString('hex');
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey)).toBe(address);
    expect(findSecrets(workstation.printed, [Buffer.from(privateKey, 'hex')])).toEqual([]);
  });

  it('ends cleanly on SIGTERM and comes back with everything it answered', async () => {
    const { exitCode, stdout, stderr } = await service.stop();
    expect([exitCode, stdout]).toEqual([0, `${JSON.stringify(service.ready)}\n`]);
    expect(stderr).toContain('The local service stopped');

    const before = service.ready;
    service = await workstation.serve(['--dialect', 'turnkey']);
    expect(service.ready).toMatchObject({ organizationId: before.organizationId, keys: before.keys });
    const { accounts } = await clientOf(service).getWalletAccounts({ organizationId: before.organizationId });
    expect(accounts.map((account) => account.address)).toEqual([address]);
    await service.stop();
  });

  it('never printed a secret', () => {
    const secrets = [user.privateKey, target.privateKey].map((hex) => Buffer.from(hex, 'hex'));
    expect(findSecrets(workstation.printed, [...secrets, Buffer.from(workstation.passphrase)])).toEqual([]);
  });
});
