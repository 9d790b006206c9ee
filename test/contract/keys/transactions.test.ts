import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { encryptPrivateKeyToBundle } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

/** The well-known private key of test vectors. Its signatures follow RFC 6979. */
const HARDHAT = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

let service: StartedService;
let keyId: string;
let ethereum: string;
let solana: { address: string; publicKey: string };
beforeAll(async () => {
  service = await startService();
  const { userId, organizationId } = service;
  const init = await service.client.initImportPrivateKey(
    service.envelope('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId }),
  );
  const encryptedBundle = await encryptPrivateKeyToBundle({
    userId,
    organizationId,
    privateKey: HARDHAT,
    keyFormat: 'HEXADECIMAL',
    importBundle: init.activity.result.initImportPrivateKeyResult!.importBundle,
    dangerouslyOverrideSignerPublicKey: service.ready.keys.signer,
  });
  const imported = await service.client.importPrivateKey(
    service.envelope('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
      userId,
      privateKeyName: 'Hardhat',
      encryptedBundle,
      curve: 'CURVE_SECP256K1' as const,
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const, 'ADDRESS_FORMAT_TRON' as const],
    }),
  );
  const { privateKeyId, addresses } = imported.activity.result.importPrivateKeyResult!;
  keyId = privateKeyId;
  ethereum = addresses[0]!.address!;
  const made = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        {
          privateKeyName: 'Solana',
          curve: 'CURVE_ED25519' as const,
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_SOLANA' as const],
        },
      ],
    }),
  );
  const [key] = made.activity.result.createPrivateKeysResultV2!.privateKeys;
  const { privateKey } = await service.client.getPrivateKey({ organizationId, privateKeyId: key!.privateKeyId! });
  solana = { address: key!.addresses![0]!.address!, publicKey: privateKey.publicKey };
});
afterAll(() => service.stop());

type Type = Parameters<StartedService['client']['signTransaction']>[0]['parameters']['type'];

async function sign(type: Type, unsignedTransaction: string, signWith = ethereum) {
  const { activity } = await service.client.signTransaction(
    service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', { signWith, unsignedTransaction, type }),
  );
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  return activity.result.signTransactionResult!.signedTransaction;
}

const UNSIGNED_1559 = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const UNSIGNED_LEGACY = 'df010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180018080';
const TRON_RAW =
  '0a0200012208112233445566778840e0a499ffbc315a65080112610a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412300a1541f39fd6e51aad88f6f4ce6ab8827279cfffb92266121541f1cd33c4802dec54475c555f95e9403a62fd355318647080d095ffbc31';
const TRON_SIGNATURE =
  'd709b0aaee771fcb14a217f1f92b860670bdf7a1bb34fe283b32fcc88f350b8233768c0e1b955f35eda37660fe33c275c40f6437901396d38db152cb9ab682e400';
const TEMPO = '76e501808080d8d79470997970c51812dc3a010c7d01b50e0d17dc79c88080c0808080808080c0';
const TEMPO_SIGNED =
  '76f86801808080d8d79470997970c51812dc3a010c7d01b50e0d17dc79c88080c0808080808080c0b8416b37e17bf41d92dfee5ffdce55431bf01dd7875b2229d6258350c5ee6fe6a54225b867dc1b19c9ec97833ebdccd830d2846c5b724b72dcd754d694d08b5e80ee1c';

/** One signature slot, version bytes of a legacy message, a memo by one account: enough for the wire layout. */
function solanaMessage(publicKey: string): string {
  const system = '00'.repeat(32);
  const transfer = `02000000${'0100000000000000'}`;
  return `01000102${publicKey}${system}${'11'.repeat(32)}0101020000${'0c'}${transfer}`;
}

describe('sign_transaction', () => {
  it('signs an EIP-1559 transaction so that its sender is the account', async () => {
    const signed = await sign('TRANSACTION_TYPE_ETHEREUM', UNSIGNED_1559);
    expect(signed.startsWith('02f8')).toBe(true);
    const tail = signed.slice(-(1 + 33 + 33) * 2);
    const [parity, r, s] = [tail.slice(0, 2), tail.slice(4, 68), tail.slice(70)];
    const recovered = secp256k1.Signature.fromBytes(hexToBytes(r + s))
      .addRecoveryBit(parity === '01' ? 1 : 0)
      .recoverPublicKey(keccak256(hexToBytes(UNSIGNED_1559)));
    expect(bytesToHex(keccak256(recovered.toBytes(false).subarray(1)).subarray(12))).toBe(
      ethereum.slice(2).toLowerCase(),
    );
  });

  it('signs a legacy transaction with its chain id in v', async () => {
    const signed = await sign('TRANSACTION_TYPE_ETHEREUM', UNSIGNED_LEGACY);
    expect(signed).toMatch(/^f8[0-9a-f]{2}0102825208/);
    expect(signed).toMatch(/(25|26)a0/);
  });

  it.each([
    ['the id of the key', () => keyId],
    ['another spelling of the address', () => ethereum.toLowerCase()],
  ])('signs the same with %s', async (_what, signWith) => {
    expect(await sign('TRANSACTION_TYPE_ETHEREUM', `0x${UNSIGNED_1559}`, signWith())).toBe(
      await sign('TRANSACTION_TYPE_ETHEREUM', UNSIGNED_1559),
    );
  });

  it('signs a Tron transaction ready to be sent', async () => {
    expect(await sign('TRANSACTION_TYPE_TRON', TRON_RAW)).toBe(`0a8301${TRON_RAW}1241${TRON_SIGNATURE}`);
  });

  it('signs a Tempo transaction', async () => {
    expect(await sign('TRANSACTION_TYPE_TEMPO', TEMPO)).toBe(TEMPO_SIGNED);
  });

  it('signs a Solana transaction in its slot', async () => {
    const message = solanaMessage(solana.publicKey);
    const signed = await sign('TRANSACTION_TYPE_SOLANA', `01${'00'.repeat(64)}${message}`, solana.address);
    expect(signed.slice(130)).toBe(message);
    const signature = hexToBytes(signed.slice(2, 130));
    expect(ed25519.verify(signature, hexToBytes(message), hexToBytes(solana.publicKey), { zip215: false })).toBe(true);
  });
});

describe('a transaction that cannot be signed', () => {
  /** The error answer as it is on the wire. */
  async function refusal(type: string, unsignedTransaction: string, signWith = ethereum) {
    const body = service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', { signWith, unsignedTransaction, type });
    const signed = await service.client.stampSignTransaction(body as never);
    const response = await fetch(signed.url, {
      method: 'POST',
      headers: { [signed.stamp.stampHeaderName]: signed.stamp.stampHeaderValue },
      body: signed.body,
    });
    return { status: response.status, body: await response.json() };
  }

  it.each([
    ['text', 'TRANSACTION_TYPE_ETHEREUM', 'hello'],
    ['nothing', 'TRANSACTION_TYPE_ETHEREUM', ''],
    ['one that is signed already', 'TRANSACTION_TYPE_TEMPO', TEMPO_SIGNED.slice(0, -2)],
    ['one that was cut off', 'TRANSACTION_TYPE_ETHEREUM', UNSIGNED_1559.slice(0, -4)],
    ['one with bytes behind its end', 'TRANSACTION_TYPE_TRON', `${TRON_RAW}00`],
    ['no PSBT', 'TRANSACTION_TYPE_BITCOIN', UNSIGNED_1559],
    ['one of another type', 'TRANSACTION_TYPE_SOLANA', UNSIGNED_1559],
  ])('(%s) has the public code and words, and leaves no activity', async (_what, type, unsigned) => {
    const { organizationId } = service;
    const latest = async () =>
      (await service.client.getActivities({ organizationId, paginationOptions: { limit: '1' } })).activities[0]!.id;
    const before = await latest();
    const signWith = type === 'TRANSACTION_TYPE_SOLANA' ? solana.address : ethereum;
    const { status, body } = await refusal(type, unsigned, signWith);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 3,
      message: expect.stringMatching(/^failed to parse transaction: /),
      turnkeyErrorCode: 'INVALID_TRANSACTION',
      details: [{ turnkeyErrorCode: 'INVALID_TRANSACTION' }],
    });
    expect(await latest()).toBe(before);
  });

  it('is refused with the reason when its type needs another curve', async () => {
    const { body } = await refusal('TRANSACTION_TYPE_ETHEREUM', UNSIGNED_1559, solana.address);
    expect(body).toMatchObject({
      turnkeyErrorCode: 'INVALID_TRANSACTION',
      message: expect.stringContaining('TRANSACTION_TYPE_ETHEREUM is signed with CURVE_SECP256K1 keys'),
    });
  });

  it.each(['TRANSACTION_TYPE_MOON', ''])(
    'because its type %j is unknown has the code of unsupported types',
    async (type) => {
      const { status, body } = await refusal(type, UNSIGNED_1559);
      expect(status).toBe(400);
      expect(body).toMatchObject({ turnkeyErrorCode: 'UNSUPPORTED_TRANSACTION_TYPE', code: 3 });
    },
  );

  it('is refused as not found for an unknown account', async () => {
    const { status, body } = await refusal(
      'TRANSACTION_TYPE_ETHEREUM',
      UNSIGNED_1559,
      '0x0000000000000000000000000000000000000001',
    );
    expect([status, body.message]).toEqual([
      404,
      'Could not find any resource to sign with. Addresses are case sensitive.',
    ]);
  });

  it('causes no internal error', () => {
    expect(service.reports).toEqual([]);
  });
});
