import fc from 'fast-check';
import '../fuzz/seed.ts';
import { type AbiFunction, encodeFunctionData } from 'viem';
import { expect, test } from 'vitest';
import { contractCallFacts } from '../../electron/crypto/index.ts';

/** An input of a function, a value as viem takes it, and the value that policies see. */
interface Sample {
  readonly input: { readonly type: string; readonly components?: readonly object[] };
  readonly value: unknown;
  readonly fact: unknown;
}

const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const plain = <Value>(type: string, values: fc.Arbitrary<Value>, fact: (value: Value) => unknown = (value) => value) =>
  values.map((value): Sample => ({ input: { type }, value, fact: fact(value) }));

const simple = fc.oneof(
  plain('uint256', fc.bigInt(0n, 2n ** 256n - 1n)),
  plain('int128', fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n)),
  plain('uint8', fc.integer({ min: 0, max: 255 }), BigInt),
  plain('bool', fc.boolean()),
  plain('address', hex(20)),
  plain('bytes8', hex(8)),
  plain('bytes', fc.integer({ min: 0, max: 70 }).chain(hex)),
  plain('string', fc.string({ unit: 'grapheme', maxLength: 40 })),
);

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    fc.tuple(tie('sample'), fc.nat(3), fc.boolean()).map(([of, length, isFixed]): Sample => {
      const times = (one: unknown) => Array.from({ length }, () => one);
      const type = `${of.input.type}[${isFixed && length > 0 ? length : ''}]`;
      return { input: { ...of.input, type }, value: times(of.value), fact: times(of.fact) };
    }),
    fc.array(tie('sample'), { minLength: 1, maxLength: 3 }).map((of): Sample => {
      const components = of.map(({ input }, index) => ({ name: `m${index}`, ...input }));
      const value = Object.fromEntries(of.map((each, index) => [`m${index}`, each.value]));
      return { input: { type: 'tuple', components }, value, fact: of.map((each) => each.fact) };
    }),
  ),
}));

test('calls encoded by viem are decoded to the same values', () => {
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 4 }), (samples) => {
      const inputs = samples.map(({ input }, index) => ({ name: `a${index}`, ...input }));
      const abi = [{ type: 'function', name: 'f', stateMutability: 'payable', inputs, outputs: [] }] as AbiFunction[];
      const data = encodeFunctionData({ abi, functionName: 'f', args: samples.map(({ value }) => value) });
      expect(contractCallFacts(JSON.stringify(abi), data)).toEqual({
        function_name: 'f',
        function_signature: data.slice(0, 10),
        contract_call_args: Object.fromEntries(samples.map(({ fact }, index) => [`a${index}`, fact])),
      });
    }),
    { numRuns: 500 },
  );
});
