import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, publicKeyOf, signRawPayload } from '../../../electron/crypto/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';
import { type Bench, createReadyBench } from './harness.ts';

/** A key that nobody at the service has. */
const FOREIGN = hexDecode('11'.repeat(32));
const FOREIGN_ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';

describe('a signer the service tells nothing of', () => {
  let bench: Bench & { address: string };
  let count = 0;
  beforeAll(async () => {
    bench = await createReadyBench();
  });
  afterAll(() => bench.end());

  const refused = (reason: RegExp) => ({ code: 'SIGNATURE_MISMATCH', message: expect.stringMatching(reason) });
  const hideAccounts = () => {
    for (const [path, member] of [
      ['list_wallets', 'wallets'],
      ['list_wallet_accounts', 'accounts'],
      ['list_private_keys', 'privateKeys'],
    ] as const) {
      bench.transport.answer(`/public/v1/query/${path}`, () => ({ status: 200, body: { [member]: [] } }));
    }
  };
  /** Signed with an account the service does have, by a body that asks for `signWith`: as a service with other accounts would. */
  const sign = async (signWith: string, answer: (payload: string) => { r: string; s: string; v: string }) => {
    hideAccounts();
    count += 1;
    const payload = `message ${count}`;
    bench.transport.answer('/public/v1/submit/sign_raw_payload', () => {
      const { body } = bench.transport.sent.findLast(({ path }) => path.endsWith('sign_raw_payload')) ?? { body: '' };
      return { status: 200, body: { activity: completed(body, answer(payload)) } };
    });
    const { requestId } = await bench.engine.requests.prepare('sign_raw_payload', {
      signWith,
      payload,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: signWith.startsWith('0x') ? 'HASH_FUNCTION_SHA256' : 'HASH_FUNCTION_NOT_APPLICABLE',
    });
    return bench.engine.requests.submit(requestId);
  };
  const completed = (body: string, result: object) => ({
    id: `0a9d1c8e-0000-4000-8000-${String(count).padStart(12, '0')}`,
    organizationId: JSON.parse(body).organizationId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: JSON.parse(body).type,
    intent: {},
    result: { signRawPayloadResult: result },
    votes: [],
    fingerprint: `sha256:${createHash('sha256').update(body).digest('hex')}`,
    canApprove: false,
    canReject: false,
    createdAt: '2025-04-23T04:45:55Z',
    updatedAt: '2025-04-23T04:45:55Z',
  });
  const ecdsa = (payload: string, privateKey = FOREIGN) =>
    signRawPayload({
      privateKey,
      curve: 'CURVE_SECP256K1',
      payload,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
  const eddsa = (payload: string, privateKey = FOREIGN) =>
    signRawPayload({ privateKey, curve: 'CURVE_ED25519', payload, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' });
  const solana = addressOf('ADDRESS_FORMAT_SOLANA', publicKeyOf('CURVE_ED25519', FOREIGN));

  it('the key that the signature tells must derive the address', async () => {
    const { signature } = await sign(FOREIGN_ADDRESS, ecdsa);
    expect(signature).toMatchObject({
      address: FOREIGN_ADDRESS,
      publicKey: publicKeyOf('CURVE_SECP256K1', FOREIGN),
      scheme: 'ECDSA secp256k1',
    });
  });

  it('a signature by another key is refused', async () => {
    await expect(sign(FOREIGN_ADDRESS, (payload) => ecdsa(payload, hexDecode('12'.repeat(32))))).rejects.toMatchObject(
      refused(/was not signed by 0x19E7/),
    );
  });

  it('an address of Solana is its key', async () => {
    expect((await sign(solana, eddsa)).signature).toMatchObject({ address: solana, scheme: 'Ed25519' });
    await expect(sign(solana, (payload) => eddsa(payload, hexDecode('12'.repeat(32))))).rejects.toMatchObject(
      refused(/not a signature of this payload/),
    );
  });

  it('an address that tells nothing of its key is not verified, which is said and is no error', async () => {
    const sui = `0x${'ab'.repeat(32)}`;
    expect((await sign(sui, ecdsa)).signature).toBeNull();
    expect((await sign('some name', ecdsa)).signature).toBeNull();
  });
});
