import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReport } from '../../electron/engine/exports/report.ts';
import { readWantedExports } from '../../electron/engine/exports/wanted.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const item = fc.record(
  {
    kind: fc.oneof(fc.constantFrom('account', 'wallet', 'private key'), fc.string()),
    of: fc.oneof(fc.uuid(), fc.jsonValue()),
    path: fc.oneof(fc.constant('m/0'), fc.jsonValue()),
    address: fc.oneof(fc.constant('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'), fc.jsonValue()),
    addressFormat: fc.oneof(fc.constant('ADDRESS_FORMAT_ETHEREUM'), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

it('any list of exports is read whole or refused by name', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(item).map((items) => JSON.stringify(items)),
      ),
      (text) => {
        const read = outcome(() => readWantedExports(text));
        if ('error' in read) expect(read.error.code).toBe('INVALID_INPUT');
        else expect(read.value).toHaveLength(JSON.parse(text).length);
      },
    ),
    { numRuns: fuzzRuns() },
  );
});

it('no text is a stamped report by chance', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.jsonValue(), (text, value) => {
      const stamp = { name: 'X-Stamp', value: 'e30' };
      for (const given of [
        text,
        JSON.stringify({ report: text, stamp }),
        JSON.stringify({ report: '{}', stamp: value }),
      ])
        expect(outcome(() => readReport(given))).toHaveProperty('error.code', 'INVALID_INPUT');
    }),
    { numRuns: fuzzRuns() },
  );
});
