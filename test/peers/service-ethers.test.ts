import { createRequire } from 'node:module';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeySigner } from '@turnkey/ethers';
import { Transaction, verifyMessage, verifyTypedData } from 'ethers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NOON, type StartedService, startService } from '../contract/start-service.ts';
import { adapted } from './sdk/service.ts';
import { adapterClient, ETHEREUM, makeAccount } from './service-client.ts';

let service: StartedService;
let address: string;
let signer: TurnkeySigner;
beforeAll(async () => {
  // The adapters take the time of their requests from the machine's clock.
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  service = await startService();
  ({ address } = await makeAccount(service, ETHEREUM));
  signer = new TurnkeySigner({
    client: adapterClient(service),
    organizationId: service.organizationId,
    signWith: address,
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await service.stop();
});

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

describe('the official ethers signer', () => {
  it('returns the address of the account', async () => {
    expect(await signer.getAddress()).toBe(address);
  });

  it.each([
    ['text', 'hello'],
    ['bytes', Uint8Array.of(0xde, 0xad, 0xbe, 0xef)],
  ])('signs messages of %s, each as ethers verifies it', async (_what, message) => {
    expect(verifyMessage(message, await signer.signMessage(message))).toBe(address);
  });

  it('signs with its bundled older clients', async () => {
    const carried = createRequire(new URL('./node_modules/@turnkey/ethers/package.json', import.meta.url));
    const { TurnkeyClient }: typeof import('@turnkey/http') = carried('@turnkey/http');
    const { Turnkey }: typeof import('@turnkey/sdk-server') = carried('@turnkey/sdk-server');
    const { key, organizationId, ready } = service;
    const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
    const clients = [
      new TurnkeyClient({ baseUrl: ready.baseUrl }, stamper),
      new Turnkey({
        apiBaseUrl: ready.baseUrl,
        defaultOrganizationId: organizationId,
        apiPublicKey: key.publicKey,
        apiPrivateKey: key.privateKey,
      }).apiClient(),
    ];
    for (const client of clients) {
      const older = new TurnkeySigner({ client: adapted(client), organizationId, signWith: address });
      expect(verifyMessage('older', await older.signMessage('older'))).toBe(address);
    }
  });

  it('signs typed data', async () => {
    const domain = { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: to };
    const types = {
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'flags', type: 'bool[2]' },
      ],
    };
    const value = {
      to,
      amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      flags: [true, false],
    };
    const signature = await signer.signTypedData(domain, types, value);
    expect(verifyTypedData(domain, types, value, signature)).toBe(address);
  });

  it.each([
    ['legacy', { type: 0, chainId: 1, nonce: 0, gasLimit: 21_000, gasPrice: 10_000_000_000n, to, value: 1n }],
    [
      'EIP-1559',
      {
        type: 2,
        chainId: 10,
        nonce: 1,
        gasLimit: 60_000,
        maxFeePerGas: 3n,
        maxPriorityFeePerGas: 1n,
        to,
        data: '0xc0ffee',
      },
    ],
  ])('signs a %s transaction that ethers recovers', async (_what, transaction) => {
    const signed = Transaction.from(await signer.signTransaction(transaction));
    expect(signed.from).toBe(address);
    expect(signed.unsignedSerialized).toBe(Transaction.from(transaction).unsignedSerialized);
  });

  it('signs with a private key named by its id', async () => {
    const { activity } = await service.client.createPrivateKeys(
      service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
        privateKeys: [
          {
            privateKeyName: 'Named by id',
            curve: 'CURVE_SECP256K1' as const,
            privateKeyTags: [],
            addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const],
          },
        ],
      }),
    );
    const [key] = activity.result.createPrivateKeysResultV2?.privateKeys ?? [];
    const byId = new TurnkeySigner({
      client: adapterClient(service),
      organizationId: service.organizationId,
      signWith: key?.privateKeyId ?? '',
    });
    expect(await byId.getAddress()).toBe(key?.addresses?.[0]?.address);
    expect(verifyMessage('hello', await byId.signMessage('hello'))).toBe(key?.addresses?.[0]?.address);
  });
});
