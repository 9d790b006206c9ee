import fc from 'fast-check';
import '../fuzz/seed.ts';
import { type Attribution, toDataSuffix } from 'ox/erc8021/Attribution';
import { expect, test } from 'vitest';
import { readAttribution } from '../../electron/vault/calls/attribution.ts';

const code = fc.stringMatching(/^[a-z0-9_]{1,20}$/);
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`);
const registry = fc.record({ address, chainId: fc.integer({ min: 1, max: 2 ** 31 }) });
const codes = fc.array(code, { minLength: 1, maxLength: 5 });
const given: fc.Arbitrary<[Attribution, readonly string[], readonly string[]]> = fc.oneof(
  codes.map((names): [Attribution, string[], string[]] => [{ codes: names }, names, []]),
  fc
    .tuple(codes, registry)
    .map(([names, codeRegistry]): [Attribution, string[], string[]] => [
      { codes: names, codeRegistry },
      names,
      [codeRegistry.address],
    ]),
  fc
    .tuple(code, code, codes, registry)
    .map(([appCode, walletCode, serviceCodes, app]): [Attribution, string[], string[]] => [
      { appCode, walletCode, serviceCodes, registries: { app }, metadata: { source: 'test' } },
      [appCode, walletCode, ...serviceCodes],
      [app.address],
    ]),
);

test('suffixes made by ox are read with their exact length', () => {
  fc.assert(
    fc.property(given, fc.uint8Array({ maxLength: 40 }), ([attribution, names, registries], before) => {
      const suffix = Buffer.from(toDataSuffix(attribution).slice(2), 'hex');
      expect(readAttribution(Buffer.concat([before, suffix]))).toEqual({
        length: suffix.length,
        codes: names,
        registries,
      });
    }),
    { numRuns: 300 },
  );
});
