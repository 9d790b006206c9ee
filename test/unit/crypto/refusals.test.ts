import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { describeTransaction } from '../../../electron/crypto/index.ts';
import { hashTypedData } from '../../../electron/crypto/payloads/typed-data/index.ts';
import { sighashDigests } from '../../../electron/crypto/transactions/bitcoin/sighash.ts';
import type { BitcoinTransaction } from '../../../electron/crypto/transactions/bitcoin/transaction.ts';
import { readFields } from '../../../electron/crypto/transactions/ethereum/fields.ts';
import { rlpDecode, rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import { withBlockhash } from '../../../electron/crypto/transactions/solana/sending.ts';
import { draftOf, publicKey, writeDraft } from './transactions/bitcoin/drafts.ts';
import { publicBytes, SYSTEM, solanaKey, solanaText } from './transactions/solana/builder.ts';

/** Bounds and lengths that no other test reaches, each with its error text. */
const typed = (types: object, message: object = {}) =>
  hashTypedData(JSON.stringify({ types: { EIP712Domain: [], ...types }, primaryType: 'M', domain: {}, message }));
const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const solana = solanaText({
  header: [1, 0, 1],
  keys: [publicBytes(solanaKey(1)), SYSTEM],
  instructions: [],
});
const HASH = base58.encode(new Uint8Array(32).fill(5));

describe('a bound or length', () => {
  it.each([
    ['items of RLP', () => rlpDecode(rlpEncode(many(8192).map(() => new Uint8Array()))), 'it has more than 8192 items'],
    [
      'values of typed data',
      () => typed({ M: [{ name: 'list', type: 'uint8[]' }] }, { list: many(8192).map(() => 1) }),
      'it has more than 8192 values',
    ],
    [
      'types of typed data',
      () => typed(Object.fromEntries(many(256).map((index) => [`M${index}`, []]))),
      'it has more than 256 types',
    ],
    [
      'text of types',
      () => typed({ M: many(700).map((index) => ({ name: `${'m'.repeat(100)}${index}`, type: 'uint256' })) }),
      'its types are longer than 65536 characters',
    ],
    [
      'the version of a PSBT',
      () => {
        const draft = draftOf(['P2WPKH'], publicKey);
        draft.global.set('fb', '0200');
        describeTransaction('TRANSACTION_TYPE_BITCOIN', writeDraft(draft), null);
      },
      'the version of the PSBT does not have 4 bytes',
    ],
    [
      'a blockhash',
      () => withBlockhash(solana, base58.encode(new Uint8Array(31))),
      'its recent blockhash does not have 32 bytes',
    ],
    ['a signature', () => withBlockhash(`01${'07'.repeat(64)}${solana.slice(130)}`, HASH), 'it is already signed'],
    [
      'a field',
      () => readFields([{ name: 'nonce', shape: { is: 'uint', bytes: 8 } as never }], [], null),
      'nonce is missing',
    ],
    [
      'an output that is spent',
      () => {
        const input = { outpoint: new Uint8Array(36), sequence: 0 };
        const transaction = { version: 2, lockTime: 0, inputs: [input], outputs: [] } as unknown as BitcoinTransaction;
        sighashDigests(transaction, [null]).taproot(0);
      },
      'input 1 has no witness_utxo',
    ],
  ])('%s', (_name, read, message) => {
    expect(read).toThrow(message);
  });
});
