import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describePayload } from '../../electron/crypto/index.ts';
import { HASH_FUNCTIONS } from '../../shared/model/index.ts';
import { hex, offChain, SIGNER, solanaSignIn, transfer, twofold, utf8 } from '../unit/crypto/payloads/forms/builder.ts';
import { amino, arbitrary, direct, send, sendAny, transferAny } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { MARKED, MESSAGES } from '../unit/crypto/payloads/forms/marked-samples.ts';
import { solanaMessage, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { anyText, mutatedHex } from './hex-mutations.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

const SAMPLES = [
  ...Object.values({ ...MARKED, ...MESSAGES }).map(({ bytes }) => hex(bytes)),
  hex(solanaMessage(transfer)),
  hex(solanaMessage({ ...transfer, version: 0 })),
  solanaText(transfer),
  hex(offChain.first('Hello')),
  hex(offChain.version0('Hello')),
  hex(offChain.version1('Hello')),
  hex(twofold()),
  hex(utf8(solanaSignIn())),
  hex(utf8(amino([send]))),
  hex(utf8(arbitrary('hello'))),
  hex(direct([sendAny, transferAny('x')])),
];
const hashFunction = fc.constantFrom(...HASH_FUNCTIONS, null);
const signWith = fc.constantFrom(SIGNER, null);

test('any bytes are explained within their length, unrecognised, or refused', { timeout: 300_000 }, () => {
  let described = 0;
  const bytes = fc.oneof({ weight: 9, arbitrary: mutatedHex(...SAMPLES) }, anyText);
  fc.assert(
    fc.property(bytes, fc.record({ hashFunction, signWith }), (digits, around) => {
      const told = outcome(() => describePayload('PAYLOAD_ENCODING_HEXADECIMAL', digits, around));
      if ('error' in told || told.value === null) return;
      described += 1;
      const { steps, fields, unexplained, findings } = told.value;
      const end = digits.replace(/^0x/i, '').length / 2;
      expect(steps.length).toBeGreaterThan(0);
      for (const range of [...unexplained, ...fields.flatMap((field) => field.range ?? [])]) {
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThanOrEqual(end);
      }
      // Bytes that nothing explains are never shown as understood.
      if (fields.length === 0) expect(findings.some(({ mark }) => mark !== undefined)).toBe(true);
    }),
    { numRuns: fuzzRuns() },
  );
  expect(described).toBeGreaterThan(FUZZ_RUNS / 20);
});
