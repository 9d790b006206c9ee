import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLine, withRepeats } from '../../electron/engine/batches/lines.ts';
import { fileOf } from '../../electron/engine/batches/result-file.ts';
import { tableIn } from '../../electron/engine/batches/table.ts';
import { plainCell } from '../../electron/engine/tools/csv-cell.ts';
import { csvRows } from '../../electron/engine/tools/csv-rows.ts';
import { atOnce } from '../../electron/storage/sqlite/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ASSETS = [{ token: null, symbol: 'ETH', decimals: 18 }];
const CONTEXT = { chain: 'eip155:1', hasMemo: false, isOpen: true, hasCommas: false, assets: ASSETS } as const;

/** Texts of separators, quotes, digits, addresses, hidden characters and the beginnings of formulas. */
const part = fc.constantFrom(
  ...[',', ';', '\t', '"', '\n', '\r\n', '[', ']', '{', '}', ':', "'", '=', '-', '@', ' ', '.', '\u202e', '\ufeff'],
  ...['to', 'amount', 'asset', 'message', 'transaction', '__proto__', 'ETH', TO, '0x', '1', '000', '1e3', '"a"'],
);
const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''));
const reviewOf = (given: string) =>
  withRepeats(atOnce(tableIn({ text: given, columns: null }, CONTEXT)).lines.map((line) => readLine(line, CONTEXT)));

test('any text is a table or is refused, and an amount is never guessed', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        fc.string(),
        text.map((rest) => `to,amount\n${TO},${rest}`),
      ),
      (given) => {
        const read = outcome(() => reviewOf(given));
        if (!('value' in read)) return;
        for (const { line, what, findings } of read.value) {
          expect(line).toBeGreaterThan(0);
          if (what === null) expect(findings[0]).toMatchObject({ level: 'danger', short: 'Unreadable' });
          if (what?.kind === 'payment') expect(BigInt(what.units)).toBeGreaterThan(0n);
        }
      },
    ),
    { numRuns: fuzzRuns(10) },
  );
});

test('a result file has the same cells when it is read, and none that a spreadsheet runs', () => {
  const cells = fc.record({
    line: text,
    what: text,
    note: text,
    status: text,
    activity: text,
    hash: text,
    signed: text,
    problem: text,
  });
  fc.assert(
    fc.property(cells, (one) => {
      const [, row] = [...csvRows(fileOf('csv', [one]), ',')];
      expect(row?.cells.map(plainCell)).toEqual(Object.values(one));
      for (const cell of row?.cells ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
    { numRuns: fuzzRuns(10) },
  );
});
