import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
let ethereum: { address: string; publicKey: string };
let solana: { address: string; publicKey: string };
beforeAll(async () => {
  service = await startService();
  const pathFormat = 'PATH_FORMAT_BIP32';
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Batch',
      accounts: [
        { curve: 'CURVE_SECP256K1', pathFormat, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
        { curve: 'CURVE_ED25519', pathFormat, path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
      ],
    }),
  );
  const { walletId } = activity.result.createWalletResult!;
  const { accounts } = await service.client.getWalletAccounts({ organizationId: service.organizationId, walletId });
  [ethereum, solana] = accounts.map(({ address, publicKey }) => ({ address, publicKey: publicKey! })) as [
    typeof ethereum,
    typeof solana,
  ];
});
afterAll(() => service.stop());

type Batch = Parameters<StartedService['client']['signRawPayloads']>[0]['parameters'];

async function sign(parameters: Partial<Batch> & { payloads: string[] }) {
  const { activity } = await service.client.signRawPayloads(
    service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
      signWith: ethereum.address,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
      hashFunction: 'HASH_FUNCTION_SHA256' as const,
      ...parameters,
    }),
  );
  return activity.result.signRawPayloadsResult!.signatures!;
}
const compact = ({ r, s }: { r: string; s: string }) => hexToBytes(r + s);
const latest = async () => {
  const { organizationId } = service;
  const { activities } = await service.client.getActivities({ organizationId, paginationOptions: { limit: '1' } });
  return activities[0]!.id;
};

describe('sign_raw_payloads', () => {
  it('gives a signature for each payload, in the order of the request', async () => {
    const payloads = Array.from({ length: 50 }, (_none, index) => `payload ${index}`);
    const signatures = await sign({ payloads });
    expect(signatures).toHaveLength(50);
    signatures.forEach((signature, index) => {
      const digest = sha256(utf8ToBytes(`payload ${index}`));
      expect(
        secp256k1.verify(compact(signature), digest, hexToBytes(ethereum.publicKey), { prehash: false, lowS: true }),
      ).toBe(true);
    });
  });

  it('signs messages with Ed25519', async () => {
    const signatures = await sign({
      signWith: solana.address,
      payloads: ['one', 'two'],
      hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
    });
    expect(
      signatures.map((signature, index) =>
        ed25519.verify(compact(signature), utf8ToBytes(['one', 'two'][index]!), hexToBytes(solana.publicKey)),
      ),
    ).toEqual([true, true]);
  });

  it('signs nothing when one payload cannot be signed', async () => {
    const before = await latest();
    const payloads = [...Array.from({ length: 20 }, () => '11'.repeat(32)), 'beef'];
    const attempt = sign({
      payloads,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    await expect(attempt).rejects.toThrow('Turnkey error 3: invalid payload');
    expect(await latest()).toBe(before);
  });

  it.each([
    ['no payloads', { payloads: [] }, '/parameters/payloads'],
    ['too many payloads', { payloads: Array.from({ length: 1001 }, () => '') }, '/parameters/payloads'],
    ['a payload that is no text', { payloads: [1 as never] }, '/parameters/payloads/0'],
    ['an account of nobody', { signWith: '7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60', payloads: ['x'] }, 'Turnkey error 5'],
  ])('refuses %s', async (_what, parameters, message) => {
    await expect(sign(parameters)).rejects.toThrow(message);
  });

  it('lets other requests be answered while it signs many', async () => {
    const order: string[] = [];
    const payloads = Array.from({ length: 1000 }, (_none, index) => `busy ${index}`);
    const many = sign({ payloads }).then(() => order.push('many'));
    const one = service.client.getWhoami({ organizationId: service.organizationId }).then(() => order.push('one'));
    await Promise.all([many, one]);
    expect(order).toEqual(['one', 'many']);
  });
});

describe('typed payloads', () => {
  const typedData = {
    domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: `0x${'cc'.repeat(20)}` },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Person: [
        { name: 'name', type: 'string' },
        { name: 'wallet', type: 'address' },
      ],
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person' },
        { name: 'contents', type: 'string' },
      ],
    },
    primaryType: 'Mail',
    message: {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    },
  };
  const withoutDomainType = { ...typedData, types: { Mail: typedData.types.Mail, Person: typedData.types.Person } };
  const digestOf = {
    mail: 'be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    authorization: 'ecf68c3aa9fcff1ff1cf1d250724dc93865f7f49d29d16b08994a19af4a61228',
  };
  const authorization = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 1, nonce: 7 };

  it.each([
    ['EIP-712', 'PAYLOAD_ENCODING_EIP712', typedData, digestOf.mail],
    ['EIP-712 without the type of its domain', 'PAYLOAD_ENCODING_EIP712', withoutDomainType, digestOf.mail],
    ['EIP-7702', 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', authorization, digestOf.authorization],
  ] as const)('of %s are signed as their standard says', async (_what, encoding, payload, digest) => {
    const [signature] = await sign({
      payloads: [JSON.stringify(payload)],
      encoding,
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    expect(
      secp256k1.verify(compact(signature!), hexToBytes(digest), hexToBytes(ethereum.publicKey), { prehash: false }),
    ).toBe(true);
  });

  it.each([
    ['that are no JSON', () => ethereum.address, 'PAYLOAD_ENCODING_EIP712', undefined],
    ['for an Ed25519 account', () => solana.address, 'PAYLOAD_ENCODING_EIP712', typedData],
    [
      'of an authorization without a nonce',
      () => ethereum.address,
      'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
      { address: authorization.address, chainId: 1 },
    ],
  ] as const)('%s are refused', async (_what, signWith, encoding, payload) => {
    const before = await latest();
    const attempt = sign({
      signWith: signWith(),
      payloads: [payload === undefined ? '{' : JSON.stringify(payload)],
      encoding,
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    await expect(attempt).rejects.toThrow(/^Turnkey error 3: invalid (payload|payload encoding): /);
    expect(await latest()).toBe(before);
  });
});
