import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createActivityPoller } from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

interface Account {
  readonly address: string;
  readonly publicKey: string;
}

let service: StartedService;
let ethereum: Account;
let solana: Account;
let nist: Account;
let plain: Account;

beforeAll(async () => {
  service = await startService();
  const pathFormat = 'PATH_FORMAT_BIP32';
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Signers',
      accounts: [
        { curve: 'CURVE_SECP256K1', pathFormat, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
        { curve: 'CURVE_ED25519', pathFormat, path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
        { curve: 'CURVE_P256', pathFormat, path: "m/1'", addressFormat: 'ADDRESS_FORMAT_COMPRESSED' },
        { curve: 'CURVE_SECP256K1', pathFormat, path: "m/2'", addressFormat: 'ADDRESS_FORMAT_UNCOMPRESSED' },
      ],
    }),
  );
  const { walletId } = activity.result.createWalletResult!;
  const { accounts } = await service.client.getWalletAccounts({ organizationId: service.organizationId, walletId });
  [ethereum, solana, nist, plain] = accounts.map(({ address, publicKey }) => ({ address, publicKey: publicKey! })) as [
    Account,
    Account,
    Account,
    Account,
  ];
});
afterAll(() => service.stop());

type SignParameters = Parameters<StartedService['client']['signRawPayload']>[0]['parameters'];

async function sign(parameters: SignParameters) {
  const { activity } = await service.client.signRawPayload(
    service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters),
  );
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  return activity.result.signRawPayloadResult!;
}

const compact = ({ r, s }: { r: string; s: string }) => hexToBytes(r + s);
const text = (payload: string, hashFunction: SignParameters['hashFunction']) =>
  ({ payload, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction }) as const;
const hex = (payload: string, hashFunction: SignParameters['hashFunction']) =>
  ({ payload, encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction }) as const;

describe('sign_raw_payload', () => {
  it.each([
    ['text hashed with SHA-256', text('hello', 'HASH_FUNCTION_SHA256'), sha256(utf8ToBytes('hello'))],
    ['text hashed with Keccak', text('grüße', 'HASH_FUNCTION_KECCAK256'), keccak256(utf8ToBytes('grüße'))],
    [
      'hexadecimal bytes hashed with Keccak',
      hex('0xDEADbeef', 'HASH_FUNCTION_KECCAK256'),
      keccak256(hexToBytes('deadbeef')),
    ],
    ['a digest as it is', hex('11'.repeat(32), 'HASH_FUNCTION_NO_OP'), new Uint8Array(32).fill(0x11)],
  ] as const)('signs %s so that the chain finds the account', async (_what, payload, digest) => {
    const signature = await sign({ signWith: ethereum.address, ...payload });

    expect(signature.r).toMatch(/^[0-9a-f]{64}$/);
    expect(signature.s).toMatch(/^[0-9a-f]{64}$/);
    expect(
      secp256k1.verify(compact(signature), digest, hexToBytes(ethereum.publicKey), { prehash: false, lowS: true }),
    ).toBe(true);
    const recovered = secp256k1.Signature.fromBytes(compact(signature))
      .addRecoveryBit(Number.parseInt(signature.v, 16))
      .recoverPublicKey(digest);
    expect(recovered.toHex()).toBe(ethereum.publicKey);
    expect(signature.v).toMatch(/^0[01]$/);
  });

  it('signs the message itself with Ed25519', async () => {
    const signature = await sign({ signWith: solana.address, ...hex('c0ffee', 'HASH_FUNCTION_NOT_APPLICABLE') });
    expect(signature.v).toBe('00');
    expect(
      ed25519.verify(compact(signature), hexToBytes('c0ffee'), hexToBytes(solana.publicKey), { zip215: false }),
    ).toBe(true);
  });

  it('signs with P-256', async () => {
    const signature = await sign({ signWith: nist.address, ...text('hello', 'HASH_FUNCTION_SHA256') });
    expect(
      p256.verify(compact(signature), sha256(utf8ToBytes('hello')), hexToBytes(nist.publicKey), {
        prehash: false,
        lowS: false,
      }),
    ).toBe(true);
  });

  it.each([
    ['lowercase', () => ethereum.address.toLowerCase()],
    ['uppercase', () => `0x${ethereum.address.slice(2).toUpperCase()}`],
    ['checksummed', () => ethereum.address],
  ])('finds an Ethereum account by its %s address', async (_spelling, address) => {
    const expected = await sign({ signWith: ethereum.address, ...text('spelling', 'HASH_FUNCTION_SHA256') });
    expect(await sign({ signWith: address(), ...text('spelling', 'HASH_FUNCTION_SHA256') })).toEqual(expected);
  });

  it('finds an account by its public key when that is its address', async () => {
    const signature = await sign({ signWith: plain.address.toUpperCase(), ...text('hello', 'HASH_FUNCTION_SHA256') });
    expect(
      secp256k1.verify(compact(signature), sha256(utf8ToBytes('hello')), hexToBytes(plain.publicKey), {
        prehash: false,
      }),
    ).toBe(true);
  });

  it('does not find a Solana address in another letter case', async () => {
    const signing = sign({ signWith: solana.address.toLowerCase(), ...hex('c0ffee', 'HASH_FUNCTION_NOT_APPLICABLE') });
    await expect(signing).rejects.toThrow('Could not find any resource to sign with');
  });

  it.each([
    [
      'an address of nobody',
      () => ({ signWith: '0x0000000000000000000000000000000000000001', ...text('x', 'HASH_FUNCTION_SHA256') }),
      'Turnkey error 5: Could not find any resource to sign with',
    ],
    [
      'text that is not hexadecimal',
      () => ({ signWith: ethereum.address, ...hex('hello', 'HASH_FUNCTION_SHA256') }),
      'Turnkey error 3: invalid payload',
    ],
    [
      'a short digest',
      () => ({ signWith: ethereum.address, ...hex('beef', 'HASH_FUNCTION_NO_OP') }),
      'Turnkey error 3: ',
    ],
    [
      'a hash function for Ed25519',
      () => ({ signWith: solana.address, ...text('x', 'HASH_FUNCTION_SHA256') }),
      'Turnkey error 3: invalid hash function',
    ],
    [
      'no hash function for ECDSA',
      () => ({ signWith: ethereum.address, ...text('x', 'HASH_FUNCTION_NOT_APPLICABLE') }),
      'Turnkey error 3: invalid hash function',
    ],
    [
      'an unknown hash function',
      () => ({ signWith: ethereum.address, ...text('x', 'MD5' as 'HASH_FUNCTION_NO_OP') }),
      'Turnkey error 3: invalid hash function: /parameters/hashFunction',
    ],
    [
      'an unknown encoding',
      () => ({
        signWith: ethereum.address,
        payload: 'x',
        encoding: 'BASE64' as 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256' as const,
      }),
      'Turnkey error 3: invalid payload encoding: /parameters/encoding',
    ],
  ])('refuses %s and stores no activity', async (_what, parameters, message) => {
    const latest = async () =>
      (
        await service.client.getActivities({
          organizationId: service.organizationId,
          paginationOptions: { limit: '1' },
        })
      ).activities[0]!.id;
    const before = await latest();
    await expect(sign(parameters())).rejects.toThrow(message);
    expect(await latest()).toBe(before);
  });

  it('completes under the official poller', async () => {
    const poll = createActivityPoller({
      client: service.client,
      requestFn: service.client.signRawPayload,
      refreshIntervalMs: 1,
    });
    const activity = await poll(
      service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: ethereum.address,
        ...text('polled', 'HASH_FUNCTION_SHA256'),
      }),
    );
    expect(bytesToHex(compact(activity.result.signRawPayloadResult!))).toHaveLength(128);
  });
});
