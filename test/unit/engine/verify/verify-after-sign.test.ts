import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicKeyOf, signRawPayload, signTransaction } from '../../../../electron/crypto/index.ts';
import type { Activity, ActivityName } from '../../../../shared/operations/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

/** A key of no user at the service. */
const FOREIGN = hexDecode('11'.repeat(32));
const RECIPIENT = '70997970c51812dc3a010c7d01b50e0d17dc79c8';

/** Unsigned EIP-1559: chain 1, fees 1 gwei and 2 gwei, gas 21000, no data and no access list. */
function unsignedTransfer(nonce: number, value = 1, chainId = 1): string {
  const number = (small: number) => (small === 0 ? '80' : small.toString(16).padStart(2, '0'));
  const items = `${number(chainId)}${number(nonce)}843b9aca008477359400825208` + `94${RECIPIENT}${number(value)}80c0`;
  return `02${(0xc0 + items.length / 2).toString(16)}${items}`;
}

type Change = (activity: Activity) => unknown;
type SignedTransaction = { signedTransaction: string };

const resultIn = <Result>({ result }: Activity, member: string) => result?.[member] as Result;

describe('an answer that is not what was asked for', () => {
  let bench: Bench & { address: string };
  let count = 0;
  beforeAll(async () => {
    bench = await createReadyBench();
  });
  afterAll(() => bench.end());

  /** Lets the service carry it out, and changes the reply. */
  const submit = async (name: ActivityName, parameters: Record<string, unknown>, change: Change = (same) => same) => {
    bench.transport.answer(`/public/v1/submit/${name}`, ({ status, body }) => ({
      status,
      body: { activity: change((body as { activity: Activity }).activity) },
    }));
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return bench.engine.requests.submit(requestId);
  };
  const refused = (reason: RegExp) => ({ code: 'SIGNATURE_MISMATCH', message: expect.stringMatching(reason) });
  const nextNumber = () => {
    count += 1;
    return count;
  };

  describe('to one payload', () => {
    const sign = (change?: Change, signWith = bench.address) =>
      submit(
        'sign_raw_payload',
        {
          signWith,
          payload: `message ${nextNumber()}`,
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_SHA256',
        },
        change,
      );
    const withResult = (activity: Activity, change: object) => ({
      ...activity,
      result: { signRawPayloadResult: { ...resultIn<object>(activity, 'signRawPayloadResult'), ...change } },
    });
    const signatureOf = (activity: Activity) =>
      resultIn<{ r: string; s: string; v: string }>(activity, 'signRawPayloadResult');

    it.for(['r', 's'])('a signature with another %s', async (member) => {
      await expect(sign((activity) => withResult(activity, { [member]: '11'.repeat(32) }))).rejects.toMatchObject({
        code: 'SIGNATURE_MISMATCH',
      });
    });

    it('the same signature with a high s', async () => {
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
      const high: Change = (activity) => {
        const { s, v } = signatureOf(activity);
        return withResult(activity, {
          s: (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0'),
          v: v === '00' ? '01' : '00',
        });
      };
      await expect(sign(high)).rejects.toMatchObject(refused(/upper half of the order/));
    });

    it('a v that leads to another account', async () => {
      await expect(
        sign((activity) => withResult(activity, { v: signatureOf(activity).v === '00' ? '01' : '00' })),
      ).rejects.toMatchObject(refused(/v leads to another account/));
    });

    it('a signature over another payload, whatever the intent in the answer says', async () => {
      const { activity: another } = await sign();
      await expect(sign((activity) => ({ ...another, fingerprint: activity.fingerprint }))).rejects.toMatchObject({
        code: 'SIGNATURE_MISMATCH',
      });
    });

    it('a good signature by another key', async () => {
      const foreign: Change = (activity) => {
        const { signRawPayloadIntentV2: asked } = activity.intent as {
          signRawPayloadIntentV2: Parameters<typeof signRawPayload>[0];
        };
        return withResult(activity, signRawPayload({ ...asked, curve: 'CURVE_SECP256K1', privateKey: FOREIGN }));
      };
      await expect(sign(foreign)).rejects.toMatchObject(refused(/not a signature of this payload by this account/));
    });

    it('another activity, by its fingerprint', async () => {
      await expect(
        sign((activity) => ({ ...activity, fingerprint: `sha256:${'0'.repeat(64)}` })),
      ).rejects.toMatchObject(refused(/another activity/));
    });

    it('another activity, by its type, also when it only shows at the end', async () => {
      const pending: Change = (activity) => ({ ...activity, status: 'ACTIVITY_STATUS_PENDING', result: null });
      bench.transport.answer('/public/v1/query/get_activity', ({ status, body }) => ({
        status,
        body: { activity: { ...(body as { activity: Activity }).activity, type: 'ACTIVITY_TYPE_CREATE_WALLET' } },
      }));
      await expect(sign(pending)).rejects.toMatchObject(refused(/another activity \(ACTIVITY_TYPE_CREATE_WALLET/));
    });

    it('no result at all', async () => {
      await expect(sign((activity) => ({ ...activity, result: null }))).rejects.toMatchObject({
        code: 'SERVICE_REPLY_INVALID',
      });
    });

    it('but the right answer is verified, also when the address was written in another accepted spelling', async () => {
      const { signature } = await sign(undefined, bench.address.toLowerCase());
      expect(signature).toMatchObject({
        address: bench.address,
        scheme: 'ECDSA secp256k1',
        signed: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        compared: [],
        transactionId: null,
      });
    });

    it('and so is an answer that needed to be followed', async () => {
      const { signature, activity } = await sign((answered) => ({
        ...answered,
        status: 'ACTIVITY_STATUS_PENDING',
        result: null,
      }));
      expect([activity.status, signature?.address]).toEqual(['ACTIVITY_STATUS_COMPLETED', bench.address]);
    });
  });

  describe('to many payloads', () => {
    const sign = (change: (signatures: unknown[]) => unknown[] = (same) => same) => {
      const number = nextNumber();
      return submit(
        'sign_raw_payloads',
        {
          signWith: bench.address,
          payloads: [`a ${number}`, `b ${number}`, `c ${number}`],
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_KECCAK256',
        },
        (activity) => {
          const { signatures } = resultIn<{ signatures: unknown[] }>(activity, 'signRawPayloadsResult');
          return { ...activity, result: { signRawPayloadsResult: { signatures: change(signatures) } } };
        },
      );
    };

    it('all of them are verified, in order', async () => {
      const { signature } = await sign();
      expect(signature).toMatchObject({ address: bench.address, scheme: 'ECDSA secp256k1' });
      expect(new Set(signature?.signed).size).toBe(3);
    });

    it.for<[string, (signatures: unknown[]) => unknown[]]>([
      ['the same signatures in another order', ([first, second, third]) => [second, first, third]],
      ['one signature thrice', ([first]) => [first, first, first]],
      [
        'the last one changed',
        ([first, second, third]) => [first, second, { ...(third as object), r: '22'.repeat(32) }],
      ],
    ])('%s', async ([, change]) => {
      await expect(sign(change)).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    });

    it.for<[string, number, (signatures: unknown[]) => unknown[]]>([
      ['fewer signatures', 2, (signatures) => signatures.slice(1)],
      ['more signatures', 4, (signatures) => [...signatures, signatures[0]]],
      ['none', 0, () => []],
    ])('%s', async ([, number, change]) => {
      await expect(sign(change)).rejects.toMatchObject(
        refused(new RegExp(`3 payloads were to be signed, but the service returned ${number} signatures`)),
      );
    });
  });

  describe('to a transaction', () => {
    const sign = (unsigned: string, change: (signed: string) => string = (same) => same) =>
      submit(
        'sign_transaction',
        { signWith: bench.address, unsignedTransaction: unsigned, type: 'TRANSACTION_TYPE_ETHEREUM' },
        (activity) => {
          const { signedTransaction } = resultIn<SignedTransaction>(activity, 'signTransactionResult');
          return { ...activity, result: { signTransactionResult: { signedTransaction: change(signedTransaction) } } };
        },
      );
    /** Another transaction as the service signed it: a true signature of this account. */
    const signedByAccount = async (unsigned: string): Promise<string> => {
      const { activity } = await sign(unsigned);
      return resultIn<SignedTransaction>(activity, 'signTransactionResult').signedTransaction;
    };

    it('that is right is verified field by field and has its id', async () => {
      const { signature } = await sign(unsignedTransfer(0));
      expect(signature).toMatchObject({
        address: bench.address,
        scheme: 'ECDSA secp256k1',
        transactionId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        chain: 'eip155:1',
      });
      expect(signature?.compared).toEqual(expect.arrayContaining(['chainId', 'nonce', 'to', 'value', 'data']));
      expect(signature?.signed).toHaveLength(1);
    });

    it.for([
      ['value', unsignedTransfer(1, 2)],
      ['nonce', unsignedTransfer(2, 1)],
      ['chainId', unsignedTransfer(1, 1, 10)],
    ] as const)('a true signature of the account over another %s', async ([field, other]) => {
      const signed = await signedByAccount(other);
      await expect(sign(unsignedTransfer(1, 1), () => signed)).rejects.toMatchObject(refused(new RegExp(field)));
    });

    it('a field changed after it was signed', async () => {
      await expect(
        sign(unsignedTransfer(3), (signed) => signed.replace(RECIPIENT, `${RECIPIENT.slice(0, -1)}9`)),
      ).rejects.toMatchObject(refused(/\bto\b/));
    });

    it('the right transaction, signed by another account', async () => {
      const unsigned = unsignedTransfer(4);
      const foreign = signTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, {
        privateKey: FOREIGN,
        publicKey: publicKeyOf('CURVE_SECP256K1', FOREIGN),
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      });
      await expect(sign(unsigned, () => foreign)).rejects.toMatchObject(refused(/signed by another account/));
    });

    it.for([
      ['not signed at all', () => unsignedTransfer(5)],
      ['empty', () => ''],
      ['no hexadecimal text', () => 'zz'],
      ['cut off', (signed: string) => signed.slice(0, -2)],
      ['with something behind it', (signed: string) => `${signed}00`],
      ['nested without end', () => 'f8'.repeat(100_000)],
    ] as const)('a transaction that is %s', async ([, change]) => {
      await expect(sign(unsignedTransfer(5), change)).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    });

    it('settled after the answer was lost, it is checked all the same', async () => {
      const path = '/public/v1/submit/sign_transaction';
      const prepare = async (nonce: number) => {
        const { requestId } = await bench.engine.requests.prepare('sign_transaction', {
          signWith: bench.address,
          unsignedTransaction: unsignedTransfer(nonce),
          type: 'TRANSACTION_TYPE_ETHEREUM',
        });
        bench.transport.fail(path, 'before the answer');
        await expect(bench.engine.requests.submit(requestId)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
        return requestId;
      };
      const good = await bench.engine.requests.settle(await prepare(6));
      expect(good.signature?.transactionId).toMatch(/^0x/);
      const { signedTransaction } = resultIn<SignedTransaction>(good.activity, 'signTransactionResult');

      const requestId = await prepare(7);
      bench.transport.answer(path, ({ status, body }) => ({
        status,
        body: {
          activity: {
            ...(body as { activity: Activity }).activity,
            result: { signTransactionResult: { signedTransaction } },
          },
        },
      }));
      await expect(bench.engine.requests.settle(requestId)).rejects.toMatchObject(refused(/nonce/));
    });
  });
});
