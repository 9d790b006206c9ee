import fc from 'fast-check';
import '../fuzz/seed.ts';
import { Address, Secp256k1, Signature } from 'ox';
import { AuthorizationTempo, KeyAuthorization, SignatureEnvelope, TxEnvelopeTempo } from 'ox/tempo';
import { expect, test } from 'vitest';
import { addressOf } from '../../electron/crypto/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { asking } from '../unit/crypto/transactions/asking.ts';
import { accessList, address, chainId, fees, hex, keyOf, prefixed, SAMPLES, upTo } from './ethereum-random.ts';

const tempo = asking('TRANSACTION_TYPE_TEMPO');
const key = keyOf('sender');
const privateKey = prefixed(hexEncode(key.privateKey));
const other = prefixed(hexEncode(keyOf('other').privateKey));
const sender = addressOf('ADDRESS_FORMAT_ETHEREUM', key.publicKey) as `0x${string}`;

const call = fc.record({ to: address, value: upTo(128), data: hex(0, 80) });
const signature = hex(32).map((payload) => SignatureEnvelope.from(Secp256k1.sign({ payload, privateKey: other })));

const keyAuthorization = fc
  .record({
    address,
    chainId: fc.nat().map(BigInt),
    type: fc.constantFrom('secp256k1', 'p256', 'webAuthn'),
    expiry: fc.option(fc.integer({ min: 1, max: 2 ** 40 }), { nil: undefined }),
    limits: fc.option(fc.array(fc.record({ token: address, limit: upTo(128) }), { minLength: 1, maxLength: 2 }), {
      nil: undefined,
    }),
    scopes: fc.option(
      fc.array(
        fc.record({ address, selector: hex(4), recipients: fc.array(address, { minLength: 1, maxLength: 2 }) }),
        {
          minLength: 1,
          maxLength: 2,
        },
      ),
      { nil: undefined },
    ),
    witness: fc.option(hex(32), { nil: undefined }),
    signature,
  })
  .map((parts) => KeyAuthorization.from(parts as never) as KeyAuthorization.Signed);

const authorization = fc
  .record({ address, chainId: fc.nat(), nonce: fc.nat().map(BigInt), signature })
  .map((parts) => AuthorizationTempo.from(parts as never));

const transaction = fc
  .tuple(
    fc.record({
      type: fc.constant('tempo' as const),
      chainId,
      calls: fc.array(call, { minLength: 1, maxLength: 4 }),
      gas: upTo(63),
      nonce: upTo(53),
      nonceKey: upTo(192),
      accessList,
      feeToken: fc.option(address, { nil: undefined }),
      validAfter: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
      validBefore: fc.option(fc.integer({ min: 1001, max: 2 ** 40 }), { nil: undefined }),
      authorizationList: fc.array(authorization, { maxLength: 2 }),
      keyAuthorization: fc.option(keyAuthorization, { nil: undefined }),
      sponsored: fc.constantFrom('no', 'later', 'already'),
    }),
    fees(128),
  )
  .map(([{ sponsored, ...rest }, prices]) => {
    const feePayerSignature =
      sponsored === 'no'
        ? {}
        : {
            feePayerSignature:
              sponsored === 'later' ? null : Secp256k1.sign({ payload: `0x${'07'.repeat(32)}`, privateKey: other }),
          };
    return { ...rest, ...prices, ...feePayerSignature } as unknown as TxEnvelopeTempo.TxEnvelopeTempo<false>;
  });

test(`ox's ${SAMPLES} Tempo transactions are signed to the same bytes and digest, which it recovers to the account`, () => {
  fc.assert(
    fc.property(transaction, (envelope) => {
      const unsigned = TxEnvelopeTempo.serialize(envelope).slice(2);
      const payload = TxEnvelopeTempo.getSignPayload(envelope);
      const envelopeSignature = SignatureEnvelope.from(Secp256k1.sign({ payload, privateKey }));
      const signed = tempo.sign(unsigned, key);
      expect(prefixed(signed)).toBe(TxEnvelopeTempo.serialize(envelope, { signature: envelopeSignature }));
      const read = TxEnvelopeTempo.deserialize(prefixed(signed) as TxEnvelopeTempo.Serialized);
      expect(Address.checksum(read.from ?? '0x')).toBe(sender);
      const proof = tempo.verify(unsigned, signed, key);
      expect(prefixed(proof.signed.join())).toBe(payload);
      const hash = TxEnvelopeTempo.hash(read as TxEnvelopeTempo.Signed);
      expect(proof.transactionId).toBe(envelope.feePayerSignature === null ? null : hash);
    }),
    { numRuns: SAMPLES },
  );
});

test('a fee payer can sign after the sender, and the sender stays the same', () => {
  const feeToken = '0x20c0000000000000000000000000000000000001' as const;
  const calls = [{ to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' as const, value: 0n }];
  const base = { type: 'tempo' as const, chainId: 4217, calls, gas: 100_000n, nonce: 1n };
  const unsigned = TxEnvelopeTempo.serialize({ ...base, feePayerSignature: null }).slice(2);
  const signed = tempo.sign(unsigned, key);
  const fromSender = TxEnvelopeTempo.deserialize(prefixed(signed) as TxEnvelopeTempo.Serialized);
  const withToken = { ...fromSender, feeToken } as TxEnvelopeTempo.Signed;
  const payload = TxEnvelopeTempo.getFeePayerSignPayload(withToken, { sender });
  const feePayerSignature = Signature.from(Secp256k1.sign({ payload, privateKey: other }));
  const final = TxEnvelopeTempo.serialize(withToken, { feePayerSignature });
  const read = TxEnvelopeTempo.deserialize(final);
  expect(Address.checksum(read.from ?? '0x')).toBe(sender);
  expect(read.feeToken).toBe(feeToken);
});
