import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  publicKeyOf,
  requirePublicKey,
  signRawPayload,
  signTransaction,
} from '../../../../electron/crypto/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import vectors from '../../../vectors/transactions.json' with { type: 'json' };
import { draftOf, writeDraft } from '../../crypto/transactions/bitcoin/drafts.ts';
import { type Bench, createReadyBench } from '../harness.ts';

/** A key of no user at the service. */
const FOREIGN = hexDecode('11'.repeat(32));
const FOREIGN_ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';

describe('a signer that the service does not know', () => {
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
  /** Submits while the service hides its accounts and returns `result`, as a service with other accounts would. */
  const submit = async (name: 'sign_raw_payload' | 'sign_transaction', parameters: object, result: object) => {
    hideAccounts();
    bench.transport.answer(`/public/v1/submit/${name}`, () => {
      const { body } = bench.transport.sent.findLast(({ path }) => path.endsWith(name)) ?? { body: '' };
      const member = OPERATIONS[name].resultMember;
      return { status: 200, body: { activity: completed(body, { [member]: result }) } };
    });
    const { requestId } = await bench.engine.requests.prepare(name, { ...parameters });
    return bench.engine.requests.submit(requestId);
  };
  const sign = (signWith: string, answer: (payload: string) => { r: string; s: string; v: string }) => {
    count += 1;
    const payload = `message ${count}`;
    const parameters = {
      signWith,
      payload,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: signWith.startsWith('0x') ? 'HASH_FUNCTION_SHA256' : 'HASH_FUNCTION_NOT_APPLICABLE',
    };
    return submit('sign_raw_payload', parameters, answer(payload));
  };
  const completed = (body: string, result: object) => ({
    id: `0a9d1c8e-0000-4000-8000-${String(count).padStart(12, '0')}`,
    organizationId: JSON.parse(body).organizationId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: JSON.parse(body).type,
    intent: {},
    result,
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

  it('the key of the signature must derive the address', async () => {
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

  it('a hash of typed data by a public key that is a point of two curves is refused when another key made it', async () => {
    const compressed = publicKeyOf('CURVE_SECP256K1', hexDecode('07'.repeat(32)));
    expect(() => requirePublicKey('CURVE_P256', compressed)).not.toThrow();
    const parameters = {
      signWith: compressed,
      payload: JSON.stringify({ address: FOREIGN_ADDRESS, chainId: 1, nonce: 1 }),
      encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    } as const;
    const wrong = signRawPayload({ ...parameters, curve: 'CURVE_SECP256K1', privateKey: FOREIGN });
    await expect(submit('sign_raw_payload', parameters, wrong)).rejects.toMatchObject(
      refused(/not a signature of this payload/),
    );
  });

  describe('and a transaction', () => {
    const bitcoin = addressOf('ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', publicKeyOf('CURVE_SECP256K1', FOREIGN));
    const tron = addressOf('ADDRESS_FORMAT_TRON', publicKeyOf('CURVE_SECP256K1', FOREIGN));
    const psbt = (amount: bigint) => {
      const draft = draftOf(['P2WPKH'], publicKeyOf('CURVE_SECP256K1', FOREIGN));
      for (const output of draft.outputs) output.amount = amount;
      return writeDraft(draft);
    };
    const tempo = (nonce: string) =>
      `76e501808080d8d79470997970c51812dc3a010c7d01b50e0d17dc79c88080c080${nonce}80808080c0`;
    const ethereum = (value: string) => `02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb92266${value}80c0`;
    const tronRaw = (expiration: string) =>
      (vectors.tron[0]?.unsigned ?? '').replace('40e0a499ffbc31', `40${expiration}99ffbc31`);

    it.for([
      ['TRANSACTION_TYPE_ETHEREUM', FOREIGN_ADDRESS, ethereum('01'), ethereum('02'), /value differs/],
      ['TRANSACTION_TYPE_TEMPO', FOREIGN_ADDRESS, tempo('80'), tempo('01'), /nonce differs/],
      ['TRANSACTION_TYPE_TRON', tron, tronRaw('e0a4'), tronRaw('e0a5'), /expiration/],
      ['TRANSACTION_TYPE_BITCOIN', bitcoin, psbt(30_000n), psbt(40_000n), /amount/],
    ] as const)('of %s is proven by what it was signed with', async ([type, signWith, asked, other, difference]) => {
      const parameters = { signWith, type, unsignedTransaction: asked };
      const signed = (unsigned: string, byte = '11') => {
        const privateKey = hexDecode(byte.repeat(32));
        const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
        const addressFormats = ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'] as const;
        const key = { curve: 'CURVE_SECP256K1', privateKey, publicKey, addressFormats } as const;
        return { signedTransaction: signTransaction(type, unsigned, key) };
      };
      expect((await submit('sign_transaction', parameters, signed(asked))).signature).toMatchObject({
        address: signWith,
        publicKey: publicKeyOf('CURVE_SECP256K1', FOREIGN),
      });
      await expect(submit('sign_transaction', parameters, signed(other))).rejects.toMatchObject(refused(difference));
      await expect(submit('sign_transaction', parameters, { signedTransaction: asked })).rejects.toMatchObject({
        code: 'SIGNATURE_MISMATCH',
      });
      if (type === 'TRANSACTION_TYPE_BITCOIN') return;
      await expect(submit('sign_transaction', parameters, signed(asked, '12'))).rejects.toMatchObject(
        refused(/was not signed by/),
      );
    });
  });

  it('an address that does not prove its key is not verified, which is reported and no error', async () => {
    const sui = `0x${'ab'.repeat(32)}`;
    expect((await sign(sui, ecdsa)).signature).toBeNull();
    expect((await sign('some name', ecdsa)).signature).toBeNull();
  });
});
