import { describe, expect, test } from 'vitest';
import { schnorrSign } from '../../electron/crypto/curves/schnorr.ts';
import { ByteReader } from '../../electron/crypto/transactions/bitcoin/reader.ts';
import { sighashDigests } from '../../electron/crypto/transactions/bitcoin/sighash.ts';
import { readOutput, readTransaction } from '../../electron/crypto/transactions/bitcoin/transaction.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { outputBytes } from '../unit/crypto/transactions/bitcoin/drafts.ts';
import { corpusTitle, hasCorpus, readCorpus } from './corpora.ts';

const FILE = 'bips/bip-0341-wallet-test-vectors.json';

interface Vectors {
  readonly keyPathSpending: readonly {
    readonly given: {
      readonly rawUnsignedTx: string;
      readonly utxosSpent: readonly { readonly scriptPubKey: string; readonly amountSats: number }[];
    };
    readonly inputSpending: readonly {
      readonly given: { readonly txinIndex: number; readonly hashType: number };
      readonly intermediary: { readonly tweakedPrivkey: string; readonly sigHash: string };
      readonly expected: { readonly witness: readonly string[] };
    }[];
  }[];
}

describe.skipIf(!hasCorpus(FILE))(corpusTitle('BIP-341 key path with SIGHASH_DEFAULT', FILE), () => {
  const vectors = hasCorpus(FILE) ? readCorpus<Vectors>(FILE).keyPathSpending : [];
  const cases = vectors.flatMap(({ given, inputSpending }) =>
    inputSpending
      .filter((input) => input.given.hashType === 0)
      .map(({ given: { txinIndex }, ...input }) => ({ ...given, ...input, index: txinIndex })),
  );

  test('there are such inputs', () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  test.each(cases)('input $index', ({ rawUnsignedTx, utxosSpent, index, intermediary, expected }) => {
    const transaction = readTransaction(hexDecode(rawUnsignedTx), 'the example', false);
    const spent = utxosSpent.map(({ scriptPubKey, amountSats }) =>
      readOutput(new ByteReader(hexDecode(outputBytes(BigInt(amountSats), scriptPubKey)), 'an output')),
    );
    const digest = sighashDigests(transaction, spent).taproot(index);
    expect(hexEncode(digest)).toBe(intermediary.sigHash);
    const key = hexDecode(intermediary.tweakedPrivkey);
    expect([hexEncode(schnorrSign(key, digest, 'BIP340', new Uint8Array(32)))]).toEqual(expected.witness);
  });
});
