import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeBody } from '../../electron/vault/describe.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { type Case, payload, transaction } from '../meanings/corpus.ts';
import { OPERATOR } from '../meanings/evm-calls.ts';
import { PAYER } from '../meanings/solana-builder.ts';
import { SENDER } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { INSTRUCTIONS } from './example-instructions.ts';
import { PSBTS } from './example-psbts.ts';
import { COSMOS, type Content, EVM, TEMPO, TRON } from './example-transactions.ts';
import { fuzzRuns } from './seed.ts';

/** The text that an operator reads without opening the list of all fields, and that list. */
function read({ type, parameters }: Case) {
  const body = { type, timestampMs: '1', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', parameters };
  const { judged, headline, decoded, findings } = describeBody(utf8Encode(JSON.stringify(body)));
  return {
    judged,
    text: JSON.stringify([headline, decoded?.summary, findings.map(({ text }) => text)]),
    fields: new Map(decoded?.fields.map(({ name, value }) => [name, value])),
  };
}

/** Places of bytes, of a run of equal ones only the first and the last. */
const placesOf = (bytes: Uint8Array) =>
  [...bytes.keys()].filter((at) => bytes[at] !== bytes[at - 1] || bytes[at] !== bytes[at + 1]);

/**
 * Changes one byte of contents that are judged whole. Then the text must change, or the contents are no longer judged
 * whole. Fields that match `silent` may change alone, because they move nothing and give no power.
 */
function testMutations(contents: readonly Content[], caseOf: (bytes: string) => Case, silent: RegExp, runs: number) {
  const all = contents.flatMap(([name, bytes]) => {
    const before = read(caseOf(bytes));
    return before.judged === 'whole' ? [{ name, bytes: hexDecode(bytes), before }] : [];
  });
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.nat(), fc.integer({ min: 1, max: 255 }), (content, place, flip) => {
      const { name, before } = content;
      const bytes = content.bytes.slice();
      const places = placesOf(bytes);
      const at = places[place % places.length] ?? 0;
      bytes[at] = (bytes[at] ?? 0) ^ flip;
      const after = read(caseOf(hexEncode(bytes)));
      if (after.judged !== 'whole' || before.text !== after.text) return;
      const changed = [...new Set([...before.fields.keys(), ...after.fields.keys()])].filter(
        (field) => before.fields.get(field) !== after.fields.get(field),
      );
      expect({ name, at, changed: changed.length }).not.toMatchObject({ changed: 0 });
      expect(changed.filter((field) => !silent.test(field))).toEqual([]);
    }),
    { numRuns: fuzzRuns(runs) },
  );
  return all.length;
}

describe('a completely explained transaction shows each relevant byte, and a change shows or makes it incomplete', () => {
  test('of Solana, for every known instruction', () => {
    const caseOf = (bytes: string) => transaction('TRANSACTION_TYPE_SOLANA', bytes, PAYER);
    // The blockhash ends the time in which it can be sent.
    const silent = /^recentBlockhash$/;
    // The compute budget only makes up the fee.
    const contents = INSTRUCTIONS.filter(([name]) => !name.startsWith('Compute Budget'));
    expect(testMutations(contents, caseOf, silent, 4)).toBeGreaterThan(contents.length - 20);
  });

  test('of Ethereum', () => {
    const caseOf = (bytes: string) => transaction('TRANSACTION_TYPE_ETHEREUM', bytes, OPERATOR);
    // Within the fee at most, the tip only says who gets it. An access list makes gas cheaper or dearer, which the limit bounds.
    expect(testMutations(EVM, caseOf, /^maxPriorityFeePerGas$|^accessList/, 10)).toBe(EVM.length);
  });

  test('of Tempo', () => {
    const caseOf = (bytes: string) => transaction('TRANSACTION_TYPE_TEMPO', bytes, OPERATOR);
    // As of Ethereum, and the fee is rounded up to the decimals of the tokens that it is paid in.
    const silent = /^maxPriorityFeePerGas$|^maxFeePerGas$|^gasLimit$|^accessList/;
    expect(testMutations(TEMPO, caseOf, silent, 20)).toBe(TEMPO.length);
  });

  test('of Tron', () => {
    const caseOf = (bytes: string) => transaction('TRANSACTION_TYPE_TRON', bytes);
    // The block it refers to ends the time in which it can be sent. The network checks kinds, numbers and names of permissions.
    const silent =
      /^ref_block_(?:bytes|hash)$|^timestamp$|^contract\[0\]\.support$|^contract\[0\]\.(?:owner|witness|actives\[0\])\.(?:type|id|parent_id|permission_name)$/;
    expect(testMutations(TRON, caseOf, silent, 5)).toBe(TRON.length);
  });

  test('of Cosmos, in amino JSON and in protobuf', () => {
    const around = { hashFunction: 'HASH_FUNCTION_SHA256', signWith: SENDER };
    const caseOf = (bytes: string) => payload('PAYLOAD_ENCODING_HEXADECIMAL', bytes, around);
    // A contract decides the effect of a message to it, so such a message is never whole.
    const contents = COSMOS.filter(([name]) => !name.endsWith('MsgExecuteContract'));
    expect(testMutations(contents, caseOf, /^$/, 20)).toBe(COSMOS.length - 2);
  });

  test.each(PSBTS)('of Bitcoin: $name', ({ name, bytes, signWith }) => {
    const caseOf = (changed: string) => transaction('TRANSACTION_TYPE_BITCOIN', changed, signWith);
    // A version and a sequence only delay it, which has a row, or let it be replaced, which has a finding.
    expect(testMutations([[name, bytes]], caseOf, /^version$|^inputs\[0\]\.sequence$/, 25)).toBe(1);
  });
});
