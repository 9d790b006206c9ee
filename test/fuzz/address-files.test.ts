import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedEntry as checking } from '../../electron/engine/addresses/entries.ts';
import { csvOf, entriesIn, jsonOf, labelsOf } from '../../electron/engine/addresses/files.ts';
import { atOnce } from '../../electron/storage/sqlite/index.ts';
import type { AddressEntry } from '../../shared/model/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const ETHEREUM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const checkedEntry = (given: AddressEntry) => atOnce(checking(given));

/** Texts of separators, quotes and letters, and of characters that begin a formula. */
const text = fc.array(fc.constantFrom(',', '"', '\n', '\r', "'", '=', '+', '-', '@', ';', '\t', ' ', 'a', 'é', '0'), {
  maxLength: 12,
});
const joined = text.map((parts) => parts.join(''));

const entry = fc
  .record({
    address: fc.constantFrom(ETHEREUM, BITCOIN),
    chain: fc.constant(null),
    label: joined,
    note: joined,
    tags: fc.array(joined, { maxLength: 3 }),
    allowed: fc.boolean(),
  })
  .map((given): AddressEntry | null => {
    const made = outcome(() => checkedEntry(given));
    return 'value' in made ? made.value : null;
  })
  .filter((given) => given !== null);

/** One entry for each address, as a book has them. */
const book = fc
  .array(entry, { maxLength: 4 })
  .map((all) => [...new Map(all.map((each) => [each.address, each])).values()]);

describe('what is exported', () => {
  test('is read back unchanged', () => {
    fc.assert(
      fc.property(book, (entries) => {
        fc.pre(entries.length > 0);
        for (const written of [atOnce(csvOf(entries)), atOnce(jsonOf(entries))]) {
          const { entries: again, lines } = atOnce(entriesIn(written));
          expect(again).toEqual(entries);
          expect(lines.map(({ problem }) => problem)).toEqual(entries.map(() => null));
        }
      }),
      { numRuns: fuzzRuns(10) },
    );
  });

  test('contains no cell that a spreadsheet treats as a formula', () => {
    fc.assert(
      fc.property(entry, (one) => {
        const record = atOnce(csvOf([one]))
          .split('\r\n')
          .slice(1, -1)
          .join('\r\n');
        for (const cell of record.match(/"(?:[^"]|"")*"|[^,"]+/g) ?? []) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/);
      }),
      { numRuns: fuzzRuns(10) },
    );
  });
});

test('each line is imported completely or reported as wrong', () => {
  const cold = checkedEntry({ address: BITCOIN, chain: null, label: 'Cold', note: '', tags: [], allowed: false });
  const desk = { address: ETHEREUM, chain: 'eip155:1', label: 'Desk', note: 'a "b"', tags: ['x'], allowed: true };
  const files = [csvOf([checkedEntry(desk)]), jsonOf([cold]), labelsOf([cold])].map(atOnce);
  const hostile = fc
    .tuple(
      fc.constantFrom(...files),
      fc.nat(400),
      fc.nat(20),
      fc.oneof(joined, fc.string({ unit: 'binary', maxLength: 20 })),
    )
    .map(([file, at, length, put]) => file.slice(0, at) + put + file.slice(at + length));
  fc.assert(
    fc.property(hostile, (file) => {
      const read = outcome(() => atOnce(entriesIn(file)));
      if ('error' in read) return;
      for (const each of read.value.entries) expect(checkedEntry(each)).toEqual(each);
      expect(read.value.lines.filter(({ problem }) => problem === null)).toHaveLength(read.value.entries.length);
    }),
    { numRuns: fuzzRuns(10) },
  );
});

test.each([
  ['quotation marks', `address,label\n${ETHEREUM},"${'""'.repeat(1_000_000)}"`],
  ['commas', `address,label\n${','.repeat(1_000_000)}`],
  ['line ends', `address,label\n${'\n'.repeat(1_000_000)}`],
  ['brackets', '['.repeat(1_000_000)],
])('a megabyte of %s is refused or read like any other file', (_name, file) => {
  const read = outcome(() => atOnce(entriesIn(file)));
  if ('value' in read) expect(read.value.entries).toEqual([]);
});
