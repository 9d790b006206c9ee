import { expect, test } from 'vitest';
import { schnorrSign, taprootOutputKey } from '../../electron/crypto/curves/schnorr.ts';
import { publicKeyOf, schnorrVerify } from '../../electron/crypto/index.ts';
import { sighashDigests } from '../../electron/crypto/transactions/bitcoin/sighash.ts';
import { readOutput, readTransaction } from '../../electron/crypto/transactions/bitcoin/transaction.ts';
import { byteReader } from '../../electron/crypto/transactions/byte-reader.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { outputBytes } from '../unit/crypto/transactions/bitcoin/drafts.ts';
import vectors from './bip-341.json' with { type: 'json' };

const zeros = new Uint8Array(32);

test.each(vectors.outputKeys)('$internalKey is tweaked as published', ({ internalKey, outputKey }) => {
  expect(taprootOutputKey(`02${internalKey}`)).toBe(outputKey);
  expect(taprootOutputKey(`03${internalKey}`)).toBe(outputKey);
});

test.each(vectors.keyPathSpending)('$digest is signed with the tweaked key as published', (vector) => {
  const signature = schnorrSign(hexDecode(vector.tweakedPrivateKey), hexDecode(vector.digest), 'BIP340', zeros);
  expect(hexEncode(signature)).toBe(vector.signature);
});

test.each(vectors.keyPathSpending.filter(({ merkleRoot }) => merkleRoot === null))(
  '$digest is signed with the internal key of an output without scripts',
  (vector) => {
    const privateKey = hexDecode(vector.privateKey);
    const message = hexDecode(vector.digest);
    const signature = schnorrSign(privateKey, message, 'BIP341', zeros);
    expect(hexEncode(signature)).toBe(vector.signature);

    const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
    expect(publicKey.slice(2)).toBe(vector.internalKey);
    expect(schnorrVerify(publicKey, message, signature, 'BIP341')).toBe(true);
    expect(schnorrVerify(publicKey, message, signature, 'BIP340')).toBe(false);
  },
);

const defaultType = vectors.keyPathSpending.filter(({ hashType }) => hashType === 0);

test('there is an input of SIGHASH_DEFAULT', () => {
  expect(defaultType.length).toBeGreaterThan(0);
});

test.each(defaultType)('the digest of input $index with SIGHASH_DEFAULT is the published one', ({ index, digest }) => {
  const transaction = readTransaction(hexDecode(vectors.unsignedTransaction), 'the example', false);
  const spent = vectors.spent.map(({ scriptPubKey, amountSats }) =>
    readOutput(byteReader(hexDecode(outputBytes(BigInt(amountSats), scriptPubKey)), 'an output')),
  );
  expect(hexEncode(sighashDigests(transaction, spent).taproot(index))).toBe(digest);
});
