import { p2pkh, p2tr, p2wpkh, selectUTXO } from '@scure/btc-signer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitcoinAddressFacts } from '../../electron/crypto/index.ts';
import { chooseCoins, MAXIMUM_COINS } from '../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { KINDS, type Kind, payerOf, recipientOf } from './bitcoin-payments.ts';
import '../fuzz/seed.ts';

const PUBLIC = hexDecode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
const SCRIPTS = { P2PKH: p2pkh(PUBLIC), P2WPKH: p2wpkh(PUBLIC), P2TR: p2tr(PUBLIC.slice(1)) } as const;
const CASES = { numRuns: 200 };

interface Wanted {
  readonly kind: Kind;
  readonly coins: readonly bigint[];
  readonly units: bigint;
  /** Satoshi for each virtual byte. */
  readonly rate: bigint;
  readonly to: string;
}

/** The peer's result with the strategy and the dust limit that it has by default. Undefined where it finds none. */
function peer({ kind, coins, units, rate, to }: Wanted) {
  const { script } = SCRIPTS[kind];
  const inputs = coins.map((amount, index) => ({
    txid: Uint8Array.from({ length: 32 }, () => index + 1),
    index: 0,
    witnessUtxo: { script, amount },
    ...(kind === 'P2TR' ? { tapInternalKey: PUBLIC.slice(1) } : {}),
  }));
  const options = { feePerByte: rate, changeAddress: payerOf(kind), createTx: false, allowLegacyWitnessUtxo: true };
  return selectUTXO(inputs, [{ address: to, amount: units }], 'default', options);
}

function own({ kind, coins, units, rate, to }: Wanted) {
  const [from, recipient] = [bitcoinAddressFacts(payerOf(kind), 'from'), bitcoinAddressFacts(to, 'to')];
  return chooseCoins(coins, units, {
    rate: rate * 1_000n,
    inputWeight: from.inputWeight,
    hasWitness: from.hasWitness,
    changeDust: from.dust,
    inOrder: false,
    recipientBytes: recipient.scriptBytes,
    changeBytes: from.scriptBytes,
  });
}

/** Amounts of different sizes, some of them almost the amount of the payment, so that exact choices exist. */
const wanted = (kind: Kind) =>
  fc
    .record({
      units: fc.bigInt({ min: 1_000n, max: 10_000_000n }),
      rate: fc.oneof(fc.bigInt({ min: 1n, max: 5n }), fc.bigInt({ min: 1n, max: 300n })),
      to: fc.constantFrom(...(['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const)).map(recipientOf),
      others: fc.array(fc.bigInt({ min: 300n, max: 5_000_000n }), { maxLength: 30 }),
      near: fc.array(
        fc.tuple(
          fc.constantFrom(1n, 2n, 3n),
          fc.oneof(fc.bigInt({ min: 0n, max: 40_000n }), fc.bigInt({ min: 100n, max: 1_500n })),
        ),
        { maxLength: 8 },
      ),
    })
    .map(({ units, rate, to, others, near }): Wanted => {
      const coins = [...others, ...near.map(([share, more]) => units / share + more)].slice(0, MAXIMUM_COINS);
      return { kind, units, rate, to, coins: coins.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0)) };
    });

test.each(KINDS)('a payment from %s never costs more than the peer’s, and exists where the peer’s does', (kind) => {
  expect(hexEncode(SCRIPTS[kind].script)).toBe(bitcoinAddressFacts(payerOf(kind), 'from').script);
  let [compared, exact] = [0, 0];
  fc.assert(
    fc.property(wanted(kind), (one) => {
      const [theirs, ours] = [peer(one), own(one)];
      if (theirs?.fee === undefined) return;
      compared += 1;
      expect(ours).not.toBeNull();
      expect(ours?.fee).toSatisfy((fee: bigint) => fee <= (theirs.fee ?? 0n));
      const sum = ours?.places.reduce((total, place) => total + (one.coins[place] ?? 0n), 0n);
      expect(sum).toBe(one.units + (ours?.fee ?? 0n) + (ours?.change ?? 0n));
      if (ours?.places.some((place, at) => place !== at)) exact += 1;
    }),
    CASES,
  );
  // The comparison means nothing unless most payments are possible and both ways to choose occur.
  expect(compared).toBeGreaterThan(CASES.numRuns / 3);
  expect(exact).toBeGreaterThan(0);
});
