import { beforeEach, describe, expect, it } from 'vitest';
import {
  bitcoinReplacementRates,
  finalBitcoin,
  readNextBitcoin,
  readReplaced,
  readSendingBitcoin,
  replacementBitcoin,
  requireReplacement,
  signTransaction,
  unsignedBitcoinPayment,
} from '../../electron/crypto/index.ts';
import type { ReplacementAct } from '../../shared/model/index.ts';
import { type BitcoinStandIn, bitcoinStandIn } from './bitcoin-node.ts';
import { composeOn, KINDS, type Kind, keyOf, payerOf, TO } from './bitcoin-payments.ts';

let chain: BitcoinStandIn;
beforeEach(() => {
  chain = bitcoinStandIn();
});

/** Signs and finalises as the service does. */
function signed(unsigned: string, kind: Kind): string {
  const psbt = signTransaction('TRANSACTION_TYPE_BITCOIN', unsigned, keyOf(kind));
  return finalBitcoin(unsigned, psbt, keyOf(kind)).transaction;
}

/** Pays 30,000 of 80,000 satoshi. Returns the unsigned payment. */
async function pay(kind: Kind, units = 30_000n): Promise<string> {
  chain.fund(payerOf(kind), 80_000);
  const unsigned = unsignedBitcoinPayment((await composeOn(chain, payerOf(kind), units)).payment);
  chain.accept(signed(unsigned, kind));
  return unsigned;
}

const least = (unsigned: string, kind: Kind, act: ReplacementAct): bigint => {
  const rate = bitcoinReplacementRates(unsigned, payerOf(kind))[act];
  if (rate === null) throw new Error('No rate.');
  return rate;
};

/** Bitcoin Core runs nowhere here. The stand-in verifies every signature, and the rules of BIP-125 (bitcoin-node.ts). */
describe.each(KINDS)('a payment from %s', (kind) => {
  it('is replaced by the lowest higher fee that a node takes, and pays the same', async () => {
    const unsigned = await pay(kind);
    const rate = least(unsigned, kind, 'raise');
    const replacement = replacementBitcoin(unsigned, payerOf(kind), 'raise', rate);
    chain.accept(signed(replacement, kind));
    expect(chain.balance(TO)).toBe(30_000);
    const { feeSatoshi } = readSendingBitcoin(replacement);
    expect(chain.balance(payerOf(kind))).toBe(50_000 - Number(feeSatoshi));
    chain.mine();
    expect(chain.balance(TO)).toBe(30_000);
  });

  it('is not composed again with a fee that a node would refuse', async () => {
    const unsigned = await pay(kind);
    for (const act of ['raise', 'cancel'] as const)
      expect(() => replacementBitcoin(unsigned, payerOf(kind), act, least(unsigned, kind, act) - 10n)).toThrow(
        /replacing takes at least/,
      );
  });

  it('is cancelled by a transaction that pays the account alone', async () => {
    const unsigned = await pay(kind);
    const replacement = replacementBitcoin(unsigned, payerOf(kind), 'cancel', least(unsigned, kind, 'cancel'));
    chain.accept(signed(replacement, kind));
    expect(chain.balance(TO)).toBe(0);
    expect(chain.balance(payerOf(kind))).toBe(80_000 - Number(readSendingBitcoin(replacement).feeSatoshi));
    expect(bitcoinReplacementRates(replacement, payerOf(kind)).cancel).toBeNull();
    const again = replacementBitcoin(replacement, payerOf(kind), 'raise', least(replacement, kind, 'raise'));
    chain.accept(signed(again, kind));
  });
});

describe('a replacement', () => {
  const own = payerOf('P2WPKH');
  const scriptOf = (unsigned: string) => readSendingBitcoin(unsigned).inputs[0]?.script ?? '';

  it('of a payment without change has nothing to raise the fee with, and can be cancelled', async () => {
    const unsigned = await pay('P2WPKH', 78_800n);
    expect(readNextBitcoin(unsigned).outputs).toHaveLength(1);
    expect(bitcoinReplacementRates(unsigned, own).raise).toBeNull();
    expect(() => replacementBitcoin(unsigned, own, 'raise', 50_000n)).toThrow('has no change');
    const rate = least(unsigned, 'P2WPKH', 'cancel');
    chain.accept(signed(replacementBitcoin(unsigned, own, 'cancel', rate), 'P2WPKH'));
  });

  it('leaves a change that would be dust to the fee', async () => {
    const unsigned = await pay('P2WPKH', 78_000n);
    const { outputs, feeSatoshi } = readNextBitcoin(unsigned);
    expect(outputs).toHaveLength(2);
    const replacement = replacementBitcoin(unsigned, own, 'raise', 13_200n);
    expect(readNextBitcoin(replacement).outputs).toHaveLength(1);
    expect(readNextBitcoin(replacement).feeSatoshi).toBe(2_000n);
    expect(feeSatoshi).toBeLessThan(2_000n);
    chain.accept(signed(replacement, 'P2WPKH'));
    expect(chain.balance(TO)).toBe(78_000);
  });

  it('never pays more than is left, nor more than 0.1 BTC', async () => {
    const unsigned = await pay('P2WPKH');
    expect(() => replacementBitcoin(unsigned, own, 'raise', 400_000n)).toThrow('Lower the rate');
    chain.fund(own, 50_000_000);
    const { payment } = await composeOn(chain, own, 1_000_000n);
    const large = unsignedBitcoinPayment(payment);
    expect(() => replacementBitcoin(large, own, 'cancel', 200_000_000n)).toThrow('above the limit');
  });

  it('is recognised by the same outputs and the same payees alone', async () => {
    const unsigned = await pay('P2WPKH');
    const before = readReplaced(chain.accepted[0] ?? '');
    const script = scriptOf(unsigned);
    const next = readNextBitcoin(replacementBitcoin(unsigned, own, 'raise', 30_000n));
    expect(() => requireReplacement(next, before, script)).not.toThrow();
    const [payee = { units: 0n, script: '' }] = next.outputs.filter((output) => output.script !== script);
    const change = next.outputs.filter((output) => output.script === script);
    const other = { ...payee, script: `0014${'11'.repeat(20)}` };
    for (const outputs of [
      [{ ...payee, units: payee.units + 1n }, ...change],
      [other, ...change],
      [payee, payee, ...change],
      [payee, other],
    ])
      expect(() => requireReplacement({ ...next, outputs }, before, script)).toThrow('pays others or other amounts');
    const [input] = next.inputs;
    if (input === undefined) throw new Error('No input.');
    const elsewhere = { ...input, outpoint: `${'22'.repeat(32)}:0` };
    for (const inputs of [[elsewhere], [input, elsewhere], []])
      expect(() => requireReplacement({ ...next, inputs }, before, script)).toThrow('both could be paid');
    const least = 1_410n + 141n;
    expect(next.virtualBytes).toBe(141n);
    expect(readSendingBitcoin(unsigned).feeSatoshi).toBe(1_410n);
    expect(() => requireReplacement({ ...next, feeSatoshi: least }, before, script)).not.toThrow();
    expect(() => requireReplacement({ ...next, feeSatoshi: least - 1n }, before, script)).toThrow(
      'replacing takes at least',
    );
  });
});
