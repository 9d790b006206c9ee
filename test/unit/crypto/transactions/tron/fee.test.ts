import { expect, test } from 'vitest';
import { hexDecode } from '../../../../../shared/wire/index.ts';
import { asking } from '../asking.ts';
import { type ContractParts, rawText, TRANSFER, trigger, tronKey } from './builder.ts';

const tron = asking('TRANSACTION_TYPE_TRON');
const rowsOf = (parts: ContractParts) =>
  new Map(tron.describe(rawText(parts)).summary.map(({ name, value }) => [name, value]));
const memo = (parts: ContractParts, text: string): ContractParts => ({
  ...parts,
  raw: [...(parts.raw ?? []), [10, text]],
});

test('bandwidth is the size of the signed transaction and 64 bytes for its result', () => {
  for (const parts of [TRANSFER, trigger('a9059cbb'), trigger('00'.repeat(200))]) {
    const signed = hexDecode(tron.sign(rawText(parts), tronKey(1)));
    expect(rowsOf(parts).get('Of that')).toContain(` for ${signed.length + 64} bytes`);
  }
});

test('the total is the sum of its shown parts', () => {
  expect(rowsOf(TRANSFER).get('Of that')).toMatch(/; 1 TRX for the recipient’s account, if it does not exist yet$/);
  expect(rowsOf(memo(TRANSFER, 'hi')).get('Of that')).toMatch(/; 1 TRX for the memo$/);
  const call = { ...trigger('a9059cbb'), raw: [[18, 30_000_000]] } as const;
  const said = rowsOf(call).get('Of that') ?? '';
  expect(said).toMatch(/^30 TRX for energy; /);
  for (const parts of [TRANSFER, memo(TRANSFER, 'hi'), call]) {
    const rows = rowsOf(parts);
    const sum = [...(rows.get('Of that') ?? '').matchAll(/([\d.]+) TRX for/g)].reduce(
      (total, [, each]) => total + Math.round(Number(each) * 1e6),
      0,
    );
    expect(rows.get('Fee at most')).toBe(`${sum / 1e6} TRX`);
  }
});

test('the energy limit counts only for code', () => {
  expect(rowsOf({ ...TRANSFER, raw: [[18, 30_000_000]] }).get('Of that')).not.toContain('energy');
});
