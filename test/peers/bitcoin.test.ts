import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { Transaction as ScureTransaction } from '@scure/btc-signer';
import { address, networks, Psbt, Transaction } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeTransaction, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { KINDS, type Kind, paymentOf, type RandomPsbt, randomPsbt } from './bitcoin-random.ts';
import '../fuzz/seed.ts';

const TYPE = 'TRANSACTION_TYPE_BITCOIN';
const CASES = { numRuns: 100 };
const several = (kind: Kind) => fc.array(fc.constant(kind), { minLength: 1, maxLength: 3 });
const mixed = fc.array(fc.constantFrom(...KINDS), { minLength: 2, maxLength: 6 });

const isValid = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array) =>
  publicKey.length === 32
    ? schnorr.verify(signature, hash, publicKey)
    : secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: true });

describe.each([...KINDS.map((kind) => [kind, several(kind)] as const), ['mixed', mixed] as const])(
  '%s',
  (_name, kinds) => {
    test('bitcoinjs-lib finds every signature valid, finalises and extracts', () => {
      fc.assert(
        fc.property(randomPsbt(kinds), (random) => {
          const signed = Psbt.fromHex(signTransaction(TYPE, random.psbt.toHex(), random.key));
          random.kinds.forEach((_kind, index) => {
            expect(signed.validateSignaturesOfInput(index, isValid)).toBe(true);
            signed.finalizeInput(index);
          });
          if (random.foreign === 0) expect(signed.extractTransaction(true).getId()).toBe(scureTransaction(random).id);
          expect(() => signed.validateSignaturesOfInput(random.kinds.length, isValid)).toThrow();
        }),
        CASES,
      );
    });

    test('the digests are those of bitcoinjs-lib', () => {
      fc.assert(
        fc.property(randomPsbt(kinds), (random) => {
          const asked = random.psbt.toHex();
          const proof = verifyTransaction(TYPE, asked, signTransaction(TYPE, asked, random.key), random.key);
          expect(proof.signed).toEqual(random.kinds.map((_kind, index) => digestOf(random, index)));
        }),
        CASES,
      );
    });

    test('@scure/btc-signer makes the same ECDSA signatures, and its PSBT verifies', () => {
      fc.assert(
        fc.property(randomPsbt(kinds), (random) => {
          const asked = random.psbt.toHex();
          const theirs = scureTransactionOf(asked);
          theirs.sign(random.key.privateKey);
          const returned = hexEncode(theirs.toPSBT(0));
          verifyTransaction(TYPE, asked, returned, random.key);
          const ours = scureTransactionOf(signTransaction(TYPE, asked, random.key));
          random.kinds.forEach((_kind, index) => {
            expect(ours.getInput(index).partialSig).toEqual(theirs.getInput(index).partialSig);
          });
        }),
        CASES,
      );
    });
  },
);

test('the same PSBT in version 2 from @scure/btc-signer gets the same signatures', () => {
  fc.assert(
    fc.property(randomPsbt(mixed), (random) => {
      const asked = hexEncode(scureTransactionOf(random.psbt.toHex()).toPSBT(2));
      const signed = signTransaction(TYPE, asked, random.key);
      verifyTransaction(TYPE, asked, signed, random.key);
      const older = scureTransactionOf(signTransaction(TYPE, random.psbt.toHex(), random.key));
      random.kinds.forEach((_kind, index) => {
        expect(scureTransactionOf(signed).getInput(index).partialSig).toEqual(older.getInput(index).partialSig);
      });
    }),
    CASES,
  );
});

test('the addresses of inputs and outputs are those of bitcoinjs-lib', () => {
  fc.assert(
    fc.property(randomPsbt(mixed), ({ psbt, key, kinds }) => {
      const fields = new Map(describeTransaction(TYPE, psbt.toHex()).fields.map(({ name, value }) => [name, value]));
      kinds.forEach((kind, index) => {
        expect(fields.get(`inputs[${index}].address`)).toBe(
          paymentOf(kind, hexDecode(key.publicKey), 'MAINNET').address,
        );
      });
      psbt.txOutputs.forEach(({ script, value }, index) => {
        const data = script[0] === 0x6a;
        expect(fields.get(`outputs[${index}].address`)).toBe(
          data ? undefined : address.fromOutputScript(script, networks.bitcoin),
        );
        expect(fields.get(`outputs[${index}].amount`)).toBe(`${value} satoshi`);
      });
    }),
    CASES,
  );
});

function scureTransactionOf(psbt: string): ScureTransaction {
  return ScureTransaction.fromPSBT(hexDecode(psbt), { allowUnknownOutputs: true, allowUnknownInputs: true });
}

function scureTransaction(random: RandomPsbt): ScureTransaction {
  const transaction = scureTransactionOf(signTransaction(TYPE, random.psbt.toHex(), random.key));
  transaction.finalize();
  return transaction;
}

/** The digest that an input signs, as bitcoinjs-lib computes it. */
function digestOf({ psbt, key, kinds, network }: RandomPsbt, index: number): string {
  const transaction = Transaction.fromBuffer(psbt.data.globalMap.unsignedTx.toBuffer());
  const pubkey = hexDecode(key.publicKey);
  const run = paymentOf('P2PKH', pubkey, network).output ?? new Uint8Array();
  const spent = psbt.data.inputs.map(({ witnessUtxo, nonWitnessUtxo }, at) => {
    const output = transaction.ins[at]?.index ?? 0;
    const previous = nonWitnessUtxo && Transaction.fromBuffer(nonWitnessUtxo).outs[output];
    return witnessUtxo ?? previous ?? { script: new Uint8Array(), value: 0n };
  });
  const value = spent[index]?.value ?? 0n;
  switch (kinds[index]) {
    case 'P2PKH':
    case 'P2SH':
      return hexEncode(transaction.hashForSignature(index, run, Transaction.SIGHASH_ALL));
    case 'P2TR': {
      const scripts = spent.map(({ script }) => script);
      const values = spent.map((output) => output.value);
      return hexEncode(transaction.hashForWitnessV1(index, scripts, values, Transaction.SIGHASH_DEFAULT));
    }
    default:
      return hexEncode(transaction.hashForWitnessV0(index, run, value, Transaction.SIGHASH_ALL));
  }
}
