import { base58 } from '@scure/base';
import { MessageV1, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import '../fuzz/seed.ts';
import { describe, expect, test } from 'vitest';
import { describeTransaction, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { mutatedHex } from '../fuzz/hex-mutations.ts';
import { outcome } from '../fuzz/only-app-errors.ts';
import { payer, second, solanaText, version1 } from '../unit/crypto/transactions/solana/builder.ts';

const TYPE = 'TRANSACTION_TYPE_SOLANA';
// 70,000 lamports, 200,000 units, 64 KiB of account data, a heap of 256 KiB.
const config = { mask: 0b1_1111, values: '7011010000000000400d03000000010000000400' };
const unsigned = solanaText({ ...version1, config });

/** The library reads version 1, and writes none. */
describe('a transaction of version 1', () => {
  test('that Castellan signs is read by @solana/web3.js alike', () => {
    const half = signTransaction(TYPE, unsigned, second);
    const signed = signTransaction(TYPE, half, payer);
    const { transactionId } = verifyTransaction(TYPE, half, signed, payer);
    const { message, signatures } = VersionedTransaction.deserialize(hexDecode(signed));
    if (!(message instanceof MessageV1)) throw new Error('the library reads another version');
    expect(signatures.map(hexEncode)).toEqual([signed.slice(-256, -128), signed.slice(-128)]);
    expect(transactionId).toBe(base58.encode(signatures[0] ?? new Uint8Array()));
    expect(message.transactionConfig).toEqual({
      priorityFee: 70_000,
      computeUnitLimit: 200_000,
      loadedAccountsDataSizeLimit: 65_536,
      heapSize: 262_144,
    });
  });

  test('that is accepted after a change of some bytes is read alike', () => {
    let taken = 0;
    fc.assert(
      fc.property(mutatedHex(unsigned), (text) => {
        const described = outcome(() => describeTransaction(TYPE, text));
        if ('error' in described || !text.startsWith('81')) return;
        const value = (name: string) => described.value.fields.find((field) => field.name === name)?.value;
        // The library throws for a fee that no number of JavaScript holds.
        if (!Number.isSafeInteger(Number(value('config.priorityFee') ?? 0))) return;
        taken += 1;
        const { message } = VersionedTransaction.deserialize(hexDecode(text));
        expect(value('recentBlockhash')).toBe(message.recentBlockhash);
        expect(value('feePayer')).toBe(message.staticAccountKeys[0]?.toBase58());
        const { priorityFee, heapSize } = (message as MessageV1).transactionConfig;
        expect([value('config.priorityFee'), value('config.heapSize')]).toEqual(
          [priorityFee, heapSize].map((each) => (each === null ? undefined : String(each))),
        );
        message.compiledInstructions.forEach(({ programIdIndex }, index) => {
          expect(value(`instructions[${index}].programId`)).toBe(message.staticAccountKeys[programIdIndex]?.toBase58());
        });
      }),
      { numRuns: 2000, seed: 7 },
    );
    expect(taken).toBeGreaterThan(200);
  });
});
