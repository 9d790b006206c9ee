import type { Measured } from './measure.ts';

/** Contenders measured side by side. The last one is the baseline. */
export interface Group {
  readonly title: string;
  readonly unit: 'a second' | 'ms' | 'microseconds' | 'megabytes';
  readonly results: readonly Measured[];
  /** The reason why nothing was measured. Null when something was. */
  readonly skipped: string | null;
}

const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Aligned columns: names to the left, numbers to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The group as text, its title first. */
export function report({ title, unit, results, skipped }: Group): string {
  if (skipped !== null) return `${title}\n  skipped: ${skipped}\n`;
  const last = results.at(-1)?.median ?? Number.NaN;
  const rows = results.map(({ name, median, minimum, maximum, rounds }) => [
    `  ${name}`,
    number(median),
    number(minimum),
    number(maximum),
    String(rounds),
    `${(median / last).toFixed(2)}x`,
  ]);
  return `${title}\n${table([[`  ${unit === 'ms' ? 'milliseconds' : unit}`, 'median', 'min', 'max', 'rounds', 'of last'], ...rows])}\n`;
}
