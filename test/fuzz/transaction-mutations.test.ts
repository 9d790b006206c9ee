import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeBody } from '../../electron/vault/describe.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { type Told, transaction } from '../meanings/corpus.ts';
import { PAYER } from '../meanings/solana-builder.ts';
import { INSTRUCTIONS } from './example-instructions.ts';
import { FUZZ_RUNS } from './seed.ts';

/** What an operator reads without opening the list of all fields, and that list. */
function read({ type, parameters }: Told) {
  const body = { type, timestampMs: '1', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', parameters };
  const { judged, headline, decoded, findings } = describeBody(utf8Encode(JSON.stringify(body)));
  return {
    judged,
    text: JSON.stringify([headline, decoded?.summary, findings.map(({ text }) => text)]),
    fields: new Map(decoded?.fields.map(({ name, value }) => [name, value])),
  };
}

type Content = readonly [name: string, bytes: string];

/** Places of bytes, of a run of equal ones only the first and the last. */
const placesOf = (bytes: Uint8Array) =>
  [...bytes.keys()].filter((at) => bytes[at] !== bytes[at - 1] || bytes[at] !== bytes[at + 1]);

/**
 * Changes one byte of contents that are whole: then the text is another one, or it is whole no more. Where only fields change, these are
 * `silent`: they move nothing and give no power.
 */
function testMutations(contents: readonly Content[], told: (bytes: string) => Told, silent: RegExp, runs: number) {
  const all = contents.filter(([, bytes]) => read(told(bytes)).judged === 'whole');
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.nat(), fc.integer({ min: 1, max: 255 }), ([name, content], place, flip) => {
      const bytes = hexDecode(content);
      const places = placesOf(bytes);
      const at = places[place % places.length] ?? 0;
      bytes[at] = (bytes[at] ?? 0) ^ flip;
      const [before, after] = [read(told(content)), read(told(hexEncode(bytes)))];
      if (after.judged !== 'whole' || before.text !== after.text) return;
      const changed = [...new Set([...before.fields.keys(), ...after.fields.keys()])].filter(
        (field) => before.fields.get(field) !== after.fields.get(field),
      );
      expect({ name, at, changed: changed.length }).not.toMatchObject({ changed: 0 });
      expect(changed.filter((field) => !silent.test(field))).toEqual([]);
    }),
    { numRuns: FUZZ_RUNS / runs },
  );
  return all.length;
}

describe('a whole transaction says each byte that matters, or is whole no more once one is changed', () => {
  test('of Solana, for every instruction that is read', () => {
    const told = (bytes: string) => transaction('TRANSACTION_TYPE_SOLANA', bytes, PAYER);
    // The blockhash ends the time in which it can be sent.
    const silent = /^recentBlockhash$/;
    // The compute budget only makes up the fee.
    const contents = INSTRUCTIONS.filter(([name]) => !name.startsWith('Compute Budget'));
    expect(testMutations(contents, told, silent, 4)).toBeGreaterThan(contents.length - 20);
  });
});
