import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { areAlike, foldAddress, lookalikesOf } from '../../../../electron/engine/addresses/alike.ts';
import { bodyOf, bookOf } from '../../../../electron/engine/addresses/book.ts';
import { atOnce, type Steps } from '../../../../electron/storage/sqlite/index.ts';
import type { AddressEntry } from '../../../../shared/model/index.ts';

/** Few letters and nearly the same length, so that ends and parts meet often. */
const letters = (length: number) =>
  fc.array(fc.constantFrom('a', 'b', 'C'), { minLength: length, maxLength: length }).map((all) => all.join(''));
const alikeToOne = fc
  .tuple(letters(12), fc.array(fc.tuple(fc.nat(13), fc.constantFrom('a', 'x', '')), { maxLength: 3 }))
  .map(([text, changes]) =>
    changes.reduce((changed, [at, put]) => changed.slice(0, at) + put + changed.slice(at + 1), text),
  );
const address = fc.oneof(alikeToOne, letters(3), letters(1), fc.constant('')).map((text) => `0x${text}`);

const stepsOf = (work: Steps<unknown>) => {
  let count = 0;
  while (work.next().done !== true) count += 1;
  return count;
};

describe('known addresses', () => {
  it('are found by what they share with one that is alike, as if each were compared with it', () => {
    fc.assert(
      fc.property(fc.array(address, { maxLength: 30 }), address, (known, other) => {
        const all = known.map((each) => ({ address: each }));
        const compared = all.filter((each) => areAlike(foldAddress(each.address), foldAddress(other)));
        const lookalikes = atOnce(lookalikesOf(all));
        expect(lookalikes.find(other, 5)).toEqual(compared.slice(0, 5));
        expect(lookalikes.first(other)).toBe(compared[0] ?? null);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a large book', () => {
  const entries = Array.from(
    { length: 2_000 },
    (_, index): AddressEntry => ({
      address: `0x${index.toString(16).padStart(40, '0')}`,
      chain: null,
      label: `entry ${(index * 7919) % 2_000}\n,`,
      note: '',
      tags: [],
      allowed: false,
    }),
  );

  it('is read as it was written, in the order of its labels', () => {
    const book = atOnce(bookOf(atOnce(bodyOf(entries))));
    const inOrder = entries.toSorted((a, b) => Number(a.label > b.label) - Number(a.label < b.label));
    expect(book.entries).toEqual(inOrder);
    expect(atOnce(book.search('ENTRY 1999')).map(({ label }) => label)).toEqual(['entry 1999\n,']);
    expect(JSON.parse(new TextDecoder().decode(atOnce(bodyOf(entries))))).toEqual(inOrder);
    expect(atOnce(bookOf(atOnce(bodyOf([])))).entries).toEqual([]);
  });

  it('can be left at each entry, so that nobody waits for all of it', () => {
    const book = bookOf(atOnce(bodyOf(entries)));
    expect(stepsOf(book)).toBeGreaterThan(2 * entries.length);
    expect(stepsOf(atOnce(bookOf(atOnce(bodyOf(entries)))).search('entry'))).toBe(entries.length);
  });
});
