import { expect, test } from 'vitest';
import { describePayload, describeTransaction, Refusal, signTransaction } from '../../../electron/crypto/index.ts';
import { signing, verifying } from '../../../electron/crypto/refusal.ts';
import { developmentKey } from './transactions/ethereum/arbitrary.ts';

const refused = () => {
  throw new Refusal('transaction', 'is missing', 'calls[0].to');
};

test('gives kind, reason and place, without the consequences', () => {
  const described = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  // An EIP-2930 transaction with an address of one byte.
  expect(described(() => describeTransaction('TRANSACTION_TYPE_ETHEREUM', '01c8010180808180808080c0'))).toMatchObject({
    name: 'Refusal',
    kind: 'transaction',
  });
  expect(
    described(() =>
      describePayload(
        'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
        `{"address":"0x${'ab'.repeat(20)}","chainId":-1,"nonce":0}`,
      ),
    ),
  ).toMatchObject({
    kind: 'payload',
    reason: 'is below 0',
    where: 'chainId',
    message: 'invalid payload: chainId is below 0',
  });
});

test('is worded for signing', () => {
  expect(() => signing(refused)).toThrowError(
    expect.objectContaining({
      code: 'TRANSACTION_INVALID',
      message: 'failed to parse transaction: calls[0].to is missing. Nothing was signed.',
    }),
  );
  expect(() => signTransaction('TRANSACTION_TYPE_TEMPO', '03', developmentKey())).toThrowError(
    expect.objectContaining({
      code: 'TRANSACTION_UNSUPPORTED',
      message: 'unsupported transaction type: Tempo has no blob transactions (0x03). Nothing was signed.',
    }),
  );
});

test('is worded for verification: unreadable or different', () => {
  const mismatch = (message: string) => expect.objectContaining({ code: 'SIGNATURE_MISMATCH', message });
  expect(() => verifying('transaction', refused)).toThrowError(
    mismatch(
      'The signed transaction that the service returned was refused: it cannot be read, calls[0].to is missing. Do not send it to the chain, and ask the service why it returned it.',
    ),
  );
  const differs = () => {
    throw new Refusal('answer', 'is out of range', 'r');
  };
  expect(() => verifying('signature', differs)).toThrowError(
    mismatch(
      'The signature that the service returned was refused: r is out of range. Do not use it, and ask the service why it sent it.',
    ),
  );
});

test('other errors are passed on', () => {
  const broken = new RangeError('no');
  const work = () => {
    throw broken;
  };
  expect(() => signing(work)).toThrowError(broken);
  expect(() => verifying('signature', work)).toThrowError(broken);
});
