import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto';
import { makeSignBytes, makeSignDoc } from '@cosmjs/proto-signing';
import { WalletType } from '@turnkey/wallet-stamper';
import { verifyMessage } from 'ethers';
import nacl from 'tweetnacl';
import { hashMessage, recoverPublicKey } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hexDecode } from '../../shared/wire/index.ts';
import { createImporter } from '../contract/keys/import-support.ts';
import { NOON, type StartedService, startService } from '../contract/start-service.ts';
import { browserLike } from './browser-like.ts';
import { cosmjs } from './sdk/cosmjs.ts';
import { crypto } from './sdk/crypto.ts';
import { ethers } from './sdk/ethers.ts';
import { http } from './sdk/http.ts';
import { sdkServer } from './sdk/sdk-server.ts';
import type { Service } from './sdk/service.ts';
import { solana } from './sdk/solana.ts';
import { viem } from './sdk/viem.ts';
import { walletStamper } from './sdk/wallet-stamper.ts';
import { webhookReceiver } from './sdk/webhook-receiver.ts';
import { ETHEREUM, makeAccount, SOLANA } from './service-client.ts';

/** Runs each program of docs/sdk.md as it is printed there, with the published version of its package. */
let started: StartedService;
let service: Service;
let address: string;
beforeAll(async () => {
  // The packages take the time of their requests from the machine's clock.
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  started = await startService();
  const { publicKey, privateKey } = started.key;
  service = { ready: started.ready, apiPublicKey: publicKey, apiPrivateKey: privateKey };
  address = await sdkServer(service);
});
afterAll(async () => {
  vi.useRealTimers();
  await started.stop();
});

const page = readFileSync(new URL('../../docs/sdk.md', import.meta.url), 'utf8');

it.each([
  'service',
  'http',
  'sdk-server',
  'core',
  'crypto',
  'api-key-stamper',
  'webauthn-stamper',
  'one-time-code',
  'webhook-receiver',
  'viem',
  'ethers',
  'solana',
  'cosmjs',
  'wallet-stamper',
])('docs/sdk.md shows the whole program for %s', (name) => {
  const program = readFileSync(new URL(`./sdk/${name}.ts`, import.meta.url), 'utf8');
  expect(page).toContain(`\`\`\`ts\n${program}\`\`\``);
});

describe('the program for', () => {
  it('http calls whoami', async () => {
    expect(await http(service)).toBe('Operator');
  });

  it('crypto opens an export with the pinned key, and gets the key of the address', async () => {
    const privateKey = await crypto(service, address);
    expect(privateKeyToAccount(`0x${privateKey}`).address).toBe(address);
  });

  it('viem and ethers sign a message', async () => {
    for (const sign of [viem, ethers]) expect(verifyMessage('hello', await sign(service, address))).toBe(address);
  });

  it('solana signs a message', async () => {
    const account = await makeAccount(started, SOLANA);
    const message = Uint8Array.of(1, 2, 3);
    const signature = await solana(service, account.address, message);
    expect(nacl.sign.detached.verify(message, signature, hexDecode(account.publicKey))).toBe(true);
  });

  it('cosmjs signs a document', async () => {
    // The package refuses an r or s that begins with a zero byte, as one signature in 128 does. This key's does not.
    const importer = createImporter(started);
    const words = `${'abandon '.repeat(11)}about`;
    const { addresses } = await importer.importWallet(
      await importer.sealWallet(words, await importer.initWallet()),
      'Cosmos',
      [{ ...ETHEREUM, path: "m/44'/118'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_UNCOMPRESSED' }],
    );
    const wallet = await cosmjs(service, addresses[0] ?? '');
    const [account] = await wallet.getAccounts();
    const document = makeSignDoc(Uint8Array.of(1), Uint8Array.of(2), 'cosmoshub-4', 3);
    const { signature } = await wallet.signDirect(account?.address ?? '', document);
    const fixed = Secp256k1Signature.fromFixedLength(Buffer.from(signature.signature, 'base64'));
    expect(
      await Secp256k1.verifySignature(fixed, sha256(makeSignBytes(document)), account?.pubkey ?? new Uint8Array()),
    ).toBe(true);
  });

  it('wallet-stamper stamps with an Ethereum wallet', async () => {
    const wallet = privateKeyToAccount(`0x${'01'.repeat(32)}`);
    const signMessage = (message: string) => wallet.signMessage({ message });
    const getPublicKey = async () => {
      const hash = hashMessage('who');
      const key = await recoverPublicKey({ hash, signature: await wallet.signMessage({ message: 'who' }) });
      return Buffer.from(Secp256k1.compressPubkey(Buffer.from(key.slice(2), 'hex'))).toString('hex');
    };
    await started.client.createUsers(
      started.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', {
        users: [
          {
            userName: 'Wallet',
            apiKeys: [
              { apiKeyName: 'Wallet', publicKey: await getPublicKey(), curveType: 'API_KEY_CURVE_SECP256K1' as const },
            ],
            authenticators: [],
            oauthProviders: [],
            userTags: [],
          },
        ],
      }),
    );
    expect(await walletStamper(service, { type: WalletType.Ethereum, signMessage, getPublicKey })).toBe('Wallet');
  });

  it('a receiver of webhooks accepts only deliveries signed by this service', async () => {
    const taken: unknown[] = [];
    const receiver = webhookReceiver(service, (event) => void taken.push(event)).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    try {
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
      const { client, envelope } = started;
      await client.createWebhookEndpoint(
        envelope('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', {
          url,
          name: 'Ledger',
          subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
        }),
      );
      const { activity } = await client.createWallet(
        envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Told', accounts: [] }),
      );
      await expect
        .poll(() => taken)
        .toContainEqual(expect.objectContaining({ id: activity.id, status: activity.status }));
    } finally {
      receiver.close();
    }
  });

  it('core uses a key of the browser', async () => {
    const leave = browserLike();
    try {
      // The package looks at its host as it is loaded.
      const { core } = await import('./sdk/core.ts');
      const { client, envelope, userId } = started;
      const register = async (publicKey: string) => {
        const apiKeys = [{ apiKeyName: 'Browser', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
        await client.createApiKeys(envelope('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys }));
      };
      expect(await core(started.ready, register)).toBe('Operator');
    } finally {
      leave();
    }
  });
});
