import { createAccount, TurnkeyActivityError } from '@turnkey/viem';
import {
  type LocalAccount,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  type TransactionSerializable,
} from 'viem';
import { recoverAuthorizationAddress } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NOON, type StartedService, startService } from '../contract/start-service.ts';
import { adapterClient, ETHEREUM, makeAccount } from './service-client.ts';

let service: StartedService;
let account: LocalAccount;
beforeAll(async () => {
  // The adapters take the time of their requests from the machine's clock.
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  service = await startService();
  const { address } = await makeAccount(service, ETHEREUM);
  const { organizationId } = service;
  account = await createAccount({ client: adapterClient(service), organizationId, signWith: address });
  expect(account.address).toBe(address);
});
afterAll(async () => {
  vi.useRealTimers();
  await service.stop();
});

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const LOWERCASE = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const fees = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n, gas: 21_000n } as const;

describe('the official viem account', () => {
  it.each([
    ['text', 'hello'],
    ['bytes', { raw: '0xdeadbeef' }],
  ] as const)('signs a message of %s', async (_what, message) => {
    const signature = await account.signMessage({ message });
    expect(await recoverMessageAddress({ message, signature })).toBe(account.address);
  });

  it('signs typed data', async () => {
    const data = {
      domain: { name: 'Ether Mail', version: '1', chainId: 1n, verifyingContract: to },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Mail: [
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
          { name: 'data', type: 'bytes' },
        ],
      },
      primaryType: 'Mail',
      message: { to, amount: 2n ** 255n, data: '0xc0ffee' },
    } as const;
    const signature = await account.signTypedData(data);
    expect(await recoverTypedDataAddress({ ...data, signature })).toBe(account.address);
  });

  it('signs an EIP-7702 authorization', async () => {
    const sign = account.signAuthorization;
    if (sign === undefined) throw new Error('the adapter signs authorizations');
    const authorization = await sign({ address: to, chainId: 10, nonce: 7 });
    const { r, s, yParity } = authorization;
    expect(authorization).toMatchObject({ address: to, chainId: 10, nonce: 7 });
    expect(
      await recoverAuthorizationAddress({
        authorization: { address: to, chainId: 10, nonce: 7 },
        signature: { r, s, yParity: yParity ?? 0 },
      }),
    ).toBe(account.address);
  });

  it.each([
    ['legacy', { type: 'legacy', chainId: 1, nonce: 0, gas: 21_000n, gasPrice: 10_000_000_000n, to, value: 1n }],
    [
      'EIP-2930',
      {
        type: 'eip2930',
        chainId: 1,
        nonce: 1,
        gas: 21_000n,
        gasPrice: 1n,
        to,
        accessList: [{ address: LOWERCASE, storageKeys: [`0x${'11'.repeat(32)}`] }],
      },
    ],
    ['EIP-1559', { type: 'eip1559', chainId: 137, nonce: 2, ...fees, to, value: 10n ** 18n, data: '0xdeadbeef' }],
    ['EIP-1559 that creates a contract', { type: 'eip1559', chainId: 137, nonce: 3, ...fees, data: '0x6000' }],
  ] as const)('signs a %s transaction', async (_what, transaction) => {
    const signed = await account.signTransaction(transaction as TransactionSerializable);
    expect(await recoverTransactionAddress({ serializedTransaction: signed as never })).toBe(account.address);
    const { r: _r, s: _s, v: _v, yParity: _parity, ...fields } = parseTransaction(signed);
    expect(fields).toMatchObject(Object.fromEntries(Object.entries(transaction).filter(([name]) => name !== 'to')));
  });

  it('gets the reason for a refusal in the public wording', async () => {
    const nobody = await createAccount({
      client: adapterClient(service),
      organizationId: service.organizationId,
      signWith: to,
    });
    const error = await nobody.signMessage({ message: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TurnkeyActivityError);
    expect(String(error)).toContain('Could not find any resource to sign with');
  });
});
