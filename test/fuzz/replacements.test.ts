import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ethereumReplacementFees,
  Refusal,
  readNextBitcoin,
  readReplaced,
  replacementBitcoin,
  replacementEthereum,
  requireReplacement,
  spendersInBlock,
  unsignedEthereumPayment,
} from '../../electron/crypto/index.ts';
import { REPLACEMENT_ACTS } from '../../shared/model/index.ts';
import { PSBTS } from './example-psbts.ts';
import { mutatedHex } from './hex-mutations.ts';
import { fuzzRuns } from './seed.ts';

const TIMEOUT = { timeout: 300_000 };
const act = fc.constantFrom(...REPLACEMENT_ACTS);

/** Returns the result, or null for a Refusal. Any other error fails the test. */
function orRefusal<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return null;
  }
}

test('any PSBT is replaced exactly, or refused', TIMEOUT, () => {
  const any = fc
    .constantFrom(...PSBTS)
    .chain(({ bytes, signWith }) =>
      fc.record({ unsigned: fc.oneof(fc.constant(bytes), mutatedHex(bytes)), from: fc.constant(signWith) }),
    );
  let replaced = 0;
  fc.assert(
    fc.property(any, act, fc.bigInt({ min: 0n, max: 1_000_000n }), ({ unsigned, from }, how, rate) => {
      const replacement = orRefusal(() => replacementBitcoin(unsigned, from, how, rate));
      if (replacement === null) return;
      replaced += 1;
      const [before, next] = [readNextBitcoin(unsigned), readNextBitcoin(replacement)];
      const spends = before.inputs.map(({ outpoint }) => outpoint);
      const own = before.inputs[0]?.script ?? '';
      requireReplacement(next, { ...before, spends }, own);
    }),
    { numRuns: fuzzRuns(5) },
  );
  expect(replaced).toBeGreaterThan(0);
});

test('any transaction of Ethereum’s kind keeps its nonce, or is refused', TIMEOUT, () => {
  const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const sample = unsignedEthereumPayment({
    family: 'ethereum',
    chain: 'eip155:1',
    nonce: '7',
    gasLimit: '21000',
    to: from,
    token: null,
    units: '5',
    maxFeePerGas: '100',
    maxPriorityFeePerGas: '10',
  });
  const fee = fc.bigInt({ min: 0n, max: 2n ** 80n });
  fc.assert(
    fc.property(fc.oneof(fc.constant(sample), mutatedHex(sample)), act, fee, fee, (unsigned, how, most, tip) => {
      const fees = { maxFeePerGas: String(most), maxPriorityFeePerGas: String(tip) };
      const replacement = orRefusal(() => replacementEthereum(unsigned, from, how, { family: 'ethereum', ...fees }));
      if (replacement === null) return;
      const { least } = ethereumReplacementFees(unsigned, from);
      const { paid } = ethereumReplacementFees(replacement, from);
      expect(paid).toEqual({ maxFeePerGas: most, maxPriorityFeePerGas: tip });
      expect(paid.maxFeePerGas >= least.maxFeePerGas).toBe(true);
    }),
    { numRuns: fuzzRuns(5) },
  );
});

test('any bytes of a node are a block, or refused', TIMEOUT, () => {
  const paid = `0100000001${'22'.repeat(32)}0000000000ffffffff01e803000000000000016a00000000`;
  const block = `${'00'.repeat(80)}02${paid}${paid}`;
  const outpoint = `${'22'.repeat(32)}:0`;
  expect([...spendersInBlock(block, [outpoint]).keys()]).toEqual([outpoint]);
  expect(readReplaced(paid)).toMatchObject({ spends: [outpoint], virtualBytes: 61n });
  fc.assert(
    fc.property(mutatedHex(block), (hex) => {
      orRefusal(() => spendersInBlock(hex, [outpoint]));
      orRefusal(() => readReplaced(hex));
    }),
    { numRuns: fuzzRuns() },
  );
});
