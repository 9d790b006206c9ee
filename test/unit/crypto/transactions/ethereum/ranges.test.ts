import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  numberBytes,
  type RlpItem,
  rlpDecode,
  rlpEncode,
} from '../../../../../electron/crypto/transactions/ethereum/rlp.ts';
import type { ByteRange, TransactionType } from '../../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { outcome } from '../../../../fuzz/only-app-errors.ts';
import { asking } from '../asking.ts';
import { bytes, ethereumText, tempoText } from './arbitrary.ts';
import '../../../../fuzz/seed.ts';

/**
 * Collects the headers of the item that begins there, and returns where the item ends. It shares no code with the
 * parser, so no fault either.
 */
function walk(of: Uint8Array, at: number, headers: number[]): number {
  const first = of[at] ?? 0;
  if (first < 0x80) return at + 1;
  const isList = first >= 0xc0;
  const short = first - (isList ? 0xc0 : 0x80);
  const digits = short < 56 ? 0 : short - 55;
  for (let each = 0; each <= digits; each += 1) headers.push(at + each);
  const length = digits === 0 ? short : Number.parseInt(hexEncode(of.subarray(at + 1, at + 1 + digits)), 16);
  const start = at + 1 + digits;
  const end = start + length;
  for (let inner = start; isList && inner < end; ) inner = walk(of, inner, headers);
  return end;
}

const placesOf = (ranges: readonly ByteRange[]) =>
  ranges.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index));

describe.each<[TransactionType, fc.Arbitrary<string>]>([
  ['TRANSACTION_TYPE_ETHEREUM', ethereumText],
  ['TRANSACTION_TYPE_TEMPO', tempoText],
])('%s', (type, texts) => {
  test('every byte belongs to exactly one field or to the encoding', () => {
    let read = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const described = outcome(() => asking(type).describe(text));
        if (!('value' in described)) return;
        read += 1;
        const contents = hexDecode(text);
        const headers: number[] = [];
        const start = (contents[0] ?? 0) < 0xc0 ? 1 : 0;
        expect(walk(contents, start, headers)).toBe(contents.length);
        const fields = placesOf(described.value.fields.flatMap(({ range }) => (range === undefined ? [] : [range])));
        expect(new Set(fields).size).toBe(fields.length);
        const form = new Set([...headers, ...(start === 1 ? [0] : [])]);
        const all = new Set([...fields, ...form]);
        expect(all.size).toBe(contents.length);
        expect(fields.every((place) => place < contents.length)).toBe(true);
        expect(placesOf(described.value.unexplained).every((place) => fields.includes(place))).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(read).toBeGreaterThan(30);
  });

  test('each field shows the value at its place', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const described = outcome(() => asking(type).describe(text));
        if (!('value' in described)) return;
        const contents = hexDecode(text);
        for (const { value, kind, range } of described.value.fields) {
          const hex = range === undefined ? '' : hexEncode(contents.subarray(range.start, range.end));
          if (
            range !== undefined &&
            (kind === 'bytes' || kind === 'address') &&
            value.startsWith('0x') &&
            value !== '0x'
          )
            expect(value.toLowerCase()).toBe(`0x${hex}`);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** A decimal amount back in its smallest units, computed on its digits. */
function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = (text.split(' ')[0] ?? '').split('.');
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}

describe('totals', () => {
  const uint = (bits: number) => fc.bigInt(0n, 2n ** BigInt(bits) - 1n);
  const account = new Uint8Array(20).fill(0x70);

  test('of an Ethereum transaction are its own values', () => {
    fc.assert(
      fc.property(uint(256), uint(64), uint(120), (value, gas, price) => {
        const items = [1n, 1n, 0n, price, gas].map(numberBytes);
        const text = `02${hexEncode(rlpEncode([...items, account, numberBytes(value), new Uint8Array(0), []]))}`;
        const { summary } = asking('TRANSACTION_TYPE_ETHEREUM').describe(text);
        const row = (name: string) => summary.find((each) => each.name === name)?.value ?? '';
        expect(unitsOf(row('Amount'), 18)).toBe(value);
        expect(unitsOf(row('Fee at most'), 18)).toBe(gas * price);
      }),
      { numRuns: 200 },
    );
  });

  test('of a Tempo batch are the sums of its transfers for each token', () => {
    const token = fc.constantFrom(0, 1, 0x55).map((last) => {
      const address = hexDecode(`20c0${'00'.repeat(18)}`);
      address[19] = last;
      return address;
    });
    const transfer = fc.record({ token, units: uint(64), withMemo: fc.boolean() });
    const none = new Uint8Array(0);
    fc.assert(
      fc.property(fc.array(transfer, { minLength: 2, maxLength: 6 }), bytes(20), (transfers, to) => {
        const calls = transfers.map(({ token: address, units, withMemo }): RlpItem => {
          const words = `${'00'.repeat(12)}${hexEncode(to)}${units.toString(16).padStart(64, '0')}`;
          const data = withMemo ? `95777d59${words}${'ab'.repeat(32)}` : `a9059cbb${words}`;
          return [address, none, hexDecode(data)];
        });
        const items: RlpItem[] = [...[42431n, 1n, 1n, 100_000n].map(numberBytes), calls, []];
        const more: RlpItem[] = [none, none, none, none, none, none, []];
        const text = `76${hexEncode(rlpEncode([...items, ...more]))}`;
        expect(rlpDecode(hexDecode(text).subarray(1))).toHaveLength(13);
        const { summary } = asking('TRANSACTION_TYPE_TEMPO').describe(text);
        const described = summary.filter(({ name }) => name === 'Transfers in all').map(({ value }) => value);
        const sums = new Map<number, bigint>();
        for (const { token: address, units } of transfers)
          sums.set(address[19] ?? 0, (sums.get(address[19] ?? 0) ?? 0n) + units);
        expect(described).toHaveLength(sums.size);
        const names = new Map([
          [0, 'pathUSD'],
          [1, 'AlphaUSD'],
        ]);
        for (const [last, sum] of sums) {
          const row = described.find((each) => each.endsWith(names.get(last) ?? '0055')) ?? '';
          expect(names.has(last) ? unitsOf(row, 6) : BigInt(row.split(' ')[0] ?? '')).toBe(sum);
        }
      }),
      { numRuns: 100 },
    );
  });
});
