import { Transaction, type TransactionLike, Wallet } from 'ethers';
import fc from 'fast-check';
import '../fuzz/seed.ts';
import { recoverTransactionAddress, serializeTransaction, type TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../electron/crypto/index.ts';
import type { SigningKey } from '../../electron/crypto/transactions/rule.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { asking } from '../unit/crypto/transactions/asking.ts';
import { type Hex, keyOf, prefixed, SAMPLES, TRANSACTIONS } from './ethereum-random.ts';

const ethereum = asking('TRANSACTION_TYPE_ETHEREUM');
type Random = typeof TRANSACTIONS extends Record<string, fc.Arbitrary<infer Value>> ? Value : never;

const TYPE = { legacy: 0, eip2930: 1, eip1559: 2, eip4844: 3, eip7702: 4 } as const;

/** The same transaction in the words of ethers, which wants r and s without the shape of a hash's text. */
function inEthers(transaction: Random): TransactionLike {
  const { type, gas, ...rest } = transaction;
  const authorizations =
    'authorizationList' in transaction
      ? {
          authorizationList: transaction.authorizationList.map(({ yParity, r, s, ...authorization }) => ({
            ...authorization,
            signature: { r, s, yParity: yParity === 1 ? 1 : 0 },
          })),
        }
      : {};
  return { ...rest, ...authorizations, to: rest.to ?? null, type: TYPE[type], gasLimit: gas } as TransactionLike;
}

const addressOfKey = ({ publicKey }: SigningKey) => addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey);
const names = Object.keys(TRANSACTIONS) as (keyof typeof TRANSACTIONS)[];

describe.each(names)('%s: what viem and ethers make', (name) => {
  const key = keyOf(name);
  const secret: Hex = prefixed(hexEncode(key.privateKey));

  test(`viem's ${SAMPLES} transactions are signed to the same bytes, which it recovers to the account`, async () => {
    const account = privateKeyToAccount(secret);
    await fc.assert(
      fc.asyncProperty(TRANSACTIONS[name] as fc.Arbitrary<Random>, async (transaction) => {
        const unsigned = serializeTransaction(transaction as TransactionSerializable).slice(2);
        const signed = ethereum.sign(unsigned, key);
        expect(prefixed(signed)).toBe(await account.signTransaction(transaction as TransactionSerializable));
        const serializedTransaction = prefixed(signed) as Parameters<
          typeof recoverTransactionAddress
        >[0]['serializedTransaction'];
        expect(await recoverTransactionAddress({ serializedTransaction })).toBe(addressOfKey(key));
        expect(ethereum.verify(unsigned, signed, key).scheme).toBe('ECDSA secp256k1');
      }),
      { numRuns: SAMPLES },
    );
  });

  test(`ethers' ${SAMPLES} transactions are signed to the same bytes, hash and sender`, () => {
    const wallet = new Wallet(secret);
    fc.assert(
      fc.property(TRANSACTIONS[name] as fc.Arbitrary<Random>, (transaction) => {
        const made = Transaction.from(inEthers(transaction));
        const unsigned = made.unsignedSerialized.slice(2);
        const signed = ethereum.sign(unsigned, key);
        made.signature = wallet.signingKey.sign(made.unsignedHash);
        expect(prefixed(signed)).toBe(made.serialized);
        const read = Transaction.from(prefixed(signed));
        expect(read.from).toBe(addressOfKey(key));
        const proof = ethereum.verify(unsigned, signed, key);
        expect(proof.transactionId).toBe(read.hash);
        expect(prefixed(proof.signed.join())).toBe(made.unsignedHash);
      }),
      { numRuns: SAMPLES },
    );
  });
});
