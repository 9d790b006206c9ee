import { grouped } from '../../shared/model/index.ts';

/** Digits after the point that a list has room for. */
const SHOWN = 6;

/** Shortens an exact decimal number for little room. Nothing is rounded, and an ellipsis marks omitted digits. */
export function groupedShort(text: string): string {
  const point = text.indexOf('.');
  return grouped(point < 0 || text.length <= point + 1 + SHOWN ? text : `${text.slice(0, point + 1 + SHOWN)}…`);
}

const THREE_DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });

/**
 * Rounds an exact decimal number to three significant digits, for a choice beside which the exact number stands. Whole
 * digits are never rounded.
 *
 * @example
 * roughly('0.000052548213'); // '0.0000525'
 */
export function roughly(text: string): string {
  return (text.split('.')[0]?.length ?? 0) > 3 ? groupedShort(text) : grouped(THREE_DIGITS.format(Number(text)));
}
