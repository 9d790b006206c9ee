import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { type ActivityName, OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

describe('a signer', () => {
  let bench: Bench & { address: string };
  let privateKeyId: string;
  const addresses: Record<string, string> = {};

  beforeAll(async () => {
    bench = await createReadyBench();
    const { activity: wallet } = await submit('create_wallet', {
      walletName: 'Many',
      accounts: [
        { curve: 'CURVE_SECP256K1', path: "m/86'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR' },
        { curve: 'CURVE_SECP256K1', path: "m/44'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH' },
        { curve: 'CURVE_ED25519', path: "m/44'/784'/0'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SUI' },
        { curve: 'CURVE_P256', path: "m/0'", addressFormat: 'ADDRESS_FORMAT_COMPRESSED' },
      ].map((account) => ({ ...account, pathFormat: 'PATH_FORMAT_BIP32' })),
    });
    const [taproot = '', script = '', sui = '', p256 = ''] = resultOf(OPERATIONS.create_wallet, wallet).addresses;
    const { activity: keys } = await submit('create_private_keys', {
      privateKeys: [
        {
          privateKeyName: 'Cold',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_SPARK_MAINNET'],
        },
      ],
    });
    const [key] = resultOf(OPERATIONS.create_private_keys, keys).privateKeys;
    const [ethereum = '', spark = ''] = (key?.addresses ?? []).map(({ address }) => address ?? '');
    privateKeyId = key?.privateKeyId ?? '';
    Object.assign(addresses, { taproot, script, sui, p256, ethereum, spark });
    await bench.engine.accounts.refresh();
  });
  afterAll(() => bench.end());

  const submit = async (name: ActivityName, parameters: Record<string, unknown>) => {
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return bench.engine.requests.submit(requestId);
  };
  const sign = (signWith: string, hashFunction = 'HASH_FUNCTION_SHA256') =>
    submit('sign_raw_payload', { signWith, payload: 'hello', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction });

  it.for([
    ['taproot', 'BIP-340 Schnorr, BIP-341 key path', undefined],
    ['script', 'ECDSA secp256k1', undefined],
    ['sui', 'Ed25519', 'HASH_FUNCTION_NOT_APPLICABLE'],
    ['p256', 'ECDSA P-256', undefined],
    ['ethereum', 'ECDSA secp256k1', undefined],
    ['spark', 'BIP-340 Schnorr', undefined],
  ] as const)('named by its %s address is proven by %s', async ([name, scheme, hashFunction]) => {
    const address = addresses[name] ?? '';
    expect((await sign(address, hashFunction)).signature).toMatchObject({ address, scheme });
  });

  it('named by the id of its private key is proven by the key that the service shows for it', async () => {
    const { signature } = await sign(privateKeyId);
    expect(signature).toMatchObject({ address: privateKeyId, scheme: 'ECDSA secp256k1' });
  });

  it('named by that id, the key of another one is refused', async () => {
    bench.transport.answer('/public/v1/query/get_private_key', ({ status, body }) => {
      const { privateKey } = body as { privateKey: object };
      return { status, body: { privateKey: { ...privateKey, publicKey: `02${'79be667e'.padEnd(64, '0')}` } } };
    });
    const unknown = await sign(privateKeyId);
    expect(unknown.signature).toBeNull();
    const generator = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    bench.transport.answer('/public/v1/query/get_private_key', ({ status, body }) => {
      const { privateKey } = body as { privateKey: object };
      return { status, body: { privateKey: { ...privateKey, publicKey: generator } } };
    });
    await expect(sign(privateKeyId)).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
  });

  it('whose key derives another address is refused: the service shows the wrong key', async () => {
    bench.transport.answer('/public/v1/query/list_private_keys', ({ status, body }) => {
      const [key] = (body as { privateKeys: object[] }).privateKeys;
      const publicKey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
      return { status, body: { privateKeys: [{ ...key, publicKey }] } };
    });
    await expect(sign(addresses.ethereum ?? '')).rejects.toMatchObject({
      code: 'SIGNATURE_MISMATCH',
      message: expect.stringContaining('derives 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'),
    });
  });

  const unknownThere = (name: string) =>
    bench.transport.answer(`/public/v1/query/${name}`, () => ({ status: 404, body: { message: 'no', code: 5 } }));

  it('named by an id at a service that does not show keys is unknown, which is no failure', async () => {
    unknownThere('get_private_key');
    const { activity, signature } = await sign(privateKeyId);
    expect([activity.status, signature]).toEqual(['ACTIVITY_STATUS_COMPLETED', null]);
  });

  it.for(['ethereum', 'spark'])(
    'at a service that does not list keys is proven by its %s address alone',
    async (name) => {
      unknownThere('list_private_keys');
      expect((await sign(addresses[name] ?? '')).signature).toMatchObject({ address: addresses[name] });
    },
  );

  it('of many payloads is proven by Schnorr too', async () => {
    const { signature } = await submit('sign_raw_payloads', {
      signWith: addresses.taproot,
      payloads: ['a', 'b'],
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    expect(signature).toMatchObject({ scheme: 'BIP-340 Schnorr, BIP-341 key path', address: addresses.taproot });
    expect(signature?.signed).toHaveLength(2);
  });
});
