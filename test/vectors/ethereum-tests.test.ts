import { describe, expect, test } from 'vitest';
import { addressOf, recoverTransactionSigner } from '../../electron/crypto/index.ts';
import { preimageOf, readSigned } from '../../electron/crypto/transactions/ethereum/read.ts';
import { numberBytes, type RlpItem, rlpDecode, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { transactionBytes } from '../../electron/crypto/transactions/reading.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { outcome } from '../fuzz/only-app-errors.ts';
import { asking } from '../unit/crypto/transactions/asking.ts';
import vectors from './ethereum-tests.json' with { type: 'json' };

const ethereum = asking('TRANSACTION_TYPE_ETHEREUM');

/** Rules that depend on a chain's price list and not on the transaction: a warning at most, never a refusal to sign. */
const RULES_OF_A_CHAIN = ['TransactionException.INTRINSIC_GAS_TOO_LOW', 'TransactionException.INITCODE_SIZE_EXCEEDED'];

/** The verifier's result when a transaction of the main chain was asked for. Throws the verifier's refusal. */
function check(text: string) {
  const read = readSigned(transactionBytes(text, text.length), null);
  const publicKey = recoverTransactionSigner('TRANSACTION_TYPE_ETHEREUM', '', text) ?? '';
  const asked = { ...read, legacyChainId: read.legacyChainId === null ? null : 1n };
  const signer = { curve: 'CURVE_SECP256K1', publicKey, addressFormats: [] } as const;
  const proof = ethereum.verify(hexEncode(preimageOf(asked)), text, signer);
  return { sender: addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey).toLowerCase(), hash: proof.transactionId };
}

/** The data writes repetitions as `{hex*count}`. */
const expand = (hex: string) => hex.replace(/\{(\w+)\*(\d+)\}/g, (_, block, count) => block.repeat(Number(count)));

describe('TransactionTests', () => {
  const { accepted } = vectors.transactions;
  const isRuleOfChain = ([, exception = '']: readonly string[]) => RULES_OF_A_CHAIN.includes(exception);
  const overlooked = vectors.transactions.refused.filter(isRuleOfChain);
  const refused = vectors.transactions.refused.filter((vector) => !isRuleOfChain(vector));

  test('all have a result', () => {
    expect([accepted.length, refused.length, overlooked.length]).toEqual([50, 154, 6]);
  });

  test.each(accepted)('%s has its sender and its hash', (_, sender, hash, bytes) => {
    expect(check(expand(bytes))).toEqual({ sender, hash });
  });

  test.each(refused)('%s is refused: %s', (_name, _exception, bytes) => {
    expect(outcome(() => check(expand(bytes)))).toHaveProperty('error');
  });

  test.each(overlooked)('%s is a rule of a chain and no fault: %s', (_name, _exception, bytes) => {
    expect(outcome(() => check(expand(bytes)))).toHaveProperty('value');
  });
});

type Json = string | number | readonly Json[];

/** The data writes numbers as numbers or, when they are large, as `#` and decimal digits. */
function itemOfJson(json: Json): RlpItem {
  if (typeof json === 'number') return numberBytes(BigInt(json));
  if (typeof json === 'string') return json.startsWith('#') ? numberBytes(BigInt(json.slice(1))) : utf8Encode(json);
  return json.map(itemOfJson);
}

describe('RLPTests', () => {
  const decode = (hex: string) => rlpDecode(hexDecode(hex));

  test.each(vectors.rlp.valid)('$name is read and written', ({ item, out }) => {
    const hex = out.slice(2).toLowerCase();
    expect(hexEncode(rlpEncode(itemOfJson(item)))).toBe(hex);
    expect(decode(hex)).toEqual(itemOfJson(item));
  });

  test.each(vectors.rlp.invalid)('%s is refused', (_, out) => {
    expect(() => decode(out.replace(/^0x/, ''))).toThrowError(/^failed to parse transaction/);
  });
});
